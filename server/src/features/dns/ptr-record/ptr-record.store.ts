import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { PtrRecord, type ptrRecord as calls } from '@nameplane/contract/dns/ptr-record'
import { reverseAddress, reverseHost } from '@nameplane/contract/dns/reverse-zones'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { domainWithin, segmentWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { pageOf, rowsOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import type { Tables } from '../../../db/tables.ts'

type ListQuery = Received<typeof calls.list>
type Listed = Answered<typeof calls.list>['data']
type PtrRow = Listed['list'][number]

/** Reverse names in the order of their addresses, as the index of PTR records has them. */
const addressOrder = sql<string>`reverse_order(record.host) collate "C"`

/** PTR records in zones of segments, of domains within reach. */
function ptrRecordsWithin(db: Db, accessScope: AccessScope) {
  return db
    .selectFrom('record')
    .innerJoin('reverse_zone', 'reverse_zone.domain_id', 'record.domain_id')
    .innerJoin('domain', 'domain.id', 'record.domain_id')
    .where('record.type', '=', 'PTR')
    .where('domain.deleted_at', 'is', null)
    .where(domainWithin(accessScope))
}

const checkOfRecord = sql<SqlBool>`forward_check.domain_id = record.domain_id and forward_check.host = record.host and forward_check.value = record.value`

async function matching(db: Db, query: ListQuery): Promise<Expression<SqlBool>> {
  const of = expressionBuilder<Tables, 'record' | 'reverse_zone' | 'domain'>()
  const conditions: Expression<SqlBool>[] = []
  if (query.search) conditions.push(of('record.value', 'ilike', containing(query.search)))
  if (query.segmentId !== undefined) conditions.push(of('reverse_zone.segment_id', '=', query.segmentId))
  if (query.userId !== undefined) conditions.push(of('domain.account_id', '=', query.userId))
  if (query.address !== undefined) conditions.push(await atAddress(db, query.address))
  if (query.forward === 'unchecked') conditions.push(sql<SqlBool>`not exists (select from forward_check where ${checkOfRecord})`)
  else if (query.forward) conditions.push(sql<SqlBool>`exists (select from forward_check where ${checkOfRecord} and forward_check.state = ${query.forward})`)
  return of.and(conditions)
}

/** The names of an address: of the zone that it lies in, and of another one should networks ever overlap. */
async function atAddress(db: Db, address: string): Promise<Expression<SqlBool>> {
  const of = expressionBuilder<Tables, 'record'>()
  const zones = await zonesAround(db, address)
  return zones.length === 0
    ? sql<SqlBool>`false`
    : of.or(zones.map(({ domainId, name }) => of.and([of('record.domain_id', '=', domainId), of('record.host', '=', reverseHost(address, name))])))
}

async function zonesAround(db: Db, address: string): Promise<{ domainId: number; name: string }[]> {
  return db
    .selectFrom('reverse_zone')
    .innerJoin('domain', 'domain.id', 'reverse_zone.domain_id')
    .select(['domain.id as domainId', 'domain.name'])
    .where(sql<SqlBool>`reverse_zone.cidr >>= ${address}::inet`)
    .execute()
}

/** One page of the PTR records within reach: by zone and address unless a column is asked for. */
export async function listPtrRecords(db: Db, accessScope: AccessScope, query: ListQuery): Promise<Listed> {
  const found = ptrRecordsWithin(db, accessScope)
    .where(await matching(db, query))
    .select(['record.id', addressOrder.as('addressOrder')])
  const page = await pageOf(
    db,
    found,
    {
      sort: { updateTime: 'record.updated_at' },
      otherwise: [
        ['record.domain_id', 'asc'],
        ['addressOrder', 'asc'],
      ],
      tieBreak: 'record.id',
    },
    query,
  )
  const rows = await readPtrRecords(
    db,
    accessScope,
    page.list.map(({ id }) => id),
  )
  return { ...page, list: rowsOf(page.list, rows) }
}

/** PTR records within reach, as lists show them. */
export async function readPtrRecords(db: Db, accessScope: AccessScope, ids: readonly number[]): Promise<PtrRow[]> {
  const rows = await ptrRecordsWithin(db, accessScope)
    .innerJoin('reverse_segment', 'reverse_segment.id', 'reverse_zone.segment_id')
    .innerJoin('account', 'account.id', 'domain.account_id')
    .leftJoin('forward_check', (join) => join.on(checkOfRecord))
    .where('record.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .select(columnsFor('record', PtrRecord, byHand))
    .select([
      'record.host',
      'record.value',
      'record.ttl_seconds as ttl',
      'record.version as rowVersion',
      'reverse_segment.id as segmentId',
      'reverse_segment.cidr',
      'domain.name as domain',
      'domain.account_id as userId',
      'account.username',
      'forward_check.state',
      'forward_check.found',
      'forward_check.checked_at as forwardTime',
    ])
    .execute()
  return rows.map(({ host, value, state, found, ...row }) => ({
    ...row,
    address: shownAddress(host, row.domain),
    hostName: value.replace(/\.$/, ''),
    forward: state ?? 'unchecked',
    forwardFound: found ?? [],
  }))
}

/** The address of a reverse name; the name itself where it is that of no address. */
export function shownAddress(host: string, zone: string): string {
  return reverseAddress(host, zone) ?? (host === '@' ? zone : `${host}.${zone}`)
}

const byHand = [
  ...(['address', 'hostName', 'ttl', 'segmentId', 'cidr', 'domain', 'userId', 'username'] as const),
  ...(['forward', 'forwardFound', 'forwardTime', 'rowVersion'] as const),
] as const

/** Where a PTR record stands. */
export type PtrPlace = { id: number; domainId: number; host: string; zone: string }

/** The named PTR records within reach. */
export async function findPlaces(db: Db, accessScope: AccessScope, ids: readonly number[]): Promise<PtrPlace[]> {
  return ptrRecordsWithin(db, accessScope)
    .where('record.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .select(['record.id', 'record.domain_id as domainId', 'record.host', 'domain.name as zone'])
    .orderBy('record.domain_id')
    .orderBy('record.id')
    .execute()
}

/** The segment within reach that an address lies in. */
export async function findSegmentOf(
  db: Db,
  accessScope: AccessScope,
  address: string,
): Promise<{ id: number; cidr: string; state: 'submitted' | 'processing' | 'active' | 'rejected' } | undefined> {
  return (
    db
      .selectFrom('reverse_segment')
      .select(['id', 'cidr', 'state'])
      .where(sql<SqlBool>`cidr >>= ${address}::inet`)
      .where(segmentWithin(accessScope))
      // A rejected request may stand beside the one that took its place.
      .orderBy(sql`state = 'active'`, 'desc')
      .orderBy('id')
      .executeTakeFirst()
  )
}

/** The zones of a segment, in the order of their addresses. */
export async function readZones(db: Db, segmentId: number): Promise<{ domainId: number; name: string; cidr: string }[]> {
  return db
    .selectFrom('reverse_zone')
    .innerJoin('domain', 'domain.id', 'reverse_zone.domain_id')
    .select(['domain.id as domainId', 'domain.name', 'reverse_zone.cidr'])
    .where('reverse_zone.segment_id', '=', segmentId)
    .orderBy('reverse_zone.cidr')
    .execute()
}
