import { canonicalAddress } from '@nameplane/dns-text/addresses'
import { absoluteHost, type CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import { reverseHost, zoneFinder } from '@nameplane/contract/dns/reverse-zones'
import { sql } from 'kysely'
import type { Tx } from '../../../db/connection.ts'
import { inSlices, type Steps } from '../../../serving/zone/slices.ts'
import type { NumberedWrite, RecordWrite } from './record-write.store.ts'
import type { DomainOfRecords, SavedRecord } from './record.store.ts'

/*
 * PTR records that follow A and AAAA records, in segments that say so (docs/decisions/reverse-segments.md). A PTR record that leads to
 * another name was set by somebody, and stays.
 */

/** The names that an address has lost and got, as absolute names; of those that it got, with the TTL of the record. */
export type Moved = { readonly lost: Set<string>; readonly gained: Map<string, number> }

/** What became of the addresses in one zone, by the host of each. */
export type MovedInZone = { domainId: number; moved: Map<string, Moved> }

type Pair = { name: string; address: string }

/** What a served record of an address says; null for others, and for wildcards, which are no name of one host. */
function pairOf(record: CanonicalRecord | null, zone: string): Pair | null {
  if (!record || record.status !== 1 || (record.type !== 'A' && record.type !== 'AAAA') || record.host.startsWith('*')) return null
  return { name: absoluteHost(record.host, zone), address: canonicalAddress(record.value) }
}

type Zone = { domainId: number; name: string; cidr: string }
type Pairs = { lost: Map<string, Pair>; gained: Map<string, Pair & { ttl: number }> }

/** Writes or pairs that are taken together without a pause. */
const stride = 256

/** What these writes mean for the zones of segments that follow the domain, in the order of their ids. */
export async function movedAddresses(tx: Tx, domain: DomainOfRecords, writes: readonly NumberedWrite[]): Promise<MovedInZone[]> {
  const { lost, gained } = await inSlices(pairsOf(domain, writes))
  if (lost.size + gained.size === 0) return []
  const zones = await followingZones(tx).where('reverse_segment.account_id', '=', domain.accountId).execute()
  const held = await heldPairs(tx, domain, writes, [...lost.values()])
  return inSlices(movedIn(zones, { lost, gained }, held))
}

/** What the addresses that its owner's domains have already mean for the zones of a segment, if it follows them. */
export async function savedAddresses(tx: Tx, segmentId: number): Promise<MovedInZone[]> {
  const zones = await followingZones(tx).where('reverse_segment.id', '=', segmentId).execute()
  if (zones.length === 0) return []
  const records = await tx
    .selectFrom('reverse_segment')
    .innerJoin('domain', 'domain.account_id', 'reverse_segment.account_id')
    .innerJoin('record', 'record.domain_id', 'domain.id')
    .select(['domain.name as zone', 'record.host', 'record.value', 'record.ttl_seconds as ttl'])
    .where('reverse_segment.id', '=', segmentId)
    .where('domain.deleted_at', 'is', null)
    .where('record.status', '=', 1)
    .where('record.host', 'not like', '*%')
    // Conditions have no order of their own, and values of other types are no addresses.
    .where(sql<boolean>`case when record.type in ('A', 'AAAA') then record.value::inet <<= reverse_segment.cidr else false end`)
    .orderBy('domain.id')
    .orderBy('record.id')
    .execute()
  const gained: Pairs['gained'] = new Map()
  for (const { host, zone, value, ttl } of records) {
    const pair = { name: absoluteHost(host, zone), address: canonicalAddress(value), ttl }
    if (!gained.has(keyOf(pair))) gained.set(keyOf(pair), pair)
  }
  return inSlices(movedIn(zones, { lost: new Map(), gained }, new Set()))
}

/** Zones of the segments that follow addresses. */
function followingZones(tx: Tx) {
  return tx
    .selectFrom('reverse_zone')
    .innerJoin('reverse_segment', 'reverse_segment.id', 'reverse_zone.segment_id')
    .innerJoin('domain', 'domain.id', 'reverse_zone.domain_id')
    .select(['domain.id as domainId', 'domain.name', 'reverse_zone.cidr'])
    .where('reverse_segment.state', '=', 'active')
    .where('reverse_segment.follows_addresses', '=', true)
}

const keyOf = ({ name, address }: Pair): string => `${address} ${name}`

/** The pairs that the writes take away, and those that they bring; one that stays is in neither. */
function* pairsOf(domain: DomainOfRecords, writes: readonly NumberedWrite[]): Steps<Pairs> {
  const [lost, gained]: [Pairs['lost'], Pairs['gained']] = [new Map(), new Map()]
  for (const [index, { before, after }] of writes.entries()) {
    const [old, now] = [pairOf(before, domain.name), pairOf(after, domain.name)]
    if (old) lost.set(keyOf(old), old)
    if (now) gained.set(keyOf(now), { ...now, ttl: after!.ttl })
    if (index % stride === 0) yield
  }
  for (const key of gained.keys()) if (lost.delete(key)) gained.delete(key)
  return { lost, gained }
}

function* movedIn(zones: readonly Zone[], { lost, gained }: Pairs, held: ReadonlySet<string>): Steps<MovedInZone[]> {
  const zoneOf = zoneFinder(zones)
  const found = new Map<number, MovedInZone>()
  const movedAt = (address: string): Moved | null => {
    const zone = zoneOf(address)
    if (!zone) return null
    const inZone = found.get(zone.domainId) ?? { domainId: zone.domainId, moved: new Map<string, Moved>() }
    found.set(zone.domainId, inZone)
    const host = reverseHost(address, zone.name)
    const moved = inZone.moved.get(host) ?? { lost: new Set<string>(), gained: new Map<string, number>() }
    inZone.moved.set(host, moved)
    return moved
  }
  for (const [index, pair] of [...lost.values()].entries()) {
    if (!held.has(keyOf(pair))) movedAt(pair.address)?.lost.add(pair.name)
    if (index % stride === 0) yield
  }
  for (const [index, { address, name, ttl }] of [...gained.values()].entries()) {
    movedAt(address)?.gained.set(name, ttl)
    if (index % stride === 0) yield
  }
  return [...found.values()].sort((one, other) => one.domainId - other.domainId)
}

/** Those pairs that another served record still has, such as one on another line. */
async function heldPairs(tx: Tx, domain: DomainOfRecords, writes: readonly NumberedWrite[], lost: readonly Pair[]): Promise<Set<string>> {
  if (lost.length === 0) return new Set()
  // What is written is sent when the change ends: the rows are still those from before.
  const written = writes.map(({ id }) => id)
  const hosts = [...new Set(lost.map(({ name }) => (name === `${domain.name}.` ? '@' : name.slice(0, -domain.name.length - 2))))]
  const rows = await tx
    .selectFrom('record')
    .select(['host', 'value'])
    .where('domain_id', '=', domain.id)
    .where('host', '=', sql<string>`any(${hosts}::text[])`)
    .where('type', 'in', ['A', 'AAAA'])
    .where('status', '=', 1)
    .where('id', '<>', sql<number>`all(${written}::bigint[])`)
    .execute()
  return new Set(rows.map(({ host, value }) => keyOf({ name: absoluteHost(host, domain.name), address: canonicalAddress(value) })))
}

/** What is to be written in a zone, of which these records stand at the hosts or cut the zone above them. */
export function followingWrites(moved: ReadonlyMap<string, Moved>, there: readonly SavedRecord[]): RecordWrite[] {
  const writes: RecordWrite[] = []
  for (const [host, { lost, gained }] of moved) {
    const at = there.filter((record) => record.host === host)
    const isCut = there.some(({ host: above, type }) => (type === 'NS' || type === 'DNAME') && (host === above || host.endsWith(`.${above}`)))
    if (isCut || at.some(({ type }) => type === 'CNAME')) continue
    const pointers = at.filter(({ type }) => type === 'PTR')
    const going = pointers.filter(({ value }) => lost.has(value.toLowerCase()))
    const [next] = pointers.length > going.length ? [] : gained
    const [replaced, ...others] = going
    if (replaced && next) {
      writes.push({ op: 'update', id: replaced.id, before: replaced, after: { ...withoutVersion(replaced), value: next[0], ttl: next[1] } })
      for (const record of others) writes.push({ op: 'delete', id: record.id, before: record, after: null })
      continue
    }
    for (const record of going) writes.push({ op: 'delete', id: record.id, before: record, after: null })
    if (next) writes.push({ op: 'add', id: null, before: null, after: followingRecord(host, ...next) })
  }
  return writes
}

function followingRecord(host: string, value: string, ttl: number): CanonicalRecord {
  return { host, type: 'PTR', line: 'default', value, ttl, weight: null, remark: '', status: 1 }
}

function withoutVersion({ host, type, line, value, ttl, weight, remark, status }: SavedRecord): CanonicalRecord {
  return { host, type, line, value, ttl, weight, remark, status }
}
