import { books } from '@nameplane/contract/system/settings/books'
import type { Db } from '../db/connection.ts'
import { readSetting } from './settings.ts'

/** The currency of every balance, price and recharge of this platform, ISO 4217. A record that was switched off still counts. */
export async function booksCurrency(db: Db): Promise<string> {
  return (await readSetting(db, books, { whetherInUseOrNot: true }))?.currency ?? 'CNY'
}

/** The same within a transaction that begins something in it: the currency stays until the transaction ends. */
export async function heldBooksCurrency(tx: Db): Promise<string> {
  await tx.selectFrom('system_config').select('id').where('param_key', '=', books.key).forShare().execute()
  return booksCurrency(tx)
}

/** Whether there is an amount whose meaning would change with the currency: a movement, a balance, or a recharge, which may be paid whatever its state. */
export async function isMoneyCounted(db: Db): Promise<boolean> {
  const found = await db
    .selectNoFrom((of) => [
      of.exists(of.selectFrom('ledger_entry').select('id')).as('moved'),
      of.exists(of.selectFrom('account').select('id').where('balance_cents', '!=', 0)).as('held'),
      of.exists(of.selectFrom('payment').select('id').where('purpose', '=', 'recharge')).as('asked'),
    ])
    .executeTakeFirstOrThrow()
  return Boolean(found.moved || found.held || found.asked)
}
