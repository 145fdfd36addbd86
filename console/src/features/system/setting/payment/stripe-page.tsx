import { stripe, stripeCurrencies } from '@nameplane/contract/system/settings/payment-stripe'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { settingPage } from '../setting-page.tsx'
import { currencyChoices } from './currency-name.ts'
import { NotifyAddress } from './notify-address.tsx'
import { PaymentTry } from './payment-try.tsx'
import { stripeMessages } from './stripe.messages.ts'
import { settingSections } from '../setting-sections.ts'

/** What the endpoint at Stripe has to be told of. */
const events = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
]

/** About the least that Stripe charges in a currency: the worth of half a dollar, somewhat more to be sure. */
const leastCents: Readonly<Record<string, number>> = { JPY: 10_000, KRW: 100_000, VND: 2_000_000, TWD: 2000, THB: 2000 }
const leastOf = (currency: string) => ({ currency, amountCents: leastCents[currency] ?? 500 })

/** Stripe Checkout: keys, currency, webhook. */
export const StripePage = settingPage(stripe, stripeMessages, ({ form, text, language }) => (
  <div className={settingSections}>
    <div className="flex flex-col gap-4">
      <Field of={form} name="secretKey" />
      <Field of={form} name="publishableKey" />
      <Field of={form} name="currency" options={currencyChoices(stripeCurrencies, language)} />
    </div>
    <FieldGroup title={text.webhook}>
      <NotifyAddress provider="stripe" />
      <div>
        <p className="mb-1 flex items-center gap-1 text-sm font-medium">
          {text.events}
          <CopyButton text={events.join('\n')} label={text.events} />
        </p>
        <ul className="rounded-md bg-kumo-recessed px-3 py-1.5 font-mono text-sm leading-6 break-all">
          {events.map((event) => (
            <li key={event}>{event}</li>
          ))}
        </ul>
        <p className="mt-1 text-sm text-kumo-subtle">{text.eventsHelp}</p>
      </div>
      <Field of={form} name="webhookSecret" />
      <Field of={form} name="previousWebhookSecret" />
    </FieldGroup>
    <FieldGroup title={text.trial}>
      <PaymentTry provider="stripe" settingKey={stripe.key} {...leastOf(form.raw.watch('currency') as string)} />
    </FieldGroup>
  </div>
))
