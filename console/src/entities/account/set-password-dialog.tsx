import { admin } from '@nameplane/contract/account/admin'
import type { Endpoint, Sent } from '@nameplane/contract/endpoint'
import { useChange } from '../../api/queries.ts'
import { useText } from '../../i18n/messages.ts'
import { FormDialog } from '../../screen-parts/dialog/form-dialog.tsx'
import { CheckBox } from '../../screen-parts/form/check-box.tsx'
import { SecretInput } from '../../screen-parts/form/secret-input.tsx'
import { useRuledForm } from '../../screen-parts/form/use-ruled-form.ts'
import { accountMessages } from './account.messages.ts'

type Values = Sent<typeof admin.password>
type SetPasswordProps = {
  account: { id: number; username: string }
  /** What the kind of account asks of a password. */
  help: string
  invalidates: readonly Endpoint[]
  onClose: () => void
}

/** Another account's new password: typed twice, to be changed at the next sign-in unless that is taken off. */
export function SetPasswordDialog({ account, help, invalidates, onClose }: SetPasswordProps) {
  const text = useText(accountMessages)
  const change = useChange(admin.password, { invalidates, success: 'changed', shownIn: 'form' })
  const form = useRuledForm<Values>(admin.password.input, { id: account.id, newPassword: '', passwordAgain: '', resetDue: true })
  const { register, errorOf } = form
  const submit = form.handleSubmit(async (values) => {
    const outcome = await change.run(values)
    if (outcome.isDone) onClose()
    else form.showProblem(outcome.problem)
  })
  return (
    <FormDialog
      title={text.setPassword.title(account.username)}
      problem={change.problem}
      pending={change.isRunning}
      isDirty={form.formState.isDirty}
      submitLabel={text.setPassword.submit}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <p className="text-sm text-kumo-subtle">{text.setPassword.text}</p>
      <SecretInput label={text.fields.newPassword} help={help} isRequired error={errorOf('newPassword')} {...register('newPassword')} />
      <SecretInput label={text.fields.passwordAgain} isRequired error={errorOf('passwordAgain')} {...register('passwordAgain')} />
      <CheckBox label={text.resetDue} help={text.resetDueHelp} {...register('resetDue')} />
    </FormDialog>
  )
}
