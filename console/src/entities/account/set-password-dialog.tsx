import { accountFieldNames } from '@nameplane/contract/account/account-fields'
import { admin } from '@nameplane/contract/account/admin'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { useText } from '../../i18n/messages.ts'
import { FieldsDialog } from '../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useFieldValue } from '../../screen-parts/form/bound-form.ts'
import { fieldWords } from '../../screen-parts/form/field-words.ts'
import { Field } from '../../screen-parts/form/field.tsx'
import { accountMessages } from './account.messages.ts'
import { NewPassword, PasswordStrength } from './password-strength.tsx'

type SetPasswordProps = {
  account: { id: number; username: string }
  /** What the kind of account asks of a password. */
  help: string | undefined
  /** The fewest characters, of an administrator's. */
  minimum?: number | undefined
  invalidates: readonly Endpoint[]
  onClose: () => void
}

const words = fieldWords(accountFieldNames, accountMessages)

/** Another account's new password: typed twice, to be changed at the next sign-in unless that is taken off. */
export function SetPasswordDialog({ account, help, minimum, invalidates, onClose }: SetPasswordProps) {
  const text = useText(accountMessages)
  const values = { id: account.id, resetDue: true }
  const form = useAddForm(admin.password, { words, values, invalidates, success: 'changed', onDone: onClose })
  const [password] = useFieldValue(form, 'newPassword')
  return (
    <FieldsDialog title={text.setPassword.title(account.username)} form={form} submitLabel={text.resetPassword} onClose={onClose}>
      <p className="text-sm text-kumo-subtle">{text.setPassword.text}</p>
      <NewPassword>
        <Field of={form} name="newPassword" help={help} />
        <PasswordStrength password={password} username={account.username} minimum={minimum} />
      </NewPassword>
      <Field of={form} name="passwordAgain" />
      <Field of={form} name="resetDue" label={text.resetAtFirst} />
    </FieldsDialog>
  )
}
