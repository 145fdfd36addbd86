import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { Domain, type domain as calls } from '@nameplane/contract/dns/domain'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { domainNameservers } from '../../../changes/domain-nameservers.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { placesOf } from '../../../db/full-names.ts'
import { pageOf, rowsOf, type Total } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import { hourOf } from '../../../db/statistics/adding.ts'
import { eachMinute } from '../../../db/statistics/reading.ts'
import { lockRows, updateRows } from '../../../db/versioned-rows.ts'
import { accountWithin, domainWithin, groupWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Tables } from '../../../db/tables.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'

type DomainRow = Answered<typeof calls.detail>['data']
type ListQuery = Received<typeof calls.list>

const segmentOfZone = sql<string | null>`(
  select reverse_segment.cidr::text from reverse_zone join reverse_segment on reverse_segment.id = reverse_zone.segment_id where reverse_zone.domain_id = domain.id
)`

function selectDomains(db: Db) {
  return db
    .selectFrom('domain')
    .innerJoin('account', 'account.id', 'domain.account_id')
    .innerJoin('service_group', 'service_group.id', 'domain.service_group_id')
    .leftJoin('zone_health', 'zone_health.domain_id', 'domain.id')
    .leftJoin('domain_primary', 'domain_primary.domain_id', 'domain.id')
    .select(
      columnsFor('domain', Domain, [
        ...([
          'domain',
          'username',
          'serviceGroupName',
          'queries24h',
          'queriesByHour',
          'nsCheckTime',
          'nsDaysLeft',
          'healthScore',
          'healthTime',
          'reverseSegment',
          'primaryState',
          'mname',
          'nsExpected',
        ] as const),
      ]),
    )
    .select([
      'domain.name as domain',
      'account.username',
      'service_group.name as serviceGroupName',
      'domain.ns_checked_at as nsCheckTime',
      'zone_health.score as healthScore',
      'zone_health.checked_at as healthTime',
      'domain.ns_wrong_days',
      segmentOfZone.as('reverseSegment'),
      'domain_primary.state as primaryState',
      domainNameservers.mname.as('mname'),
      domainNameservers.nameservers.as('nsExpected'),
    ])
}

type Selected = Omit<DomainRow, 'queries24h' | 'queriesByHour' | 'nsDaysLeft'> & { ns_wrong_days: number }

const hoursOfDay = 24
const hourMs = 3_600_000
const noQueries: readonly number[] = Array.from({ length: hoursOfDay }, () => 0)

function shown({ ns_wrong_days, ...row }: Selected, isRemovalOn: boolean, hours: readonly number[] = noQueries): DomainRow {
  return {
    ...row,
    queries24h: hours.reduce((sum, answers) => sum + answers, 0),
    queriesByHour: [...hours],
    nsDaysLeft: isRemovalOn && ns_wrong_days > 0 && row.reverseSegment === null ? Math.max(0, limits.wrongNameserversRemovalDays - ns_wrong_days) : null,
  }
}

/** Whether those of these domains that are delegated elsewhere are removed in the end. */
async function leavesWhenWrong(db: Db, rows: readonly Pick<Selected, 'ns_wrong_days'>[]): Promise<boolean> {
  return rows.some((row) => row.ns_wrong_days > 0) && (await readSettingOrDefault(db, nsCheck)).isRemovalOn
}

/** Answers of the last 24 hours, by the hour: the oldest first, the last one ends now. */
async function queriesByHour(db: Db, domainIds: number[]): Promise<Map<number, number[]>> {
  const byDomain = new Map(domainIds.map((id) => [id, Array.from({ length: hoursOfDay }, () => 0)]))
  if (domainIds.length === 0) return byDomain
  const now = Date.now()
  const from = now - hoursOfDay * hourMs
  const rows = await db
    .selectFrom('query_domain_minute')
    .select(['domain_id', 'at', 'minutes'])
    .where('domain_id', 'in', domainIds)
    .where('at', '>=', hourOf(new Date(from)))
    .execute()
  for (const { domain_id, at, minutes } of rows) {
    const hours = byDomain.get(domain_id)!
    eachMinute(at, minutes, (minute, answers) => {
      const hoursAgo = Math.max(0, Math.floor((now - minute) / hourMs))
      if (minute > from) hours[hoursOfDay - 1 - hoursAgo]! += answers
    })
  }
  return byDomain
}

function matching(query: ListQuery): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'domain'>()
  const conditions: Expression<SqlBool>[] = [of('domain.deleted_at', query.recycled ? 'is not' : 'is', null)]
  if (query.search) {
    // Names are kept in the lower case of names (dns-text/idn.ts); what people write is not.
    const pattern = containing(query.search.toLowerCase())
    conditions.push(
      of.or([
        of('domain.name', 'like', pattern),
        of('domain.unicode_name', 'like', pattern),
        of('domain.remark', 'ilike', containing(query.search)),
        // The full name of a host finds the domain that it lies in.
        of('domain.name', '=', sql<string>`any(${placesOf(query.search).map(({ zone }) => zone)}::text[])`),
      ]),
    )
  }
  if (query.value)
    conditions.push(of('domain.id', 'in', of.selectFrom('record').select('record.domain_id').where('record.value', 'ilike', containing(query.value))))
  if (query.userId !== undefined) conditions.push(of('domain.account_id', '=', query.userId))
  if (query.serviceGroupId !== undefined) conditions.push(of('domain.service_group_id', '=', query.serviceGroupId))
  if (query.status !== undefined) conditions.push(of('domain.status', '=', query.status))
  if (query.nsState) conditions.push(of('domain.ns_state', '=', query.nsState))
  if (query.locked !== undefined) conditions.push(of('domain.is_locked', '=', query.locked))
  return of.and(conditions)
}

/** One page of domains, newest change first unless a column is asked for. */
export async function listDomains(db: Db, accessScope: AccessScope, query: ListQuery): Promise<{ list: DomainRow[] } & Total> {
  // No filter asks for what stands beside the domain itself.
  const found = db.selectFrom('domain').where(matching(query)).where(domainWithin(accessScope)).select('domain.id')
  const sort = {
    domain: 'domain.name',
    recordCount: 'domain.record_count',
    createTime: 'domain.created_at',
    updateTime: 'domain.updated_at',
    // Where nothing is deleted, all are alike by it.
    deleteTime: query.recycled ? 'domain.deleted_at' : 'domain.id',
  } as const
  const page = await pageOf(db, found, { sort, otherwise: query.recycled ? 'domain.deleted_at' : 'domain.updated_at', tieBreak: 'domain.id' }, query)
  const ids = page.list.map(({ id }) => id)
  const rows = await selectDomains(db)
    .where('domain.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  const queries = await queriesByHour(db, ids)
  const isRemovalOn = await leavesWhenWrong(db, rows)
  return { ...page, list: rowsOf(page.list, rows).map((row) => shown(row, isRemovalOn, queries.get(row.id))) }
}

export async function findDomain(db: Db, accessScope: AccessScope, id: number): Promise<DomainRow | undefined> {
  const row = await selectDomains(db).where('domain.id', '=', id).where(domainWithin(accessScope)).executeTakeFirst()
  if (!row) return undefined
  return shown(row, await leavesWhenWrong(db, [row]), (await queriesByHour(db, [id])).get(id))
}

/** What is kept of a domain in the audit trail. */
export type DomainState = {
  id: number
  domain: string
  userId: number
  serviceGroupId: number
  status: number
  isLocked: boolean
  remark: string
  defaultTtlSeconds: number
  soaRefreshSeconds: number
  soaRetrySeconds: number
  soaExpireSeconds: number
  soaMinimumSeconds: number
  /** Null: its owner's, where there are some; empty: those of its service group. */
  ownNameservers: string[] | null
  recordCount: number
  rowVersion: number
  isDeleted: boolean
}

/** Locks domains until the transaction ends, in the order of their ids, so that two bulk calls never wait for each other. */
export async function lockDomains(tx: Tx, accessScope: AccessScope, ids: readonly number[]): Promise<DomainState[]> {
  const rows = await lockRows(tx, 'domain', ids, domainWithin(accessScope))
  return rows.map((row) => ({
    id: row.id,
    domain: row.name,
    userId: row.account_id,
    serviceGroupId: row.service_group_id,
    status: row.status,
    isLocked: row.is_locked,
    remark: row.remark,
    defaultTtlSeconds: row.default_ttl_seconds,
    soaRefreshSeconds: row.soa_refresh_seconds,
    soaRetrySeconds: row.soa_retry_seconds,
    soaExpireSeconds: row.soa_expire_seconds,
    soaMinimumSeconds: row.soa_minimum_seconds,
    ownNameservers: row.own_nameservers,
    recordCount: row.record_count,
    rowVersion: row.row_version,
    isDeleted: row.deleted_at !== null,
  }))
}

/** A name is taken whoever has it; `isWithin` says whether the caller may know more than that. */
export async function findDomainByName(
  db: Db,
  accessScope: AccessScope,
  name: string,
): Promise<{ id: number; isDeleted: boolean; isWithin: boolean } | undefined> {
  const row = await db
    .selectFrom('domain')
    .select(['id', 'deleted_at', sql<boolean>`${domainWithin(accessScope)}`.as('is_within')])
    .where('name', '=', name)
    .executeTakeFirst()
  return row && { id: row.id, isDeleted: row.deleted_at !== null, isWithin: row.is_within }
}

/** SOA values, as columns. */
export type SoaColumns = { soa_refresh_seconds: number; soa_retry_seconds: number; soa_expire_seconds: number; soa_minimum_seconds: number }

type NewDomain = {
  name: string
  unicodeName: string
  accountId: number
  serviceGroupId: number
  remark: string
  defaultTtlSeconds: number
  ownNameservers: string[] | null
  soa: Partial<SoaColumns>
}

/** Adds a domain; SOA values that are not given are those of the table. */
export async function insertDomain(tx: Tx, { soa, ...row }: NewDomain): Promise<{ id: number; version: number; rowVersion: number }> {
  return tx
    .insertInto('domain')
    .values({
      name: row.name,
      unicode_name: row.unicodeName,
      account_id: row.accountId,
      service_group_id: row.serviceGroupId,
      remark: row.remark,
      default_ttl_seconds: row.defaultTtlSeconds,
      own_nameservers: row.ownNameservers,
      ...soa,
      serial: 0,
      deleted_by: null,
    })
    .returning(['id', 'version', 'row_version as rowVersion'])
    .executeTakeFirstOrThrow()
}

type DomainSet = Partial<
  {
    account_id: number
    service_group_id: number
    own_nameservers: string[] | null
    remark: string
    default_ttl_seconds: number
    status: number
    is_locked: boolean
    deleted_at: Date | null
    deleted_by: number | null
  } & SoaColumns
>

export async function updateDomains(tx: Tx, ids: readonly number[], set: DomainSet): Promise<void> {
  await updateRows(tx, 'domain', ids, set)
}

export async function deleteDomains(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('domain')
    .where('id', 'in', [...ids])
    .execute()
}

/** One of these domains that is a zone of a reverse segment, and of which. */
export async function findReverseZone(db: Db, ids: readonly number[]): Promise<{ name: string; cidr: string } | undefined> {
  return db
    .selectFrom('reverse_zone')
    .innerJoin('reverse_segment', 'reverse_segment.id', 'reverse_zone.segment_id')
    .innerJoin('domain', 'domain.id', 'reverse_zone.domain_id')
    .select(['domain.name', 'reverse_segment.cidr'])
    .where('reverse_zone.domain_id', 'in', [...ids])
    .orderBy('domain.name')
    .executeTakeFirst()
}

/** Whether a domain may be given to an account: to oneself, or to one within reach. Otherwise giving somebody a domain would bring them within reach. */
export async function mayBeOwner(db: Db, giver: { accountId: number | null; accessScope: AccessScope }, id: number): Promise<boolean> {
  const found = db.selectFrom('account').select('id').where('id', '=', id)
  return (await (id === giver.accountId ? found : found.where(accountWithin(giver.accessScope))).executeTakeFirst()) !== undefined
}

/** A domain beyond the caller's reach that this name lies in; adding the name would take it out of that domain. */
export async function findForeignParent(db: Db, accessScope: AccessScope, name: string): Promise<string | undefined> {
  const labels = name.split('.')
  const parents = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'))
  if (parents.length === 0 || accessScope === 'all') return undefined
  return (
    await db
      .selectFrom('domain')
      .select('name')
      .where('name', 'in', parents)
      .where((of) => of.not(domainWithin(accessScope)))
      .executeTakeFirst()
  )?.name
}

/** A usable group by id within the caller's reach. */
export async function findUsableGroup(db: Db, accessScope: AccessScope, id: number): Promise<number | undefined> {
  return (await db.selectFrom('service_group').select('id').where('status', '=', 1).where('id', '=', id).where(groupWithin(accessScope)).executeTakeFirst())?.id
}

/** The group of a domain for which none is named: the default one, for callers with groups of their own the first of theirs. */
export async function findGroupForNew(db: Db, accessScope: AccessScope): Promise<number | undefined> {
  const groups = db.selectFrom('service_group').select('id').where('status', '=', 1).orderBy('is_default', 'desc').orderBy('weight', 'desc').orderBy('id')
  const isOfGroups = accessScope !== 'all' && ('limit' in accessScope ? 'groupIds' in accessScope.limit : accessScope.accountId === null)
  return (await (isOfGroups ? groups.where(groupWithin(accessScope)) : groups.where('is_default', '=', true)).executeTakeFirst())?.id
}
