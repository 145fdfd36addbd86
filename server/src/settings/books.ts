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
