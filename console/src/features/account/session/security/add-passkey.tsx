import { useState } from 'react'
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { factor } from '@nameplane/contract/account/factor'
import { fieldText } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { TextInput } from '../../../../screen-parts/form/field.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityMessages } from './security.messages.ts'

/** A name and the password, then the browser's own dialog, then the recovery codes. */
export function AddPasskey({ onClose }: { onClose: (isSetUp: boolean) => void }) {
  const text = useText(securityMessages)
  const language = useLanguage()
  const offer = useChange(factor.passkeyOffer, { shownIn: 'form' })
  const save = useChange(factor.passkeySave, { invalidates: [factor.status], success: 'added', shownIn: 'form' })
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  async function add(password: string) {
    setMissing(name.trim() === '')
    setRefusal(null)
    save.forget()
    if (name.trim() === '') return
    if (!browserSupportsWebAuthn()) return setRefusal(text.passkeyUnsupported)
    const offered = await offer.run({ password })
    if (!offered.isDone) return
    setAsking(true)
    const response = await startRegistration({ optionsJSON: offered.reply.data.options as unknown as CreationOptions }).then(
      (made) => ({ ...made }),
      () => null,
    )
    setAsking(false)
    if (response === null) return setRefusal(text.passkeyCancelled)
    const saved = await save.run({ seal: offered.reply.data.seal, name: name.trim(), response })
    if (!saved.isDone) return
    if (saved.reply.data.recoveryCodes === null) onClose(true)
    else setCodes(saved.reply.data.recoveryCodes)
  }

  if (codes) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />
  return (
    <PasswordDialog
      title={text.addPasskey}
      help={text.passkeysHelp}
      submitLabel={text.add}
      change={{ problem: offer.problem ?? save.problem, isRunning: offer.isRunning || save.isRunning || isAsking }}
      onSubmit={(password) => add(password)}
      onClose={() => onClose(false)}
    >
      <TextInput
        name="name"
        label={text.passkeyName}
        help={text.passkeyNameHelp}
        isRequired
        maxLength={64}
        error={isMissing && name.trim() === '' ? text.passkeyNameRequired : fieldText(save.problem, 'name', language)}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {refusal && (
        <p role="alert" className="text-sm text-kumo-danger">
          {refusal}
        </p>
      )}
    </PasswordDialog>
  )
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
