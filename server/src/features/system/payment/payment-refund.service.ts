import { book } from '../../../finance/ledger.ts'
import { change } from '../../../changes/change.ts'
import { notificationPath } from '@nameplane/contract/system/payment'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { PaymentProviderProblem, type PaymentProvider, type ProviderRefund } from '../../../integrations/payment/payment.ts'
import { requestHashOf, requestKeyOf } from './payment-order.service.ts'
import type { PaymentParts } from './payment-parts.ts'
import { openRefund, settleRefund, takenCents } from './payment-refund-settlement.ts'
import { save } from './payment-settlement.ts'
import {
  isProviderName,
  lockedPayment,
  newNumber,
  paymentOf,
  paymentWithin,
  pauseMs,
  refundsOf,
  stateOf,
  type PaymentRow,
  type RefundRow,
} from './payment.store.ts'

export type NewRefund = { paymentId: number; amountCents: number; reason: string; key: string | null }

/**
 * Gives a paid payment back, in whole or in part, never more than was paid and, for a recharge, never more than the
 * balance still holds. The balance goes down before the provider is asked, so that nobody spends what is on its way back.
 */
export async function refundPayment(parts: PaymentParts, db: Db, actor: Actor, wanted: NewRefund): Promise<RefundRow> {
  const payment = await paymentWithin(db, actor.accessScope, wanted.paymentId)
  if (!payment) throw new Problem('payment_missing')
  const provider = isProviderName(payment.provider) ? await parts.keptProviderOf(db, payment.provider) : null
  if (!provider || provider.merchant !== payment.merchant) throw new Problem('payment_provider_off')
  if (!provider.refunds) throw new Problem('payment_refund_unsupported')
  const refund = await inserted(parts, db, actor, wanted)
  await askForRefund(parts, db, provider, refund)
  return db.selectFrom('payment_refund').selectAll().where('id', '=', refund.id).executeTakeFirstOrThrow()
}

async function inserted(parts: PaymentParts, db: Db, actor: Actor, wanted: NewRefund): Promise<RefundRow> {
  const requestKey = requestKeyOf(actor, 'refund', wanted.key)
  const requestHash = requestHashOf([wanted.paymentId, wanted.amountCents, wanted.reason])
  return change(db, actor, 'payment.refund', async (c) => {
    const payment = await lockedPayment(c.tx, wanted.paymentId)
    const known = requestKey === null ? undefined : await c.tx.selectFrom('payment_refund').selectAll().where('request_key', '=', requestKey).executeTakeFirst()
    if (known) {
      c.nothingChanged()
      if (!known.request_hash?.equals(requestHash)) throw new Problem('idempotency_key_reused')
      return known
    }
    const state = stateOf(payment)
    if (state !== 'paid' && state !== 'refunding') throw new Problem('payment_not_paid')
    const left = payment.amount_cents - takenCents(await refundsOf(c.tx, payment.id))
    if (wanted.amountCents > left) throw new Problem('refund_beyond_paid')
    const now = parts.now()
    const refund = await c.tx
      .insertInto('payment_refund')
      .values({
        payment_id: payment.id,
        refund_no: newNumber('R', now),
        amount_cents: wanted.amountCents,
        provider_refund_no: null,
        reason: wanted.reason,
        request_key: requestKey,
        request_hash: requestKey === null ? null : requestHash,
        created_by: actor.name,
        created_at: now,
        next_query_at: new Date(now.getTime() + pauseMs(0)),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (payment.purpose === 'recharge') await take(c.tx, payment, refund)
    await save(c, payment, 'refunding', {}, now)
    c.audit({ type: 'payment_refund', id: refund.id, name: refund.refund_no, after: { amount_cents: refund.amount_cents, reason: refund.reason } })
    return refund
  })
}

async function take(tx: Parameters<typeof book>[0], payment: PaymentRow, refund: RefundRow): Promise<void> {
  const wasCredited = await tx.selectFrom('ledger_entry').select('id').where('kind', '=', 'recharge').where('payment_id', '=', payment.id).executeTakeFirst()
  // Paid for an account that was gone, or in another currency than the books: no balance grew by it.
  if (!wasCredited) return
  if (payment.account_id === null) throw new Problem('account_missing')
  const booking = await book(tx, {
    accountId: payment.account_id,
    kind: 'refund',
    amountCents: -refund.amount_cents,
    paymentId: payment.id,
    refundId: refund.id,
  })
  if (booking.state === 'short') throw new Problem('refund_beyond_balance')
  if (booking.state !== 'booked') throw new Problem('account_missing')
}

/** Asks the provider for a refund that is not over. No answer leaves it waiting: the job asks again, always with the same number, which moves no more money. */
export async function askForRefund(parts: PaymentParts, db: Db, provider: PaymentProvider, refund: RefundRow): Promise<void> {
  if (!openRefund.includes(refund.status) || !provider.refunds) return
  const payment = (await paymentOf(db, refund.payment_id))!
  let told: ProviderRefund
  let problem = ''
  try {
    told = await provider.refunds.create({
      outTradeNo: payment.out_trade_no,
      providerNo: payment.provider_no,
      refundNo: refund.refund_no,
      amountCents: refund.amount_cents,
      totalCents: payment.amount_cents,
      currency: payment.currency,
      reason: 'Refund',
      notifyUrl: (await parts.publicUrl(db)) + notificationPath(provider.name),
    })
  } catch (cause) {
    if (!(cause instanceof PaymentProviderProblem)) throw cause
    parts.log({ level: 'warn', event: 'refund failed', refund: refund.refund_no, provider: provider.name, reason: cause.message })
    if (cause.kind !== 'refused') return
    told = { refundNo: refund.refund_no, providerRefundNo: null, state: 'refund-failed', amountCents: refund.amount_cents, currency: payment.currency }
    problem = `refused: ${cause.providerCode}`
  }
  await settleRefund(db, provider, refund.id, told, parts.now(), problem)
}
