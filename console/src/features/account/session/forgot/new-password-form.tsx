import type { ResetWay } from '@nameplane/contract/account/password-reset'
import { useText } from '../../../../i18n/messages.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { PasswordTwiceForm } from '../asking/password-twice-form.tsx'
import { forgotMessages } from './forgot.messages.ts'
import { setNewPassword } from './reset-calls.ts'

/** The code from mail or phone and the new password. */
export function NewPasswordForm({ username, way, onSet, onAgain }: { username: string; way: ResetWay; onSet: () => void; onAgain: () => void }) {
  const text = useText(forgotMessages)

  async function save(code: string, password: string) {
    const refusal = await setNewPassword({ username, code, password })
    if (refusal === null) onSet()
    return refusal
  }

  return (
    <>
      <PasswordTwiceForm
        first={{ kind: 'code', name: 'code', label: text.code[way], required: text.codeRequired[way] }}
        text={text}
        username={username}
        send={({ first, password }) => save(first, password)}
      >
        <p role="status" className="text-sm text-kumo-subtle">
          {text.sent[way](username)}
        </p>
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      </PasswordTwiceForm>
      <LinkButton className="self-center text-sm" onClick={onAgain}>
        {text.anotherCode}
      </LinkButton>
    </>
  )
}
