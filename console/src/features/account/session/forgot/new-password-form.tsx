import { useRef, useState, type FormEvent } from 'react'
import type { ResetWay } from '@nameplane/contract/account/password-reset'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { fieldText } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { LinkButton, PrimaryButton } from '../../../../ui/button.tsx'
import { CallRefusal, CodeInput, PasswordInput } from '../login-field.tsx'
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

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <p role="status" className="text-sm text-kumo-subtle">
        {text.sent[way](username)}
      </p>
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <CodeInput ref={codeInput} name="code" label={text.code[way]} error={errors.code} value={entered.code} onEnter={(typed) => enter('code', typed)} />
      {(['password', 'again'] as const).map((name) => (
        <PasswordInput
          key={name}
          name={name}
          label={name === 'password' ? text.newPassword : text.again}
          error={errors[name]}
          autoComplete="new-password"
          maxLength={128}
          value={entered[name]}
          onEnter={(typed) => enter(name, typed)}
        />
      ))}
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
