import type { ptrRecord as calls } from '@nameplane/contract/dns/ptr-record'
import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import { reverseHost, zoneFinder } from '@nameplane/contract/dns/reverse-zones'
import type { Received } from '@nameplane/contract/endpoint'
import type { AccessScope } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { change, type Change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { refuseStale } from '../../../db/versioned-rows.ts'
import { Problem } from '../../../problem.ts'
import { judge, type PlannedWrite } from '../record/record-judgement.ts'
import { changeRecordsWithin, settleBulk, type BulkNote } from '../record/record-save.ts'
import type { Nearby } from '../record/record-neighbours.store.ts'
import type { DomainOfRecords, SavedRecord } from '../record/record.store.ts'
import { findPlaces, findSegmentOf, readZones, shownAddress, type PtrPlace } from './ptr-record.store.ts'

/** A zone of an active segment. */
export type OpenZone = { domainId: number; name: string; cidr: string }

/** The active segment within reach that an address lies in. @throws Problem at `field` */
export async function requireSegment(db: Db, accessScope: AccessScope, address: string, field: string): Promise<{ id: number; cidr: string }> {
  const segment = await findSegmentOf(db, accessScope, address)
  if (!segment) throw new Problem('ptr_address_outside', { fields: { [field]: 'ptr_address_outside' } })
  if (segment.state !== 'active')
    throw new Problem('reverse_segment_waiting', { params: { cidr: segment.cidr }, fields: { [field]: 'reverse_segment_waiting' } })
  return segment
}

/** Finds the zone of an address of a segment. */
export async function zonesOfSegment(db: Db, segmentId: number): Promise<(address: string) => OpenZone> {
  const zoneOf = zoneFinder(await readZones(db, segmentId))
  return (address) => {
    const zone = zoneOf(address)
    if (!zone) throw new Problem('reverse_segment_missing')
    return zone
  }
}

export function ptrRecordOf(host: string, hostName: string, ttl: number): CanonicalRecord {
  return { host, type: 'PTR', line: 'default', value: `${hostName}.`, ttl, weight: null, remark: '', status: 1 }
}

/** Refuses writes that may not stand beside what is there, such as an alias of the name. */
export async function judgeWrites(db: Db, domain: DomainOfRecords, writes: readonly PlannedWrite[], nearby: Nearby | null, field: string): Promise<string[]> {
  const found = await judge(db, domain, writes, { nearby })
  if (found.some(({ severity }) => severity === 'error')) throw new Problem('ptr_name_excluded', { fields: { [field]: 'ptr_name_excluded' } })
  // Nobody is asked to tick a warning here: they are written to the history.
  return [...new Set(found.map(({ code }) => code))]
}

/** Changes records within a change, and does afterwards what many of them leave. */
export async function changingRecords<Result>(
  db: Db,
  actor: Actor,
  action: 'ptr_record.create' | 'ptr_record.update' | 'ptr_record.delete' | 'ptr_record.generate',
  work: (open: Change, bulk: BulkNote) => Promise<Result>,
): Promise<Result> {
  const bulk: BulkNote = { isDue: false }
  try {
    return await change(db, actor, action, (open) => work(open, bulk))
  } finally {
    await settleBulk(db, bulk)
  }
}

/** Adds the PTR record of an address that has none; answers its id. */
export async function addPtrRecord(db: Db, actor: Actor, { address, hostName, ttl }: Received<typeof calls.save>): Promise<number> {
  return changingRecords(db, actor, 'ptr_record.create', async (open, bulk) => {
    const segment = await requireSegment(open.tx, actor.accessScope, address, 'address')
    const zone = (await zonesOfSegment(open.tx, segment.id))(address)
    const host = reverseHost(address, zone.name)
    const { result } = await changeRecordsWithin(
      open,
      'record.apply',
      { domainId: zone.domainId, hosts: [host] },
      bulk,
      async (tx, { domain, nearby }, save) => {
        const taken = nearby?.records.find((record) => record.host === host && record.type === 'PTR')
        if (taken) {
          const params = { name: taken.value.replace(/\.$/, '') }
          throw new Problem('ptr_address_taken', { params, fields: { address: 'ptr_address_taken' } })
        }
        const after = ptrRecordOf(host, hostName, ttl)
        const writes: PlannedWrite[] = [{ op: 'add', id: null, before: null, after, change: 0 }]
        const saved = await save(writes, await judgeWrites(tx, domain, writes, nearby, 'address'))
        return saved.writes[0]!.id
      },
    )
    open.audit({ type: 'ptr_record', id: result, name: address, after: { address, hostName, ttl } })
    return result
  })
}

/** The named records by their zones; refused where one is not there. */
async function requirePlaces(open: Change, ids: readonly number[]): Promise<Map<number, PtrPlace[]>> {
  const places = await findPlaces(open.tx, open.actor.accessScope, ids)
  if (places.length !== new Set(ids).size) throw new Problem('ptr_record_missing')
  return Map.groupBy(places, ({ domainId }) => domainId)
}

/** A record of a locked zone as it is now. */
function requireRecord(records: ReadonlyMap<number, SavedRecord>, id: number): SavedRecord {
  const record = records.get(id)
  if (record?.type !== 'PTR') throw new Problem('ptr_record_missing')
  return record
}

/** Gives an address another name. */
export async function changePtrRecord(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  await changingRecords(db, actor, 'ptr_record.update', async (open, bulk) => {
    for (const [domainId, [place]] of await requirePlaces(open, [sent.id])) {
      const hosts = [place!.host]
      await changeRecordsWithin(open, 'record.apply', { domainId, recordIds: [sent.id], hosts }, bulk, async (tx, { domain, records, nearby }, save) => {
        const before = requireRecord(records, sent.id)
        refuseStale(sent.rowVersion, before.version)
        const { line, weight, remark, status, host } = before
        const after: CanonicalRecord = { ...ptrRecordOf(host, sent.hostName, sent.ttl), line, weight, remark, status }
        const writes: PlannedWrite[] = [{ op: 'update', id: sent.id, before, after, change: 0 }]
        const acknowledged = await judgeWrites(tx, domain, writes, nearby, 'hostName')
        if (before.value === after.value && before.ttl === after.ttl) return open.nothingChanged()
        await save(writes, acknowledged)
        const address = shownAddress(host, place!.zone)
        const told = ({ value, ttl }: CanonicalRecord) => ({ address, hostName: value.replace(/\.$/, ''), ttl })
        open.audit({ type: 'ptr_record', id: sent.id, name: address, before: told(before), after: told(after) })
      })
    }
  })
}

/** Deletes PTR records. */
export async function removePtrRecords(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await changingRecords(db, actor, 'ptr_record.delete', async (open, bulk) => {
    for (const [domainId, places] of await requirePlaces(open, ids)) {
      const recordIds = places.map(({ id }) => id)
      await changeRecordsWithin(open, 'record.apply', { domainId, recordIds }, bulk, async (_tx, { records }, save) => {
        await save(
          recordIds.map((id): PlannedWrite => ({ op: 'delete', id, before: requireRecord(records, id), after: null, change: 0 })),
          [],
        )
        for (const { id, host, zone } of places) {
          const { value, ttl } = requireRecord(records, id)
          const address = shownAddress(host, zone)
          open.audit({ type: 'ptr_record', id, name: address, before: { address, hostName: value.replace(/\.$/, ''), ttl } })
        }
      })
    }
  })
}
