import { checkRecord, type CanonicalRecord, type Found, type Zone } from '@nameplane/contract/dns/record-checks'
import { recordKeyOf } from '@nameplane/contract/dns/record-text'
import type { Change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { inSlices, type Steps } from '../../../serving/zone/slices.ts'
import { judge, type PlannedWrite } from './record-judgement.ts'
import { changeRecords, changeRecordsWithin, isSame, type BulkNote, type Wanted } from './record-save.ts'
import type { Nearby } from './record-neighbours.store.ts'
import type { DomainOfRecords, SavedRecord } from './record.store.ts'

/*
 * Whole record sets, as programs change them that know of no lines and no weights: only the default line is read and written. A record
 * that keeps its value keeps all else that such a program says nothing of.
 */

/** What is to become of the records of one host and type on the default line. */
export type SetChange = {
  /** Relative to the domain, as it is stored. */
  host: string
  type: string
  how: 'replace' | 'extend' | 'prune'
  /** Seconds; null: as it is. */
  ttl: number | null
  /** Null: only the remarks change. */
  values: readonly { value: string; status: 0 | 1 }[] | null
  /** Null: as they are. */
  remarks: readonly string[] | null
}

/** What is wrong with one of the changes: its place, the value that is meant, if it is one, and why. */
export type SetFault = { set: number; value: string | null; finding: Pick<Found, 'code' | 'params'> }

/** Nothing was saved: every fault is named. */
export class SetsRefused extends Problem {
  readonly faults: readonly SetFault[]

  constructor(faults: readonly SetFault[]) {
    super('records_refused', { params: { count: faults.length } })
    this.faults = faults
  }
}

/** Changes record sets, all or none. Warnings do not stop it: there is nobody to tick them. @throws SetsRefused */
export async function changeSets(db: Db, actor: Actor, domainId: number, sets: readonly SetChange[]): Promise<void> {
  await changeRecords(db, actor, 'record.replace', wantedOf(domainId, sets), (tx, { domain, nearby }, save) => work(tx, domain, nearby, sets, save))
}

/** The same within a change that does more. */
export async function changeSetsWithin(open: Change, domainId: number, sets: readonly SetChange[], bulk: BulkNote): Promise<void> {
  await changeRecordsWithin(open, 'record.replace', wantedOf(domainId, sets), bulk, (tx, { domain, nearby }, save) => work(tx, domain, nearby, sets, save))
}

/** The same where the changes follow from what stands there, under the lock: `decide` may throw, and then nothing is saved. */
export async function changeSetsBy(
  db: Db,
  actor: Actor,
  { domainId, hosts }: { domainId: number; hosts: readonly string[] },
  decide: (domain: DomainOfRecords, records: readonly SavedRecord[]) => readonly SetChange[],
): Promise<void> {
  await changeRecords(db, actor, 'record.dynamic', { domainId, hosts }, (tx, { domain, nearby }, save) =>
    work(tx, domain, nearby, decide(domain, nearby?.records ?? []), save),
  )
}

function wantedOf(domainId: number, sets: readonly SetChange[]): Wanted {
  return { domainId, hosts: [...new Set(sets.map((set) => set.host))] }
}

async function work(
  tx: Tx,
  domain: DomainOfRecords,
  nearby: Nearby | null,
  sets: readonly SetChange[],
  save: (writes: readonly PlannedWrite[], acknowledged: readonly string[]) => Promise<unknown>,
): Promise<object> {
  const { writes, faults, warnings, subjects } = await inSlices(planSets(domain, nearby?.records ?? [], sets))
  for (const found of await judge(tx, domain, writes, { nearby })) {
    if (found.severity === 'error') faults.push({ ...subjects[found.change]!, finding: found })
    else warnings.add(found.code)
  }
  if (faults.length > 0) throw new SetsRefused(faults)
  await save(writes, [...warnings])
  return {}
}

/** A place in a set: what stood there, and what will. */
type Place = { before: SavedRecord | null; after: CanonicalRecord | null; subject: number }

type Subject = Omit<SetFault, 'finding'>

type Plan = { writes: PlannedWrite[]; faults: SetFault[]; warnings: Set<string>; subjects: Subject[] }

/** Sets that are taken together without a pause. */
const stride = 64

function* planSets(domain: DomainOfRecords, records: readonly SavedRecord[], sets: readonly SetChange[]): Steps<Plan> {
  const plan: Plan = { writes: [], faults: [], warnings: new Set(), subjects: [] }
  const places = new Map<string, Place[]>()
  const keyOf = ({ host, type }: { host: string; type: string }): string => `${host}\u0000${type}`
  for (const record of records) {
    if (record.line !== 'default') continue
    const place: Place = { before: record, after: recordOf(record), subject: 0 }
    const there = places.get(keyOf(record))
    if (there) there.push(place)
    else places.set(keyOf(record), [place])
  }
  const touched = new Set<Place>()
  for (const [index, set] of sets.entries()) {
    const ofSet = places.get(keyOf(set)) ?? []
    places.set(keyOf(set), ofSet)
    changeSet(domain, set, index, ofSet, plan)
    for (const place of ofSet) touched.add(place)
    if (index % stride === 0) yield
  }
  for (const { before, after, subject: change } of touched) {
    if (before && after) {
      if (!isSame(before, after)) plan.writes.push({ op: 'update', id: before.id, before, after, change })
    } else if (before) plan.writes.push({ op: 'delete', id: before.id, before, after: null, change })
    else if (after) plan.writes.push({ op: 'add', id: null, before: null, after, change })
  }
  return plan
}

/** Says of each place of a set what will stand there, and adds those that it lacks. */
function changeSet(domain: DomainOfRecords, set: SetChange, index: number, places: Place[], plan: Plan): void {
  const subject = (value: string | null): number => plan.subjects.push({ set: index, value }) - 1
  for (const place of places) place.subject = subject(place.before?.value ?? null)
  const kept = remarksToKeep(set, places)
  if (kept === 'several') plan.faults.push({ set: index, value: null, finding: { code: 'too_many_entries', params: { maximum: 1 } } })
  const remarkOf = (before: SavedRecord | null): string => (typeof kept === 'object' ? kept.remark : (before?.remark ?? ''))
  if (set.values) {
    const ttl = set.ttl ?? places.find((place) => place.after)?.after?.ttl ?? domain.defaultTtlSeconds
    const wanted = checkedValues(domain, set, ttl, index, subject, plan)
    if (set.how === 'prune') prune(places, wanted)
    else fill(places, wanted, set.how)
    if (set.how === 'extend') for (const { after } of places) if (after) after.ttl = ttl
  }
  for (const place of places) if (place.after) place.after.remark = remarkOf(place.before)
}

/** The one remark that all records of the set get; `kept` where each keeps its own. */
function remarksToKeep({ remarks }: SetChange, places: readonly Place[]): { remark: string } | 'kept' | 'several' {
  if (remarks === null) return 'kept'
  const there = remarksOf(places.flatMap((place) => place.before ?? []))
  if (remarks.length === there.length && remarks.every((remark, index) => remark === there[index])) return 'kept'
  return remarks.length > 1 ? 'several' : { remark: remarks[0] ?? '' }
}

/** The remarks of a set, each once, as they are told. */
export function remarksOf(records: readonly { remark: string }[]): string[] {
  return [...new Set(records.map(({ remark }) => remark))].filter((remark) => remark !== '')
}

type Wished = { record: CanonicalRecord; key: string; subject: number }

function checkedValues(domain: DomainOfRecords, set: SetChange, ttl: number, index: number, subject: (value: string) => number, plan: Plan): Wished[] {
  const zone: Zone = { name: domain.name, nameservers: domain.nameservers }
  return set.values!.flatMap(({ value, status }) => {
    const { record, found } = checkRecord({ host: set.host, type: set.type, line: 'default', value, ttl, remark: '', status }, zone)
    for (const one of found) {
      if (one.severity === 'error') plan.faults.push({ set: index, value, finding: one })
      else plan.warnings.add(one.code)
    }
    return record ? [{ record, key: recordKeyOf(record), subject: subject(value) }] : []
  })
}

/** Records that stay are found by their values; then each other value takes the place of one that goes, with its number and weight. */
function fill(places: Place[], wanted: readonly Wished[], how: 'replace' | 'extend'): void {
  const free = new Set(places)
  const byKey = new Map<string, Place>()
  for (const place of places) {
    const there = place.after ?? place.before
    if (there) byKey.set(recordKeyOf(there), place)
  }
  const take = (place: Place, { record, subject }: Wished): void => {
    free.delete(place)
    place.after = { ...record, weight: place.before?.weight ?? null }
    place.subject = subject
  }
  const others = wanted.filter((wish) => {
    const same = byKey.get(wish.key)
    if (!same || !free.has(same)) return true
    take(same, wish)
    return false
  })
  const going = how === 'replace' ? [...free].filter((place) => place.before) : []
  for (const wish of others) {
    const place = going.shift()
    if (place) take(place, wish)
    else places.push({ before: null, after: wish.record, subject: wish.subject })
  }
  if (how === 'replace') for (const place of free) place.after = null
}

function prune(places: readonly Place[], wanted: readonly Wished[]): void {
  const gone = new Set(wanted.map((wish) => wish.key))
  for (const place of places) if (place.after && gone.has(recordKeyOf(place.after))) place.after = null
}

function recordOf({ host, type, line, value, ttl, weight, remark, status }: SavedRecord): CanonicalRecord {
  return { host, type, line, value, ttl, weight, remark, status }
}
