import type * as z from 'zod/mini'
import { stripe, stripeCurrencies } from '@nameplane/contract/system/settings/payment-stripe'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { FieldGroup, Select, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { currencyName } from './currency-name.ts'
import { NotifyAddress } from './notify-address.tsx'
import { PaymentTry } from './payment-try.tsx'
import { paymentTabs } from './payment-tabs.ts'
import { stripeMessages } from './stripe.messages.ts'

type Values = z.input<typeof stripe.value>

const blank: Values = { secretKey: '', publishableKey: '', webhookSecret: '', previousWebhookSecret: '', currency: 'CNY', gateway: 'https://api.stripe.com' }

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
export function StripePage() {
  const text = useText(stripeMessages)
  const language = useLanguage()
  return (
    <SettingPage<Values>
      setting={stripe}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={paymentTabs} current="/system/config/payment/stripe" />}
      blank={blank}
      labels={text.fields}
    >
      {({ register, errorOf, watch }) => (
        <div className="flex max-w-[560px] flex-col gap-6">
          <div className="flex flex-col gap-4">
            <SecretInput label={text.fields.secretKey} isRequired help={text.secretKeyHelp} {...register('secretKey')} error={errorOf('secretKey')} />
            <TextInput
              label={text.fields.publishableKey}
              help={text.publishableKeyHelp}
              className="font-mono"
              {...register('publishableKey')}
              error={errorOf('publishableKey')}
            />
            <Select label={text.fields.currency} isRequired help={text.currencyHelp} {...register('currency')} error={errorOf('currency')}>
              {stripeCurrencies.map((currency) => (
                <option key={currency} value={currency}>
                  {currencyName(currency, language)}
                </option>
              ))}
            </Select>
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
            <SecretInput
              label={text.fields.webhookSecret}
              isRequired
              help={text.webhookSecretHelp}
              {...register('webhookSecret')}
              error={errorOf('webhookSecret')}
            />
            <SecretInput
              label={text.fields.previousWebhookSecret}
              help={text.previousHelp}
              {...register('previousWebhookSecret')}
              error={errorOf('previousWebhookSecret')}
            />
          </FieldGroup>
          <FieldGroup title={text.trial}>
            <PaymentTry provider="stripe" settingKey={stripe.key} {...leastOf(watch('currency') ?? 'CNY')} />
          </FieldGroup>
        </div>
      )}
    </SettingPage>
  )
}
