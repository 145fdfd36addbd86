import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../db/connection.ts'
import { accountWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { PaymentRefundTable, PaymentTable } from '../../../db/payment-tables.ts'
import { paymentProviders } from '@nameplane/contract/system/payment'
import { paymentStateCodes, type PaymentProvider, type PaymentProviderName, type PaymentState } from '../../../integrations/payment/payment.ts'

export type PaymentRow = Selectable<PaymentTable>
export type RefundRow = Selectable<PaymentRefundTable>

const stateOfCode = new Map<number, PaymentState>(Object.entries(paymentStateCodes).map(([state, code]) => [code, state as PaymentState]))

/** The word for an order code. */
export function stateOf(row: { status: number }): PaymentState {
  return stateOfCode.get(row.status) ?? 'unknown'
}

export function isProviderName(text: string): text is PaymentProviderName {
  return (paymentProviders as readonly string[]).includes(text)
}

/** Whether the settings still name whom this payment was made with. Another merchant or application neither sees nor gets it. */
export function isOf(row: Pick<PaymentRow, 'merchant' | 'app'>, provider: Pick<PaymentProvider, 'merchant' | 'app'>): boolean {
  return row.merchant === provider.merchant && row.app === provider.app
}

/** A number of ours that nobody can guess: the day, then 80 random bits; letters and digits, as every provider takes them. */
export function newNumber(prefix: 'P' | 'R' | 'T', now: Date): string {
  return `${prefix}${now.toISOString().slice(0, 10).replaceAll('-', '')}${randomBytes(10).toString('hex').toUpperCase()}`
}

export async function paymentOf(db: Db, id: number): Promise<PaymentRow | undefined> {
  return db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same for a caller: of somebody within reach, or a test, which is nobody's. */
export async function paymentWithin(db: Db, accessScope: AccessScope, id: number): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .leftJoin('account', 'account.id', 'payment.account_id')
    .selectAll('payment')
    .where('payment.id', '=', id)
    .where((of) => of.or([accountWithin(accessScope), of('payment.purpose', '=', 'test')]))
    .executeTakeFirst()
}

export async function paymentOfNumber(db: Db, provider: PaymentProviderName, outTradeNo: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payment').selectAll().where('provider', '=', provider).where('out_trade_no', '=', outTradeNo).executeTakeFirst()
}

/** The same with its row locked until the transaction ends. Locks are taken in this order: payment, refund, account. */
export async function lockedPayment(tx: Tx, id: number): Promise<PaymentRow> {
  return tx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function refundsOf(db: Db, paymentId: number): Promise<RefundRow[]> {
  return db.selectFrom('payment_refund').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
}

/** How long to wait before the next question: from a quarter of a minute to ten minutes. */
export function pauseMs(queries: number): number {
  return Math.min(15_000 * 2 ** Math.min(queries, 10), 600_000)
}
