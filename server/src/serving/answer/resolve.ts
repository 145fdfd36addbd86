import { addAddresses } from './addresses.ts'
import type { QueryContext, Resolution } from './query-context.ts'
import { SECTION, type OwnerName } from './response.ts'
import { rdataOffset, type LineRecords, type Rdata } from '../zone/rrset.ts'
import { chooseByWeight, chooseSet, dependsOnLine, isSameSet } from './selection.ts'
import { locate, type Place } from './walk.ts'
import { emptyNameKey, keyIsWithin, readNameKey, type NameKey } from '../wire/wire-key.ts'
import { RCODE, TYPE } from '../wire/wire-types.ts'

/** How many CNAMEs one answer holds at most; the asker goes on from the last (RFC 1034 §3.6.2). */
export const maxCnames = 5

const targetName = emptyNameKey()
const questionPointer = 12

/** Follows the question through the zone and writes what is found. Chains end at the zone's edge. */
export function resolve(context: QueryContext): Resolution {
  const { zone, query } = context
  const resolution: Resolution = {
    rcode: RCODE.NOERROR,
    authoritative: true,
    truncated: false,
    dependsOnLine: false,
    isOwnName: false,
    owner: null,
    line: null,
    dname: null,
  }
  const owner: OwnerName = { bytes: context.packet, offset: questionPointer }
  let name: NameKey = query.name
  let pointer = questionPointer
  let visited: string[] | null = null
  for (let cnames = 0; ; cnames += 1) {
    const place = locate(zone, name, query.type, context.chain)
    if (cnames === 0) resolution.owner = ownerOf(place)
    const next = follow(context, resolution, place, name, pointer, owner, cnames)
    if (next === null) return resolution
    ;(visited ??= []).push(name.key)
    if (readNameKey(next, 0, targetName) < 0 || !keyIsWithin(targetName, zone.key)) return resolution
    name = targetName
    if (visited.includes(name.key)) return resolution
    owner.bytes = next
    owner.offset = 0
    pointer = 0
  }
}

/** Names that are only there because there are names below them own nothing. */
function ownerOf(place: Place): string | null {
  if (place.kind === 'missing' || (place.kind === 'name' && place.node.rrsets.length === 0)) return null
  return place.owner
}

/** Writes what stands at one place. Returns the wire name to go on with, or null when the answer is complete. */
function follow(
  context: QueryContext,
  resolution: Resolution,
  place: Place,
  name: NameKey,
  pointer: number,
  owner: OwnerName,
  cnames: number,
): Uint8Array | null {
  switch (place.kind) {
    case 'missing':
      resolution.rcode = RCODE.NXDOMAIN
      addSoa(context, resolution)
      return null
    case 'delegation':
      if (cnames === 0) resolution.authoritative = false
      resolution.dependsOnLine ||= place.dependsOnLine
      refer(context, resolution, place.set, name.starts[place.skippedLabels] as number, pointer, owner)
      return null
    case 'dname':
      if (cnames === maxCnames) return null
      resolution.dependsOnLine ||= place.dependsOnLine
      return synthesise(context, resolution, place.set, ancestorOffset(name, place.skippedLabels), pointer, owner)
    case 'name': {
      const { query } = context
      resolution.dependsOnLine ||= dependsOnLine(place.node, query.type)
      const set = chooseSet(place.node, query.type, context.chain, context.redirects)
      if (set === null) {
        addSoa(context, resolution)
        return null
      }
      const goesOn = set.type === TYPE.CNAME && query.type !== TYPE.CNAME && query.type !== TYPE.ANY
      if (goesOn && cnames === maxCnames) return null
      const chosen = chosenRecord(set, context.random)
      if (cnames === 0) resolution.isOwnName = !place.wildcard
      if (!add(context, resolution, SECTION.answer, set, pointer, owner, chosen)) return null
      resolution.line = set.line
      if (goesOn) return rdataOf(set, Math.max(chosen, 0))
      addAddresses(context, resolution, set, chosen, false)
      return null
    }
  }
}

function rdataOf(set: LineRecords, index: number): Uint8Array {
  const rdata = set.rdatas[index] as Rdata
  return set.arena.subarray(rdata.start + rdataOffset, rdata.end)
}

function ancestorOffset(name: NameKey, skippedLabels: number): number {
  return skippedLabels === name.labels ? name.key.length : (name.starts[skippedLabels] as number)
}

/** -1: the whole set. */
function chosenRecord(set: LineRecords, random: () => number): number {
  return set.totalWeight > 0 ? chooseByWeight(set, random) : -1
}

function add(context: QueryContext, resolution: Resolution, section: 0 | 1, set: LineRecords, pointer: number, owner: OwnerName, chosen: number): boolean {
  const first = chosen < 0 && set.rdatas.length > 1 ? Math.floor(context.random() * set.rdatas.length) : 0
  if (context.writer.addSet(section, set, pointer, owner, chosen, first)) return true
  resolution.truncated = true
  return false
}

/** RFC 2308 §3: the SOA says how long "nothing" may be kept. The apex is a suffix of the question. */
function addSoa(context: QueryContext, resolution: Resolution): void {
  const { zone, query } = context
  const apex = query.name.key.length - zone.key.length
  const owner: OwnerName = { bytes: context.packet, offset: questionPointer + apex }
  add(context, resolution, SECTION.authority, zone.negativeSoa, zone.key === '' ? 0 : questionPointer + apex, owner, -1)
}

/** A referral: the servers of the zone below and their addresses, without which they could not be asked (RFC 9471). */
function refer(context: QueryContext, resolution: Resolution, set: LineRecords, cutOffset: number, pointer: number, owner: OwnerName): void {
  const cut: OwnerName = { bytes: owner.bytes, offset: owner.offset + cutOffset }
  if (!add(context, resolution, SECTION.authority, set, pointer === 0 ? 0 : pointer + cutOffset, cut, -1)) return
  resolution.line = set.line
  addAddresses(context, resolution, set, -1, true)
}

/** RFC 6672 §3.1: the DNAME and the CNAME it stands for; a name that would be too long is YXDOMAIN (§2.2). */
function synthesise(
  context: QueryContext,
  resolution: Resolution,
  set: LineRecords,
  ownerOffset: number,
  pointer: number,
  owner: OwnerName,
): Uint8Array | null {
  const { zone, writer } = context
  const dnameOwner: OwnerName = { bytes: owner.bytes, offset: owner.offset + ownerOffset }
  const atRoot = zone.key === '' && owner.bytes[dnameOwner.offset] === 0
  const dnamePointer = pointer === 0 || atRoot ? 0 : pointer + ownerOffset
  if (!isSameSet(resolution.dname, set) && !add(context, resolution, SECTION.answer, set, dnamePointer, dnameOwner, -1)) return null
  resolution.dname = set
  resolution.line = set.line
  const target = rdataOf(set, 0)
  if (ownerOffset + target.length > 255) {
    resolution.rcode = RCODE.YXDOMAIN
    return null
  }
  const name = new Uint8Array(ownerOffset + target.length)
  for (let i = 0; i < ownerOffset; i += 1) name[i] = owner.bytes[owner.offset + i] as number
  name.set(target, ownerOffset)
  if (!writer.addSynthesised(pointer, owner, set.ttlSeconds, name)) {
    resolution.truncated = true
    return null
  }
  return context.query.type === TYPE.CNAME ? null : name // the synthesised CNAME is what was asked for
}
