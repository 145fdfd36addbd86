import { factor } from '@nameplane/contract/account/factor'
import { useText } from '../../../../i18n/messages.ts'
import { FieldsDialog } from '../../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { securityMessages, securityWords } from './security.messages.ts'

/** Another name for a passkey; no password is asked for, since nothing but the name changes. */
export function RenamePasskey({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const text = useText(securityMessages)
  const form = useAddForm(factor.passkeyRename, { words: securityWords, values: { id, name }, invalidates: [factor.status], success: 'saved', onDone: onClose })
  return (
    <FieldsDialog title={text.renamePasskey(name)} form={form} onClose={onClose}>
      <Field of={form} name="name" />
    </FieldsDialog>
  )
}
