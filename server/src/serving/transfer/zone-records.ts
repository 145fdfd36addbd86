import { rrsetOf, visibleCname, visibleRedirect } from '../answer/selection.ts'
import { DEFAULT_LINE } from '../lines/line-table.ts'
import type { RedirectAddresses } from '../redirect/redirect-addresses.ts'
import { TYPE } from '../wire/wire-types.ts'
import type { CompiledZone, LineRecords, Rdata, ZoneNode } from '../zone/rrset.ts'

const onDefaultLine = [DEFAULT_LINE]

/**
 * A record in wire form, its owner as a key relative to the zone; `body` is type, class, TTL, length and rdata. It may lie in bytes that
 * are those of the next one too: it has to be copied before that is asked for.
 */
export type TransferRecord = { readonly owner: string; readonly body: Uint8Array }

/** A zone as clients of the default line see it, between two copies of its SOA (RFC 5936 §2.2). */
export function* wholeZone(zone: CompiledZone, redirects: RedirectAddresses): Generator<TransferRecord> {
  yield soaOf(zone)
  for (const owner of zone.nodes.keys()) {
    const node = zone.nodes.get(owner)
    if (node !== undefined) yield* recordsOf(owner, node, redirects)
  }
  yield soaOf(zone)
}

export function soaOf(zone: CompiledZone): TransferRecord {
  const set = rrsetOf(zone.nodes.get('')!, TYPE.SOA)!.fallback!
  return recordOf('', set, set.rdatas[0]!)
}

/** The records of one name but the SOA. */
export function* recordsOf(owner: string, node: ZoneNode, redirects: RedirectAddresses): Generator<TransferRecord> {
  const cname = visibleCname(node, onDefaultLine)
  if (cname !== null) {
    // Several of them take turns here; another server may have one.
    yield recordOf(owner, cname, heaviestOf(cname))
    return
  }
  const redirect = visibleRedirect(node, onDefaultLine)
  for (const { type, fallback } of node.rrsets) {
    const isReplaced = redirect !== null && (type === TYPE.A || type === TYPE.AAAA)
    if (fallback !== null && !isReplaced && type !== TYPE.SOA && type !== TYPE.CNAME && type !== TYPE.URL) yield* recordsOfSet(owner, fallback)
  }
  if (redirect === null) return
  for (const type of [TYPE.A, TYPE.AAAA]) {
    const set = redirects.setFor(type, redirect)
    if (set !== null) yield* recordsOfSet(owner, set)
  }
}

function* recordsOfSet(owner: string, set: LineRecords): Generator<TransferRecord> {
  // Where weights decide, one with none is never answered.
  for (const rdata of set.rdatas) if (set.totalWeight === 0 || rdata.weight > 0) yield recordOf(owner, set, rdata)
}

/** Without the pointer that its owner is in answers. */
function recordOf(owner: string, { arena }: LineRecords, { start, end }: Rdata): TransferRecord {
  return { owner, body: arena.subarray(start + 2, end) }
}

function heaviestOf({ rdatas }: LineRecords): Rdata {
  return rdatas.reduce((heaviest, rdata) => (rdata.weight > heaviest.weight ? rdata : heaviest))
}
