import { useState } from 'react'
import { factor } from '@nameplane/contract/account/factor'
import type { Reply } from '@nameplane/contract/endpoint'
import { useText } from '../../../../i18n/messages.ts'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { FieldsDialog } from '../../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm } from '../../../../screen-parts/form/bound-form.ts'
import { QrCode } from '../../../../ui/qr-code.tsx'
import { CodeField } from './code-field.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityMessages, securityWords } from './security.messages.ts'

type Offer = Reply<typeof factor.totpOffer>['data']

/** Password, then the QR code and a first code of the app, then the recovery codes. */
export function SetUpTotp({ onClose }: { onClose: (isSetUp: boolean) => void }) {
  const text = useText(securityMessages)
  const [offered, setOffered] = useState<Offer | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useAddForm(factor.totpOffer, { words: securityWords, invalidates: [], success: null, onDone: ({ data }) => setOffered(data) })
  if (codes) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />
  if (offered) return <ScanAndConfirm offer={offered} onSetUp={(made) => (made === null ? onClose(true) : setCodes(made))} onClose={() => onClose(false)} />
  return <PasswordDialog title={text.setUpTotp} help={text.totpHelp} submitLabel={text.next} form={form} onClose={() => onClose(false)} />
}

function ScanAndConfirm({ offer, onSetUp, onClose }: { offer: Offer; onSetUp: (codes: readonly string[] | null) => void; onClose: () => void }) {
  const text = useText(securityMessages)
  const form = useAddForm(factor.totpSave, {
    words: securityWords,
    values: { seal: offer.seal },
    sent: (values) => ({ ...values, code: values.code.trim() }),
    invalidates: [factor.status],
    success: 'done',
    onDone: ({ data }) => onSetUp(data.recoveryCodes),
  })
  return (
    <FieldsDialog title={text.setUpTotp} form={{ ...form, isDirty: false }} submitLabel={text.turnOn} onClose={onClose}>
      <p>{text.scan}</p>
      <QrCode content={offer.uri} label={text.qrCode} />
      <div>
        <p className="text-sm font-medium">{text.secret}</p>
        <p className="mt-1 flex items-center gap-1">
          <code className="min-w-0 text-sm break-all">{offer.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={offer.secret} label={text.secret} />
        </p>
      </div>
      <CodeField form={form} />
    </FieldsDialog>
  )
}
