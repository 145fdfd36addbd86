import { useId, useState } from 'react'
import { session, type SecondStep } from '@nameplane/contract/account/session'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { answerOrProblem, CallProblem } from '../../../../api/call-problem.ts'
import { call } from '../../../../api/client.ts'
import type { SignInOutcome } from '../../../../api/session-calls.ts'
import { textsIn, useText } from '../../../../i18n/messages.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { PasswordStepFields, usePasswordStep } from '../password-step/password-step.tsx'
import { SecondStepForm } from '../second-step-form.tsx'
import { confirmationMessages } from './confirmation.messages.ts'

type ConfirmSessionProps = { username: string; onEnd: (isConfirmed: boolean) => void }

const staysHere = { survivesNavigation: true }

/** Asks for the password, and for the second factor where there is one, before a change that can lead to all permissions. */
export function ConfirmSession({ username, onEnd }: ConfirmSessionProps) {
  const text = useText(confirmationMessages)
  const parts = useText(partsMessages)
  const formId = useId()
  const [second, setSecond] = useState<SecondStep | null>(null)
  const step = usePasswordStep(
    (now) => textsIn(confirmationMessages, now).passwordRequired,
    async (password) => {
      const outcome = await outcomeOf(call(session.confirm, { password }, staysHere))
      if ('problem' in outcome) return outcome.problem
      if ('second' in outcome) setSecond(outcome.second)
      else onEnd(true)
      return null
    },
  )
  const leave = () => {
    if (!step.isRunning) onEnd(false)
  }

  return (
    <Dialog
      title={text.title}
      onClose={leave}
      footer={
        second === null && (
          <>
            <QuietButton onClick={leave}>{parts.cancel}</QuietButton>
            <PrimaryButton type="submit" form={formId} aria-disabled={step.isRunning}>
              {step.isRunning ? text.running : text.confirm}
            </PrimaryButton>
          </>
        )
      }
    >
      {second === null ? (
        <form id={formId} noValidate onSubmit={step.submit} className="flex flex-col gap-4">
          <p className="text-sm text-pretty text-kumo-subtle">{text.help}</p>
          <PasswordStepFields step={step} username={username} label={text.password} />
        </form>
      ) : (
        <SecondStepForm
          second={second}
          send={(answer) => outcomeOf(call(session.confirmSecond, answer, staysHere))}
          onDone={() => onEnd(true)}
          onBack={() => setSecond(null)}
        />
      )}
    </Dialog>
  )
}

/** What came of a step. */
async function outcomeOf(asked: Promise<{ msg: string; second?: SecondStep | undefined }>): Promise<SignInOutcome> {
  const answer = await answerOrProblem(asked)
  if (answer instanceof CallProblem) return { isDone: false, problem: answer }
  return answer.second ? { isDone: false, second: answer.second } : { isDone: true }
}
