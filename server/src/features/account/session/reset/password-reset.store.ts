import { sql } from 'kysely'
import { resetWays, type ResetWay } from '@nameplane/contract/account/password-reset'
import { limits } from '@nameplane/contract/limits'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import type { Db, Tx } from '../../../../db/connection.ts'
import { steadyIn, steadyNow } from '../../../../time/steady-time.ts'

/** How long a code is good and how often it may be tried; who reads a phone types at once. */
export const resetCodes: Readonly<Record<ResetWay, { readonly lifeSeconds: number; readonly tries: number }>> = {
  mail: { lifeSeconds: 600, tries: 5 },
  sms: limits.smsCode,
}

/** How long any of them is good. */
export const longestCodeLifeSeconds = Math.max(resetCodes.mail.lifeSeconds, resetCodes.sms.lifeSeconds)

/** A new code takes the old one's place. */
export async function saveResetCode(db: Db, accountId: number, codeHash: Buffer, way: ResetWay): Promise<void> {
  const fields = { code_hash: codeHash, way, tries: 0, created_at: steadyNow() }
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
    .where(({ eb, or, and }) =>
      or(
        resetWays.map((way) =>
          and([eb('way', '=', way), eb('tries', '<', resetCodes[way].tries), eb('created_at', '>', steadyIn(-resetCodes[way].lifeSeconds))]),
        ),
      ),
    )
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

/** The address for questions in the site's settings (spec point 3, contact). */
export async function siteContact(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('system_config')
    .select(sql<string | null>`param_value -> 'contact' ->> 'email'`.as('email'))
    .where('param_key', '=', siteSettings.key)
    .where('status', '=', 1)
    .executeTakeFirst()
  return row?.email || null
}
