import type { ReactNode } from 'react'
import { useText } from '../../../../i18n/messages.ts'
import { FieldsDialog } from '../../../../screen-parts/dialog/fields-dialog.tsx'
import type { SavedForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { textField } from '../../../../ui/classes.ts'
import { securityMessages } from './security.messages.ts'

type PasswordDialogProps = {
  title: string
  help: string
  submitLabel: string
  form: SavedForm<{ password: string }>
  onClose: () => void
  /** More fields above the password. */
  children?: ReactNode
}

/** Asks for the password before something that a stolen session must not do. */
export function PasswordDialog({ title, help, submitLabel, form, onClose, children }: PasswordDialogProps) {
  const text = useText(securityMessages)
  return (
    // A password that was typed is nothing to lose.
    <FieldsDialog title={title} form={{ ...form, isDirty: false }} submitLabel={submitLabel} onClose={onClose}>
      <p className="text-sm text-kumo-subtle">{help}</p>
      {children}
      <Field of={form} name="password" help={text.helps.password}>
        {(control) => (
          <input type="password" autoComplete="current-password" spellCheck={false} {...form.raw.register('password')} {...control} className={textField} />
        )}
      </Field>
    </FieldsDialog>
  )
}
