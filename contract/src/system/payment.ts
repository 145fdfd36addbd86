import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, numeric } from '../paging.ts'
import { Time } from '../time.ts'

/** Payment providers that this platform talks to; the names stand in notification paths. */
export const paymentProviders = ['wechat', 'alipay', 'stripe', 'tokenpay', 'epay'] as const
export type PaymentProviderKey = (typeof paymentProviders)[number]

/** Path on this platform where a provider notifies; what stands before it is the platform's address from outside. */
export function notificationPath(provider: PaymentProviderKey): string {
  return `/api/app/payment/notify/${provider}`
}

/** What the payer is shown: a QR code of `url`, the page `url`, or a form that posts `fields` there. */
const Offer = z.object({ kind: z.enum(['qr', 'redirect', 'form']), url: z.string(), fields: z.optional(z.record(z.string(), z.string())) })

/** A payment as the console sees it. Amounts are cents, `status` the order codes. */
const Payment = z.object({
  id: z.number(),
  outTradeNo: z.string(),
  purpose: z.enum(['recharge', 'test']),
  provider: z.string(),
  userId: z.nullable(z.number()),
  amountCents: z.number(),
  refundedCents: z.number(),
  currency: z.string(),
  status: z.number(),
  offer: z.nullable(Offer),
  /** What is not as it should be; empty: nothing. */
  problem: z.string(),
  createTime: Time,
  expireTime: Time,
  payTime: z.nullable(Time),
})

const Provider = z.enum(paymentProviders)
const creationProblems = [
  'payment_provider_off',
  'payment_currency_other',
  'payment_address_missing',
  'payment_refused',
  'payment_unanswered',
  'account_missing',
] as const
const keyProblems = ['idempotency_key_reused', 'idempotency_key_malformed'] as const

export const payment = {
  info: endpoint('GET sys/payment/info/{id}', {
    summary: 'One payment with its state',
    access: 'payment.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: Payment }),
    problems: ['payment_missing'],
  }),
  try: endpoint('POST sys/payment/try', {
    summary: 'Makes a real payment of one cent or more that credits nobody, to see a provider work from the first step to the last; takes an Idempotency-Key',
    access: 'payment.write',
    input: z.object({ provider: Provider, amountCents: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(limits.paymentTestMaximumCents)), 1) }),
    reply: z.object({ data: Payment }),
    problems: [...creationProblems, ...keyProblems],
  }),
  recharge: endpoint('POST sys/payment/recharge', {
    summary:
      'Begins the recharge of a user’s balance through a provider; the balance grows once the provider has confirmed the payment. Takes an Idempotency-Key',
    access: 'payment.write',
    input: z.object({
      userId: Id,
      provider: Provider,
      amountCents: numeric().check(
        z.int(),
        z.maximum(limits.rechargeMaximumCents),
        z.refine((cents: number) => cents >= limits.rechargeMinimumCents && cents % 100 === 0, { error: 'recharge_not_whole' }),
      ),
    }),
    reply: z.object({ data: Payment }),
    problems: [...creationProblems, ...keyProblems],
  }),
  refund: endpoint('POST sys/payment/refund', {
    summary: 'Gives a paid payment back through its provider, in whole or in part; a recharge leaves the balance at once. Takes an Idempotency-Key',
    access: 'payment.write',
    input: z.object({
      id: Id,
      amountCents: numeric().check(z.int(), z.minimum(1), z.maximum(limits.rechargeMaximumCents)),
      /** For the platform's own records; the provider does not get it. */
      reason: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    }),
    reply: z.object({ data: z.object({ id: z.number(), refundNo: z.string(), amountCents: z.number(), status: z.number(), problem: z.string() }) }),
    problems: [
      'payment_missing',
      'payment_provider_off',
      'payment_not_paid',
      'payment_refund_unsupported',
      'refund_beyond_paid',
      'refund_beyond_balance',
      'account_missing',
      ...keyProblems,
    ],
  }),
}
