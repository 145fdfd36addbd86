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
    summary: 'Get a payment with its status',
    access: 'payment.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: Payment }),
    problems: ['payment_missing'],
  }),
  try: endpoint('POST sys/payment/try', {
    summary: 'Create a real test payment of at least one cent that credits no account. Requires an Idempotency-Key.',
    access: 'payment.write',
    input: z.object({ provider: Provider, amountCents: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(limits.paymentTestMaximumCents)), 1) }),
    reply: z.object({ data: Payment }),
    problems: [...creationProblems, ...keyProblems],
  }),
  recharge: endpoint('POST sys/payment/recharge', {
    summary:
      'Start a top-up of a user balance through a provider. The balance is credited when the provider confirms the payment. Requires an Idempotency-Key.',
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
    summary: 'Refund a payment through its provider, in full or in part. A top-up is deducted from the balance immediately. Requires an Idempotency-Key.',
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

export const rights = {
  'payment.read': { zh: '查看支付记录', en: 'View payments' },
  'payment.write': { zh: '发起充值、测试支付与退款', en: 'Create top-ups, test payments and refunds' },
} as const

export { paymentProblems as problems } from './payment-problems.ts'

export const auditWords = {
  'payment.create': { zh: '发起支付', en: 'Payment started' },
  'payment.settle': { zh: '支付状态变更', en: 'Payment status changed' },
  'payment.expire': { zh: '支付过期', en: 'Payment expired' },
  'payment.refund': { zh: '发起退款', en: 'Refund started' },
  'payment.settle_refund': { zh: '退款状态变更', en: 'Refund status changed' },
} as const

export const logWords = { payment: { zh: '支付', en: 'Payment' } } as const

export const terms = [
  {
    zh: '支付',
    en: 'payment',
    word: 'payment',
    meaning: 'Money collected by a provider: a top-up of the balance of a user, or a test of at least one cent that credits no account',
  },
  {
    zh: '支付通知',
    en: 'payment notification',
    word: 'payment_notification',
    meaning: 'A message of a provider about a payment, verified, stored unchanged, and a reason to query the provider',
  },
  { zh: '退款', en: 'refund', word: 'payment_refund', meaning: 'Money of a payment returned to the payer, limited to the amount paid and the balance' },
] as const
