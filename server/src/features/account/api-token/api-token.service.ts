import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { apiToken as calls, TokenScope } from '@nameplane/contract/account/api-token'
import type { Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { rightsOfDomains } from '@nameplane/contract/rights'
import { nowhere } from '../../../access/access-scope.ts'
import { refuseBeyondOwnRights } from '../../../access/accounts-beyond.ts'
import { requireConfirmedToGive } from '../../../access/confirmed-session.ts'
import { refuseUnknownRights } from '../../../access/role-grants.ts'
import { change, lockName } from '../../../changes/change.ts'
import type { ApiTokenTable } from '../../../db/account-tables.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { refuseStale } from '../../../db/versioned-rows.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { confirmPassword } from '../session/password-confirmation.ts'
import { sha256 } from '../session/session.store.ts'
import { steadyIn } from '../../../time/steady-time.ts'
import { domainsWithin, groupsWithin, namesOfReach, readReach, writeReach, type TokenReach } from './api-token-scope.store.ts'
import { countApiTokens, deleteApiTokens, insertApiToken, lockApiTokens, scopesOf, updateApiToken, type TokenFields } from './api-token.store.ts'

/** As much of a token as tells it from others, and from a secret of another kind. */
const prefixLength = 9

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

/** A token that is limited to some domains holds nothing that is about anything else. */
function refuseBeyondDomains(scopes: readonly string[] | null, { dataScope }: TokenReach): void {
  if (dataScope === 'all') return
  const beyond = (scopes ?? []).filter((scope) => !(rightsOfDomains as ReadonlySet<string>).has(scope))
  if (scopes === null || beyond.length > 0)
    throw new Problem('api_token_beyond_domains', { fields: { scopes: 'api_token_beyond_domains' }, params: { rights: beyond } })
}

type SentReach = Pick<Received<typeof calls.save>, 'domainIds' | 'serviceGroupIds'> & { dataScope?: TokenScope | undefined }

/**
 * What was sent of a token's reach as it is written: what belongs to another scope is left out. Whoever names a domain or a group
 * reaches it; what a token has already stays, as does what has become nothing.
 */
async function reachFor(tx: Tx, actor: Actor, sent: SentReach, before: TokenReach): Promise<TokenReach> {
  if (sent.dataScope === undefined) return before
  const { dataScope } = sent
  const reach = {
    dataScope,
    domainIds: dataScope === 'domains' ? [...new Set(sent.domainIds)] : [],
    serviceGroupIds: dataScope === 'groups' ? [...new Set(sent.serviceGroupIds)] : [],
  }
  const accessScope = actor.accessScopes.get('domain.read') ?? nowhere
  const addedDomains = reach.domainIds.filter((id) => !before.domainIds.includes(id))
  if ((await domainsWithin(tx, accessScope, addedDomains)).length !== addedDomains.length)
    throw new Problem('domain_missing', { fields: { domainIds: 'domain_missing' } })
  const addedGroups = reach.serviceGroupIds.filter((id) => !before.serviceGroupIds.includes(id))
  if ((await groupsWithin(tx, accessScope, addedGroups)).length !== addedGroups.length)
    throw new Problem('service_group_missing', { fields: { serviceGroupIds: 'service_group_missing' } })
  const field = dataScope === 'domains' ? 'domainIds' : 'serviceGroupIds'
  if (dataScope !== 'all' && reach[field].length === 0 && (before.dataScope !== dataScope || before[field].length > 0))
    throw new Problem('required', { fields: { [field]: 'required' } })
  return reach
}

const reachesAll: TokenReach = { dataScope: 'all', domainIds: [], serviceGroupIds: [] }

/** A program that changes or takes away its own key locks itself out with one slip. */
function refuseOwn(actor: Actor, ids: readonly number[]): void {
  if (actor.token && ids.includes(actor.token.id)) throw new Problem('api_token_own')
}

/** What the audit trail says of a token: everything but its hash. */
async function audited(tx: Tx, fields: TokenFields, reach: TokenReach): Promise<Record<string, unknown>> {
  const { calls_per_5_minutes: callsPerFiveMinutes, ...plain } = fields
  const { domains, serviceGroups } = await namesOfReach(tx, reach)
  const { dataScope } = reach
  return { ...plain, callsPerFiveMinutes, dataScope, ...(dataScope === 'domains' && { domains }), ...(dataScope === 'groups' && { serviceGroups }) }
}

/** Makes a key of the caller's own; answers the secret, which nobody sees again. */
export async function createApiToken(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<{ id: number; token: string }> {
  const accountId = actor.accountId
  if (accountId === null) throw new Problem('session_lost')
  await refuseBeyondOwn(db, actor, sent.scopes)
  await confirmPassword(db, actor, sent.password)
  const token = `np_${randomBytes(32).toString('base64url')}`
  const fields = fieldsOf(sent, sent.scopes)
  const expires_at = sent.days === null ? null : steadyIn(sent.days * 86_400)
  return change(db, actor, 'api_key.create', async ({ tx, audit }) => {
    await lockName(tx, `api_token:${accountId}`)
    if ((await countApiTokens(tx, accountId)) >= limits.apiTokensOfAccount)
      throw new Problem('api_tokens_full', { params: { maximum: limits.apiTokensOfAccount } })
    const reach = await reachFor(tx, actor, sent, reachesAll)
    refuseBeyondDomains(sent.scopes, reach)
    const id = await insertApiToken(tx, {
      ...fields,
      data_scope: reach.dataScope,
      account_id: accountId,
      prefix: token.slice(0, prefixLength),
      token_hash: sha256(token),
      expires_at,
    })
    await writeReach(tx, id, reach)
    audit({ type: 'api_key', id, name: sent.name, after: { ...(await audited(tx, fields, reach)), expiresAt: expires_at } })
    return { id, token }
  })
}

export async function changeApiToken(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  refuseOwn(actor, [sent.id])
  await change(db, actor, 'api_key.update', async ({ tx, audit }) => {
    const [row] = await lockApiTokens(tx, actor, [sent.id])
    // Somebody else's rights are not the caller's to hand on.
    if (!row || row.account_id !== actor.accountId) throw new Problem('api_token_missing')
    refuseStale(sent.rowVersion, row.row_version)
    const fields = fieldsOf(sent, sent.scopes === undefined ? row.scopes : sent.scopes)
    await refuseBeyondOwn(tx, actor, fields.scopes)
    const before = await readReach(tx, row)
    const reach = await reachFor(tx, actor, sent, before)
    refuseBeyondDomains(fields.scopes, reach)
    await updateApiToken(tx, sent.id, { ...fields, data_scope: reach.dataScope })
    await writeReach(tx, sent.id, reach)
    audit({ type: 'api_key', id: sent.id, name: row.name, before: await audited(tx, tokenFields(row), before), after: await audited(tx, fields, reach) })
  })
}

function fieldsOf(
  { name, networks, callsPerFiveMinutes }: Pick<Received<typeof calls.save>, 'name' | 'networks' | 'callsPerFiveMinutes'>,
  scopes: readonly string[] | null,
): TokenFields {
  return { name, scopes: scopes && [...new Set(scopes)], networks: [...new Set(networks)], calls_per_5_minutes: callsPerFiveMinutes }
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
    for (const row of rows) {
      const before = { ...(await audited(tx, tokenFields(row), await readReach(tx, row))), accountId: row.account_id }
      audit({ type: 'api_key', id: row.id, name: row.name, before })
    }
    await deleteApiTokens(tx, ids)
  })
}
