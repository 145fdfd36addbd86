import * as z from 'zod/mini'
import type { ProviderPayment, ProviderRefund } from '../payment.ts'
import { centsOfStripe } from './stripe-amount.ts'

/*
 * What of Stripe's objects we read, and what it means to us. Names and states are those of the pinned version; members
 * that we do not read may come and go.
 */

const amount = z.int().check(z.minimum(0))
const currency = z.string().check(z.regex(/^[a-z]{3}$/))

/** Our own number as it comes back; other users of the same account have other references. */
const ourNumber = z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/))

const Charge = z.object({ object: z.literal('charge'), created: z.int(), amount_refunded: amount })
const Intent = z.object({
  id: z.string().check(z.regex(/^pi_\w{1,200}$/)),
  object: z.literal('payment_intent'),
  status: z.string(),
  latest_charge: z.optional(z.union([z.null(), z.string(), Charge])),
})

export const Session = z.object({
  id: z.string().check(z.regex(/^cs_\w{1,200}$/)),
  object: z.literal('checkout.session'),
  mode: z.string(),
  livemode: z.boolean(),
  client_reference_id: z.union([z.null(), z.string()]),
  amount_total: z.union([z.null(), amount]),
  currency: z.union([z.null(), currency]),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: z.union([z.null(), z.string().check(z.regex(/^pi_\w{1,200}$/)), Intent]),
  url: z.optional(z.union([z.null(), z.string()])),
})
export type Session = z.infer<typeof Session>

export const Refund = z.object({
  id: z.string().check(z.regex(/^(?:re|pyr)_\w{1,200}$/)),
  object: z.literal('refund'),
  amount,
  currency,
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
  metadata: z.union([z.null(), z.record(z.string(), z.string())]),
})
export type Refund = z.infer<typeof Refund>

export const StripeEvent = z.object({
  id: z.string().check(z.regex(/^evt_\w{1,200}$/)),
  object: z.literal('event'),
  type: z.string().check(z.regex(/^[a-z0-9_.]{1,100}$/)),
  livemode: z.boolean(),
  created: z.int(),
  data: z.object({ object: z.looseObject({ object: z.string() }) }),
})

/** Stripe's two worlds, of which a key and all it makes belong to one. */
export const worldOf = (isLive: boolean): string => (isLive ? 'live' : 'test')

/** A session that is a payment of ours; null for what others have made with the same account. */
export function paymentOfSession(session: Session, paidAtSeconds: number | null, hasFailed = false): ProviderPayment | null {
  const reference = ourNumber.safeParse(session.client_reference_id)
  if (session.mode !== 'payment' || !reference.success || session.currency === null || session.amount_total === null) return null
  const code = session.currency.toUpperCase()
  const amountCents = centsOfStripe(session.amount_total, code)
  if (amountCents === null) return null
  const charge = chargeOf(session)
  const state = hasFailed ? 'failed' : stateOf(session)
  const paidSeconds = charge?.created ?? paidAtSeconds
  return {
    outTradeNo: reference.data,
    providerNo: session.id,
    state,
    amountCents,
    currency: code,
    merchant: null,
    app: worldOf(session.livemode),
    paidAt: paidSeconds === null || (state !== 'paid' && state !== 'refunded') ? null : new Date(paidSeconds * 1000),
  }
}

function chargeOf(session: Session): z.infer<typeof Charge> | null {
  const intent = session.payment_intent
  const charge = intent !== null && typeof intent !== 'string' ? intent.latest_charge : null
  return charge !== null && charge !== undefined && typeof charge !== 'string' ? charge : null
}

function stateOf(session: Session): ProviderPayment['state'] {
  if (session.status === 'expired') return 'expired'
  if (session.status === 'open' || session.payment_status === 'no_payment_required') return 'pending'
  if (session.payment_status === 'unpaid') {
    const intent = session.payment_intent
    const hasFailed = intent !== null && typeof intent !== 'string' && (intent.status === 'requires_payment_method' || intent.status === 'canceled')
    return hasFailed ? 'failed' : 'pending'
  }
  return (chargeOf(session)?.amount_refunded ?? 0) > 0 ? 'refunded' : 'paid'
}

const refundStates = {
  pending: 'refunding',
  requires_action: 'refunding',
  succeeded: 'refund-completed',
  failed: 'refund-failed',
  canceled: 'refund-closed',
} as const satisfies Record<Refund['status'], ProviderRefund['state']>

/** A refund that we have asked for, and of which payment; null for those that somebody made on Stripe's own pages. */
export function ourRefund(refund: Refund): { outTradeNo: string; refund: ProviderRefund } | null {
  const refundNo = ourNumber.safeParse(refund.metadata?.['refund_no'])
  const outTradeNo = ourNumber.safeParse(refund.metadata?.['out_trade_no'])
  const code = refund.currency.toUpperCase()
  const amountCents = centsOfStripe(refund.amount, code)
  if (!refundNo.success || !outTradeNo.success || amountCents === null) return null
  return {
    outTradeNo: outTradeNo.data,
    refund: { refundNo: refundNo.data, providerRefundNo: refund.id, state: refundStates[refund.status], amountCents, currency: code },
  }
}
