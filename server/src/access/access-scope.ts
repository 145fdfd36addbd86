import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'

/**
 * How far a right reaches: every domain, or only those of some service groups and those that an account owns. Every
 * query and write of domains, their records and service groups takes one and asks `domainWithin` or `groupWithin`, and
 * every query and write of users, their sessions, payments and verifications asks `accountWithin`; what lies beyond is
 * answered as if it were not there. `holderId` is whose reach it is: the users that this one has added lie within it.
 */
export type AccessScope = RoleScope | { readonly of: RoleScope; readonly limit: DomainLimit }

/** As far as roles reach. */
export type RoleScope = 'all' | { readonly accountId: number | null; readonly groupIds: readonly number[]; readonly holderId: number | null }

/**
 * What an API token is limited to, of what its owner reaches: these domains, or those of these service groups, and nothing that
 * is no domain. None of them is no domain at all.
 */
export type DomainLimit = { readonly domainIds: readonly number[] } | { readonly groupIds: readonly number[] }

function isLimited(accessScope: AccessScope): accessScope is Exclude<AccessScope, RoleScope> {
  return accessScope !== 'all' && 'limit' in accessScope
}

const among = (column: string, ids: readonly number[]) => sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::bigint[])`

/** As far as `of` reaches, and within the limit of a token. */
export function limitedTo(limit: DomainLimit, of: AccessScope): AccessScope {
  return { of: isLimited(of) ? of.of : of, limit }
}

/** Reaches nothing at all. */
export const nowhere: RoleScope = { accountId: null, groupIds: [], holderId: null }

/** Condition on the table `domain` of a query. */
export function domainWithin(accessScope: AccessScope): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'domain'>()
  if (accessScope === 'all') return sql<SqlBool>`true`
  if (isLimited(accessScope)) {
    const { limit } = accessScope
    return of.and([domainWithin(accessScope.of), 'domainIds' in limit ? among('domain.id', limit.domainIds) : among('domain.service_group_id', limit.groupIds)])
  }
  const conditions: Expression<SqlBool>[] = []
  if (accessScope.accountId !== null) conditions.push(of('domain.account_id', '=', accessScope.accountId))
  if (accessScope.groupIds.length > 0) conditions.push(of('domain.service_group_id', 'in', [...accessScope.groupIds]))
  return conditions.length === 0 ? sql<SqlBool>`false` : of.or(conditions)
}

/** The domain of this id within reach, unless it is in the recycle bin. */
export function selectReached(db: Db, accessScope: AccessScope, id: number) {
  return db.selectFrom('domain').select(['id', 'name']).where('id', '=', id).where('deleted_at', 'is', null).where(domainWithin(accessScope))
}

/** Condition on the table `reverse_segment` of a query: it belongs to an account and a service group like the domains that are its zones. */
export function segmentWithin(accessScope: AccessScope): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'reverse_segment'>()
  if (accessScope === 'all') return sql<SqlBool>`true`
  if (isLimited(accessScope)) {
    const { limit } = accessScope
    const zones = of.selectFrom('reverse_zone').select('domain_id').whereRef('reverse_zone.segment_id', '=', 'reverse_segment.id')
    return of.and([
      segmentWithin(accessScope.of),
      'domainIds' in limit
        ? of.exists(zones.where(among('reverse_zone.domain_id', limit.domainIds)))
        : among('reverse_segment.service_group_id', limit.groupIds),
    ])
  }
  const conditions: Expression<SqlBool>[] = []
  if (accessScope.accountId !== null) conditions.push(of('reverse_segment.account_id', '=', accessScope.accountId))
  if (accessScope.groupIds.length > 0) conditions.push(of('reverse_segment.service_group_id', 'in', [...accessScope.groupIds]))
  return conditions.length === 0 ? sql<SqlBool>`false` : of.or(conditions)
}

/** Condition on the table `service_group` of a query; owning a domain is no reach over the group that serves it. */
export function groupWithin(accessScope: AccessScope): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'service_group'>()
  if (accessScope === 'all') return sql<SqlBool>`true`
  if (isLimited(accessScope)) {
    const { limit } = accessScope
    return 'domainIds' in limit ? sql<SqlBool>`false` : of.and([groupWithin(accessScope.of), among('service_group.id', limit.groupIds)])
  }
  return accessScope.groupIds.length === 0 ? sql<SqlBool>`false` : of('service_group.id', 'in', [...accessScope.groupIds])
}

/** Condition on the table `account` of a query: whoever owns a domain within reach, users that the holder has added, and oneself where that reaches the own. */
export function accountWithin(accessScope: AccessScope): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'account'>()
  if (accessScope === 'all') return sql<SqlBool>`true`
  if (isLimited(accessScope)) return sql<SqlBool>`false`
  const conditions: Expression<SqlBool>[] = []
  if (accessScope.accountId !== null) conditions.push(of('account.id', '=', accessScope.accountId))
  if (accessScope.holderId !== null) conditions.push(of('account.created_by', '=', accessScope.holderId))
  if (accessScope.groupIds.length > 0) {
    const owned = of.selectFrom('domain').select('domain.id').whereRef('domain.account_id', '=', 'account.id')
    conditions.push(of.exists(owned.where('domain.service_group_id', 'in', [...accessScope.groupIds])))
  }
  return conditions.length === 0 ? sql<SqlBool>`false` : of.or(conditions)
}

/** Both together, as several roles with one right give it. */
export function widened(one: RoleScope, other: RoleScope): RoleScope {
  if (one === 'all' || other === 'all') return 'all'
  return { accountId: one.accountId ?? other.accountId, groupIds: [...new Set([...one.groupIds, ...other.groupIds])], holderId: one.holderId ?? other.holderId }
}

/** What both reach; rather less than more where a domain is within them for different reasons. */
export function narrowed(one: AccessScope, other: RoleScope): AccessScope {
  return isLimited(one) ? limitedTo(one.limit, ofBoth(one.of, other)) : ofBoth(one, other)
}

function ofBoth(one: RoleScope, other: RoleScope): RoleScope {
  if (one === 'all') return other
  if (other === 'all') return one
  return {
    accountId: one.accountId === other.accountId ? one.accountId : null,
    groupIds: one.groupIds.filter((id) => other.groupIds.includes(id)),
    holderId: one.holderId === other.holderId ? one.holderId : null,
  }
}

/** Whether everything that `inner` reaches lies within `outer`, which a token's limit never holds; whom each holder has added is no part of it. */
export function contains(outer: AccessScope, inner: RoleScope): boolean {
  if (outer === 'all') return true
  if (inner === 'all' || isLimited(outer)) return false
  return (inner.accountId === null || inner.accountId === outer.accountId) && inner.groupIds.every((id) => outer.groupIds.includes(id))
}
