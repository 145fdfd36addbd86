import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import type { domain as calls } from '@nameplane/contract/dns/domain'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { accountWithin, domainWithin, groupWithin, type Reach } from '../../../db/reach.ts'
import type { Tables } from '../../../db/tables.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'

type DomainRow = Answered<typeof calls.detail>['data']
type ListQuery = Received<typeof calls.list>

// The columns a list may be sorted by; the contract's list of names is checked against it by the type.
const sortColumns = {
  domain: 'domain.name',
  recordCount: 'domain.record_count',
  createTime: 'domain.created_at',
  updateTime: 'domain.updated_at',
  deleteTime: 'domain.deleted_at',
  serial: 'domain.serial',
  username: 'account.username',
  serviceGroupName: 'service_group.name',
} as const satisfies Record<NonNullable<ListQuery['sidx']>, string>

function selectDomains(db: Db) {
  return db
    .selectFrom('domain')
    .innerJoin('account', 'account.id', 'domain.account_id')
    .innerJoin('service_group', 'service_group.id', 'domain.service_group_id')
}

const shownColumns = [
  'domain.id',
  'domain.name',
  'domain.unicode_name',
  'domain.account_id',
  'account.username',
  'domain.service_group_id',
  'service_group.name as group_name',
  'domain.status',
  'domain.is_locked',
  'domain.remark',
  'domain.record_count',
  'domain.default_ttl_seconds',
  'domain.serial',
  'domain.version',
  'domain.row_version',
  'domain.created_at',
  'domain.updated_at',
  'domain.deleted_at',
  'domain.ns_state',
  'domain.ns_checked_at',
  'domain.ns_found',
  'domain.ns_wrong_since',
  'domain.ns_wrong_days',
] as const

type Shown = {
  id: number
  name: string
  unicode_name: string
  account_id: number
  username: string
  service_group_id: number
  group_name: string
  status: number
  is_locked: boolean
  remark: string
  record_count: number
  default_ttl_seconds: number
  serial: number
  version: number
  row_version: number
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  ns_state: DomainRow['nsState']
  ns_checked_at: Date | null
  ns_found: string[]
  ns_wrong_since: Date | null
  ns_wrong_days: number
}

const hoursOfDay = 24
const noQueries: readonly number[] = Array.from({ length: hoursOfDay }, () => 0)

function shown(row: Shown, isRemovalOn: boolean, hours: readonly number[] = noQueries): DomainRow {
  return {
    id: row.id,
    domain: row.name,
    unicodeName: row.unicode_name,
    userId: row.account_id,
    username: row.username,
    serviceGroupId: row.service_group_id,
    serviceGroupName: row.group_name,
    status: row.status,
    isLocked: row.is_locked,
    remark: row.remark,
    recordCount: row.record_count,
    defaultTtlSeconds: row.default_ttl_seconds,
    serial: row.serial,
    version: row.version,
    rowVersion: row.row_version,
    queries24h: hours.reduce((sum, answers) => sum + answers, 0),
    queriesByHour: [...hours],
    nsState: row.ns_state,
    nsCheckTime: row.ns_checked_at,
    nsFound: row.ns_found,
    nsWrongSince: row.ns_wrong_since,
    nsDaysLeft: isRemovalOn && row.ns_wrong_days > 0 ? Math.max(0, limits.wrongNameserversRemovalDays - row.ns_wrong_days) : null,
    createTime: row.created_at,
    updateTime: row.updated_at,
    deleteTime: row.deleted_at,
  }
}

/** Whether those of these domains that are delegated elsewhere are removed in the end. */
async function leavesWhenWrong(db: Db, rows: readonly Pick<Shown, 'ns_wrong_days'>[]): Promise<boolean> {
  return rows.some((row) => row.ns_wrong_days > 0) && (await readSettingOrDefault(db, nsCheck)).isRemovalOn
}

/** Answers of the last 24 hours, by the hour: the oldest first, the last one ends now. */
async function queriesByHour(db: Db, domainIds: number[]): Promise<Map<number, number[]>> {
  const byDomain = new Map(domainIds.map((id) => [id, Array.from({ length: hoursOfDay }, () => 0)]))
  if (domainIds.length === 0) return byDomain
  // Minutes first: a busy domain has many rows a minute, and the covering index hands them over in that order.
  const minutes = db
    .selectFrom('query_rollup')
    .select(['domain_id', 'minute', (of) => of.fn.sum<number>('answers').as('answers')])
    .where('domain_id', 'in', domainIds)
    .where('minute', '>', sql<Date>`now() - interval '24 hours'`)
    .groupBy(['domain_id', 'minute'])
  const rows = await db
    .selectFrom(minutes.as('minutes'))
    .select([
      'domain_id',
      sql<number>`greatest(floor(extract(epoch from now() - minute) / 3600), 0)`.as('hours_ago'),
      (of) => of.fn.sum<number>('answers').as('answers'),
    ])
    .groupBy(['domain_id', 'hours_ago'])
    .execute()
  for (const row of rows) byDomain.get(row.domain_id)![hoursOfDay - 1 - Number(row.hours_ago)] = Number(row.answers)
  return byDomain
}

function matching(query: ListQuery): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'domain'>()
  const conditions: Expression<SqlBool>[] = [of('domain.deleted_at', query.recycled ? 'is not' : 'is', null)]
  if (query.search) {
    const pattern = containing(query.search.toLowerCase())
    conditions.push(of.or([of('domain.name', 'like', pattern), of('domain.unicode_name', 'like', pattern), of('domain.remark', 'ilike', pattern)]))
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

/** One page of domains, newest change first unless a column is asked for; ties by id, so that pages never overlap. */
export async function listDomains(db: Db, reach: Reach, query: ListQuery): Promise<{ list: DomainRow[]; totalCount: number }> {
  const order = query.order
  const rows = await selectDomains(db)
    .select(shownColumns)
    .where(matching(query))
    .where(domainWithin(reach))
    .orderBy(query.sidx ? sortColumns[query.sidx] : query.recycled ? 'domain.deleted_at' : 'domain.updated_at', order)
    .orderBy('domain.id', order)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  const total = await db
    .selectFrom('domain')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where(matching(query))
    .where(domainWithin(reach))
    .executeTakeFirstOrThrow()
  const queries = await queriesByHour(
    db,
    rows.map((row) => row.id),
  )
  const isRemovalOn = await leavesWhenWrong(db, rows)
  return { list: rows.map((row) => shown(row, isRemovalOn, queries.get(row.id))), totalCount: Number(total.count) }
}

export async function findDomain(db: Db, reach: Reach, id: number): Promise<DomainRow | undefined> {
  const row = await selectDomains(db).select(shownColumns).where('domain.id', '=', id).where(domainWithin(reach)).executeTakeFirst()
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
  recordCount: number
  rowVersion: number
  isDeleted: boolean
}

/** Locks domains until the transaction ends, in the order of their ids, so that two bulk calls never wait for each other. */
export async function lockDomains(tx: Tx, reach: Reach, ids: readonly number[]): Promise<DomainState[]> {
  const rows = await tx
    .selectFrom('domain')
    .selectAll()
    .where('id', 'in', [...ids])
    .where(domainWithin(reach))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    domain: row.name,
    userId: row.account_id,
    serviceGroupId: row.service_group_id,
    status: row.status,
    isLocked: row.is_locked,
    remark: row.remark,
    defaultTtlSeconds: row.default_ttl_seconds,
    recordCount: row.record_count,
    rowVersion: row.row_version,
    isDeleted: row.deleted_at !== null,
  }))
}

/** A name is taken whoever has it; `isWithin` says whether the caller may know more than that. */
export async function findDomainByName(db: Db, reach: Reach, name: string): Promise<{ id: number; isDeleted: boolean; isWithin: boolean } | undefined> {
  const row = await db
    .selectFrom('domain')
    .select(['id', 'deleted_at', sql<boolean>`${domainWithin(reach)}`.as('is_within')])
    .where('name', '=', name)
    .executeTakeFirst()
  return row && { id: row.id, isDeleted: row.deleted_at !== null, isWithin: row.is_within }
}

export async function insertDomain(
  tx: Tx,
  row: { name: string; unicodeName: string; accountId: number; serviceGroupId: number; remark: string; defaultTtlSeconds: number },
): Promise<number> {
  const inserted = await tx
    .insertInto('domain')
    .values({
      name: row.name,
      unicode_name: row.unicodeName,
      account_id: row.accountId,
      service_group_id: row.serviceGroupId,
      remark: row.remark,
      default_ttl_seconds: row.defaultTtlSeconds,
      serial: 0,
      deleted_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

type DomainSet = Partial<{
  account_id: number
  service_group_id: number
  remark: string
  default_ttl_seconds: number
  status: number
  is_locked: boolean
  deleted_at: Date | null
  deleted_by: number | null
}>

export async function updateDomains(tx: Tx, ids: readonly number[], set: DomainSet): Promise<void> {
  await tx
    .updateTable('domain')
    .set((of) => ({ ...set, row_version: of('row_version', '+', 1), updated_at: new Date() }))
    .where('id', 'in', [...ids])
    .execute()
}

export async function deleteDomains(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('domain')
    .where('id', 'in', [...ids])
    .execute()
}

/** Whether a domain may be given to an account: to oneself, or to one within reach. Otherwise giving somebody a domain would bring them within reach. */
export async function mayBeOwner(db: Db, giver: { accountId: number | null; reach: Reach }, id: number): Promise<boolean> {
  const found = db.selectFrom('account').select('id').where('id', '=', id)
  return (await (id === giver.accountId ? found : found.where(accountWithin(giver.reach))).executeTakeFirst()) !== undefined
}

/** A domain beyond the caller's reach that this name lies in; adding the name would take it out of that domain. */
export async function findForeignParent(db: Db, reach: Reach, name: string): Promise<string | undefined> {
  const labels = name.split('.')
  const parents = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'))
  if (parents.length === 0 || reach === 'all') return undefined
  return (
    await db
      .selectFrom('domain')
      .select('name')
      .where('name', 'in', parents)
      .where((of) => of.not(domainWithin(reach)))
      .executeTakeFirst()
  )?.name
}

/** A usable group by id within the caller's reach. */
export async function findUsableGroup(db: Db, reach: Reach, id: number): Promise<number | undefined> {
  return (await db.selectFrom('service_group').select('id').where('status', '=', 1).where('id', '=', id).where(groupWithin(reach)).executeTakeFirst())?.id
}

/** The group of a domain for which none is named: the default one, for callers with groups of their own the first of theirs. */
export async function findGroupForNew(db: Db, reach: Reach): Promise<number | undefined> {
  const groups = db.selectFrom('service_group').select('id').where('status', '=', 1).orderBy('is_default', 'desc').orderBy('weight', 'desc').orderBy('id')
  const isOfGroups = reach !== 'all' && reach.accountId === null
  return (await (isOfGroups ? groups.where(groupWithin(reach)) : groups.where('is_default', '=', true)).executeTakeFirst())?.id
}
