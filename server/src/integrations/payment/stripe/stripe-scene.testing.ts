import type { StripeSettings } from '@nameplane/contract/system/settings/payment-stripe'
import { allowLoopback } from '../../http/loopback.testing.ts'
import type { PaymentOrder, PaymentProvider } from '../payment.ts'
import { stripeConnection, stripeProvider } from './stripe.ts'
import { startFakeStripe, type FakeStripe } from './fake-stripe.testing.ts'

/* A peer of Stripe and the provider that calls it, at one moment of 2026. */

const secretKey = 'sk_test_51Canary0Secret'
export const webhookSecret = 'whsec_canary0'
export const start = new Date('2026-11-21T10:00:00Z')

export const order: PaymentOrder = {
  outTradeNo: 'P20261121ABCDEF',
  amountCents: 1999,
  currency: 'CNY',
  title: 'Account recharge',
  expiresAt: new Date(start.getTime() + 1_800_000),
  notifyUrl: 'https://console.example/api/app/payment/notify/stripe',
  returnUrl: 'https://console.example/',
  payerAddress: '203.0.113.7',
}

export const refund = {
  outTradeNo: order.outTradeNo,
  refundNo: 'R20261121ABCDEF',
  amountCents: 999,
  totalCents: 1999,
  currency: 'CNY',
  reason: 'Refund',
  notifyUrl: '',
}

export type StripeScene = {
  readonly fake: FakeStripe
  readonly provider: PaymentProvider
  /** The clock of both. */
  now: Date
  /** A provider of other settings. */
  providerWith(changed?: Partial<StripeSettings>): PaymentProvider
  /** The number of an order that was just made. */
  ordered(): Promise<string>
  /** Forgets what failed before. */
  forgetFailures(): void
  close(): Promise<void>
}

export async function openStripeScene(): Promise<StripeScene> {
  let restore = allowLoopback({ impatience: { connectMs: 400, totalMs: 600 } })
  const fake = await startFakeStripe(secretKey, webhookSecret, () => scene.now)
  const providerWith: StripeScene['providerWith'] = (changed = {}) =>
    stripeProvider(
      { secretKey, publishableKey: '', webhookSecret, previousWebhookSecret: '', currency: 'CNY', gateway: fake.baseUrl, ...changed },
      stripeConnection(fake.baseUrl),
      () => scene.now,
    )
  const provider = providerWith()
  const scene: StripeScene = {
    fake,
    provider,
    now: start,
    providerWith,
    ordered: async () => (await provider.create(order)).providerNo!,
    forgetFailures() {
      restore()
      restore = allowLoopback({ impatience: { connectMs: 400, totalMs: 600 } })
    },
    async close() {
      restore()
      await fake.close()
    },
  }
  return scene
}
