import { useState } from 'react'
import { CallProblem } from '../../../../api/call-problem.ts'
import { useText } from '../../../../i18n/messages.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { primaryButton, textLink } from '../../../../ui/classes.ts'
import { PasswordTwiceForm } from '../asking/password-twice-form.tsx'
import { useAnswer } from '../asking/use-answer.ts'
import { CallRefusal } from '../login-field.tsx'
import { lookAtLink, openAccount } from './register-calls.ts'
import { registerMessages } from './register.messages.ts'

export type RegisterPaths = { signIn: string; forgot: string; register: string }
type OpenedLinkProps = { link: string; paths: RegisterPaths; onDone: (username: string) => void }

/** What the link in the email leads to: name and password, or why it leads no further. */
export function OpenedLink({ link, paths, onDone }: OpenedLinkProps) {
  const text = useText(registerMessages)
  const looked = useAnswer(lookAtLink, link)
  const [ended, setEnded] = useState<CallProblem | null>(null)

  if (looked === null) return <div className="min-h-40" />
  if (looked instanceof CallProblem || ended !== null) return <EndedLink problem={looked instanceof CallProblem ? looked : ended} paths={paths} />

  // The link may have ended, or been used in another window, while the form was open.
  async function open(username: string, password: string) {
    const refusal = await openAccount({ link, username, password })
    if (refusal === null) onDone(username)
    else if (refusal.fields['link']) setEnded(refusal)
    return refusal
  }

  return (
    <PasswordTwiceForm
      first={{ kind: 'username', name: 'username', label: text.username, required: text.usernameRequired }}
      text={text}
      send={({ first, password }) => open(first, password)}
    >
      <p className="text-sm break-words text-kumo-subtle">{text.chooseHelp(looked.data.email)}</p>
    </PasswordTwiceForm>
  )
}

/** Why, and the way on: another link, or signing in where there is an account already. */
function EndedLink({ problem, paths }: { problem: CallProblem | null; paths: RegisterPaths }) {
  const text = useText(registerMessages)
  const code = problem?.fields['link']
  return (
    <>
      <CallRefusal problem={problem} />
      {code === 'registration_link_used' ? (
        <>
          <ScreenLink to={paths.signIn} className={`${primaryButton} h-9!`}>
            {text.signIn}
          </ScreenLink>
          <ScreenLink to={paths.forgot} className={`${textLink} self-center text-sm`}>
            {text.forgot}
          </ScreenLink>
        </>
      ) : (
        code !== undefined && (
          <ScreenLink to={paths.register} className={`${primaryButton} h-9!`}>
            {text.registerAgain}
          </ScreenLink>
        )
      )}
    </>
  )
}
