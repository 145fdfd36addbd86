import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { apiToken as calls } from '@nameplane/contract/account/api-token'
import type { Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { refuseBeyondOwnRights } from '../../../access/accounts-beyond.ts'
import { requireConfirmedToGive } from '../../../access/confirmed-session.ts'
import { refuseUnknownRights } from '../../../access/role-grants.ts'
import { change, lockName } from '../../../changes/change.ts'
import type { ApiTokenTable } from '../../../db/account-tables.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { confirmPassword } from '../session/password-confirmation.ts'
import { sha256 } from '../session/session.store.ts'
import { steadyIn } from '../../../time/steady-time.ts'
import { countApiTokens, deleteApiTokens, insertApiToken, lockApiTokens, scopesOf, updateApiToken, type TokenFields } from './api-token.store.ts'

/** As much of a token as tells it from others, and from a secret of another kind. */
const prefixLength = 9

function fieldsOf({ name, scopes, networks, callsPerFiveMinutes }: Received<typeof calls.update>): TokenFields {
  return { name, scopes: scopes && [...new Set(scopes)], networks: [...new Set(networks)], calls_per_5_minutes: callsPerFiveMinutes }
}

/**
 * A token does what its owner may at the time; a scope that the owner lacks would be a promise that nothing keeps. All of
 * the owner's rights can be handed on by whoever acts with all of them: a key that is cut to some rights cannot make, or
 * change another into, one that is not.
 */
async function refuseBeyondOwn(db: Db, actor: Actor, scopes: readonly string[] | null): Promise<void> {
  refuseUnknownRights('scopes', scopes)
  const isCut = scopes === null && actor.token ? (await scopesOf(db, actor.token.id)) !== null : false
  const beyond = (scopes ?? []).filter((scope) => !(actor.rights as ReadonlySet<string>).has(scope))
  if (isCut || beyond.length > 0) throw new Problem('api_token_beyond_own', { fields: { scopes: 'api_token_beyond_own' }, params: { rights: beyond } })
  await requireConfirmedToGive(db, actor, scopes ?? actor.rights)
}

/** A program that changes or takes away its own key locks itself out with one slip. */
function refuseOwn(actor: Actor, ids: readonly number[]): void {
  if (actor.token && ids.includes(actor.token.id)) throw new Problem('api_token_own')
}

/** What the audit trail says of a token: everything but its hash. */
function audited(fields: TokenFields): Record<string, unknown> {
  const { calls_per_5_minutes: callsPerFiveMinutes, ...plain } = fields
  return { ...plain, callsPerFiveMinutes }
}

/** Makes a key of the caller's own; answers the secret, which nobody sees again. */
export async function createApiToken(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<{ id: number; token: string }> {
  const accountId = actor.accountId
  if (accountId === null) throw new Problem('session_lost')
  await refuseBeyondOwn(db, actor, sent.scopes)
  await confirmPassword(db, actor, sent.password)
  const token = `np_${randomBytes(32).toString('base64url')}`
  const fields = fieldsOf({ id: 0, ...sent })
  const expires_at = sent.days === null ? null : steadyIn(sent.days * 86_400)
  return change(db, actor, 'api_key.create', async ({ tx, audit }) => {
    await lockName(tx, `api_token:${accountId}`)
    if ((await countApiTokens(tx, accountId)) >= limits.apiTokensOfAccount)
      throw new Problem('api_tokens_full', { params: { maximum: limits.apiTokensOfAccount } })
    const id = await insertApiToken(tx, { ...fields, account_id: accountId, prefix: token.slice(0, prefixLength), token_hash: sha256(token), expires_at })
    audit({ type: 'api_key', id, name: sent.name, after: { ...audited(fields), expiresAt: expires_at } })
    return { id, token }
  })
}

export async function changeApiToken(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  refuseOwn(actor, [sent.id])
  await refuseBeyondOwn(db, actor, sent.scopes)
  await change(db, actor, 'api_key.update', async ({ tx, audit }) => {
    const [row] = await lockApiTokens(tx, actor, [sent.id])
    // Somebody else's rights are not the caller's to hand on.
    if (!row || row.account_id !== actor.accountId) throw new Problem('api_token_missing')
    const fields = fieldsOf(sent)
    await updateApiToken(tx, sent.id, fields)
    audit({ type: 'api_key', id: sent.id, name: row.name, before: audited(tokenFields(row)), after: audited(fields) })
  })
}

function tokenFields({ name, scopes, networks, calls_per_5_minutes }: Selectable<ApiTokenTable>): TokenFields {
  return { name, scopes, networks, calls_per_5_minutes }
}

/** Takes keys away from accounts within reach, and from nobody who may do more than the caller. */
export async function removeApiTokens(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  refuseOwn(actor, ids)
  await change(db, actor, 'api_key.delete', async ({ tx, audit }) => {
    const rows = await lockApiTokens(tx, actor, ids)
    if (rows.length !== new Set(ids).size) throw new Problem('api_token_missing')
    await refuseBeyondOwnRights(
      tx,
      actor,
      rows.map((row) => row.account_id),
    )
    await deleteApiTokens(tx, ids)
    for (const row of rows) audit({ type: 'api_key', id: row.id, name: row.name, before: { ...audited(tokenFields(row)), accountId: row.account_id } })
  })
}
