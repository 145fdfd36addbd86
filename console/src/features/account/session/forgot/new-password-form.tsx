import { useRef, useState, type FormEvent } from 'react'
import type { ResetWay } from '@nameplane/contract/account/password-reset'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { fieldText } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { LinkButton, PrimaryButton } from '../../../../ui/button.tsx'
import { CallRefusal, LoginField, loginInput, PasswordInput } from '../login-field.tsx'
import { forgotMessages } from './forgot.messages.ts'
import { setNewPassword } from './reset-calls.ts'

type Errors = { code?: string | undefined; password?: string | undefined; again?: string | undefined }

/** The code from mail or phone and the new password, twice. */
export function NewPasswordForm({ username, way, onSet, onAgain }: { username: string; way: ResetWay; onSet: () => void; onAgain: () => void }) {
  const text = useText(forgotMessages)
  const language = useLanguage()
  const [entered, setEntered] = useState({ code: '', password: '', again: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const [isRunning, setRunning] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)

  function enter(field: keyof typeof entered, value: string) {
    setEntered((before) => ({ ...before, [field]: value }))
    setErrors((before) => ({ ...before, [field]: undefined }))
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    const wrong: Errors = {
      ...(entered.code.trim() === '' ? { code: text.codeRequired[way] } : {}),
      ...(entered.password === '' ? { password: text.passwordRequired } : entered.password === entered.again ? {} : { again: text.differ }),
    }
    setErrors(wrong)
    setProblem(null)
    if (Object.keys(wrong).length > 0) return
    setRunning(true)
    const refusal = await setNewPassword({ username, code: entered.code.trim(), password: entered.password })
    setRunning(false)
    if (refusal === null) return onSet()
    const told: Errors = { code: fieldText(refusal, 'code', language), password: fieldText(refusal, 'password', language) }
    setErrors(told)
    if (told.code) codeInput.current?.focus()
    if (!told.code && !told.password) setProblem(refusal)
  }

  const marks = (field: keyof Errors) => ({
    'aria-invalid': errors[field] !== undefined || undefined,
    'aria-describedby': errors[field] === undefined ? undefined : `${field}-error`,
  })
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <p role="status" className="text-sm text-kumo-subtle">
        {text.sent[way](username)}
      </p>
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <LoginField name="code" label={text.code[way]} error={errors.code}>
        <input
          ref={codeInput}
          id="code"
          name="code"
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          className={`${loginInput} font-mono tracking-widest`}
          value={entered.code}
          onChange={(event) => enter('code', event.target.value)}
          {...marks('code')}
        />
      </LoginField>
      <LoginField name="password" label={text.newPassword} error={errors.password}>
        <PasswordInput
          id="password"
          name="password"
          autoComplete="new-password"
          maxLength={128}
          value={entered.password}
          onChange={(event) => enter('password', event.target.value)}
          {...marks('password')}
        />
      </LoginField>
      <LoginField name="again" label={text.again} error={errors.again}>
        <PasswordInput
          id="again"
          name="again"
          autoComplete="new-password"
          maxLength={128}
          value={entered.again}
          onChange={(event) => enter('again', event.target.value)}
          {...marks('again')}
        />
      </LoginField>
      <CallRefusal problem={problem} />
      <PrimaryButton type="submit" aria-disabled={isRunning} className="mt-1 h-9!">
        {isRunning ? text.saving : text.save}
      </PrimaryButton>
      <LinkButton className="self-center text-sm" onClick={onAgain}>
        {text.anotherCode}
      </LinkButton>
    </form>
  )
}
