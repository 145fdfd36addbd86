import { book } from '../../../finance/ledger.ts'
import { change, type Change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { platformActor } from '../../../access/actor.ts'
import { paymentStateCodes, type PaymentProvider, type ProviderRefund } from '../../../integrations/payment/payment.ts'
import { save, type Settlement } from './payment-settlement.ts'
import { lockedPayment, refundsOf, stateOf, type PaymentRow, type RefundRow } from './payment.store.ts'

/** Refund states in which the money is still on its way. */
export const openRefund: readonly number[] = [paymentStateCodes['awaiting-refund'], paymentStateCodes.refunding]
const lost: readonly number[] = [paymentStateCodes['refund-failed'], paymentStateCodes['refund-closed'], paymentStateCodes['refund-expired']]

/** What of a payment has been given back or is on its way, in cents. */
export function takenCents(refunds: readonly Pick<RefundRow, 'status' | 'amount_cents'>[]): number {
  return refunds.filter((refund) => !lost.includes(refund.status)).reduce((sum, refund) => sum + refund.amount_cents, 0)
}

/**
 * Brings a refund to what its provider says; a refund that failed gives the balance back what was taken for it, once.
 * `problem` is why it failed, as far as that is known.
 */
export async function settleRefund(
  db: Db,
  provider: Pick<PaymentProvider, 'name'>,
  refundId: number,
  told: ProviderRefund,
  at: Date,
  problem = '',
): Promise<Settlement> {
  return change(db, platformActor(`payment ${provider.name}`), 'payment.settle_refund', async (c) => {
    const { payment_id } = await c.tx.selectFrom('payment_refund').select('payment_id').where('id', '=', refundId).executeTakeFirstOrThrow()
    const payment = await lockedPayment(c.tx, payment_id)
    const refund = await c.tx.selectFrom('payment_refund').selectAll().where('id', '=', refundId).forUpdate().executeTakeFirstOrThrow()
    if (told.refundNo !== refund.refund_no || told.amountCents !== refund.amount_cents || told.currency !== payment.currency) {
      if (refund.problem === 'differs') c.nothingChanged()
      else await saveRefund(c, refund, refund.status, { problem: 'differs' }, at)
      return 'differs'
    }
    const status = paymentStateCodes[told.state]
    // A payer's bank may send back what had arrived: Stripe then calls a refund failed that it had called done.
    const isNews = openRefund.includes(refund.status) || (refund.status === paymentStateCodes['refund-completed'] && lost.includes(status))
    if (!isNews || status === refund.status) {
      c.nothingChanged()
      return 'unchanged'
    }
    const isOver = told.state !== 'refunding'
    await saveRefund(c, refund, status, { provider_refund_no: told.providerRefundNo, problem, ...(isOver ? { next_query_at: null } : {}) }, at)
    if (isOver) await ended(c, payment, { ...refund, status }, at)
    return isOver ? 'ended' : 'unchanged'
  })
}

async function ended(c: Change, payment: PaymentRow, refund: RefundRow, at: Date): Promise<void> {
  if (refund.status !== paymentStateCodes['refund-completed'] && payment.account_id !== null && (await wasTaken(c, refund)))
    await book(c.tx, { accountId: payment.account_id, kind: 'refund_returned', amountCents: refund.amount_cents, paymentId: payment.id, refundId: refund.id })
  const refunds = await refundsOf(c.tx, payment.id)
  const refunded_cents = refunds.filter(({ status }) => status === paymentStateCodes['refund-completed']).reduce((sum, one) => sum + one.amount_cents, 0)
  const isOpen = refunds.some(({ status }) => openRefund.includes(status))
  const state = isOpen ? 'refunding' : refunded_cents === payment.amount_cents ? 'refunded' : 'paid'
  if (state !== stateOf(payment) || refunded_cents !== payment.refunded_cents) await save(c, payment, state, { refunded_cents }, at)
}

/** Whether a balance went down for a refund: not for a test, nor for a payment that no balance grew by. */
async function wasTaken({ tx }: Change, refund: Pick<RefundRow, 'id'>): Promise<boolean> {
  return (await tx.selectFrom('ledger_entry').select('id').where('kind', '=', 'refund').where('refund_id', '=', refund.id).executeTakeFirst()) !== undefined
}

type Changed = { provider_refund_no?: string | null; problem?: string; next_query_at?: Date | null }

async function saveRefund(c: Change, refund: RefundRow, status: number, changed: Changed, at: Date): Promise<void> {
  await c.tx
    .updateTable('payment_refund')
    .set({ ...changed, status, updated_at: at })
    .where('id', '=', refund.id)
    .execute()
  c.audit({
    type: 'payment_refund',
    id: refund.id,
    name: refund.refund_no,
    before: { status: refund.status, problem: refund.problem },
    after: { status, problem: changed.problem ?? refund.problem },
  })
}
