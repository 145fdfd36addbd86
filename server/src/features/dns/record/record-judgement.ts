import { addressSetOf, addsUrlRecords, quotaFindings, type QuotaFinding } from '@nameplane/contract/dns/plan-limits'
import { absoluteHost, targetOf, type CanonicalRecord, type Found } from '@nameplane/contract/dns/record-checks'
import { recordSetSteps, type RemovedRow, type SetRow } from '@nameplane/contract/dns/record-set-checks'
import { hostIn, hostsAbove, wildcardsAbove } from '@nameplane/contract/dns/record-set-rows'
import type { Db } from '../../../db/connection.ts'
import { readRedirectAddresses } from '../../../serving/publication/rules-source.ts'
import { inSlices, type Steps } from '../../../serving/zone/slices.ts'
import { countUrlRecords } from './record-quota.store.ts'
import { readNeighbours, type Nearby, type Neighbourhood } from './record-neighbours.store.ts'
import { readAllRecords, type DomainOfRecords, type SavedRecord } from './record.store.ts'
import type { RecordWrite } from './record-write.store.ts'

/** A write, and which change of the caller (or entry of the caller's file) it comes from. */
export type PlannedWrite = RecordWrite & { change: number }

/** Names touched by a write above which reading the whole domain costs less than picking. */
const pickedNames = 2_000

function isServed(record: CanonicalRecord | null): record is CanonicalRecord {
  return record !== null && record.status === 1
}

function isAddress(record: CanonicalRecord): boolean {
  return ['A', 'AAAA', 'ALIAS', 'URL'].includes(record.type)
}

/** What has to be read to judge these writes. */
function neighbourhoodOf(writes: readonly PlannedWrite[], zone: string): Neighbourhood {
  const [names, above, targets, pointedTo, below] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()]
  const [aliased, servers] = [new Set<string>(), new Set<string>()]
  const addServer = (host: string): void => {
    for (const one of [host, ...wildcardsAbove(host)]) servers.add(one)
    for (const one of [host, ...hostsAbove(host)]) above.add(one)
  }
  for (const { before, after } of writes) {
    if (before) names.add(before.host)
    if (before && isAddress(before) && !(isServed(after) && after.host === before.host && isAddress(after))) {
      // A name server may lose its address.
      pointedTo.add(absoluteHost(before.host, zone))
      addServer(before.host)
    }
    if (!after) continue
    names.add(after.host)
    for (const host of hostsAbove(after.host)) above.add(host)
    if (!isServed(after)) continue
    const target = targetOf(after.type, after.value)
    const host = target === null ? null : hostIn(target, zone)
    if (host !== null) {
      targets.add(host)
      if (after.type === 'CNAME' || after.type === 'ALIAS') aliased.add(host)
      if (after.type === 'NS') addServer(host)
    }
    if (after.type === 'CNAME') pointedTo.add(absoluteHost(after.host, zone))
    if (after.type === 'NS' || after.type === 'DNAME') below.add(after.host)
  }
  return {
    names: [...names],
    above: [...above],
    targets: [...targets],
    pointedTo: [...pointedTo],
    below: [...below],
    aliased: [...aliased],
    servers: [...servers],
    zone,
  }
}

/** What was read of a domain before its writes are judged: all of it, what is nearby, or nothing. */
export type Known = { all: readonly SavedRecord[] } | { nearby: Nearby | null }

/** The rows beside which the writes are judged, as they are before them. */
async function surroundingsOf(db: Db, domain: DomainOfRecords, writes: readonly PlannedWrite[], known: Known): Promise<readonly SavedRecord[]> {
  if ('all' in known) return known.all
  if (domain.recordCount === 0) return []
  const neighbourhood = neighbourhoodOf(writes, domain.name)
  if (neighbourhood.names.length > pickedNames) return readAllRecords(db, domain.id)
  return readNeighbours(db, domain.id, neighbourhood, known.nearby)
}

/** What the domain would mean after these writes, as far as they touch it. */
export async function judge(
  db: Db,
  domain: DomainOfRecords,
  writes: readonly PlannedWrite[],
  known: Known = { nearby: null },
): Promise<(Found & { change: number })[]> {
  if (writes.length === 0) return []
  const surroundings = await surroundingsOf(db, domain, writes, known)
  const found = await inSlices(judging(domain, writes, surroundings))
  return [...found, ...(await beyondPlan(db, domain, writes, surroundings)), ...(await redirectsWithoutService(db, writes))]
}

/** What these writes would take beyond the plan of the domain. `surroundings`: all records at the names that they touch, as they are before. */
export async function beyondPlan(
  db: Db,
  domain: Pick<DomainOfRecords, 'id' | 'plan' | 'recordCount'>,
  writes: readonly PlannedWrite[],
  surroundings: readonly SavedRecord[],
): Promise<QuotaFinding[]> {
  const addresses = new Map<string, number>()
  if (domain.plan.sameLineAddresses !== null) {
    for (const record of surroundings) {
      const set = addressSetOf(record)
      if (set !== null) addresses.set(set, (addresses.get(set) ?? 0) + 1)
    }
  }
  const isCounted = domain.plan.urlRecords !== null && addsUrlRecords(writes)
  const urlRecords = isCounted ? await countUrlRecords(db, domain.id) : 0
  return quotaFindings(domain.plan, { records: domain.recordCount, urlRecords, addresses }, writes)
}

/** A URL record that nobody is led to: it is saved, and answers once the service has addresses. */
async function redirectsWithoutService(db: Db, writes: readonly PlannedWrite[]): Promise<(Found & { change: number })[]> {
  const redirects = writes.filter(({ before, after }) => isServed(after) && after.type === 'URL' && !(isServed(before) && before.type === 'URL'))
  if (redirects.length === 0 || (await readRedirectAddresses(db)).length > 0) return []
  return redirects.map(({ change }) => ({ change, severity: 'warning', code: 'redirect_service_off', field: 'type', params: {} }))
}

/** Rows that are taken together without a pause. */
const stride = 1024

function* judging(domain: DomainOfRecords, writes: readonly PlannedWrite[], surroundings: readonly SavedRecord[]): Steps<(Found & { change: number })[]> {
  const written = new Set<number | null>()
  const touched: SetRow[] = []
  const removed: RemovedRow[] = []
  for (const [index, { id, before, after, change }] of writes.entries()) {
    written.add(id)
    if (after) touched.push({ ...after, change })
    const isMoved = before && !(isServed(after) && after.host === before.host && after.type === before.type && after.line === before.line)
    if (isMoved) removed.push({ host: before.host, type: before.type, line: before.line, status: before.status, change })
    if (index % stride === 0) yield
  }
  const rows: SetRow[] = []
  for (const [index, record] of surroundings.entries()) {
    if (!written.has(record.id)) rows.push({ ...record, change: null })
    if (index % stride === 0) yield
  }
  for (const [index, row] of touched.entries()) {
    rows.push(row)
    if (index % (16 * stride) === 0) yield
  }
  return yield* recordSetSteps(rows, removed, domain.name)
}
