import { sql, type Expression, type SqlBool, expressionBuilder } from 'kysely'
import type { record as calls, DnsRecord, RecordSetWeights } from '@nameplane/contract/dns/record'
import { priorityOf, type CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { domainWithin, type Reach } from '../../../db/reach.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../../http/call.ts'
import { nameserverTtlSeconds, soaTimers } from '../../../serving/publication/zone-source.ts'

type ListQuery = Received<typeof calls.list>
type RecordRow = Answered<typeof calls.list>['data']['list'][number]
/** SOA or NS of the service group as a list shows it. */
export type LockedRow = Answered<typeof calls.list>['data']['locked'][number]

/** A record as it is saved. `version` is the domain's version that wrote it last. */
export type SavedRecord = CanonicalRecord & { id: number; version: number }

/** A domain as its records need it. */
export type DomainOfRecords = {
  id: number
  /** Lower-case ASCII without the final dot. */
  name: string
  isLocked: boolean
  isDeleted: boolean
  version: number
  serial: number
  recordCount: number
  defaultTtlSeconds: number
  nameservers: string[]
  mname: string
  rname: string
}

function selectDomain(db: Db, reach: Reach, id: number) {
  return db
    .selectFrom('domain')
    .innerJoin('service_group', 'service_group.id', 'domain.service_group_id')
    .select([
      'domain.id',
      'domain.name',
      'domain.is_locked',
      'domain.deleted_at',
      'domain.version',
      'domain.serial',
      'domain.record_count',
      'domain.default_ttl_seconds',
      'service_group.nameservers',
      'service_group.mname',
      'service_group.rname',
    ])
    .where('domain.id', '=', id)
    .where(domainWithin(reach))
}

type DomainRow = {
  id: number
  name: string
  is_locked: boolean
  deleted_at: Date | null
  version: number
  serial: number
  record_count: number
  default_ttl_seconds: number
  nameservers: string[]
  mname: string
  rname: string
}

function domainOf(row: DomainRow | undefined): DomainOfRecords | undefined {
  return (
    row && {
      id: row.id,
      name: row.name,
      isLocked: row.is_locked,
      isDeleted: row.deleted_at !== null,
      version: row.version,
      serial: row.serial,
      recordCount: row.record_count,
      defaultTtlSeconds: row.default_ttl_seconds,
      nameservers: row.nameservers,
      mname: row.mname,
      rname: row.rname,
    }
  )
}

export async function findDomainOfRecords(db: Db, reach: Reach, id: number): Promise<DomainOfRecords | undefined> {
  return domainOf(await selectDomain(db, reach, id).executeTakeFirst())
}

/** The same, locked until the transaction ends: changes of one domain's records come one after the other. */
export async function lockDomainOfRecords(tx: Tx, reach: Reach, id: number): Promise<DomainOfRecords | undefined> {
  return domainOf(await selectDomain(tx, reach, id).forUpdate('domain').executeTakeFirst())
}

/** SOA and NS as the nodes answer them. */
export function lockedRecordsOf(domain: DomainOfRecords): LockedRow[] {
  const { refresh, retry, expire, minimum, ttlSeconds } = soaTimers
  return [
    { host: '@', type: 'SOA', value: `${domain.mname}. ${domain.rname}. ${domain.serial} ${refresh} ${retry} ${expire} ${minimum}`, ttl: ttlSeconds },
    ...domain.nameservers.map((name) => ({ host: '@', type: 'NS', value: `${name}.`, ttl: nameserverTtlSeconds })),
  ]
}

const sortColumns = {
  host: 'record.host',
  type: 'record.type',
  line: 'record.line',
  value: 'record.value',
  ttl: 'record.ttl_seconds',
  updateTime: 'record.updated_at',
  id: 'record.id',
} as const satisfies Record<NonNullable<ListQuery['sidx']>, string>

function selectShown(db: Db) {
  return db
    .selectFrom('record')
    .leftJoin('account', 'account.id', 'record.updated_by')
    .select([
      'record.id',
      'record.host',
      'record.type',
      'record.line',
      'record.value',
      'record.ttl_seconds',
      'record.weight',
      'record.remark',
      'record.status',
      'record.version',
      'record.updated_at',
      'account.username',
      'account.type as account_type',
    ])
}

type ShownRow = {
  id: number
  host: string
  type: string
  line: string
  value: string
  ttl_seconds: number
  weight: number | null
  remark: string
  status: number
  version: number
  updated_at: Date
  username: string | null
  account_type: number | null
}

/** Who looks: users are told that an administrator changed a record, and no administrator's name. */
type Viewer = Pick<Actor, 'kind'>

function shown(row: ShownRow, viewer: Viewer): RecordRow {
  return {
    id: row.id,
    host: row.host,
    type: row.type,
    line: row.line,
    value: row.value,
    priority: priorityOf(row.type, row.value),
    ttl: row.ttl_seconds,
    weight: row.weight,
    remark: row.remark,
    status: row.status,
    version: row.version,
    updateTime: row.updated_at,
    updatedBy: viewer.kind === 'user' && row.account_type === 1 ? null : (row.username ?? ''),
  }
}

function matching(query: ListQuery): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'record'>()
  const conditions: Expression<SqlBool>[] = [of('record.domain_id', '=', query.domainId)]
  if (query.search) {
    const pattern = containing(query.search)
    conditions.push(of.or([of('record.host', 'ilike', pattern), of('record.value', 'ilike', pattern), of('record.remark', 'ilike', pattern)]))
  }
  if (query.host !== undefined) conditions.push(of('record.host', '=', query.host.toLowerCase()))
  if (query.type !== undefined) conditions.push(of('record.type', '=', query.type.toUpperCase()))
  if (query.line !== undefined) conditions.push(of('record.line', '=', query.line))
  if (query.status !== undefined) conditions.push(of('record.status', '=', query.status))
  return of.and(conditions)
}

/** One page of records: by name, type and line unless a column is asked for; ties by id, so that pages never overlap. */
export async function listRecords(db: Db, viewer: Viewer, domain: DomainOfRecords, query: ListQuery): Promise<{ list: RecordRow[]; totalCount: number }> {
  const page = selectShown(db)
    .where(matching(query))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const sorted = query.sidx
    ? page.orderBy(sortColumns[query.sidx], query.order).orderBy('record.id', query.order)
    : page.orderBy('record.host').orderBy('record.type').orderBy('record.line').orderBy('record.id')
  const rows = await sorted.execute()
  return { list: rows.map((row) => shown(row, viewer)), totalCount: await countRecords(db, domain, query) }
}

/** The sets of more than one record that these records belong to. */
export async function listSetWeights(db: Db, domainId: number, records: readonly RecordRow[]): Promise<RecordSetWeights[]> {
  const sets = new Map(records.map(({ host, type, line }) => [JSON.stringify([host, type, line]), { host, type, line }]))
  if (sets.size === 0) return []
  const columnOf = (member: 'host' | 'type' | 'line') => sql`${[...sets.values()].map((set) => set[member])}::text[]`
  const { rows } = await sql<RecordSetWeights>`
    select record.host, record.type, record.line,
      count(*) filter (where record.status = 1)::int as "served",
      count(record.weight) filter (where record.status = 1)::int as "weighted",
      coalesce(sum(coalesce(record.weight, 1)) filter (where record.status = 1), 0)::int as "weightSum"
    from record
    join unnest(${columnOf('host')}, ${columnOf('type')}, ${columnOf('line')}) as wanted (host, type, line)
      on wanted.host = record.host and wanted.type = record.type and wanted.line = record.line
    where record.domain_id = ${domainId}
    group by record.host, record.type, record.line
    having count(*) > 1
    order by record.host, record.type, record.line`.execute(db)
  return rows
}

async function countRecords(db: Db, domain: DomainOfRecords, query: ListQuery): Promise<number> {
  const isFiltered = Boolean(query.search) || [query.host, query.type, query.line, query.status].some((filter) => filter !== undefined)
  if (!isFiltered) return domain.recordCount
  const total = await db
    .selectFrom('record')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where(matching(query))
    .executeTakeFirstOrThrow()
  return Number(total.count)
}

/** Records as lists show them, by id. */
export async function findShownRecords(db: Db, viewer: Viewer, ids: readonly number[]): Promise<Map<number, RecordRow>> {
  if (ids.length === 0) return new Map()
  const rows = await selectShown(db)
    .where('record.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, shown(row, viewer)]))
}

/** A row as a refusal carries it, its times already text. */
export function wireRecord(row: RecordRow): DnsRecord {
  return { ...row, updateTime: row.updateTime.toISOString() }
}

const savedColumns = ['id', 'host', 'type', 'line', 'value', 'ttl_seconds', 'weight', 'remark', 'status', 'version'] as const

type SavedRow = {
  id: number
  host: string
  type: string
  line: string
  value: string
  ttl_seconds: number
  weight: number | null
  remark: string
  status: number
  version: number
}

function saved(row: SavedRow): SavedRecord {
  return {
    id: row.id,
    host: row.host,
    type: row.type,
    line: row.line,
    value: row.value,
    ttl: row.ttl_seconds,
    weight: row.weight,
    remark: row.remark,
    status: row.status,
    version: row.version,
  }
}

function selectSaved(db: Db, domainId: number) {
  return db.selectFrom('record').select(savedColumns).where('domain_id', '=', domainId)
}

export async function findRecords(db: Db, domainId: number, ids: readonly number[]): Promise<Map<number, SavedRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await selectSaved(db, domainId)
    .where('id', '=', sql<number>`any(${ids as number[]}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, saved(row)]))
}

export async function readAllRecords(db: Db, domainId: number): Promise<SavedRecord[]> {
  return (await selectSaved(db, domainId).orderBy('host').orderBy('type').orderBy('line').orderBy('id').execute()).map(saved)
}

/** What the records at some names have to be judged with; every list holds hosts, but `pointedTo` absolute names. */
export type Neighbourhood = {
  /** Every record at these names. */
  names: readonly string[]
  /** Delegations and DNAMEs at these names, which lie above. */
  above: readonly string[]
  /** CNAMEs at these names, which are pointed to. */
  targets: readonly string[]
  /** MX, NS and SRV that point to these. */
  pointedTo: readonly string[]
  /** Every record below these. */
  below: readonly string[]
}

/** Reads a few records out of a domain of any size by its indexes. */
export async function readNeighbours(db: Db, domainId: number, of: Neighbourhood): Promise<SavedRecord[]> {
  const found = new Map<number, SavedRecord>()
  const take = async (isWanted: boolean, condition: Expression<SqlBool>): Promise<void> => {
    if (!isWanted) return
    for (const row of await selectSaved(db, domainId).where(condition).execute()) found.set(row.id, saved(row))
  }
  const anyOf = (texts: readonly string[]) => sql`any(${texts}::text[])`
  await take(of.names.length > 0, sql<SqlBool>`host = ${anyOf(of.names)}`)
  await take(of.above.length > 0, sql<SqlBool>`host = ${anyOf(of.above)} and type in ('NS', 'DNAME')`)
  await take(of.targets.length > 0, sql<SqlBool>`host = ${anyOf(of.targets)} and type = 'CNAME'`)
  await take(of.pointedTo.length > 0, sql<SqlBool>`type in ('MX', 'NS', 'SRV') and lower(substring(value from '[^ ]+$')) = ${anyOf(of.pointedTo)}`)
  await take(
    of.below.length > 0,
    of.below.includes('@')
      ? sql<SqlBool>`host <> '@'`
      : sql<SqlBool>`host like ${sql`any(${of.below.map((host) => `%.${host.replace(/[\\%_]/g, '\\$&')}`)}::text[])`}`,
  )
  return [...found.values()]
}

/** Which of these line codes exist. */
export async function findLines(db: Db, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  return new Set(
    (
      await db
        .selectFrom('line')
        .select('code')
        .where('code', 'in', [...codes])
        .execute()
    ).map((row) => row.code),
  )
}
