import { createHash } from 'node:crypto'
import { sql, type ExpressionBuilder } from 'kysely'
import { rightsOfDomains, type Right } from '@nameplane/contract/rights'
import type { TokenScope } from '@nameplane/contract/account/api-token'
import type { Db, Tx } from '../../../db/connection.ts'
import type { Tables } from '../../../db/tables.ts'
import { limitedTo, type DomainLimit } from '../../../access/access-scope.ts'
import { isWithin } from '../account/account.store.ts'
import { steadyNow } from '../../../time/steady-time.ts'
import { isFromOneOf } from './administrator-networks.ts'
import { grantsOf, type Grants } from './grants.ts'
import { readLoginRules } from './login-rules.ts'
import { foldCase } from '../../../db/fold-case.ts'

/** Waits until a use is noted; where the disk is full (SQLSTATE disk_full) it is not, since nobody could read any more. */
async function noted(use: Promise<unknown>): Promise<void> {
  await use.catch((cause: { code?: unknown }) => (cause.code === '53100' ? null : Promise.reject(cause as Error)))
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** An account as signing in needs it. */
export type SignInAccount = { id: number; username: string; type: number; passwordHash: string; isSuper: boolean; status: number }

export async function findAccountByName(db: Db, username: string): Promise<SignInAccount | undefined> {
  const row = await db
    .selectFrom('account')
    .select(['id', 'username', 'type', 'password_hash', 'is_super', 'status'])
    .where(sql`lower(username)`, '=', foldCase(username))
    .executeTakeFirst()
  return row && { id: row.id, username: row.username, type: row.type, passwordHash: row.password_hash, isSuper: row.is_super, status: row.status }
}

export async function insertSession(
  db: Db,
  row: { secret: string; token: string; accountId: number; address: string; agent: string; expiresAt: Date },
): Promise<void> {
  const now = steadyNow()
  await db
    .insertInto('session')
    .values({
      secret_hash: sha256(row.secret),
      token_hash: sha256(row.token),
      account_id: row.accountId,
      address: row.address,
      agent: row.agent,
      created_at: now,
      last_used_at: now,
      confirmed_at: now,
      expires_at: row.expiresAt,
    })
    .execute()
}

/** Notes that everything its account signs in with was given in a session. */
export async function setConfirmed(tx: Tx, sessionId: number): Promise<void> {
  await tx.updateTable('session').set({ confirmed_at: steadyNow() }).where('id', '=', sessionId).execute()
}

/** Ends the sessions of an account that were used longest ago, until no more than so many are left. Those in which an administrator acts as it stay. */
export async function endSessionsBeyond(db: Db, accountId: number, kept: number): Promise<void> {
  const ofAccount = db.selectFrom('session').select('id').where('account_id', '=', accountId).where('impersonator_id', 'is', null)
  await db.deleteFrom('session').where('id', 'in', ofAccount.orderBy('last_used_at', 'desc').orderBy('id', 'desc').offset(kept)).execute()
}

/** Ends the session of this secret; one in which an administrator acts as a user takes the administrator's own with it. */
export async function deleteSession(db: Db, secret: string): Promise<void> {
  const gone = await db.deleteFrom('session').where('secret_hash', '=', sha256(secret)).returning('parent_secret_hash').executeTakeFirst()
  if (gone?.parent_secret_hash) await db.deleteFrom('session').where('secret_hash', '=', gone.parent_secret_hash).execute()
}

/** Who a session or token belongs to, with the rights of its roles. */
export type Identity = { accountId: number; name: string; type: number; isSuper: boolean; unvalidModel: string[]; rights: Set<Right>; accessScopes: Grants }

/** An account that is not disabled. */
export async function findIdentity(db: Db, accountId: number): Promise<Identity | null> {
  const account = await db
    .selectFrom('account')
    .select(['id', 'username', 'type', 'is_super', 'unvalid_model'])
    .where('id', '=', accountId)
    .where('status', '=', 1)
    .executeTakeFirst()
  if (!account) return null
  const accessScopes = await grantsOf(db, { id: account.id, type: account.type, isSuper: account.is_super })
  return {
    accountId: account.id,
    name: account.username,
    type: account.type,
    isSuper: account.is_super,
    unvalidModel: account.unvalid_model,
    rights: new Set(accessScopes.keys()),
    accessScopes,
  }
}

type Impersonator = { id: number; name: string }

/** So long after a use that was noted another one is not. */
const useNotedForMs = 60_000

/** The earlier of when a session or key ends and when its next use has to be noted. */
function nextLookAt(notedAt: Date, expiresAt: Date | null): Date {
  return new Date(Math.min(notedAt.getTime() + useNotedForMs, expiresAt?.getTime() ?? Infinity))
}

/** `noteUseAt`: until then it needs no second look, on the steady clock, unless something is changed. */
type Noted = { noteUseAt: Date }

/** A session as a request presents it, with what decides whether it may be used. */
export type SessionIdentity = Identity &
  Noted & { sessionId: number; impersonator: Impersonator | null; isLocked: boolean; isPasswordDue: boolean; hasFactor: boolean }

/** The live session that has both the cookie's secret and the header's token; its last use is noted once a minute. */
export async function findSessionIdentity(db: Db, secret: string, token: string): Promise<SessionIdentity | null> {
  const now = steadyNow()
  const session = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id', 'account_id', 'impersonator_id', 'session.created_at', 'last_used_at', 'expires_at', 'locked_at', 'account.must_change_password'])
    .select((of) => hasFactor(of).$castTo<boolean>().as('has_factor'))
    .where('secret_hash', '=', sha256(secret))
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!session) return null
  const isNoted = now.getTime() - session.last_used_at.getTime() <= useNotedForMs
  if (!isNoted) {
    const lifeMs = session.expires_at.getTime() - session.last_used_at.getTime()
    const { sessionLongestSeconds } = await readLoginRules(db)
    const latest = session.created_at.getTime() + sessionLongestSeconds * 1000
    const use = db
      .updateTable('session')
      .set({ last_used_at: now, expires_at: new Date(Math.min(now.getTime() + lifeMs, latest)) })
      .where('id', '=', session.id)
    await noted(use.execute())
  }
  const own = await findIdentity(db, session.account_id)
  const acting: (Identity & { impersonator: Impersonator | null }) | null =
    own && session.impersonator_id !== null ? await actedBy(db, own, session.impersonator_id) : own && { ...own, impersonator: null }
  return (
    acting && {
      ...acting,
      sessionId: session.id,
      noteUseAt: nextLookAt(isNoted ? session.last_used_at : now, session.expires_at),
      isLocked: session.locked_at !== null,
      // Whoever acts as a user has no password of theirs to set.
      isPasswordDue: session.must_change_password && session.impersonator_id === null,
      hasFactor: session.has_factor,
    }
  )
}

/**
 * A user in whose name an administrator acts: the rights that both hold, wherever the user reaches, since the way there
 * was the administrator's reach over the user. Ends at once when the administrator is disabled, may no longer do so, or
 * does not reach the user any more.
 */
async function actedBy(db: Db, user: Identity, administratorId: number): Promise<(Identity & { impersonator: Impersonator }) | null> {
  const administrator = await findIdentity(db, administratorId)
  const accessScope = administrator?.type === 1 ? administrator.accessScopes.get('user.impersonate') : undefined
  if (!administrator || accessScope === undefined || !(await isWithin(db, accessScope, user.accountId))) return null
  const accessScopes = new Map([...user.accessScopes].filter(([right]) => administrator.rights.has(right)))
  return { ...user, accessScopes, rights: new Set(accessScopes.keys()), impersonator: { id: administratorId, name: administrator.name } }
}

/** Whether the account of this session signs in with more than a password. */
export async function asksForFactor(db: Db, sessionId: number): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select((of) => hasFactor(of).$castTo<boolean>().as('has_factor'))
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return session.has_factor
}

/** Whether the session's account has an authenticator app or a passkey. */
function hasFactor(of: ExpressionBuilder<Tables, 'session'>) {
  return of.or([
    of.exists(of.selectFrom('totp').select('totp.account_id').whereRef('totp.account_id', '=', 'session.account_id')),
    of.exists(of.selectFrom('passkey').select('passkey.id').whereRef('passkey.account_id', '=', 'session.account_id')),
  ])
}

/** Whether an administrator has one of these roles; 0 stands for super administrators. */
export async function hasRoleAmong(db: Db, administrator: { accountId: number; isSuper: boolean }, roleIds: readonly number[]): Promise<boolean> {
  if (administrator.isSuper) return roleIds.includes(0)
  const role = await db
    .selectFrom('account_role')
    .select('role_id')
    .where('account_id', '=', administrator.accountId)
    .where('role_id', 'in', [...roleIds])
    .limit(1)
    .executeTakeFirst()
  return role !== undefined
}

/** An API token as a request presents it. */
export type TokenIdentity = Identity & Noted & { token: { id: number; isLimited: boolean; callsPerFiveMinutes: number | null } }

/** The account of an API token, its rights cut to the token's scopes and their reach to its data scope; null from a network that it may not be used from. */
export async function findTokenIdentity(db: Db, token: string, address: string): Promise<TokenIdentity | null> {
  const row = await db
    .selectFrom('api_token')
    .select(['id', 'account_id', 'scopes', 'data_scope', 'networks', 'calls_per_5_minutes', 'last_used_at', 'expires_at'])
    .where('token_hash', '=', sha256(token))
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', steadyNow())]))
    .executeTakeFirst()
  if (!row || !isFromOneOf(row.networks, address)) return null
  if (!row.last_used_at || Date.now() - row.last_used_at.getTime() > useNotedForMs)
    await noted(db.updateTable('api_token').set({ last_used_at: new Date(), last_used_address: address }).where('id', '=', row.id).execute())
  const identity = await findIdentity(db, row.account_id)
  return identity && withTokenLimits(db, identity, row)
}

/** An account as one of its tokens leaves it. */
async function withTokenLimits(
  db: Db,
  identity: Identity,
  row: { id: number; scopes: string[] | null; data_scope: TokenScope; calls_per_5_minutes: number | null; expires_at: Date | null },
): Promise<TokenIdentity> {
  // Keys note their use by the clock of the day, which is not the one that their end goes by: a minute from now will do.
  const limit = await limitOf(db, row)
  const used = { id: row.id, isLimited: limit !== null, callsPerFiveMinutes: row.calls_per_5_minutes }
  const own = { ...identity, noteUseAt: nextLookAt(steadyNow(), row.expires_at), token: used }
  if (row.scopes === null && limit === null) return own
  const scopes = new Set(row.scopes ?? identity.rights)
  // Whatever is stored: beside domains a limited token reaches nothing.
  const given = [...identity.accessScopes].filter(([right]) => scopes.has(right) && (limit === null || rightsOfDomains.has(right)))
  const accessScopes: Grants = new Map(given.map(([right, accessScope]) => [right, limit === null ? accessScope : limitedTo(limit, accessScope)]))
  return { ...own, isSuper: false, rights: new Set(accessScopes.keys()), accessScopes }
}

/**
 * Whoever left work behind, with what they may do now: an account, or as much of it as the API token leaves that it was asked with.
 * Null once the account is disabled or gone, or the token has ended.
 */
export async function findAuthor(db: Db, author: { accountId: number; tokenId: number | null }): Promise<Identity | TokenIdentity | null> {
  const identity = await findIdentity(db, author.accountId)
  if (!identity || author.tokenId === null) return identity
  const row = await db
    .selectFrom('api_token')
    .select(['id', 'scopes', 'data_scope', 'calls_per_5_minutes', 'expires_at'])
    .where('id', '=', author.tokenId)
    .where('account_id', '=', author.accountId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', steadyNow())]))
    .executeTakeFirst()
  return row ? withTokenLimits(db, identity, row) : null
}

/** What a token is limited to; null where it reaches all that its owner does. */
async function limitOf(db: Db, { id, data_scope }: { id: number; data_scope: TokenScope }): Promise<DomainLimit | null> {
  if (data_scope === 'all') return null
  if (data_scope === 'groups') {
    const groups = await db.selectFrom('api_token_service_group').select('service_group_id').where('api_token_id', '=', id).execute()
    return { groupIds: groups.map((row) => row.service_group_id) }
  }
  const domains = await db.selectFrom('api_token_domain').select('domain_id').where('api_token_id', '=', id).execute()
  return { domainIds: domains.map((row) => row.domain_id) }
}

/** Ends the sessions of an account but one; after a new password nobody else stays signed in. */
export async function deleteSessionsOf(db: Db, accountId: number, exceptSessionId: number | null = null): Promise<number> {
  const ended = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .$if(exceptSessionId !== null, (query) => query.where('id', '<>', exceptSessionId))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}
