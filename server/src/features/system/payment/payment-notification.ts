import type { Db } from '../../../db/connection.ts'
import {
  NotificationProblem,
  PaymentProviderProblem,
  type NotificationAnswer,
  type PaymentNotification,
  type PaymentProvider,
  type PaymentProviderName,
  type RawNotification,
} from '../../../integrations/payment/payment.ts'
import type { PaymentParts } from './payment-parts.ts'
import { settleRefund } from './payment-refund-settlement.ts'
import { differenceOf, settle } from './payment-settlement.ts'
import { paymentOfNumber, stateOf } from './payment.store.ts'

/** Outcomes after which a repeat changes nothing any more. */
const finalOutcomes: readonly string[] = ['credited', 'ended', 'unchanged', 'other']

/** Headers that are kept beside the body: what was signed, never what a proxy or a browser may have added. */
const keptHeader = /^(content-type|user-agent|wechatpay-.*|stripe-signature)$/

/**
 * Takes a notification: proves it over its raw bytes, keeps it, and takes it as a hint to ask the provider. Success is
 * answered only after what it led to is committed; whatever else happens, the provider is to send it again.
 */
export async function receiveNotification(parts: PaymentParts, db: Db, name: PaymentProviderName, raw: RawNotification): Promise<NotificationAnswer> {
  const provider = await parts.keptProviderOf(db, name)
  if (!provider) return { status: 404, contentType: 'text/plain; charset=utf-8', body: 'off' }
  const outcome = await outcomeOf(parts, db, provider, raw)
  if (!finalOutcomes.includes(outcome)) parts.log({ level: 'warn', event: 'payment notification', provider: name, outcome })
  return finalOutcomes.includes(outcome) ? provider.answers.success : provider.answers.failure
}

async function outcomeOf(parts: PaymentParts, db: Db, provider: PaymentProvider, raw: RawNotification): Promise<string> {
  let notification: PaymentNotification
  try {
    notification = await provider.verifyNotification(raw)
  } catch (cause) {
    if (cause instanceof NotificationProblem) return `refused: ${cause.reason}: ${cause.message}`
    throw cause
  }
  const kept = await keep(parts, db, provider.name, notification.eventId, raw)
  if (finalOutcomes.includes(kept.outcome)) return kept.outcome
  const outcome = await followed(parts, db, provider, notification, kept.id)
  await db.updateTable('payment_notification').set({ outcome, updated_at: parts.now() }).where('id', '=', kept.id).where('outcome', '!=', 'credited').execute()
  return outcome
}

async function keep(parts: PaymentParts, db: Db, provider: PaymentProviderName, eventId: string, raw: RawNotification) {
  const at = parts.now()
  return db
    .insertInto('payment_notification')
    .values({
      provider,
      event_id: eventId,
      payment_id: null,
      method: raw.method,
      query: raw.query,
      headers: JSON.stringify(Object.fromEntries(Object.entries(raw.headers).filter(([name]) => keptHeader.test(name)))),
      body: raw.body,
      received_at: at,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'event_id']).doUpdateSet((of) => ({ times: of('payment_notification.times', '+', 1), updated_at: at })),
    )
    .returning(['id', 'outcome'])
    .executeTakeFirstOrThrow()
}

async function followed(parts: PaymentParts, db: Db, provider: PaymentProvider, notification: PaymentNotification, keptId: number): Promise<string> {
  if (notification.kind === 'other') return 'other'
  const { outTradeNo } = notification.kind === 'payment' ? notification.payment : notification
  const row = await paymentOfNumber(db, provider.name, outTradeNo)
  if (!row) return 'unknown payment'
  try {
    if (notification.kind === 'refund') return await refundFollowed(parts, db, provider, row.id, notification.refund.refundNo)
    const difference = differenceOf(row, notification.payment)
    // Settling writes the difference down; the provider need not be asked about another payment than ours.
    if (difference !== null) return await settle(db, provider, row.id, notification.payment, parts.now(), keptId)
    if (stateOf(row) === 'paid' && notification.payment.state === 'paid') return 'unchanged'
    // Where the answer to the order was lost, only the notification tells the provider's number, and some find a payment by nothing else.
    const told = await provider.query({ outTradeNo, providerNo: row.provider_no ?? notification.payment.providerNo })
    if (!told) return 'not confirmed'
    const settlement = await settle(db, provider, row.id, told, parts.now(), keptId)
    return settlement === 'unchanged' && told.state !== notification.payment.state && told.state === 'pending' ? 'not confirmed' : settlement
  } catch (cause) {
    if (!(cause instanceof PaymentProviderProblem)) throw cause
    await db.updateTable('payment').set({ next_query_at: parts.now() }).where('id', '=', row.id).where('status', '=', 10).execute()
    return 'not confirmed'
  }
}

async function refundFollowed(parts: PaymentParts, db: Db, provider: PaymentProvider, paymentId: number, refundNo: string): Promise<string> {
  const refund = await db.selectFrom('payment_refund').selectAll().where('refund_no', '=', refundNo).where('payment_id', '=', paymentId).executeTakeFirst()
  // Made by hand on the provider's own pages: nothing of ours moves by it.
  if (!refund || !provider.refunds) return 'other'
  const payment = await db.selectFrom('payment').select(['out_trade_no', 'provider_no']).where('id', '=', paymentId).executeTakeFirstOrThrow()
  const told = await provider.refunds.query({
    outTradeNo: payment.out_trade_no,
    providerNo: payment.provider_no,
    refundNo,
    providerRefundNo: refund.provider_refund_no,
  })
  if (!told) return 'not confirmed'
  return settleRefund(db, provider, refund.id, told, parts.now())
}
