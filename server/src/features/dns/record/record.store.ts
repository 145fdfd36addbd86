import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { DnsRecord, type record as calls, type RecordSetWeights } from '@nameplane/contract/dns/record'
import { customLineId } from '@nameplane/contract/dns/custom-line-code'
import type { PlanLimits } from '@nameplane/contract/dns/plan-limits'
import { priorityOf, type CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import { hostsAbove } from '@nameplane/contract/dns/record-set-rows'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { freePlan } from '@nameplane/contract/system/settings/free-plan'
import { asStoredName } from '@nameplane/dns-text/names'
import type { Db, Tx } from '../../../db/connection.ts'
import { askAll } from '../../../db/one-go.ts'
import { containing } from '../../../db/containing.ts'
import { placesOf } from '../../../db/full-names.ts'
import { pageOf, type Total } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import { domainNameservers } from '../../../changes/domain-nameservers.ts'
import type { TransferredApex } from '../../../db/primary-tables.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../../access/actor.ts'
import { settingFrom, storedSetting } from '../../../settings/settings.ts'
import { byId, neighboursAt, nowhereNear, selectSaved, type Nearby } from './record-neighbours.store.ts'
import { findLines, linesAmong } from './record-lines.store.ts'
import { apexOf, soaColumns, type SoaTimers } from '../../../serving/publication/zone-source.ts'

type ListQuery = Received<typeof calls.list>
type RecordRow = Answered<typeof calls.list>['data']['list'][number]
/** SOA or NS of the domain itself as a list shows it. */
export type LockedRow = Answered<typeof calls.list>['data']['locked'][number]

/** A record as it is saved. `version` is the domain's version that wrote it last. */
export type SavedRecord = CanonicalRecord & { id: number; version: number }

/** A domain as its records need it. */
export type DomainOfRecords = {
  id: number
  /** Lower-case ASCII without the final dot. */
  name: string
  accountId: number
  /** Whether its owner has a reverse segment whose PTR records follow the addresses of its records. */
  isFollowed: boolean
  isLocked: boolean
  /** Its records come from primaries. */
  isTransferred: boolean
  apex: TransferredApex | null
  isDeleted: boolean
  version: number
  serial: number
  recordCount: number
  /** The database's clock, when the transaction in which it was read began. */
  readAt: Date
  defaultTtlSeconds: number
  nameservers: string[]
  mname: string
  rname: string
  soa: SoaTimers
  /** Of the line codes that were asked for, those that there are. */
  knownLines: string[]
  /** What its plan allows. */
  plan: PlanLimits
}

const isFollowed = sql<boolean>`exists (
  select from reverse_segment where reverse_segment.account_id = domain.account_id and state = 'active' and follows_addresses
)`

const isTransferred = sql<boolean>`exists (select from domain_primary where domain_primary.domain_id = domain.id)`
const transferredApex = sql<TransferredApex | null>`(select apex from domain_primary where domain_primary.domain_id = domain.id)`

function selectDomain(db: Db, accessScope: AccessScope, id: number, lines: readonly string[]) {
  return db
    .selectFrom('domain')
    .innerJoin('service_group', 'service_group.id', 'domain.service_group_id')
    .select([
      'domain.id',
      'domain.name',
      'domain.account_id',
      isFollowed.as('is_followed'),
      'domain.is_locked',
      isTransferred.as('is_transferred'),
      transferredApex.as('apex'),
      'domain.deleted_at',
      'domain.version',
      'domain.serial',
      'domain.record_count',
      sql<Date>`now()`.as('read_at'),
      'domain.default_ttl_seconds',
      ...soaColumns,
      domainNameservers.nameservers.as('nameservers'),
      domainNameservers.mname.as('mname'),
      'service_group.rname',
      sql<string[]>`array(${linesAmong(sql.ref('domain.id'), lines)})`.as('known_lines'),
      storedSetting(freePlan).as('plan'),
    ])
    .where('domain.id', '=', id)
    .where(domainWithin(accessScope))
}

type DomainRow = {
  id: number
  name: string
  account_id: number
  is_followed: boolean
  is_locked: boolean
  is_transferred: boolean
  apex: TransferredApex | null
  deleted_at: Date | null
  version: number
  serial: number
  record_count: number
  read_at: Date
  default_ttl_seconds: number
  nameservers: string[]
  mname: string
  rname: string
  known_lines: string[]
  plan: unknown
} & SoaTimers

function domainOf(row: DomainRow | undefined): DomainOfRecords | undefined {
  return (
    row && {
      id: row.id,
      name: row.name,
      accountId: row.account_id,
      isFollowed: row.is_followed,
      isLocked: row.is_locked,
      isTransferred: row.is_transferred,
      apex: row.apex,
      isDeleted: row.deleted_at !== null,
      version: row.version,
      serial: row.serial,
      recordCount: row.record_count,
      readAt: row.read_at,
      defaultTtlSeconds: row.default_ttl_seconds,
      nameservers: row.nameservers,
      mname: row.mname,
      rname: row.rname,
      soa: { refresh: row.refresh, retry: row.retry, expire: row.expire, minimum: row.minimum },
      knownLines: row.known_lines,
      plan: settingFrom(freePlan, row.plan),
    }
  )
}

export async function findDomainOfRecords(db: Db, accessScope: AccessScope, id: number, lines: readonly string[] = []): Promise<DomainOfRecords | undefined> {
  return domainOf(await selectDomain(db, accessScope, id, lines).executeTakeFirst())
}

/** What is read of a domain along with its lock: some of its records, and those that stand where these hosts are, or above. */
export type ReadAlong = { recordIds: readonly number[]; hosts: readonly string[] }

/** A domain that was locked; `nearby` is null where no host was named. */
export type LockedDomain = { domain: DomainOfRecords | undefined; records: Map<number, SavedRecord>; nearby: Nearby | null }

/**
 * The same, locked until the transaction ends, so that changes of one domain's records come one after the other; and some of its records
 * as they are once it is.
 */
export async function lockDomainOfRecords(
  tx: Tx,
  accessScope: AccessScope,
  { id, lines, recordIds, hosts }: ReadAlong & { id: number; lines: readonly string[] },
): Promise<LockedDomain> {
  const locking = selectDomain(tx, accessScope, id, lines).forUpdate('domain')
  const locked = async (row: DomainRow | undefined): Promise<DomainOfRecords | undefined> => withLinesOfNow(tx, domainOf(row), lines)
  if (recordIds.length === 0 && hosts.length === 0) return { domain: await locked(await locking.executeTakeFirst()), records: new Map(), nearby: null }
  const above = [...new Set(hosts.flatMap(hostsAbove))]
  const near = neighboursAt(tx, id, { ...nowhereNear, names: hosts, above })
  const named = recordIds.length === 0 ? null : selectSaved(tx, id).where(isOneOf(recordIds))
  const others = [named, near].flatMap((query) => (query ? [query.compile()] : []))
  const [domains, answers] = await askAll(tx, locking.compile(), others)
  const records = named ? answers.shift()! : []
  return { domain: await locked(domains[0]), records: byId(records), nearby: near && { names: hosts, above, records: answers[0]! } }
}

/** A statement that waits for a lock sees other tables as they were before: a line of the domain's own may have gone meanwhile. */
async function withLinesOfNow(tx: Tx, domain: DomainOfRecords | undefined, lines: readonly string[]): Promise<DomainOfRecords | undefined> {
  if (domain === undefined || !lines.some((line) => customLineId(line).length > 0)) return domain
  return { ...domain, knownLines: [...(await findLines(tx, domain.id, lines))] }
}

/** SOA and NS as the nodes answer them. */
export function lockedRecordsOf(domain: DomainOfRecords): LockedRow[] {
  const { serial, soa, nameservers } = apexOf({ ...domain, ...domain.soa, lines: null })
  const { mname, rname, refresh, retry, expire, minimum, ttlSeconds } = soa
  return [
    { host: '@', type: 'SOA', value: `${mname}. ${rname}. ${serial} ${refresh} ${retry} ${expire} ${minimum}`, ttl: ttlSeconds },
    ...nameservers.map(({ name, ttlSeconds: ttl }) => ({ host: '@', type: 'NS', value: `${name}.`, ttl })),
  ]
}

function selectShown(db: Db) {
  return db
    .selectFrom('record')
    .leftJoin('account', 'account.id', 'record.updated_by')
    .select(columnsFor('record', DnsRecord, ['priority', 'ttl', 'updatedBy']))
    .select(['record.ttl_seconds as ttl', 'account.username', 'account.type as accountType'])
}

/** A record as lists show it. */
export type ShownRecord = RecordRow

type WithAuthor = Omit<RecordRow, 'priority' | 'updatedBy'> & { author: { username: string; accountType: number } | null }

/** Who looks: users are told that an administrator changed a record, and no administrator's name. */
type Viewer = Pick<Actor, 'kind'>

/** `author` is the account that wrote it last; null where that is unknown. */
export function shownRecord({ author, ...row }: WithAuthor, viewer: Viewer): ShownRecord {
  return { ...row, priority: priorityOf(row.type, row.value), updatedBy: viewer.kind === 'user' && author?.accountType === 1 ? null : (author?.username ?? '') }
}

type Selected = Omit<WithAuthor, 'author'> & { username: string | null; accountType: number | null }

function shown({ username, accountType, ...row }: Selected, viewer: Viewer): ShownRecord {
  return shownRecord({ ...row, author: username === null ? null : { username, accountType: accountType ?? 0 } }, viewer)
}

/** The host in this domain whose full name the text is; null where it is none. */
function hostWithin(domainId: number, text: string): RawBuilder<string> {
  const places = placesOf(text)
  return sql`(
    select place.host from unnest(${places.map(({ host }) => host)}::text[], ${places.map(({ zone }) => zone)}::text[]) as place (host, zone)
    join domain on domain.name = place.zone where domain.id = ${domainId}
  )`
}

/** Which records of a domain. */
type Matching = Pick<ListQuery, 'domainId' | 'search' | 'host' | 'type' | 'line' | 'status'>

function matching(query: Matching): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'record'>()
  const conditions: Expression<SqlBool>[] = [of('record.domain_id', '=', query.domainId)]
  if (query.search) {
    const named = containing(asStoredName(query.search))
    conditions.push(
      of.or([
        of('record.host', 'ilike', named),
        of('record.value', 'ilike', named),
        of('record.remark', 'ilike', containing(query.search)),
        of('record.host', '=', hostWithin(query.domainId, query.search)),
      ]),
    )
  }
  if (query.host !== undefined) conditions.push(of('record.host', '=', asStoredName(query.host).toLowerCase()))
  if (query.type !== undefined) conditions.push(of('record.type', '=', query.type.toUpperCase()))
  if (query.line !== undefined) conditions.push(of('record.line', '=', query.line))
  if (query.status !== undefined) conditions.push(of('record.status', '=', query.status))
  return of.and(conditions)
}

const ownOrder = [
  ['record.host', 'asc'],
  ['record.type', 'asc'],
  ['record.line', 'asc'],
] as const

/** One page of records: by name, type and line unless a column is asked for. */
export async function listRecords(db: Db, viewer: Viewer, domain: DomainOfRecords, query: ListQuery): Promise<{ list: RecordRow[] } & Total> {
  const isFiltered = Boolean(query.search) || [query.host, query.type, query.line, query.status].some((filter) => filter !== undefined)
  const found = db.selectFrom('record').where(matching(query)).select('record.id')
  const order = { sort: sortedBy, otherwise: ownOrder, tieBreak: 'record.id', count: isFiltered ? undefined : domain.recordCount } as const
  const page = await pageOf(db, found, order, query)
  const rows = await findShownRecords(
    db,
    viewer,
    page.list.map(({ id }) => id),
  )
  return { ...page, list: page.list.flatMap(({ id }) => rows.get(id) ?? []) }
}

const sortedBy = {
  host: 'record.host',
  type: 'record.type',
  line: 'record.line',
  value: 'record.value',
  ttl: 'record.ttl_seconds',
  updateTime: 'record.updated_at',
  id: 'record.id',
} as const

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

export async function findRecords(db: Db, domainId: number, ids: readonly number[]): Promise<Map<number, SavedRecord>> {
  return ids.length === 0 ? new Map() : byId(await selectSaved(db, domainId).where(isOneOf(ids)).execute())
}

function isOneOf(ids: readonly number[]) {
  return sql<SqlBool>`record.id = any(${ids}::bigint[])`
}

export async function readAllRecords(db: Db, domainId: number): Promise<SavedRecord[]> {
  return selectSaved(db, domainId).orderBy('host').orderBy('type').orderBy('line').orderBy('id').execute()
}

/** The records that match, at most so many of them. */
export async function findMatching(db: Db, query: Matching, limit: number): Promise<SavedRecord[]> {
  return selectSaved(db, query.domainId).where(matching(query)).orderBy('host').orderBy('type').orderBy('line').orderBy('id').limit(limit).execute()
}
