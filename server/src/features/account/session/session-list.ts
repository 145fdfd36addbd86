import type { session as calls, SessionRow } from '@nameplane/contract/account/session'
import type { Received } from '@nameplane/contract/endpoint'
import { parseAddress } from '@nameplane/dns-text/addresses'
import { refuseBeyondOwnRights } from '../../../access/accounts-beyond.ts'
import { change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { pageOf, type Total } from '../../../db/paged-read.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { countryName } from '../../../serving/lines/countries.ts'
import type { SegmentTable } from '../../../serving/lines/segment-table.ts'
import { steadyNow } from '../../../time/steady-time.ts'
import { isWithin } from '../account/account.store.ts'
import { confirmPassword } from './password-confirmation.ts'
import { asksForFactor, deleteSessionsOf, setConfirmed } from './session.store.ts'

type Sessions = { list: SessionRow[] } & Total

/** A page of an account's live sessions. */
export async function listSessions(
  db: Db,
  places: SegmentTable,
  accountId: number,
  currentId: number | null,
  query: Received<typeof calls.list>,
): Promise<Sessions> {
  const live = db.selectFrom('session').where('account_id', '=', accountId).where('expires_at', '>', steadyNow())
  const sessions = live.select(['id', 'address', 'agent', 'created_at as createTime', 'last_used_at as lastUseTime', 'expires_at as expireTime', 'locked_at'])
  const page = await pageOf(db, sessions, { otherwise: 'lastUseTime', tieBreak: ['id', 'desc'] }, query)
  return {
    ...page,
    list: page.list.map((row) => ({
      id: row.id,
      isCurrent: row.id === currentId,
      address: row.address,
      ...countryOf(places, row.address),
      agent: row.agent,
      isLocked: row.locked_at !== null,
      createTime: row.createTime.toISOString(),
      lastUseTime: row.lastUseTime.toISOString(),
      expireTime: row.expireTime.toISOString(),
    })),
  }
}

function countryOf(places: SegmentTable, address: string): { countryZh: string | null; countryEn: string | null } {
  let country: string | null
  try {
    country = places.asOf(parseAddress(address.replace(/^::ffff:(?=\d+\.)/i, '')).bytes).country
  } catch {
    country = null
  }
  return { countryZh: country && countryName(country, 'zh'), countryEn: country && countryName(country, 'en') }
}

/** The name of an account within the caller's reach, or the caller's own. @throws Problem `account_missing` */
export async function usernameOf(db: Db, actor: Actor, accountId: number): Promise<string> {
  const account = await db.selectFrom('account').select('username').where('id', '=', accountId).executeTakeFirst()
  if (!account || (accountId !== actor.accountId && !(await isWithin(db, actor.accessScope, accountId))))
    throw new Problem('account_missing', { fields: { userId: 'account_missing' } })
  return account.username
}

/** Ends sessions of an account: those named, all of them, or all but one. All or none of the named ones. */
export async function endSessions(
  db: Db,
  actor: Actor,
  account: { id: number; username: string },
  which: { ids: readonly number[] } | { exceptId: number | null },
): Promise<number> {
  return change(db, actor, 'session.end', async ({ tx, audit }) => {
    await refuseBeyondOwnRights(tx, actor, [account.id])
    let ended: number
    if ('ids' in which) {
      const gone = await tx
        .deleteFrom('session')
        .where('account_id', '=', account.id)
        .where('id', 'in', [...which.ids])
        .executeTakeFirst()
      ended = Number(gone.numDeletedRows)
      if (ended !== new Set(which.ids).size) throw new Problem('session_missing', { fields: { ids: 'session_missing' } })
    } else ended = await deleteSessionsOf(tx, account.id, which.exceptId)
    audit({ type: 'account', id: account.id, name: account.username, after: { sessionsEnded: ended } })
    return ended
  })
}

/** Locks the caller's session; a locked one stays as it is. */
export async function lockSession(db: Db, actor: Actor): Promise<void> {
  await changeLock(db, actor, 'session.lock', async (tx, id) => {
    await tx.updateTable('session').set({ locked_at: new Date() }).where('id', '=', id).execute()
  })
}

/**
 * Unlocks the caller's session with its password. That confirms it too, where confirming asks for nothing more: no second factor, and
 * no session in which an administrator acts as a user, which is never confirmed.
 */
export async function unlockSession(db: Db, actor: Actor, password: string): Promise<void> {
  sessionIdOf(actor)
  await confirmPassword(db, actor, password)
  await changeLock(db, actor, 'session.unlock', async (tx, id) => {
    await tx.updateTable('session').set({ locked_at: null }).where('id', '=', id).execute()
    if (!actor.impersonator && !(await asksForFactor(tx, id))) await setConfirmed(tx, id)
  })
}

async function changeLock(db: Db, actor: Actor, action: 'session.lock' | 'session.unlock', work: (tx: Tx, id: number) => Promise<void>): Promise<void> {
  const id = sessionIdOf(actor)
  await change(db, actor, action, async ({ tx, audit }) => {
    await work(tx, id)
    audit({ type: 'account', id: actor.accountId, name: actor.name, after: { address: actor.address } })
  })
}

/** @throws Problem `session_needed` for a caller that is no browser */
export function sessionIdOf(actor: Actor): number {
  if (actor.sessionId === null) throw new Problem('session_needed')
  return actor.sessionId
}
