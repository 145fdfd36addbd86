import * as z from 'zod/mini'
import { asCode } from '../../fields.ts'
import { secretMask } from '../../secret-mask.ts'
import { declareSetting } from '../setting-declaration.ts'
import { bookCurrencies } from './books.ts'
import { secretText } from './payment-keys.ts'
import '../payment-problems.ts'

/** Currencies that a checkout may be in here: those of the books. Stripe takes more. */
export const stripeCurrencies = bookCurrencies

const secretKey = /^[rs]k_(test|live)_[0-9A-Za-z]{3,250}$/
const publishableKey = /^pk_(test|live)_[0-9A-Za-z]{3,250}$/
const webhookSecret = /^whsec_[0-9A-Za-z+/=_-]{3,250}$/

/** The world (test or live) that a key belongs to; null while it is masked or none. */
const worldOf = (key: string): string | null => (key === secretMask ? null : (/^[a-z]{2}_(test|live)_/.exec(key)?.[1] ?? null))

/** Stripe Checkout. A restricted key is enough: it writes Checkout Sessions and Refunds, and reads Payment Intents and Charges. */
export const StripeSettings = z
  .object({
    secretKey: secretText((text) => secretKey.test(text), 'payment_key_invalid'),
    /** Not needed for Stripe's own page; it says whose keys these are, and of which world. */
    publishableKey: asCode(
      z._default(
        z.string().check(
          z.trim(),
          z.maxLength(300),
          z.refine((text: string) => text === '' || publishableKey.test(text), { error: 'payment_key_invalid' }),
        ),
        '',
      ),
    ),
    webhookSecret: secretText((text) => webhookSecret.test(text), 'payment_key_invalid'),
    /** The secret before it was replaced: both count while Stripe signs with both. */
    previousWebhookSecret: z._default(
      z.string().check(
        z.trim(),
        z.maxLength(300),
        z.refine((text: string) => text === '' || text === secretMask || webhookSecret.test(text), { error: 'payment_key_invalid' }),
      ),
      '',
    ),
    currency: z._default(z.enum(stripeCurrencies), 'CNY'),
    gateway: z._default(z.string().check(z.trim(), z.maxLength(200), z.url({ error: 'invalid_url' })), 'https://api.stripe.com'),
  })
  .check(
    z.refine(
      (of) => {
        const [own, shown] = [worldOf(of.secretKey), worldOf(of.publishableKey)]
        return own === null || shown === null || own === shown
      },
      { error: 'stripe_key_of_other_world', path: ['publishableKey'] },
    ),
  )
export type StripeSettings = z.output<typeof StripeSettings>

/** Hosts of Stripe's API. */
export const stripeHosts = ['api.stripe.com'] as const

export const stripe = declareSetting('PAYMENT_STRIPE', {
  class: 'payment',
  remark: { zh: 'Stripe', en: 'Stripe' },
  value: StripeSettings,
  names: {
    secretKey: { zh: '密钥', en: 'Secret key' },
    publishableKey: { zh: '可公开密钥', en: 'Publishable key' },
    webhookSecret: { zh: '签名密钥', en: 'Signing secret' },
    previousWebhookSecret: { zh: '上一个签名密钥', en: 'Previous signing secret' },
    currency: { zh: '币种', en: 'Currency' },
    gateway: { zh: '接口地址', en: 'API endpoint' },
  },
  secrets: ['secretKey', 'webhookSecret', 'previousWebhookSecret'],
  sentTo: { secretKey: ['gateway'] },
  screen: '/system/config/payment/stripe',
  startsOff: true,
  isTestable: true,
  readBy: 'top-ups, test payments, refunds and notifications of Stripe',
})
