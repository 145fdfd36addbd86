import { isPtrTarget, type ptrRecord as calls } from '@nameplane/contract/dns/ptr-record'
import { addressesBetween, hasPlaceholder, isInside, nameByPattern, reverseHost, unknownPlaceholder } from '@nameplane/contract/dns/reverse-zones'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { domainToAscii } from '@nameplane/dns-text/names'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { inSlices, type Steps } from '../../../serving/zone/slices.ts'
import type { PlannedWrite } from '../record/record-judgement.ts'
import { changeRecordsWithin } from '../record/record-save.ts'
import { readNeighbours } from '../record/record-neighbours.store.ts'
import type { SavedRecord } from '../record/record.store.ts'
import { changingRecords, judgeWrites, ptrRecordOf, requireSegment, zonesOfSegment, type OpenZone } from './ptr-record.service.ts'

type Sent = Received<typeof calls.generate>
type Generated = Answered<typeof calls.generate>['data']

/** An address, the name that it gets, and where that stands. */
type Named = { address: string; hostName: string; host: string }

/** Names that are shown of the beginning and of the end. */
const sampled = 5
/** Names that are made together without a pause. */
const stride = 512

/** Makes the PTR records of a range by a pattern, or says what they would be. */
export async function generatePtrRecords(db: Db, actor: Actor, sent: Sent): Promise<Generated> {
  const addresses = addressesOf(sent)
  const segment = await requireSegment(db, actor.accessScope, sent.first, 'first')
  if (!isInside(sent.last, segment.cidr)) throw new Problem('ptr_address_outside', { fields: { last: 'ptr_address_outside' } })
  const zones = await inSlices(namedByZone(addresses, sent.pattern, await zonesOfSegment(db, segment.id)))
  const done: Generated = { added: 0, updated: 0, kept: 0, sample: [] }
  if (sent.dryRun) {
    for (const [zone, named] of zones) plan(sent, named, await readPtrOf(db, zone, named), done)
    return { ...done, sample: shortened(done.sample) }
  }
  return changingRecords(db, actor, 'ptr_record.generate', async (open, bulk) => {
    // A change that is tried again begins anew.
    const now: Generated = { added: 0, updated: 0, kept: 0, sample: [] }
    // In the order of their ids, so that two calls never wait for each other.
    for (const [zone, named] of [...zones].sort(([one], [other]) => one.domainId - other.domainId)) {
      await changeRecordsWithin(open, 'record.apply', { domainId: zone.domainId }, bulk, async (tx, { domain, nearby }, save) => {
        const writes = plan(sent, named, await readPtrOf(tx, zone, named), now)
        await save(writes, await judgeWrites(tx, domain, writes, nearby, 'first'))
      })
    }
    const { added, updated, kept } = now
    const { first, last, pattern } = sent
    if (added + updated > 0) open.audit({ type: 'reverse_segment', id: segment.id, name: segment.cidr, after: { first, last, pattern, added, updated, kept } })
    else open.nothingChanged()
    return { ...now, sample: shortened(now.sample) }
  })
}

/** @throws Problem where the range or the pattern is of no use */
function addressesOf({ first, last, pattern }: Sent): string[] {
  const maximum = limits.generatedPtrRecords
  const addresses = addressesBetween(first, last, maximum)
  if (!addresses) throw new Problem('ptr_range_invalid', { params: { maximum }, fields: { last: 'ptr_range_invalid' } })
  const unknown = unknownPlaceholder(pattern, first.includes(':') ? 6 : 4)
  if (unknown !== undefined) throw new Problem('ptr_pattern_unknown', { params: { name: `{${unknown}}` }, fields: { pattern: 'ptr_pattern_unknown' } })
  if (addresses.length > 1 && !hasPlaceholder(pattern)) throw new Problem('ptr_pattern_constant', { fields: { pattern: 'ptr_pattern_constant' } })
  return addresses
}

function* namedByZone(addresses: readonly string[], pattern: string, zoneOf: (address: string) => OpenZone): Steps<Map<OpenZone, Named[]>> {
  const zones = new Map<number, { zone: OpenZone; named: Named[] }>()
  for (const [index, address] of addresses.entries()) {
    const name = nameByPattern(pattern, address, index + 1)
    if (!isPtrTarget(name)) throw new Problem('ptr_pattern_invalid', { params: { name }, fields: { pattern: 'ptr_pattern_invalid' } })
    const zone = zoneOf(address)
    const there = zones.get(zone.domainId) ?? { zone, named: [] }
    zones.set(zone.domainId, there)
    there.named.push({ address, hostName: domainToAscii(name.replace(/\.$/, '')).toLowerCase(), host: reverseHost(address, zone.name) })
    if (index % stride === 0) yield
  }
  return new Map([...zones.values()].map(({ zone, named }) => [zone, named]))
}

/** The PTR records that these addresses have. */
async function readPtrOf(db: Db, zone: OpenZone, named: readonly Named[]): Promise<SavedRecord[]> {
  const nowhere = { above: [], targets: [], pointedTo: [], below: [], aliased: [], servers: [] }
  const there = await readNeighbours(db, zone.domainId, { ...nowhere, zone: zone.name, names: named.map(({ host }) => host) }, null)
  return there.filter(({ type }) => type === 'PTR')
}

/** What is to be written in one zone, which is added to what is done. */
function plan({ ttl, replaces }: Sent, named: readonly Named[], there: readonly SavedRecord[], done: Generated): PlannedWrite[] {
  const before = new Map(there.map((record) => [record.host, record]))
  return named.flatMap(({ address, hostName, host }): PlannedWrite[] => {
    const old = before.get(host)
    const after = ptrRecordOf(host, hostName, ttl)
    if (old && (!replaces || (old.value === after.value && old.ttl === ttl))) {
      done.kept += 1
      return []
    }
    done.sample.push({ address, hostName, before: old ? old.value.replace(/\.$/, '') : null })
    if (!old) {
      done.added += 1
      return [{ op: 'add', id: null, before: null, after, change: 0 }]
    }
    done.updated += 1
    const { line, weight, remark, status } = old
    return [{ op: 'update', id: old.id, before: old, after: { ...after, line, weight, remark, status }, change: 0 }]
  })
}

function shortened(sample: Generated['sample']): Generated['sample'] {
  return sample.length > 2 * sampled ? [...sample.slice(0, sampled), ...sample.slice(-sampled)] : sample
}
