import type { Tx } from '../db/connection.ts'
import type { LedgerEntryTable } from '../db/payment-tables.ts'

/** One movement of a balance; above 0 is in, below 0 is out, in cents. */
export type Movement = {
  accountId: number
  kind: LedgerEntryTable['kind']
  amountCents: number
  paymentId: number | null
  refundId: number | null
  verificationId?: number
}

/** How a movement ended. `missing`: no such account; `short`: the balance would be below zero; `booked-before`: this movement was made already. */
export type Booking = { state: 'booked'; username: string; beforeCents: number; afterCents: number } | { state: 'missing' | 'short' | 'booked-before' }

/**
 * The one door to balances: locks the account, writes the entry with the balance after it, and moves the balance. A
 * movement of a kind is made once for a payment, refund or verification; asking again books nothing.
 */
export async function book(tx: Tx, movement: Movement): Promise<Booking> {
  const account = await tx.selectFrom('account').select(['username', 'balance_cents']).where('id', '=', movement.accountId).forUpdate().executeTakeFirst()
  if (!account) return { state: 'missing' }
  const afterCents = account.balance_cents + movement.amountCents
  const before = await tx
    .selectFrom('ledger_entry')
    .select('id')
    .where('kind', '=', movement.kind)
    .where('payment_id', 'is not distinct from', movement.paymentId)
    .where('refund_id', 'is not distinct from', movement.refundId)
    .where('verification_id', 'is not distinct from', movement.verificationId ?? null)
    .executeTakeFirst()
  if (before) return { state: 'booked-before' }
  if (afterCents < 0) return { state: 'short' }
  await tx
    .insertInto('ledger_entry')
    .values({
      account_id: movement.accountId,
      account_name: account.username,
      kind: movement.kind,
      amount_cents: movement.amountCents,
      balance_after_cents: afterCents,
      payment_id: movement.paymentId,
      refund_id: movement.refundId,
      verification_id: movement.verificationId ?? null,
    })
    .execute()
  await tx.updateTable('account').set({ balance_cents: afterCents }).where('id', '=', movement.accountId).execute()
  return { state: 'booked', username: account.username, beforeCents: account.balance_cents, afterCents }
}
