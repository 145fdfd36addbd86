import { useState } from 'react'
import { factor } from '@nameplane/contract/account/factor'
import type { Reply } from '@nameplane/contract/endpoint'
import { fieldText } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { FormDialog } from '../../../../screen-parts/dialog/form-dialog.tsx'
import { TextInput } from '../../../../screen-parts/form/field.tsx'
import { QrCode } from '../../../../ui/qr-code.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityMessages } from './security.messages.ts'

type Offer = Reply<typeof factor.totpOffer>['data']

/** Password, then the QR code and a first code of the app, then the recovery codes. */
export function SetUpTotp({ onClose }: { onClose: (isSetUp: boolean) => void }) {
  const text = useText(securityMessages)
  const offer = useChange(factor.totpOffer, { shownIn: 'form' })
  const [offered, setOffered] = useState<Offer | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  async function begin(password: string) {
    const outcome = await offer.run({ password })
    if (outcome.isDone) setOffered(outcome.reply.data)
  }
  if (codes) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />
  if (offered) return <ScanAndConfirm offer={offered} onSetUp={(made) => (made === null ? onClose(true) : setCodes(made))} onClose={() => onClose(false)} />
  return (
    <PasswordDialog
      title={text.setUpTotp}
      help={text.totpHelp}
      submitLabel={text.next}
      change={offer}
      onSubmit={(password) => begin(password)}
      onClose={() => onClose(false)}
    />
  )
}

function ScanAndConfirm({ offer, onSetUp, onClose }: { offer: Offer; onSetUp: (codes: readonly string[] | null) => void; onClose: () => void }) {
  const text = useText(securityMessages)
  const language = useLanguage()
  const save = useChange(factor.totpSave, { invalidates: [factor.status], success: 'done', shownIn: 'form' })
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)

  async function confirm() {
    setMissing(code.trim() === '')
    if (code.trim() === '') return
    const outcome = await save.run({ seal: offer.seal, code: code.trim() })
    if (outcome.isDone) onSetUp(outcome.reply.data.recoveryCodes)
  }
  return (
    <FormDialog
      title={text.setUpTotp}
      problem={save.problem}
      pending={save.isRunning}
      isDirty={false}
      submitLabel={text.turnOn}
      onSubmit={() => void confirm()}
      onClose={onClose}
    >
      <p>{text.scan}</p>
      <QrCode content={offer.uri} label={text.qrCode} />
      <div>
        <p className="text-sm font-medium">{text.secret}</p>
        <p className="mt-1 flex items-center gap-1">
          <code className="min-w-0 text-sm break-all">{offer.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={offer.secret} label={text.secret} />
        </p>
      </div>
      <TextInput
        name="code"
        label={text.code}
        isRequired
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        className="max-w-40 font-mono tracking-widest"
        error={isMissing && code.trim() === '' ? text.codeRequired : fieldText(save.problem, 'code', language)}
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          save.forget()
        }}
      />
    </FormDialog>
  )
}
