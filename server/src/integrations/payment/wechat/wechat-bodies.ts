import * as z from 'zod/mini'
import type { ProviderPayment, ProviderPaymentState, ProviderRefund, ProviderRefundState } from '../payment.ts'

/* What WeChat says, as far as it is read; members that are not named here are none of our concern. */

const Text = z.string().check(z.minLength(1), z.maxLength(128))
const Cents = z.int().check(z.minimum(0), z.maximum(9_000_000_000_000))

const tradeStates: Record<string, ProviderPaymentState> = {
  SUCCESS: 'paid',
  REFUND: 'refunding',
  NOTPAY: 'pending',
  USERPAYING: 'pending',
  ACCEPT: 'pending',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'failed',
}

const refundStates: Record<string, ProviderRefundState> = {
  SUCCESS: 'refund-completed',
  CLOSED: 'refund-closed',
  PROCESSING: 'refunding',
  // The money came back from the payer's bank: people settle it on WeChat's pages, and it may still arrive.
  ABNORMAL: 'refunding',
}

/** A payment, as a query and a notification tell it. */
export const Trade = z.object({
  appid: Text,
  mchid: Text,
  out_trade_no: Text,
  transaction_id: z.optional(Text),
  trade_state: z.enum(Object.keys(tradeStates) as [string, ...string[]]),
  success_time: z.optional(z.iso.datetime({ offset: true })),
  amount: z.optional(z.object({ total: Cents, currency: z._default(Text, 'CNY') })),
})

/** A refund as the calls answer it. */
export const Refund = z.object({
  refund_id: Text,
  out_refund_no: Text,
  out_trade_no: Text,
  status: z.enum(Object.keys(refundStates) as [string, ...string[]]),
  amount: z.object({ refund: Cents, currency: z._default(Text, 'CNY') }),
})

/** A refund as its notification tells it: other names, and no currency. */
export const RefundNotice = z.object({
  mchid: Text,
  refund_id: Text,
  out_refund_no: Text,
  out_trade_no: Text,
  refund_status: z.enum(Object.keys(refundStates) as [string, ...string[]]),
  amount: z.object({ refund: Cents }),
})

/** The envelope of a notification. */
export const Envelope = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  event_type: Text,
  resource_type: z.literal('encrypt-resource'),
  resource: z.object({ original_type: z.string(), algorithm: z.string(), ciphertext: z.string(), nonce: z.string(), associated_data: z.optional(z.string()) }),
})

export const Certificates = z.object({
  data: z.array(
    z.object({
      serial_no: Text,
      encrypt_certificate: z.object({ algorithm: z.string(), ciphertext: z.string(), nonce: z.string(), associated_data: z.optional(z.string()) }),
    }),
  ),
})

export const CodeUrl = z.object({ code_url: z.string().check(z.regex(/^weixin:\/\/\S{1,500}$/)) })
export const Refusal = z.object({ code: z.string().check(z.maxLength(64)) })

export function paymentOf(trade: z.output<typeof Trade>): ProviderPayment {
  return {
    outTradeNo: trade.out_trade_no,
    providerNo: trade.transaction_id ?? '',
    state: tradeStates[trade.trade_state]!,
    amountCents: trade.amount?.total ?? null,
    currency: trade.amount?.currency ?? 'CNY',
    merchant: trade.mchid,
    app: trade.appid,
    paidAt: trade.success_time === undefined ? null : new Date(trade.success_time),
  }
}

export function refundOf(refund: z.output<typeof Refund>): ProviderRefund {
  return {
    refundNo: refund.out_refund_no,
    providerRefundNo: refund.refund_id,
    state: refundStates[refund.status]!,
    amountCents: refund.amount.refund,
    currency: refund.amount.currency,
  }
}

export function refundOfNotice(notice: z.output<typeof RefundNotice>): ProviderRefund {
  return {
    refundNo: notice.out_refund_no,
    providerRefundNo: notice.refund_id,
    state: refundStates[notice.refund_status]!,
    amountCents: notice.amount.refund,
    currency: 'CNY',
  }
}
