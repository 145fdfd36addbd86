import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { platformActor } from '../../../http/call.ts'
import { PaymentProviderProblem, type PaymentProvider, type ProviderPayment } from '../../../outside/payment/payment.ts'
import type { PaymentParts } from './payment-parts.ts'
import { settleRefund } from './payment-refund-settlement.ts'
import { askForRefund } from './payment-refund.service.ts'
import { save, settle } from './payment-settlement.ts'
import { isProviderName, lockedPayment, pauseMs, stateOf, type PaymentRow, type RefundRow } from './payment.store.ts'

/** After the time to pay a payment is given a little more, since the last second's money is told of later. */
const graceMs = 2 * 60_000
/** How long a provider that does not answer is asked about an expired payment, before its state is called unknown. */
const givenUpMs = 7 * 86_400_000
const atOnce = 100

/**
 * Asks for every payment and refund that waits, on a schedule of its own for each: notifications may be lost, and some
 * providers repeat them only twice. Final states and expiry end it.
 */
export async function askForPending(parts: PaymentParts, db: Db): Promise<void> {
  const payments = await db.selectFrom('payment').selectAll().where('next_query_at', '<=', parts.now()).orderBy('next_query_at').limit(atOnce).execute()
  for (const row of payments) await askFor(parts, db, row)
  const refunds = await db.selectFrom('payment_refund').selectAll().where('next_query_at', '<=', parts.now()).orderBy('next_query_at').limit(atOnce).execute()
  for (const refund of refunds) await askForOne(parts, db, refund)
}

async function providerOf(parts: PaymentParts, db: Db, name: string): Promise<PaymentProvider | null> {
  return isProviderName(name) ? parts.keptProviderOf(db, name) : null
}

async function askFor(parts: PaymentParts, db: Db, row: PaymentRow): Promise<void> {
  const provider = await providerOf(parts, db, row.provider)
  // Another merchant's keys cannot see this payment: silence is no answer then.
  const told =
    provider && provider.merchant === row.merchant
      ? await answerOf(() => provider.query({ outTradeNo: row.out_trade_no, providerNo: row.provider_no }))
      : 'no answer'
  if (provider && told !== 'no answer' && told !== null && told.state !== 'pending') {
    await settle(db, provider, row.id, told, parts.now())
    // What did not settle (it differs, or is no news) is for people to look into, not to ask for over and over.
    await db.updateTable('payment').set({ next_query_at: null }).where('id', '=', row.id).where('next_query_at', 'is not', null).execute()
    return
  }
  const late = parts.now().getTime() - row.expires_at.getTime()
  if (late > (told === 'no answer' ? givenUpMs : graceMs)) return ended(parts, db, row, told === 'no answer' ? 'unknown' : 'expired')
  await db
    .updateTable('payment')
    .set({ queries: row.queries + 1, next_query_at: new Date(parts.now().getTime() + pauseMs(row.queries)) })
    .where('id', '=', row.id)
    .where('next_query_at', 'is not', null)
    .execute()
}

async function ended(parts: PaymentParts, db: Db, row: PaymentRow, state: 'expired' | 'unknown'): Promise<void> {
  await change(db, platformActor('payment'), 'payment.expire', async (c) => {
    const now = await lockedPayment(c.tx, row.id)
    if (stateOf(now) !== 'pending') return c.nothingChanged()
    await save(c, now, state, { next_query_at: null }, parts.now())
  })
}

async function answerOf<Told extends ProviderPayment | object>(query: () => Promise<Told | null>): Promise<Told | null | 'no answer'> {
  try {
    return await query()
  } catch (cause) {
    if (cause instanceof PaymentProviderProblem) return 'no answer'
    throw cause
  }
}

async function askForOne(parts: PaymentParts, db: Db, refund: RefundRow): Promise<void> {
  const payment = await db.selectFrom('payment').selectAll().where('id', '=', refund.payment_id).executeTakeFirstOrThrow()
  await db
    .updateTable('payment_refund')
    .set({ queries: refund.queries + 1, next_query_at: new Date(parts.now().getTime() + pauseMs(refund.queries)) })
    .where('id', '=', refund.id)
    .where('next_query_at', 'is not', null)
    .execute()
  const provider = await providerOf(parts, db, payment.provider)
  const calls = provider?.refunds
  if (!provider || !calls || provider.merchant !== payment.merchant) return
  const key = { outTradeNo: payment.out_trade_no, providerNo: payment.provider_no, refundNo: refund.refund_no, providerRefundNo: refund.provider_refund_no }
  const told = await answerOf(() => calls.query(key))
  if (told === 'no answer') return
  if (told === null) await askForRefund(parts, db, provider, refund)
  else await settleRefund(db, provider, refund.id, told, parts.now())
}
