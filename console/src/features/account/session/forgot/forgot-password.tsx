import { useState } from 'react'
import type { ResetWay } from '@nameplane/contract/account/password-reset'
import { CallProblem } from '../../../../api/call-problem.ts'
import { useText } from '../../../../i18n/messages.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { primaryButton, textLink } from '../../../../ui/classes.ts'
import { useAnswer } from '../asking/use-answer.ts'
import { WhomToAsk } from '../asking/whom-to-ask.tsx'
import { CallRefusal } from '../login-field.tsx'
import { forgotMessages } from './forgot.messages.ts'
import { AskCodeForm } from './ask-code-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { resetForm } from './reset-calls.ts'

type Step = { kind: 'ask' } | { kind: 'set'; username: string; way: ResetWay } | { kind: 'done' }

/** A forgotten password: the name, the code from mail or phone, the new password. Without a way to send one: whom to ask. */
export function ForgotPassword({ signInPath }: { signInPath: string }) {
  const text = useText(forgotMessages)
  const form = useAnswer(resetForm, undefined)
  const [step, setStep] = useState<Step>({ kind: 'ask' })

  return (
    <div className={`flex flex-col gap-4 ${form === null ? 'min-h-40' : ''}`}>
      {form instanceof CallProblem ? (
        <CallRefusal problem={form} />
      ) : form === null ? null : !form.data.isMailed && !form.data.isTexted ? (
        <WhomToAsk contact={form.data.contact} text={text} />
      ) : step.kind === 'ask' ? (
        <AskCodeForm
          ways={[...(form.data.isMailed ? (['mail'] as const) : []), ...(form.data.isTexted ? (['sms'] as const) : [])]}
          onAsked={(username, way) => setStep({ kind: 'set', username, way })}
        />
      ) : step.kind === 'set' ? (
        <NewPasswordForm username={step.username} way={step.way} onSet={() => setStep({ kind: 'done' })} onAgain={() => setStep({ kind: 'ask' })} />
      ) : (
        <>
          <p role="status">{text.done}</p>
          <ScreenLink to={signInPath} className={`${primaryButton} h-9!`}>
            {text.signIn}
          </ScreenLink>
        </>
      )}
      {step.kind !== 'done' && (
        <ScreenLink to={signInPath} className={`${textLink} self-center text-sm`}>
          {text.back}
        </ScreenLink>
      )}
    </div>
  )
}
