import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { DomainClaim, type domainClaim as calls } from '@nameplane/contract/dns/domain-claim'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { accountWithin, type AccessScope } from '../../../access/access-scope.ts'
import { publicationChannel, transfersNotice } from '../../../changes/publication.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { pageOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import type { Tables } from '../../../db/tables.ts'

type ListQuery = Received<typeof calls.list>

/** Requests of accounts within reach: the owner of a domain is not told who else wants it. */
function claimsWithin(db: Db, accessScope: AccessScope) {
  return db
    .selectFrom('domain_claim')
    .innerJoin('domain', 'domain.id', 'domain_claim.domain_id')
    .innerJoin('account', 'account.id', 'domain_claim.account_id')
    .where(accountWithin(accessScope))
}

/** `now` decides which requests are over. */
function stateAt(now: Date) {
  return sql<
    'waiting' | 'retrieved' | 'expired'
  >`case when domain_claim.finished_at is not null then 'retrieved' when domain_claim.expires_at <= ${now} then 'expired' else 'waiting' end`
}

const recordName = sql<string>`domain_claim.record_label || '.' || domain.name`

function matching(query: ListQuery, now: Date): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'domain_claim' | 'domain'>()
  const conditions: Expression<SqlBool>[] = []
  if (query.search) {
    const pattern = containing(query.search.toLowerCase())
    conditions.push(of.or([of('domain.name', 'like', pattern), of('domain.unicode_name', 'like', pattern)]))
  }
  if (query.state) conditions.push(sql<SqlBool>`${stateAt(now)} = ${query.state}`)
  if (query.userId !== undefined) conditions.push(of('domain_claim.account_id', '=', query.userId))
  return of.and(conditions)
}

/** One page of the requests within reach, the newest first. */
export async function listClaims(db: Db, accessScope: AccessScope, query: ListQuery, now: Date): Promise<Answered<typeof calls.list>['data']> {
  const claims = claimsWithin(db, accessScope)
    .where(matching(query, now))
    .select(columnsFor('domain_claim', DomainClaim, ['domain', 'unicodeName', 'username', 'recordName', 'state', 'checkTime', 'finishTime']))
    .select([
      'domain.name as domain',
      'domain.unicode_name as unicodeName',
      'account.username',
      recordName.as('recordName'),
      stateAt(now).as('state'),
      'domain_claim.checked_at as checkTime',
      'domain_claim.finished_at as finishTime',
    ])
  return pageOf(
    db,
    claims,
    {
      otherwise: 'domain_claim.created_at',
      tieBreak: 'domain_claim.id',
      sort: { domain: 'domain.name', createTime: 'domain_claim.created_at', expireTime: 'domain_claim.expires_at' },
    },
    query,
  )
}

/** A request as it is checked. */
export type OpenClaim = {
  id: number
  domainId: number
  domain: string
  accountId: number
  recordName: string
  recordValue: string
  finishedAt: Date | null
  expiresAt: Date
}

/** The named requests within reach. */
export async function findClaims(db: Db, accessScope: AccessScope, ids: readonly number[]): Promise<OpenClaim[]> {
  return claimsWithin(db, accessScope)
    .where('domain_claim.id', 'in', [...ids])
    .select([
      'domain_claim.id',
      'domain_claim.domain_id as domainId',
      'domain.name as domain',
      'domain_claim.account_id as accountId',
      recordName.as('recordName'),
      'domain_claim.record_value as recordValue',
      'domain_claim.finished_at as finishedAt',
      'domain_claim.expires_at as expiresAt',
    ])
    .orderBy('domain_claim.id')
    .execute()
}

/** A domain that is requested, and whether it is a reverse zone. */
export type Wanted = { id: number; name: string; accountId: number; isReverse: boolean }

/** Domains of these names that are there, whoever has them. */
export async function findWanted(db: Db, names: readonly string[]): Promise<Wanted[]> {
  return db
    .selectFrom('domain')
    .leftJoin('reverse_zone', 'reverse_zone.domain_id', 'domain.id')
    .select(['domain.id', 'domain.name', 'domain.account_id as accountId', sql<boolean>`reverse_zone.domain_id is not null`.as('isReverse')])
    .where('domain.name', '=', sql<string>`any(${[...names]}::text[])`)
    .where('domain.deleted_at', 'is', null)
    .execute()
}

/** Requests of an account for these domains that are still open, those that are over included. */
export async function findOpen(tx: Tx, accountId: number, domainIds: readonly number[]): Promise<{ id: number; domain: string; expiresAt: Date }[]> {
  return tx
    .selectFrom('domain_claim')
    .innerJoin('domain', 'domain.id', 'domain_claim.domain_id')
    .select(['domain_claim.id', 'domain.name as domain', 'domain_claim.expires_at as expiresAt'])
    .where('domain_claim.account_id', '=', accountId)
    .where('domain_claim.domain_id', '=', sql<number>`any(${[...domainIds]}::bigint[])`)
    .where('domain_claim.finished_at', 'is', null)
    .execute()
}

export async function insertClaims(
  tx: Tx,
  claims: readonly { domain_id: number; account_id: number; record_label: string; record_value: string; expires_at: Date; created_at: Date }[],
): Promise<{ id: number; domain_id: number }[]> {
  return tx
    .insertInto('domain_claim')
    .values(claims.map((claim) => ({ ...claim, finding: null, checked_at: null, finished_at: null })))
    .returning(['id', 'domain_id'])
    .execute()
}

export async function deleteClaims(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('domain_claim')
    .where('id', 'in', [...ids])
    .execute()
}

/**
 * Locks a request that is open, and its domain. Undefined where one of them is not there any more. `isHeld`: an administrator locked the
 * domain, or it has become a zone of a reverse segment meanwhile.
 */
export async function lockClaim(tx: Tx, id: number): Promise<{ domainId: number; name: string; ownerId: number; isHeld: boolean } | undefined> {
  return tx
    .selectFrom('domain_claim')
    .innerJoin('domain', 'domain.id', 'domain_claim.domain_id')
    .select(['domain.id as domainId', 'domain.name', 'domain.account_id as ownerId'])
    .select(sql<boolean>`domain.is_locked or exists (select from reverse_zone where reverse_zone.domain_id = domain.id)`.as('isHeld'))
    .where('domain_claim.id', '=', id)
    .where('domain_claim.finished_at', 'is', null)
    .where('domain.deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export type Noted = { finding: 'missing' | 'different' | 'unknown' | 'seen'; checked_at: Date; finished_at?: Date }

export async function noteClaim(tx: Tx, id: number, set: Noted): Promise<void> {
  await tx.updateTable('domain_claim').set(set).where('id', '=', id).execute()
}

/** Whoever had the domain may know the secrets of its update keys: they end with that. Nodes hear of it when it is committed. */
export async function deleteUpdateKeys(tx: Tx, domainId: number): Promise<{ id: number; name: string }[]> {
  const keys = await tx.deleteFrom('update_key').where('domain_id', '=', domainId).returning(['id', 'name']).execute()
  if (keys.length > 0) await sql`select pg_notify(${publicationChannel}, ${transfersNotice})`.execute(tx)
  return keys
}
