import { sql } from 'kysely'
import { siteConfig } from '@nameplane/contract/system/settings/site'
import type { Db, Tx } from '../../../../db/connection.ts'

export const resetCodeLifeSeconds = 600
export const resetCodeTries = 5

/** A new code takes the old one's place. */
export async function saveResetCode(db: Db, accountId: number, codeHash: Buffer): Promise<void> {
  const fields = { code_hash: codeHash, tries: 0, created_at: new Date() }
  await db
    .insertInto('password_reset')
    .values({ account_id: accountId, ...fields })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fields))
    .execute()
}

/** Counts a try before its code is looked at; null when there is no code to try any more. Fifty at once count one by one. */
export async function countResetTry(db: Db, accountId: number): Promise<{ codeHash: Buffer } | null> {
  const row = await db
    .updateTable('password_reset')
    .set((of) => ({ tries: of('tries', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('tries', '<', resetCodeTries)
    .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${resetCodeLifeSeconds})`)
    .returning('code_hash')
    .executeTakeFirst()
  return row ? { codeHash: row.code_hash } : null
}

/** Gives a try back, for a right code whose new password was refused. */
export async function forgiveResetTry(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('password_reset')
    .set((of) => ({ tries: of('tries', '-', 1) }))
    .where('account_id', '=', accountId)
    .where('tries', '>', 0)
    .execute()
}

/** Uses the code up; false when somebody else was first. */
export async function deleteResetCode(tx: Tx, accountId: number, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('password_reset').where('account_id', '=', accountId).where('code_hash', '=', codeHash).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteOldResetCodes(db: Db): Promise<void> {
  await db
    .deleteFrom('password_reset')
    .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${resetCodeLifeSeconds})`)
    .execute()
}

/** The address for questions in the site's settings (spec point 3, contact). */
export async function siteContact(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('system_config')
    .select(sql<string | null>`param_value -> 'contact' ->> 'email'`.as('email'))
    .where('param_key', '=', siteConfig.key)
    .where('status', '=', 1)
    .executeTakeFirst()
  return row?.email || null
}
