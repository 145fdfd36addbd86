import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { fieldText } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { NewPassword, PasswordStrength } from '../../../../entities/account/password-strength.tsx'
import { PrimaryButton } from '../../../../ui/button.tsx'
import { CallRefusal, CodeInput, LoginInput, PasswordInput } from '../login-field.tsx'

/** What is wrong, not what is said of it: that follows the language. */
type Wrong = { first?: 'missing' | CallProblem | undefined; password?: 'missing' | CallProblem | undefined; again?: 'differs' | undefined }

type PasswordTwiceFormProps = {
  /** The field above the passwords: six digits, or a line of text. */
  first: { kind: 'code' | 'username'; name: string; label: string; required: string }
  text: { newPassword: string; again: string; passwordRequired: string; differ: string; save: string; saving: string; rule: string }
  /** Where the account is known already. */
  username?: string
  /** Answers the problem where it was refused. */
  send: (entered: { first: string; password: string }) => Promise<CallProblem | null>
  /** Above the fields. */
  children: ReactNode
}

/** A new password, typed twice, and the one field beside it. */
export function PasswordTwiceForm({ first, text, username, send, children }: PasswordTwiceFormProps) {
  const language = useLanguage()
  const [entered, setEntered] = useState({ first: '', password: '', again: '' })
  const [wrong, setWrong] = useState<Wrong>({})
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const [isRunning, setRunning] = useState(false)
  const firstInput = useRef<HTMLInputElement>(null)

  function enter(field: keyof typeof entered, value: string) {
    setEntered((before) => ({ ...before, [field]: value }))
    setWrong((before) => ({ ...before, [field]: undefined }))
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    const found: Wrong = {
      ...(entered.first.trim() === '' && { first: 'missing' }),
      ...(entered.password === '' ? { password: 'missing' } : entered.password !== entered.again && { again: 'differs' }),
    }
    setWrong(found)
    setProblem(null)
    if (Object.keys(found).length > 0) return
    setRunning(true)
    const refusal = await send({ first: entered.first.trim(), password: entered.password })
    setRunning(false)
    if (refusal === null) return
    const isTold = { first: first.name in refusal.fields, password: 'password' in refusal.fields }
    setWrong({ ...(isTold.first && { first: refusal }), ...(isTold.password && { password: refusal }) })
    if (isTold.first) firstInput.current?.focus()
    if (!isTold.first && !isTold.password) setProblem(refusal)
  }

  const errors = {
    first: wrong.first === 'missing' ? first.required : fieldText(wrong.first ?? null, first.name, language),
    password: wrong.password === 'missing' ? text.passwordRequired : fieldText(wrong.password ?? null, 'password', language),
    again: wrong.again && text.differ,
  }
  const ofFirst = {
    ref: firstInput,
    name: first.name,
    label: first.label,
    error: errors.first,
    value: entered.first,
    onEnter: (typed: string) => enter('first', typed),
  }
  const ofPassword = (name: 'password' | 'again', label: string) => ({
    name,
    label,
    error: errors[name],
    autoComplete: 'new-password',
    maxLength: 128,
    value: entered[name],
    onEnter: (typed: string) => enter(name, typed),
  })
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      {children}
      {first.kind === 'code' ? <CodeInput {...ofFirst} /> : <LoginInput {...ofFirst} autoFocus autoComplete="username" maxLength={30} />}
      <NewPassword>
        <PasswordInput
          {...ofPassword('password', text.newPassword)}
          aria-describedby={errors.password === undefined ? 'password-rule' : 'password-error password-rule'}
        />
        <p id="password-rule" className="text-sm text-pretty text-kumo-subtle">
          {text.rule}
        </p>
        <PasswordStrength password={entered.password} username={username ?? entered.first} isRuleUnknown={first.kind === 'code'} />
      </NewPassword>
      <PasswordInput {...ofPassword('again', text.again)} />
      <CallRefusal problem={problem} />
      <PrimaryButton type="submit" aria-disabled={isRunning} className="mt-1 h-9!">
        {isRunning ? text.saving : text.save}
      </PrimaryButton>
    </form>
  )
}
