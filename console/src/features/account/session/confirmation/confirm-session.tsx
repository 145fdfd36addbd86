import { useId, useRef, useState, type FormEvent } from 'react'
import { session, type SecondStep } from '@nameplane/contract/account/session'
import { CallProblem } from '../../../../api/call-problem.ts'
import { call } from '../../../../api/client.ts'
import type { SignInOutcome } from '../../../../api/session-calls.ts'
import { useText } from '../../../../i18n/messages.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { CallRefusal, PasswordInput } from '../login-field.tsx'
import { SecondStepForm } from '../second-step-form.tsx'
import { confirmationMessages } from './confirmation.messages.ts'

type ConfirmSessionProps = { username: string; onEnd: (isConfirmed: boolean) => void }

const staysHere = { survivesNavigation: true }

/** Asks for the password, and for the second factor where there is one, before a change that can lead to all permissions. */
export function ConfirmSession({ username, onEnd }: ConfirmSessionProps) {
  const text = useText(confirmationMessages)
  const parts = useText(partsMessages)
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [second, setSecond] = useState<SecondStep | null>(null)
  const leave = () => {
    if (!isRunning) onEnd(false)
  }

  async function confirm(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    setProblem(null)
    if (password === '') {
      input.current?.focus()
      return setError(text.passwordRequired)
    }
    setRunning(true)
    const outcome = await outcomeOf(call(session.confirm, { password }, staysHere))
    setRunning(false)
    setPassword('')
    if (outcome.isDone) return onEnd(true)
    if ('second' in outcome) return setSecond(outcome.second)
    input.current?.focus()
    if (outcome.problem.fields['password']) setError(outcome.problem.message)
    else setProblem(outcome.problem)
  }

  return (
    <Modal
      title={text.title}
      labels={{ close: parts.close, fullScreen: parts.fullScreen }}
      onClose={leave}
      footer={
        second === null && (
          <>
            <QuietButton onClick={leave}>{parts.cancel}</QuietButton>
            <PrimaryButton type="submit" form={formId} aria-disabled={isRunning}>
              {isRunning ? text.running : text.confirm}
            </PrimaryButton>
          </>
        )
      }
    >
      {second === null ? (
        <form id={formId} noValidate onSubmit={(event) => void confirm(event)} className="flex flex-col gap-4">
          <p className="text-sm text-pretty text-kumo-subtle">{text.help}</p>
          <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
          <PasswordInput
            ref={input}
            name="password"
            label={text.password}
            error={error ?? undefined}
            autoComplete="current-password"
            maxLength={256}
            value={password}
            onEnter={(typed) => {
              setPassword(typed)
              setError(null)
            }}
          />
          <CallRefusal problem={problem} />
        </form>
      ) : (
        <SecondStepForm
          second={second}
          send={(answer) => outcomeOf(call(session.confirmSecond, answer, staysHere))}
          onDone={() => onEnd(true)}
          onBack={() => setSecond(null)}
        />
      )}
    </Modal>
  )
}

/** What came of a step. */
async function outcomeOf(answer: Promise<{ msg: string; second?: SecondStep | undefined }>): Promise<SignInOutcome> {
  try {
    const { second } = await answer
    return second ? { isDone: false, second } : { isDone: true }
  } catch (cause) {
    if (cause instanceof CallProblem) return { isDone: false, problem: cause }
    throw cause
  }
}
