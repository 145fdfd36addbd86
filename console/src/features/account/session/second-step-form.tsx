import { useState, type FormEvent } from 'react'
import { startAuthentication } from '@simplewebauthn/browser'
import type { SecondMethod, SecondStep, session } from '@nameplane/contract/account/session'
import type { Sent } from '@nameplane/contract/endpoint'
import type { CallProblem } from '../../../api/call-problem.ts'
import { callProblemText } from '../../../api/problem-text.ts'
import { call } from '../../../api/client.ts'
import { onWire } from '../../../api/on-wire.ts'
import { outcomeOf, type SignInOutcome } from '../../../api/session-calls.ts'
import { textsIn, useText } from '../../../i18n/messages.ts'
import { useSaying } from '../../../i18n/saying.ts'
import { LinkButton, PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { CallRefusal, CodeInput } from './login-field.tsx'
import { secondStepMessages } from './second-step.messages.ts'

type SecondStepFormProps = {
  second: SecondStep
  /** Sends what was entered; a sign-in unless said otherwise. */
  send?: (answer: Sent<typeof session.second>) => Promise<SignInOutcome>
  onDone: () => void
  /** Back to the password. */
  onBack: () => void
}

/** The second factor of a sign-in or of a confirmation: one way at a time, the others a press away. */
export function SecondStepForm({ second, send = completeSignIn, onDone, onBack }: SecondStepFormProps) {
  const text = useText(secondStepMessages)
  const isSignIn = send === completeSignIn
  const [method, setMethod] = useState<SecondMethod>(second.methods[0] ?? 'recovery')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const [error, setError] = useSaying()
  const [isRunning, setRunning] = useState(false)

  function choose(next: SecondMethod) {
    setMethod(next)
    setCode('')
    setProblem(null)
    setError(null)
  }

  function settle(outcome: SignInOutcome) {
    setRunning(false)
    if (outcome.isDone) return onDone()
    if (!('problem' in outcome)) return
    // The password is asked for again.
    if (outcome.problem.fields['code']) {
      const refusal = outcome.problem
      setError((now) => callProblemText(refusal, now))
      setCode('')
    } else setProblem(outcome.problem)
  }

  async function sendCode(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    if (code.trim() === '') return setError((now) => textsIn(secondStepMessages, now).codeRequired)
    setRunning(true)
    setError(null)
    setProblem(null)
    settle(await send({ ticket: second.ticket, method, code: code.trim() }))
  }

  async function askPasskey() {
    if (isRunning || !second.passkeyOptions) return
    setRunning(true)
    setError(null)
    setProblem(null)
    let response: Record<string, unknown>
    try {
      response = { ...(await startAuthentication({ optionsJSON: second.passkeyOptions as unknown as PasskeyOptions })) }
    } catch {
      // Left, timed out, or none of the keys is here: the browser does not say which.
      setRunning(false)
      return setError((now) => textsIn(secondStepMessages, now).passkeyCancelled)
    }
    settle(await send({ ticket: second.ticket, method: 'passkey', response }))
  }

  return (
    <div className="flex flex-col gap-4">
      {method === 'passkey' ? (
        <>
          <p className="text-sm text-pretty text-kumo-subtle">{isSignIn ? text.passkeyHelp : text.passkeyConfirmHelp}</p>
          {error && (
            <p role="alert" className="text-sm text-kumo-danger">
              {error}
            </p>
          )}
          <CallRefusal problem={problem} />
          <PrimaryButton autoFocus aria-disabled={isRunning} className="h-9!" onClick={() => void askPasskey()}>
            {isRunning ? text.running : text.usePasskey}
          </PrimaryButton>
        </>
      ) : (
        <form noValidate onSubmit={(event) => void sendCode(event)} className="flex flex-col gap-4">
          <p className="text-sm text-kumo-subtle">{method === 'totp' ? text.totpHelp : text.recoveryHelp}</p>
          <CodeInput
            key={method}
            name="code"
            label={method === 'totp' ? text.totpCode : text.recoveryCode}
            error={error ?? undefined}
            autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
            inputMode={method === 'totp' ? 'numeric' : 'text'}
            autoCapitalize="characters"
            maxLength={32}
            value={code}
            onEnter={(typed) => {
              setCode(typed)
              setError(null)
            }}
          />
          <CallRefusal problem={problem} />
          <PrimaryButton type="submit" aria-disabled={isRunning} className="h-9!">
            {isRunning ? text.running : isSignIn ? text.verify : text.confirm}
          </PrimaryButton>
        </form>
      )}
      {second.methods
        .filter((other) => other !== method)
        .map((other) => (
          <QuietButton key={other} className="h-9!" onClick={() => choose(other)}>
            {text.useInstead[other]}
          </QuietButton>
        ))}
      <LinkButton className="self-center text-sm" onClick={onBack}>
        {text.back}
      </LinkButton>
    </div>
  )
}

type PasskeyOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** As the wire knows it, without the schemas. */
const secondCall = onWire<typeof session.second>('POST', 'sys/login/second')

function completeSignIn(answer: Sent<typeof session.second>): Promise<SignInOutcome> {
  return outcomeOf(call(secondCall, answer))
}
