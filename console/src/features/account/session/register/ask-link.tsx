import { useState } from 'react'
import { CallProblem } from '../../../../api/call-problem.ts'
import { useText } from '../../../../i18n/messages.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { AskForm } from '../asking/ask-form.tsx'
import { useAnswer } from '../asking/use-answer.ts'
import { WhomToAsk } from '../asking/whom-to-ask.tsx'
import { CallRefusal } from '../login-field.tsx'
import { askLink, registerForm } from './register-calls.ts'
import { registerMessages } from './register.messages.ts'

/** Asks for the address that the link is to go to; says it where one cannot register, or no email can be sent. */
export function AskLink() {
  const text = useText(registerMessages)
  const form = useAnswer(registerForm, undefined)
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)

  if (form === null) return <div className="min-h-40" />
  if (form instanceof CallProblem) return <CallRefusal problem={form} />
  if (!form.data.isOpen) return <p>{text.closed}</p>
  if (!form.data.isMailed) return <WhomToAsk contact={form.data.contact} text={text} />
  if (isSent)
    return (
      <>
        <p role="status" className="break-words">
          {text.sent(email)}
        </p>
        <LinkButton className="self-center text-sm" onClick={() => setSent(false)}>
          {text.another}
        </LinkButton>
      </>
    )
  return (
    <AskForm
      field={{ name: 'email', label: text.email, type: 'email', autoComplete: 'email', inputMode: 'email', maxLength: 254 }}
      required={text.emailRequired}
      typed={email}
      help={text.askHelp}
      submit={text.ask}
      submitting={text.asking}
      send={({ typed, ...asked }) => askLink({ email: typed, ...asked })}
      onAsked={(asked) => {
        setEmail(asked)
        setSent(true)
      }}
    />
  )
}
