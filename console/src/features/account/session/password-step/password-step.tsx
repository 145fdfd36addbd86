import { useRef, useState, type FormEvent, type RefObject } from 'react'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { callProblemText } from '../../../../api/problem-text.ts'
import { useSaying, type Saying } from '../../../../i18n/saying.ts'
import { CallRefusal, PasswordInput } from '../login-field.tsx'

type PasswordStep = {
  input: RefObject<HTMLInputElement | null>
  password: string
  enter: (typed: string) => void
  error: string | null
  problem: CallProblem | null
  isRunning: boolean
  submit: (event: FormEvent) => void
}

/**
 * The step in which whoever is signed in gives the password again. It is taken away once it was sent, and a wrong one is said at its
 * field. `required` says that there is none, `send` answers the problem where it was refused.
 */
export function usePasswordStep(required: Saying, send: (password: string) => Promise<CallProblem | null>): PasswordStep {
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useSaying()
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const [isRunning, setRunning] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    setProblem(null)
    if (password === '') {
      input.current?.focus()
      return setError(required)
    }
    setRunning(true)
    const refusal = await send(password)
    setRunning(false)
    setPassword('')
    if (refusal === null) return
    input.current?.focus()
    if (refusal.fields['password']) setError((now) => callProblemText(refusal, now))
    else setProblem(refusal)
  }

  function enter(typed: string) {
    setPassword(typed)
    setError(null)
  }

  return { input, password, enter, error, problem, isRunning, submit: (event) => void submit(event) }
}

/** What the step is drawn with, whatever stands around it; password managers are told whose password it is. */
export function PasswordStepFields({ step, username, label, autoFocus }: { step: PasswordStep; username: string; label: string; autoFocus?: boolean }) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordInput
        ref={step.input}
        name="password"
        label={label}
        error={step.error ?? undefined}
        autoFocus={autoFocus}
        autoComplete="current-password"
        maxLength={256}
        value={step.password}
        onEnter={step.enter}
      />
      <CallRefusal problem={step.problem} />
    </>
  )
}
