import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { platformActor } from '../../../access/actor.ts'
import { PaymentProviderProblem, type PaymentProvider, type ProviderPayment } from '../../../integrations/payment/payment.ts'
import type { PaymentParts } from './payment-parts.ts'
import { settleRefund } from './payment-refund-settlement.ts'
import { askForRefund } from './payment-refund.service.ts'
import { save, settle } from './payment-settlement.ts'
import { isOf, isProviderName, lockedPayment, pauseMs, stateOf, type PaymentRow, type RefundRow } from './payment.store.ts'

/** After the time to pay a payment is given a little more, since the last second's money is told of later. */
const graceMs = 2 * 60_000
/** How long a provider that does not answer is asked about an expired payment, before its state is called unknown. */
const givenUpMs = 7 * 86_400_000
/** How long, and how often, an expired payment is asked about that its provider still lets be paid: Stripe's page outlives ours, and gateways have hours of their own. */
const watchedMs = 86_400_000
const watchPauseMs = 3_600_000
const atOnce = 100

/**
 * Asks for every payment and refund that waits, on a schedule of its own for each: notifications may be lost, and some
 * providers repeat them only twice. Final states end it, and so does expiry once the provider agrees.
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
  // Another merchant's keys, or another world's, cannot see this payment: silence is no answer then.
  const told =
    provider && isOf(row, provider) ? await answerOf(() => provider.query({ outTradeNo: row.out_trade_no, providerNo: row.provider_no })) : 'no answer'
  if (provider && told !== 'no answer' && told !== null && told.state !== 'pending') {
    await settle(db, provider, row.id, told, parts.now())
    // What did not settle (it differs, or is no news) is for people to look into, not to ask for over and over.
    await db.updateTable('payment').set({ next_query_at: null }).where('id', '=', row.id).where('next_query_at', 'is not', null).execute()
    return
  }
  const late = parts.now().getTime() - row.expires_at.getTime()
  if (told === 'no answer' && late > givenUpMs) return ended(parts, db, row, 'unknown', null)
  if (told === null && late > graceMs) return ended(parts, db, row, 'expired', null)
  const isExpired = late > graceMs && told !== 'no answer'
  const next_query_at = new Date(parts.now().getTime() + (isExpired ? watchPauseMs : pauseMs(row.queries)))
  if (isExpired && (stateOf(row) === 'pending' || late > watchedMs)) return ended(parts, db, row, 'expired', late > watchedMs ? null : next_query_at)
  await db
    .updateTable('payment')
    .set({ queries: row.queries + 1, next_query_at })
    .where('id', '=', row.id)
    .where('next_query_at', 'is not', null)
    .execute()
}

/** No longer waited for; asked about again at `nextQueryAt`, or never. */
async function ended(parts: PaymentParts, db: Db, row: PaymentRow, state: 'expired' | 'unknown', nextQueryAt: Date | null): Promise<void> {
  await change(db, platformActor('payment'), 'payment.expire', async (c) => {
    const now = await lockedPayment(c.tx, row.id)
    if (stateOf(now) === 'pending') return save(c, now, state, { next_query_at: nextQueryAt }, parts.now())
    c.nothingChanged()
    await c.tx.updateTable('payment').set({ next_query_at: nextQueryAt }).where('id', '=', row.id).where('next_query_at', 'is not', null).execute()
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
