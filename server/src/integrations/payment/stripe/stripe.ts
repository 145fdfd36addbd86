import type * as z from 'zod/mini'
import { stripeHosts, type StripeSettings } from '@nameplane/contract/system/settings/payment-stripe'
import { outbound } from '../../http/outbound.ts'
import {
  NotificationProblem,
  PaymentKeyProblem,
  PaymentProviderProblem,
  type Clock,
  type PaymentKey,
  type PaymentNotification,
  type PaymentOrder,
  type PaymentProvider,
  type ProviderConnection,
  type ProviderPayment,
  type ProviderRefund,
  type RawNotification,
  type RefundKey,
  type RefundOrder,
} from '../payment.ts'
import { stripeAmount } from './stripe-amount.ts'
import { stripeCall, stripeLibrary } from './stripe-calls.ts'
import { ourRefund, paymentOfSession, Refund, Session, StripeEvent, worldOf } from './stripe-objects.ts'
import { verifyStripeSignature } from './stripe-webhook.ts'

/** Where the calls go; nothing but Stripe's API. */
export function stripeConnection(gateway: string): ProviderConnection {
  return outbound({ family: 'payment', baseUrl: gateway, allowedHosts: stripeHosts })
}

/** The payer goes on Stripe's page no longer than half an hour after the order's own end: Stripe takes no shorter time than that. */
const graceSeconds = 1800

const isLiveKey = (key: string): boolean => /^[a-z]{2}_live_/.test(key)

/**
 * Stripe Checkout: the card's number never comes near this platform. Every POST carries an Idempotency-Key made of our number.
 * @throws PaymentKeyProblem for keys that do not belong together
 */
export function stripeProvider(setting: StripeSettings, connection: ProviderConnection, now: Clock): PaymentProvider {
  const isLive = isLiveKey(setting.secretKey)
  // The form cannot compare them while the secret key is masked.
  if (setting.publishableKey !== '' && isLiveKey(setting.publishableKey) !== isLive)
    throw new PaymentKeyProblem('publishableKey and secretKey are of different modes (test or live)')
  const library = () => stripeLibrary(setting.secretKey, connection)

  const session = async (key: PaymentKey): Promise<Session | null> => {
    const stripe = await library()
    const expand = ['payment_intent.latest_charge']
    if (key.providerNo !== null) {
      const id = key.providerNo
      const found = await stripeCall(
        () => stripe.checkout.sessions.retrieve(id, { expand }),
        () => null,
      )
      return found === null ? null : ownSession(found, key)
    }
    // Without the session's id only a payment that was begun can be found. Our numbers are letters and digits: nothing to escape.
    const intents = await stripeCall(() => stripe.paymentIntents.search({ query: `metadata['out_trade_no']:'${key.outTradeNo}'`, limit: 2 }))
    const [intent] = intents.data
    if (!intent) return null
    const sessions = await stripeCall(() =>
      stripe.checkout.sessions.list({ payment_intent: intent.id, limit: 1, expand: ['data.payment_intent.latest_charge'] }),
    )
    const [found] = sessions.data
    return found ? ownSession(found, key) : null
  }

  const paymentIntentOf = async (key: PaymentKey): Promise<string> => {
    const intent = (await session(key))?.payment_intent ?? null
    if (intent === null) throw new PaymentProviderProblem('refused', 'stripe: payment not found', 'no_payment')
    return typeof intent === 'string' ? intent : intent.id
  }

  const refundOf = async (key: RefundKey): Promise<ProviderRefund | null> => {
    const stripe = await library()
    if (key.providerRefundNo !== null) {
      const id = key.providerRefundNo
      const found = await stripeCall(
        () => stripe.refunds.retrieve(id),
        () => null,
      )
      return found === null ? null : ownRefund(found, key)
    }
    const intent = await paymentIntentOf(key)
    const listed = await stripeCall(() => stripe.refunds.list({ payment_intent: intent, limit: 100 }))
    const found = listed.data.find((refund) => refund.metadata?.['refund_no'] === key.refundNo)
    return found ? ownRefund(found, key) : null
  }

  return {
    name: 'stripe',
    methodCode: 7,
    merchant: '',
    app: worldOf(isLive),
    currency: setting.currency,

    async create(order: PaymentOrder) {
      const amount = order.currency === setting.currency ? stripeAmount(order.amountCents, order.currency) : null
      if (amount === null || amount === 0) throw new PaymentProviderProblem('refused', 'stripe: amount not possible in this currency', 'amount')
      const stripe = await library()
      const metadata = { out_trade_no: order.outTradeNo }
      const made = await stripeCall(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: order.outTradeNo,
            line_items: [{ quantity: 1, price_data: { currency: order.currency.toLowerCase(), unit_amount: amount, product_data: { name: order.title } } }],
            success_url: order.returnUrl,
            cancel_url: order.returnUrl,
            // A time of its own for each order, not of each call: the same key with another body is refused.
            expires_at: Math.floor(order.expiresAt.getTime() / 1000) + graceSeconds,
            // The amount and the currency are ours; Stripe is not to show the payer others.
            adaptive_pricing: { enabled: false },
            metadata,
            payment_intent_data: { metadata },
          },
          { idempotencyKey: `nameplane-payment-${order.outTradeNo}` },
        ),
      )
      const own = ownSession(made, { outTradeNo: order.outTradeNo, providerNo: null })
      if (own.amount_total !== amount || own.currency !== order.currency.toLowerCase() || own.livemode !== isLive)
        throw new PaymentProviderProblem('untrusted', 'stripe: the session is not the one that was ordered')
      if (!/^https:\/\/[^\s\\]+$/.test(own.url ?? '')) throw new PaymentProviderProblem('untrusted', 'stripe: the session has no page')
      return { kind: 'redirect', url: own.url ?? '', providerNo: own.id }
    },

    async query(key: PaymentKey): Promise<ProviderPayment | null> {
      const found = await session(key)
      return found === null ? null : paymentOfSession(found, null)
    },

    verifyNotification: (raw: RawNotification) =>
      Promise.resolve().then(() => {
        if (raw.method !== 'POST') throw new NotificationProblem('malformed', 'stripe: events are posted')
        if (!/^application\/json(?:;|$)/.test(raw.headers['content-type'] ?? '')) throw new NotificationProblem('malformed', 'stripe: events are JSON')
        verifyStripeSignature(raw.headers['stripe-signature'], raw.body, [setting.webhookSecret, setting.previousWebhookSecret], now())
        return notificationOf(raw.body, isLive)
      }),

    refunds: {
      async create(order: RefundOrder): Promise<ProviderRefund> {
        const amount = order.currency === setting.currency ? stripeAmount(order.amountCents, order.currency) : null
        if (amount === null || amount === 0 || order.amountCents > order.totalCents)
          throw new PaymentProviderProblem('refused', 'stripe: amount not possible in this currency', 'amount')
        // Stripe forgets Idempotency-Keys after a day: what was asked for before is looked for first.
        const before = await refundOf({ ...order, providerRefundNo: null })
        if (before !== null) return sameRefund(before, order)
        const intent = await paymentIntentOf(order)
        const stripe = await library()
        const metadata = { out_trade_no: order.outTradeNo, refund_no: order.refundNo }
        const made = await stripeCall(() =>
          stripe.refunds.create({ payment_intent: intent, amount, metadata }, { idempotencyKey: `nameplane-refund-${order.refundNo}` }),
        )
        return sameRefund(ownRefund(made, order), order)
      },
      query: refundOf,
    },

    async probe() {
      const stripe = await library()
      const listed = await stripeCall(() => stripe.checkout.sessions.list({ limit: 1 }))
      if (!Array.isArray(listed.data)) throw new PaymentProviderProblem('unanswered', 'stripe: the answer is not a list')
    },

    answers: {
      success: { status: 200, contentType: 'application/json', body: '{"received":true}' },
      failure: { status: 400, contentType: 'application/json', body: '{"received":false}' },
    },
  }
}

function read<Schema extends z.core.$ZodType>(
  schema: Schema & { safeParse: (value: unknown) => { success: boolean; data?: z.output<Schema> } },
  value: unknown,
) {
  const found = schema.safeParse(value)
  if (!found.success || found.data === undefined) throw new PaymentProviderProblem('unanswered', 'stripe: the answer does not match the pinned version')
  return found.data
}

function ownSession(answer: unknown, key: PaymentKey): Session {
  const found = read(Session, answer)
  if (found.client_reference_id !== key.outTradeNo || (key.providerNo !== null && found.id !== key.providerNo))
    throw new PaymentProviderProblem('untrusted', 'stripe: the answer is about another payment')
  return found
}

function ownRefund(answer: unknown, key: { outTradeNo: string; refundNo: string }): ProviderRefund {
  const found = ourRefund(read(Refund, answer))
  if (!found || found.outTradeNo !== key.outTradeNo || found.refund.refundNo !== key.refundNo)
    throw new PaymentProviderProblem('untrusted', 'stripe: the answer is about another refund')
  return found.refund
}

/** The same number always means the same refund. */
function sameRefund(refund: ProviderRefund, order: RefundOrder): ProviderRefund {
  if (refund.amountCents !== order.amountCents || refund.currency !== order.currency)
    throw new PaymentProviderProblem('untrusted', 'stripe: the refund of this number has another amount')
  return refund
}

const paymentEvents: Readonly<Record<string, { hasFailed: boolean }>> = {
  'checkout.session.completed': { hasFailed: false },
  'checkout.session.async_payment_succeeded': { hasFailed: false },
  'checkout.session.async_payment_failed': { hasFailed: true },
  'checkout.session.expired': { hasFailed: false },
}
const refundEvents = new Set(['refund.created', 'refund.updated', 'refund.failed'])

function notificationOf(body: Buffer, isLive: boolean): PaymentNotification {
  const malformed = (): NotificationProblem => new NotificationProblem('malformed', 'stripe: invalid event')
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw malformed()
  }
  const event = StripeEvent.safeParse(parsed)
  if (!event.success) throw malformed()
  const { id: eventId, type, livemode, created, data: content } = event.data
  // A test's event is signed with a test's secret; one that claims otherwise is not believed.
  if (livemode !== isLive) throw new NotificationProblem('malformed', 'stripe: the event is of the other world (live or test) than the key')
  const payments = Object.hasOwn(paymentEvents, type) ? paymentEvents[type] : undefined
  if (payments) {
    const session = Session.safeParse(content.object)
    if (!session.success || session.data.livemode !== isLive) throw malformed()
    const payment = paymentOfSession(session.data, created, payments.hasFailed)
    return payment ? { eventId, kind: 'payment', payment } : { eventId, kind: 'other', what: type }
  }
  if (refundEvents.has(type)) {
    const refund = Refund.safeParse(content.object)
    if (!refund.success) throw malformed()
    const ours = ourRefund(refund.data)
    return ours ? { eventId, kind: 'refund', ...ours } : { eventId, kind: 'other', what: type }
  }
  return { eventId, kind: 'other', what: type }
}
