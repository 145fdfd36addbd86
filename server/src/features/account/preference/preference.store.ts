import type { Db } from '../../../db/connection.ts'

type Key = 'table' | 'first-steps'

/** The value kept under a key, or null. */
export async function findPreference(db: Db, accountId: number, key: Key): Promise<Record<string, unknown> | null> {
  const row = await db.selectFrom('account_preference').select('value').where('account_id', '=', accountId).where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}

export async function writePreference(db: Db, accountId: number, key: Key, value: Record<string, unknown>): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('account_preference')
    .values({ account_id: accountId, key, value: text })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet({ value: text }))
    .execute()
}
