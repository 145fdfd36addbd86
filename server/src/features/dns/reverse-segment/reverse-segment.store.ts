import { expressionBuilder, sql, type Expression, type Selectable, type SqlBool } from 'kysely'
import { parseCidr } from '@nameplane/dns-text/addresses'
import { ReverseSegment, type reverseSegment as calls } from '@nameplane/contract/dns/reverse-segment'
import { parentLines, readNetwork, reverseZonesOf } from '@nameplane/contract/dns/reverse-zones'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { segmentWithin, type AccessScope } from '../../../access/access-scope.ts'
import { nameserversFor } from '../../../changes/domain-nameservers.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import type { ReverseSegmentTable } from '../../../db/dns-tables.ts'
import { pageOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import type { Tables } from '../../../db/tables.ts'

type ListQuery = Received<typeof calls.list>
export type Segment = Selectable<ReverseSegmentTable>

function matching(query: ListQuery): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'reverse_segment'>()
  const conditions: Expression<SqlBool>[] = []
  if (query.search) {
    const read = readNetwork(query.search)
    const overlap = 'cidr' in read ? [sql<SqlBool>`reverse_segment.cidr && ${query.search.trim()}::inet`] : []
    conditions.push(of.or([...overlap, of('reverse_segment.remark', 'ilike', containing(query.search))]))
  }
  if (query.state) conditions.push(of('reverse_segment.state', '=', query.state))
  if (query.family !== undefined) conditions.push(sql<SqlBool>`family(reverse_segment.cidr) = ${query.family}`)
  if (query.userId !== undefined) conditions.push(of('reverse_segment.account_id', '=', query.userId))
  return of.and(conditions)
}

/** Served PTR records of a segment by their names, each address once. */
const coveredAddresses = sql<number>`(
  select count(distinct (record.domain_id, record.host)) from reverse_zone
  join domain on domain.id = reverse_zone.domain_id and domain.deleted_at is null
  join record on record.domain_id = domain.id and record.type = 'PTR' and record.status = 1
  where reverse_zone.segment_id = reverse_segment.id and reverse_segment.state = 'active'
)`

/** One page of the segments within reach, in the order of their networks unless a column is asked for. */
export async function listSegments(db: Db, accessScope: AccessScope, query: ListQuery): Promise<Answered<typeof calls.list>['data']> {
  const segments = db
    .selectFrom('reverse_segment')
    .innerJoin('account', 'account.id', 'reverse_segment.account_id')
    .leftJoin('service_group', 'service_group.id', 'reverse_segment.service_group_id')
    .where(segmentWithin(accessScope))
    .where(matching(query))
    .select(columnsFor('reverse_segment', ReverseSegment, ['username', 'serviceGroupName', 'covered']))
    .select(['account.username', sql<string>`coalesce(service_group.name, '')`.as('serviceGroupName'), coveredAddresses.as('covered')])
  return pageOf(db, segments, { otherwise: [['reverse_segment.cidr', 'asc']], tieBreak: 'reverse_segment.id', sort: { cidr: 'reverse_segment.cidr' } }, query)
}

/** The zones of a segment within reach, and what the zone above needs; undefined where there is no such segment. */
export async function readDelegation(db: Db, accessScope: AccessScope, id: number): Promise<Answered<typeof calls.detail>['data'] | undefined> {
  const segment = await db
    .selectFrom('reverse_segment')
    .select(['cidr', 'account_id', 'service_group_id'])
    .where('id', '=', id)
    .where(segmentWithin(accessScope))
    .executeTakeFirst()
  if (!segment) return undefined
  // Of its zones, which belong to the same account and group.
  const { nameservers: shown } = nameserversFor({ own: sql`null::text[]`, accountId: sql`${segment.account_id}::bigint` })
  const group = await db
    .selectFrom('service_group')
    .select(shown.as('nameservers'))
    .where(segment.service_group_id === null ? sql<SqlBool>`is_default` : sql<SqlBool>`id = ${segment.service_group_id}`)
    .executeTakeFirst()
  const there = await zonesOf(db, [id])
  const idOf = new Map(there.map((zone) => [zone.name, zone.domainId]))
  const cidr = parseCidr(segment.cidr)
  return {
    zones: reverseZonesOf(cidr).map(({ name }) => ({ domainId: idOf.get(name) ?? null, domain: name, userId: segment.account_id })),
    nameservers: group?.nameservers ?? [],
    lines: parentLines(cidr, group?.nameservers ?? []),
  }
}

/** The domains that are zones of these segments. */
export async function zonesOf(db: Db, segmentIds: readonly number[]): Promise<{ segmentId: number; domainId: number; name: string; isLocked: boolean }[]> {
  return db
    .selectFrom('reverse_zone')
    .innerJoin('domain', 'domain.id', 'reverse_zone.domain_id')
    .select(['reverse_zone.segment_id as segmentId', 'domain.id as domainId', 'domain.name', 'domain.is_locked as isLocked'])
    .where('reverse_zone.segment_id', 'in', [...segmentIds])
    .orderBy('domain.id')
    .execute()
}

/** A segment that a network overlaps, of those that are requested or active; `isWithin` says whether the caller may know of it. */
export async function findOverlap(
  db: Db,
  accessScope: AccessScope,
  cidr: string,
  exceptId: number | null,
): Promise<{ cidr: string; isWithin: boolean } | undefined> {
  return db
    .selectFrom('reverse_segment')
    .select(['cidr', sql<boolean>`${segmentWithin(accessScope)}`.as('isWithin')])
    .where('state', '<>', 'rejected')
    .where(sql<SqlBool>`cidr && ${cidr}::inet`)
    .$if(exceptId !== null, (others) => others.where('id', '<>', exceptId!))
    .orderBy('cidr')
    .executeTakeFirst()
}

/** A domain of this name, whoever has it, and the segment that it is a zone of. */
export async function findZoneDomain(
  tx: Tx,
  name: string,
): Promise<{ id: number; accountId: number; serviceGroupId: number; segmentId: number | null; isLocked: boolean; isDeleted: boolean } | undefined> {
  const row = await tx
    .selectFrom('domain')
    .leftJoin('reverse_zone', 'reverse_zone.domain_id', 'domain.id')
    .select([
      'domain.id',
      'domain.account_id as accountId',
      'domain.service_group_id as serviceGroupId',
      'domain.is_locked as isLocked',
      'domain.deleted_at',
      'reverse_zone.segment_id as segmentId',
    ])
    .where('domain.name', '=', name)
    .executeTakeFirst()
  if (!row) return undefined
  const { deleted_at, ...domain } = row
  return { ...domain, isDeleted: deleted_at !== null }
}

export async function insertSegment(
  tx: Tx,
  row: { cidr: string; account_id: number; service_group_id: number | null; follows_addresses: boolean; remark: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('reverse_segment')
    .values({ ...row, due_day: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertZone(tx: Tx, zone: { domain_id: number; segment_id: number; cidr: string }): Promise<void> {
  await tx.insertInto('reverse_zone').values(zone).execute()
}

export async function deleteSegments(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('reverse_segment')
    .where('id', 'in', [...ids])
    .execute()
}
