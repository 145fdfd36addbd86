import { useState } from 'react'
import type { ResetWay } from '@nameplane/contract/account/password-reset'
import { useText } from '../../../../i18n/messages.ts'
import { AskForm } from '../asking/ask-form.tsx'
import { sessionMessages } from '../session.messages.ts'
import { forgotMessages } from './forgot.messages.ts'
import { askCode } from './reset-calls.ts'

/** Whose password it is, and how the code is to come where there is a choice. */
export function AskCodeForm({ ways, onAsked }: { ways: readonly ResetWay[]; onAsked: (username: string, way: ResetWay) => void }) {
  const text = useText(forgotMessages)
  const fields = useText(sessionMessages)
  const [way, setWay] = useState<ResetWay>(ways[0] ?? 'mail')
  return (
    <AskForm
      field={{ name: 'username', label: fields.username, autoComplete: 'username', maxLength: 64 }}
      required={fields.usernameRequired}
      help={text.askHelp[way]}
      submit={text.sendCode}
      submitting={text.sending}
      send={({ typed, ...asked }) => askCode({ username: typed, way, ...asked })}
      onAsked={(username) => onAsked(username, way)}
    >
      {ways.length > 1 && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">{text.way}</legend>
          <div className="flex gap-5">
            {ways.map((one) => (
              <label key={one} className="flex cursor-pointer items-center gap-2 text-sm">
                <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} className="size-4 accent-kumo-brand" />
                {text.ways[one]}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </AskForm>
  )
}
