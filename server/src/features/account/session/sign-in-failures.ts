import { sql, type SqlBool } from 'kysely'
import type { LoginRules } from '@nameplane/contract/system/settings/login-rules'
import type { Db } from '../../../db/connection.ts'
import { steadyNow } from '../../../time/steady-time.ts'
import { foldCase } from '../../../db/fold-case.ts'

/*
 * Counts failed sign-ins of a name and of an address. A try is counted before its password is looked at, and taken back
 * when the password was right: fifty tries at once get no more looks than five one after the other.
 */

const longestLockMs = 86_400_000

export const nameSubject = (username: string): string => `name:${foldCase(username)}`
/** Second factors that were wrong after a right password. */
export const secondFactorSubject = (username: string): string => `second:${foldCase(username)}`
export const addressSubject = (address: string): string => `address:${address}`

/** Counts a try; answers false when the subject is locked, whatever the password. */
export async function countTry(db: Db, subject: string, allowed: number, rules: Pick<LoginRules, 'windowSeconds' | 'lockSeconds'>): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const now = steadyNow()
    // One statement makes the row or locks it: between two, a right password elsewhere could take it away.
    const row = await tx
      .insertInto('sign_in_failure')
      .values({ subject, failures: 0, window_started_at: now })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ subject }))
      .returningAll()
      .executeTakeFirstOrThrow()
    if (row.locked_until && row.locked_until > now) return false
    const isNewWindow = now.getTime() - row.window_started_at.getTime() > rules.windowSeconds * 1000 || row.locked_until !== null
    const failures = (isNewWindow ? 0 : row.failures) + 1
    const locks = failures >= allowed ? row.locks + 1 : row.locks
    const lockMs = Math.min(rules.lockSeconds * 1000 * 2 ** (locks - 1), longestLockMs)
    await tx
      .updateTable('sign_in_failure')
      .set({
        failures,
        locks,
        window_started_at: isNewWindow ? now : row.window_started_at,
        locked_until: failures >= allowed ? new Date(now.getTime() + lockMs) : null,
      })
      .where('subject', '=', subject)
      .execute()
    return true
  })
}

/** Takes a try back after a right password: the name starts afresh, the address loses this one try only. */
export async function forgetTries(db: Db, username: string, address: string): Promise<void> {
  await forgetSubject(db, nameSubject(username))
  const subject = addressSubject(address)
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_failure')
    .where('subject', '=', subject)
    .where('failures', '<=', 1)
    .where('locks', '=', 0)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return
  await db
    .updateTable('sign_in_failure')
    .set((row) => ({ failures: row('failures', '-', 1), locked_until: null }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()
}

/** Failures of a name in its running window. */
export async function failuresOf(db: Db, username: string, rules: LoginRules): Promise<number> {
  const row = await db.selectFrom('sign_in_failure').select(['failures', 'window_started_at']).where('subject', '=', nameSubject(username)).executeTakeFirst()
  return row && steadyNow().getTime() - row.window_started_at.getTime() <= rules.windowSeconds * 1000 ? row.failures : 0
}

export async function forgetSubject(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('subject', '=', subject).execute()
}

/** Forgets the failures and locks of a name, those of its second factor included; those of addresses stay. */
export async function forgetLocksOf(db: Db, username: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where('subject', 'in', [nameSubject(username), secondFactorSubject(username)])
    .execute()
}

/** So old, a failure neither counts nor lengthens a lock any more: made-up names leave nothing for good. */
export const failuresKeptSeconds = (2 * longestLockMs) / 1000

/** Condition on the table `sign_in_failure` of a query: its lock, if there was one, ended before a moment. */
export const isUnlockedSince = (before: Date) => sql<SqlBool>`(locked_until is null or locked_until < ${before})`

/** Forgets every failure and lock; answers how many subjects were locked at this moment. */
export async function forgetAllLocks(db: Db): Promise<number> {
  const rows = await db.deleteFrom('sign_in_failure').returning('locked_until').execute()
  const now = steadyNow()
  return rows.filter((row) => row.locked_until !== null && row.locked_until > now).length
}
