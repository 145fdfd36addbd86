import { centsFromDecimal } from '@nameplane/contract/money'
import { NotificationProblem, type PaymentNotification, type ProviderPaymentState, type RawNotification } from '../payment.ts'
import type { AlipayKeys } from './alipay-keys.ts'
import { momentOf, provenFields } from './alipay-signature.ts'

/** Alipay repeats a notification for about a day; the time in it is that of the repeat. */
const oldestMs = 48 * 3_600_000
const aheadMs = 10 * 60_000

/** The state of a trade; a closed one that was paid before was given back whole. */
export function tradeState(status: string, wasPaid: boolean): ProviderPaymentState {
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') return 'paid'
  if (status === 'TRADE_CLOSED') return wasPaid ? 'refunded' : 'closed'
  return 'pending'
}

/** A notification that is Alipay's own, for our application and account. @throws NotificationProblem */
export function verifiedNotification(raw: RawNotification, keys: AlipayKeys, at: Date): PaymentNotification {
  if (raw.method !== 'POST' || raw.query !== '') throw new NotificationProblem('malformed', 'not sent as Alipay sends')
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(raw.headers['content-type'] ?? '')) throw new NotificationProblem('malformed', 'not a form')
  const fields = provenFields(raw.body, keys.publicKey)
  const text = (name: string): string => {
    const value = fields.get(name)
    if (value === undefined || value === '') throw new NotificationProblem('malformed', `${name} is missing`)
    return value
  }
  if (text('charset').toLowerCase() !== 'utf-8') throw new NotificationProblem('malformed', 'charset other than utf-8')
  const sentAt = momentOf(text('notify_time'))
  if (!sentAt) throw new NotificationProblem('malformed', 'notify_time is not a time')
  const ageMs = at.getTime() - sentAt.getTime()
  if (ageMs > oldestMs || ageMs < -aheadMs) throw new NotificationProblem('stale', 'sent too early or too late')
  const eventId = text('notify_id')
  if (eventId.length > 128) throw new NotificationProblem('malformed', 'notify_id is too long')
  if (text('notify_type') !== 'trade_status_sync') return { eventId, kind: 'other', what: text('notify_type') }
  const amountCents = centsFromDecimal(text('total_amount'))
  if (amountCents === null) throw new NotificationProblem('malformed', 'total_amount is not an amount')
  const outTradeNo = text('out_trade_no')
  const refundNo = fields.get('out_biz_no')
  const refundedAt = fields.get('gmt_refund')
  if (refundNo !== undefined && refundNo !== '' && refundedAt !== undefined) {
    if (text('app_id') !== keys.appId || text('seller_id') !== keys.sellerId) throw new NotificationProblem('malformed', 'a refund of another account')
    // refund_fee is the sum of all refunds so far: how much this one is, its own query says.
    const sum = centsFromDecimal(text('refund_fee')) ?? amountCents
    return { eventId, kind: 'refund', outTradeNo, refund: { refundNo, providerRefundNo: null, state: 'refunding', amountCents: sum, currency: 'CNY' } }
  }
  return {
    eventId,
    kind: 'payment',
    payment: {
      outTradeNo,
      providerNo: text('trade_no'),
      state: tradeState(text('trade_status'), (fields.get('gmt_payment') ?? '') !== ''),
      amountCents,
      currency: fields.get('trans_currency') ?? 'CNY',
      merchant: text('seller_id'),
      app: text('app_id'),
      paidAt: momentOf(fields.get('gmt_payment')),
    },
  }
}
