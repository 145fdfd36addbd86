import { book } from '../../../finance/ledger.ts'
import { change, type Change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { platformActor } from '../../../access/actor.ts'
import { booksCurrency } from '../../../settings/books.ts'
import { paymentStateCodes, type PaymentProvider, type PaymentState, type ProviderPayment } from '../../../integrations/payment/payment.ts'
import { lockedPayment, stateOf, type PaymentRow } from './payment.store.ts'

/** What came of a provider's word. `differs`: it is not the payment that we ordered; nothing was credited. */
export type Settlement = 'credited' | 'ended' | 'unchanged' | 'differs'

/** States in which no money has been seen yet: only these can become paid. */
const unpaid: readonly PaymentState[] = ['unknown', 'pending', 'expired', 'closed', 'failed']

/** Why a provider's word is about another payment than ours; null when it is about this one. */
export function differenceOf(row: PaymentRow, told: ProviderPayment): string | null {
  if (told.outTradeNo !== row.out_trade_no) return 'number'
  if (told.merchant !== null && told.merchant !== row.merchant) return 'merchant'
  if (told.app !== null && told.app !== row.app) return 'app'
  if (told.currency !== row.currency) return 'currency'
  // An answer about an unpaid one may leave out what it would cost; what is paid must say so.
  if (told.amountCents !== row.amount_cents && !(told.amountCents === null && told.state !== 'paid')) return 'amount'
  if (told.state === 'paid' && told.providerNo === '') return 'provider-number'
  if (row.provider_no !== null && told.providerNo !== '' && told.providerNo !== row.provider_no) return 'provider-number'
  return null
}

/**
 * Brings a payment to what its provider says when asked. One transaction: the payment's lock, the comparison, the ledger,
 * the new state, and what becomes of the notification that led here. Asked twice, it credits once.
 */
export async function settle(
  db: Db,
  provider: Pick<PaymentProvider, 'name'>,
  paymentId: number,
  told: ProviderPayment,
  at: Date,
  notificationId: number | null = null,
): Promise<Settlement> {
  return change(db, platformActor(`payment ${provider.name}`), 'payment.settle', async (c) => {
    const row = await lockedPayment(c.tx, paymentId)
    const settlement = await settled(c, row, told, at)
    if (notificationId !== null)
      await c.tx
        .updateTable('payment_notification')
        .set({ outcome: settlement, payment_id: row.id, updated_at: at })
        .where('id', '=', notificationId)
        .where('outcome', '!=', 'credited')
        .execute()
    return settlement
  })
}

async function settled(c: Change, row: PaymentRow, told: ProviderPayment, at: Date): Promise<Settlement> {
  const difference = differenceOf(row, told)
  if (difference !== null) {
    await noteProblem(c, row, `differs: ${difference}`, at)
    return 'differs'
  }
  const before = stateOf(row)
  const numbered = told.providerNo === '' ? {} : { provider_no: told.providerNo }
  if (told.state === 'paid' && unpaid.includes(before)) return credit(c, row, told, at)
  if ((told.state === 'refunding' || told.state === 'refunded') && unpaid.includes(before)) {
    // Money came and went before we looked: nothing was credited and nothing will be.
    await save(c, row, 'refunded', { ...numbered, next_query_at: null, problem: 'refunded elsewhere' }, at)
    return 'ended'
  }
  if ((told.state === 'closed' || told.state === 'expired' || told.state === 'failed') && (before === 'pending' || before === 'unknown')) {
    await save(c, row, told.state, { ...numbered, next_query_at: null }, at)
    return 'ended'
  }
  c.nothingChanged()
  return 'unchanged'
}

async function credit(c: Change, row: PaymentRow, told: ProviderPayment, at: Date): Promise<Settlement> {
  const paid = { provider_no: told.providerNo, next_query_at: null, paid_at: told.paidAt ?? at }
  if (row.purpose === 'test') {
    await save(c, row, 'paid', { ...paid, problem: '' }, at)
    return 'credited'
  }
  const inBooks = await booksCurrency(c.tx)
  if (row.currency !== inBooks) {
    // Made before the books had one currency: it can be refunded, and adds to no balance.
    await save(c, row, 'paid', { ...paid, problem: `the books are in ${inBooks}` }, at)
    return 'credited'
  }
  const booking =
    row.account_id === null
      ? ({ state: 'missing' } as const)
      : await book(c.tx, { accountId: row.account_id, kind: 'recharge', amountCents: row.amount_cents, paymentId: row.id, refundId: null })
  // The money has come in all the same: the payment is paid, and says why nobody's balance grew.
  await save(c, row, 'paid', { ...paid, problem: booking.state === 'missing' ? 'account missing' : '' }, at)
  if (booking.state === 'booked')
    c.audit({
      type: 'account',
      id: row.account_id,
      name: booking.username,
      before: { balance_cents: booking.beforeCents },
      after: { balance_cents: booking.afterCents },
    })
  return 'credited'
}

type Changed = { provider_no?: string; next_query_at?: Date | null; problem?: string; paid_at?: Date; refunded_cents?: number }

/** A payment in another state, with its audit entry. */
export async function save(c: Change, row: PaymentRow, state: PaymentState, changed: Changed, at: Date): Promise<void> {
  const status = paymentStateCodes[state]
  await c.tx
    .updateTable('payment')
    .set({ ...changed, status, updated_at: at })
    .where('id', '=', row.id)
    .execute()
  const seen = (of: { status: number; problem: string; provider_no: string | null; refunded_cents: number }) => ({
    status: of.status,
    provider_no: of.provider_no,
    refunded_cents: of.refunded_cents,
    problem: of.problem,
  })
  c.audit({ type: 'payment', id: row.id, name: row.out_trade_no, before: seen(row), after: seen({ ...row, ...changed, status }) })
}

/** What is wrong is written down once, however often it is told. */
async function noteProblem(c: Change, row: PaymentRow, problem: string, at: Date): Promise<void> {
  if (row.problem === problem) c.nothingChanged()
  else await save(c, row, stateOf(row), { problem }, at)
}
