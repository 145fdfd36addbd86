import { useState } from 'react'
import { setting } from '@nameplane/contract/system/setting'
import type { Reply } from '@nameplane/contract/endpoint'
import { decimalFromCents } from '@nameplane/contract/money'
import { payment, type PaymentProviderKey } from '@nameplane/contract/system/payment'
import { callProblemText } from '../../../../api/problem-text.ts'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { primaryButton } from '../../../../ui/classes.ts'
import { QrCode } from '../../../../ui/qr-code.tsx'
import { TestOutcome } from '../test-dialog.tsx'
import { paymentTryMessages } from './payment-try.messages.ts'

type Payment = Reply<typeof payment.try>['data']

/** How often the state of a payment is asked for while somebody looks. */
const everySeconds = 3

type PaymentTryProps = {
  provider: PaymentProviderKey
  settingKey: string
  /** The least that the provider takes. */
  amountCents?: number
  /** ISO 4217. */
  currency?: string
  /** The provider cannot send money back. */
  isFinal?: boolean
}

/** A way to pay as little as possible through what is saved, from the order to its end. */
export function PaymentTry({ provider, settingKey, amountCents = 1, currency = 'CNY', isFinal = false }: PaymentTryProps) {
  const text = useText(paymentTryMessages)
  const mayPay = useMay('payment.write')
  const { reply } = useCall(setting.ofKey, { key: settingKey })
  const [isOpen, setOpen] = useState(false)
  const isInUse = reply?.config.status === 1 && reply.config.isComplete
  const amount = `${decimalFromCents(amountCents)} ${currency}`
  return (
    <div>
      <QuietButton disabled={!isInUse || !mayPay} title={!mayPay ? text.noRight : isInUse ? undefined : text.saveFirst} onClick={() => setOpen(true)}>
        {text.begin}
      </QuietButton>
      <p className="mt-1 text-sm text-kumo-subtle">{isInUse ? text.beginHelp(amount) : text.saveFirst}</p>
      {isOpen && <TryDialog provider={provider} amountCents={amountCents} isFinal={isFinal} amount={amount} onClose={() => setOpen(false)} />}
    </div>
  )
}

type TryDialogProps = { provider: PaymentProviderKey; amountCents: number; amount: string; isFinal: boolean; onClose: () => void }

function TryDialog({ provider, amountCents, amount, isFinal, onClose }: TryDialogProps) {
  const text = useText(paymentTryMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const [made, setMade] = useState<Payment | null>(null)
  const create = useChange(payment.try, { shownIn: 'form' })
  async function make() {
    const outcome = await create.run({ provider, amountCents })
    if (outcome.isDone) setMade(outcome.reply.data)
  }
  return (
    <Dialog
      title={text.title(amount)}
      onClose={onClose}
      footer={
        <>
          <QuietButton onClick={onClose}>{parts.close}</QuietButton>
          {!made && (
            <PrimaryButton disabled={create.isRunning} onClick={() => void make()}>
              {create.isRunning ? text.creating : text.create}
            </PrimaryButton>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {made ? <Tried made={made} amount={amount} isFinal={isFinal} /> : <p className="text-sm">{text.ask(amount)}</p>}
        {create.problem && <TestOutcome isPassed={false} message={callProblemText(create.problem, language)} />}
      </div>
    </Dialog>
  )
}

/** What the payer is shown, and what has become of it. */
function Tried({ made, amount, isFinal }: { made: Payment; amount: string; isFinal: boolean }) {
  const text = useText(paymentTryMessages)
  const language = useLanguage()
  const { reply } = useCall(payment.info, { id: made.id }, { everySeconds })
  const refund = useChange(payment.refund, { invalidates: [payment.info], success: null, shownIn: 'form' })
  const now = reply?.data ?? made
  const isPaid = now.status === 14
  return (
    <>
      {now.status === 10 && made.offer && <Offer offer={made.offer} />}
      <p className="flex items-center gap-1 text-sm text-kumo-subtle">
        <span className="shrink-0">{text.number}</span>
        <code className="ml-1 min-w-0 font-mono break-all text-kumo-default">{made.outTradeNo}</code>
        <CopyButton text={made.outTradeNo} label={text.number} />
      </p>
      <div role="status" className="flex flex-col items-start gap-3">
        {now.status === 10 && now.problem === '' && <p className="text-sm">{text.waiting}</p>}
        {now.problem !== '' && <TestOutcome isPassed={false} message={text.problem} />}
        {isPaid && now.problem === '' && <TestOutcome isPassed message={text.paid} />}
        {now.status >= 11 && now.status <= 13 && <TestOutcome isPassed={false} message={text.ended} />}
        {now.status === 15 && <p className="text-sm">{text.refunding}</p>}
        {now.status === 16 && <p className="text-sm">{text.refunded}</p>}
        {isPaid && !isFinal && (
          <QuietButton disabled={refund.isRunning} onClick={() => void refund.run({ id: made.id, amountCents: made.amountCents - now.refundedCents })}>
            {text.refund(amount)}
          </QuietButton>
        )}
        {refund.problem && <TestOutcome isPassed={false} message={callProblemText(refund.problem, language)} />}
      </div>
    </>
  )
}

function Offer({ offer }: { offer: NonNullable<Payment['offer']> }) {
  const text = useText(paymentTryMessages)
  if (offer.kind === 'qr')
    return (
      <div className="flex flex-col gap-2 text-center text-sm">
        <p>{text.scan}</p>
        <QrCode content={offer.url} label={text.qr} />
      </div>
    )
  // The page's policy lets no form post elsewhere: its fields travel in the address.
  const url = offer.fields ? `${offer.url}?${new URLSearchParams(offer.fields).toString()}` : offer.url
  return (
    <p>
      <a href={url} target="_blank" rel="noopener noreferrer" className={primaryButton}>
        {text.open}
      </a>
    </p>
  )
}
