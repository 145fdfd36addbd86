import { useEffect, useState } from 'react'
import { accountFieldNames } from '@nameplane/contract/account/account-fields'
import { admin } from '@nameplane/contract/account/admin'
import type { Sent } from '@nameplane/contract/endpoint'
import { noticeSuccess } from '../../../api/notices.ts'
import { callProblemText } from '../../../api/problem-text.ts'
import { useChange } from '../../../api/queries.ts'
import { renewNavigation } from '../../../api/renewed-navigation.ts'
import { usePasswordMinimum } from '../../../api/rights.ts'
import { navigation, type Navigation } from '../../../api/session-calls.ts'
import { useAdministratorPasswordHelp } from '../../../entities/account/account-form-fields.tsx'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { NewPassword, PasswordStrength } from '../../../entities/account/password-strength.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import { SecretInput } from '../../../screen-parts/form/secret-input.tsx'
import { useRuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { PrimaryButton } from '../../../ui/button.tsx'
import { adminMessages } from './admin.messages.ts'

type Values = Sent<typeof admin.password>

/** The signed-in change of one's own password; the only screen there is while a new one is due. */
export function OwnPasswordPage() {
  const text = useText(adminMessages).password
  const caller = useCaller()
  return (
    <div className="max-w-xl">
      <h1 className="text-xl font-medium">{text.title}</h1>
      <p className="mt-1 mb-4 text-sm text-kumo-subtle">{text.help}</p>
      {caller?.resetDue && (
        <p role="status" className="mb-4 rounded-md border border-kumo-warning/40 bg-kumo-warning-tint px-3 py-2 text-sm">
          {text.due}
        </p>
      )}
      {caller && (caller.impersonator === null ? <OwnPasswordForm caller={caller} /> : <p className="text-base">{text.refused}</p>)}
    </div>
  )
}

function useCaller(): Navigation['user'] | null {
  const [caller, setCaller] = useState<Navigation['user'] | null>(null)
  useEffect(() => {
    let isCurrent = true
    navigation().then(
      (answer) => isCurrent && answer && setCaller(answer.user),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return caller
}

const blank: Values = { password: '', newPassword: '', passwordAgain: '' }

function OwnPasswordForm({ caller }: { caller: Navigation['user'] }) {
  const text = useText(adminMessages).password
  const account = useText(accountMessages)
  const passwordHelp = useAdministratorPasswordHelp()
  const minimum = usePasswordMinimum()
  const language = useLanguage()
  const go = useGo()
  const change = useChange(admin.password, { shownIn: 'form' })
  const form = useRuledForm<Values>(admin.password.input, blank)
  const { register, errorOf } = form
  const { problem } = change
  const isBesideField = problem !== null && Object.keys(problem.fields).length > 0
  const submit = form.handleSubmit(async (values) => {
    const outcome = await change.run(values)
    if (!outcome.isDone) return form.showProblem(outcome.problem)
    form.reset(blank)
    noticeSuccess(text.done(outcome.reply.data.sessionsEnded))
    if (!caller.resetDue) return
    // Everything else opens now.
    renewNavigation()
    go('/console')
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4 rounded-lg border border-kumo-line bg-kumo-base p-5">
      <input type="hidden" name="username" autoComplete="username" value={caller.username} readOnly />
      <SecretInput label={text.old} isRequired autoComplete="current-password" error={errorOf('password')} {...register('password')} />
      <NewPassword>
        <SecretInput
          label={accountFieldNames.newPassword[language]}
          help={caller.kind === 'administrator' ? passwordHelp : account.helps.userPassword}
          isRequired
          error={errorOf('newPassword')}
          {...register('newPassword')}
        />
        <PasswordStrength
          password={form.watch('newPassword')}
          username={caller.username}
          minimum={caller.kind === 'administrator' ? (minimum ?? undefined) : undefined}
        />
      </NewPassword>
      <SecretInput label={accountFieldNames.passwordAgain[language]} isRequired error={errorOf('passwordAgain')} {...register('passwordAgain')} />
      {problem?.isShown && !isBesideField && (
        <p role="alert" className="text-sm text-kumo-danger">
          {callProblemText(problem, language)}
        </p>
      )}
      <div>
        <PrimaryButton type="submit" disabled={change.isRunning}>
          {text.submit}
        </PrimaryButton>
      </div>
    </form>
  )
}
