import { randomBytes } from 'node:crypto'
import { limits } from '@nameplane/contract/limits'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { isWithin, lockAccounts } from '../account/account.store.ts'
import { readLoginRules } from '../session/login-rules.ts'
import type { SignedIn } from '../session/session.service.ts'
import { sha256 } from '../session/session.store.ts'
import { steadyIn, steadyNow } from '../../../time/steady-time.ts'

const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * Opens a session of a user within reach for an administrator. It can do what both of them may wherever the user
 * reaches, knows who acts, and ends with the administrator's own session, which it replaces in the browser.
 */
export async function impersonate(db: Db, actor: Actor, id: number): Promise<SignedIn & { account: { id: number; username: string } }> {
  const { sessionSeconds } = await readLoginRules(db)
  const expireSeconds = Math.min(sessionSeconds, limits.impersonationSeconds)
  const [secret, token] = [newSecret(), newSecret()]
  const username = await change(db, actor, 'user.impersonate', async ({ tx, audit }) => {
    const [account] = await lockAccounts(tx, [id])
    if (!account) throw new Problem('account_missing')
    if (account.type === 1 || account.status !== 1) throw new Problem('impersonation_own_only')
    if (!(await isWithin(tx, actor.accessScope, id))) throw new Problem('impersonation_beyond_reach')
    const startedAt = steadyNow()
    const parent = actor.sessionId === null ? null : await tx.selectFrom('session').select('secret_hash').where('id', '=', actor.sessionId).executeTakeFirst()
    await tx
      .insertInto('session')
      .values({
        secret_hash: sha256(secret),
        token_hash: sha256(token),
        account_id: id,
        address: actor.address,
        agent: actor.agent,
        created_at: startedAt,
        last_used_at: startedAt,
        expires_at: steadyIn(expireSeconds),
        impersonator_id: actor.accountId,
        parent_secret_hash: parent?.secret_hash ?? null,
      })
      .execute()
    audit({ type: 'user', id, name: account.username, after: { address: actor.address } })
    return account.username
  })
  return { secret, token, expireSeconds, account: { id, username } }
}

/**
 * Ends the session in which an administrator acts as a user. The administrator's own comes back under a new secret, so
 * that nothing learnt meanwhile opens it; null when it has ended.
 */
export async function endImpersonation(db: Db, actor: Actor): Promise<SignedIn | null> {
  if (!actor.impersonator || actor.sessionId === null) throw new Problem('impersonation_none')
  const { impersonator, sessionId } = actor
  const { sessionSeconds } = await readLoginRules(db)
  const [secret, token] = [newSecret(), newSecret()]
  const isBack = await change(db, actor, 'user.end_impersonation', async ({ tx, audit }) => {
    const own = await tx.deleteFrom('session').where('id', '=', sessionId).returning('parent_secret_hash').executeTakeFirst()
    audit({ type: 'user', id: actor.accountId, name: actor.name, before: { address: actor.address } })
    if (!own?.parent_secret_hash) return false
    const parent = await tx
      .updateTable('session')
      .set({ secret_hash: sha256(secret), token_hash: sha256(token), last_used_at: steadyNow(), expires_at: steadyIn(sessionSeconds) })
      .where('secret_hash', '=', own.parent_secret_hash)
      .where('account_id', '=', impersonator.id)
      .where('expires_at', '>', steadyNow())
      .executeTakeFirst()
    return Number(parent.numUpdatedRows) === 1
  })
  return isBack ? { secret, token, expireSeconds: sessionSeconds } : null
}
