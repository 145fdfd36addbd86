import { DEFAULT_LINE } from '../lines/line-table.ts'
import type { RedirectAddresses } from '../redirect/redirect-addresses.ts'
import { rrsetOf, visibleCname, visibleRedirect } from '../answer/selection.ts'
import { rdataOffset, type CompiledZone, type LineRecords, type Rdata, type ZoneNode } from '../zone/rrset.ts'
import { TYPE } from '../wire/wire-types.ts'

const headerBytes = 12
/** What a pointer can reach. Larger messages would save little, and smaller ones leave more room between them for queries. */
const messageBytes = 0x4000
const maxMessageBytes = 65_535
const apexPointer = Buffer.of(0xc0, headerBytes)
const onDefaultLine = [DEFAULT_LINE]

/** A record in wire form, its owner as a key relative to the zone. */
type TransferRecord = { readonly owner: string; readonly set: LineRecords; readonly rdata: Rdata }

/**
 * The messages that carry a whole zone as clients of the default line see it (RFC 5936): its SOA, all other records, its SOA. The
 * zone is one that is never written to, however long the messages are in coming.
 * @param question header and question of the query, which every message repeats
 * @param spareBytes what is added to each message later
 */
export function* wholeZoneMessages(zone: CompiledZone, redirects: RedirectAddresses, question: Uint8Array, spareBytes: number): Generator<Buffer> {
  yield* messagesOf(wholeZone(zone, redirects), question, spareBytes)
}

/** The message that carries the SOA alone: what the client has is as new as it can be (RFC 1995 §2). */
export function* soaMessage(zone: CompiledZone, question: Uint8Array): Generator<Buffer> {
  yield* messagesOf([soaOf(zone)], question, 0)
}

function* wholeZone(zone: CompiledZone, redirects: RedirectAddresses): Generator<TransferRecord> {
  yield soaOf(zone)
  for (const owner of zone.nodes.keys()) {
    const node = zone.nodes.get(owner)
    if (node !== undefined) yield* recordsOf(owner, node, redirects)
  }
  yield soaOf(zone)
}

function soaOf(zone: CompiledZone): TransferRecord {
  const set = rrsetOf(zone.nodes.get('')!, TYPE.SOA)!.fallback!
  return { owner: '', set, rdata: set.rdatas[0]! }
}

function* recordsOf(owner: string, node: ZoneNode, redirects: RedirectAddresses): Generator<TransferRecord> {
  const cname = visibleCname(node, onDefaultLine)
  if (cname !== null) {
    // Several of them take turns here; another server may have one.
    yield { owner, set: cname, rdata: heaviestOf(cname) }
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
  for (const rdata of set.rdatas) if (set.totalWeight === 0 || rdata.weight > 0) yield { owner, set, rdata }
}

function heaviestOf({ rdatas }: LineRecords): Rdata {
  return rdatas.reduce((heaviest, rdata) => (rdata.weight > heaviest.weight ? rdata : heaviest))
}

function* messagesOf(records: Iterable<TransferRecord>, question: Uint8Array, spareBytes: number): Generator<Buffer> {
  let parts: Buffer[] = []
  let bytes = question.length
  let count = 0
  let ownerAt = 0
  let lastOwner = ''
  const finish = (): Buffer => {
    const message = Buffer.concat([question, ...parts])
    message[2] = 0x84 | ((message[2] as number) & 0x01) // QR, AA, RD as asked
    message[3] = 0
    message.writeUInt16BE(count, 6)
    message.writeUInt32BE(0, 8)
    parts = []
    bytes = question.length
    count = 0
    return message
  }
  for (const { owner, set, rdata } of records) {
    const rdataBytes = rdata.end - rdata.start - rdataOffset
    const most = owner.length + 2 + 10 + rdataBytes
    if (count > 0 && bytes + most > messageBytes) yield finish()
    if (bytes + most + spareBytes > maxMessageBytes) throw new RangeError('a record is too long for a transfer')
    const isRepeated = count > 0 && owner === lastOwner
    if (!isRepeated) ownerAt = bytes
    lastOwner = owner
    const name = owner === '' ? apexPointer : isRepeated ? pointerTo(ownerAt) : Buffer.concat([Buffer.from(owner, 'latin1'), apexPointer])
    // Copied before anything else is asked for: of URL records the bytes are those of the next one too.
    const body = Buffer.from(set.arena.subarray(rdata.start + 2, rdata.end))
    parts.push(name, body)
    bytes += name.length + body.length
    count += 1
  }
  yield finish()
}

function pointerTo(at: number): Buffer {
  return Buffer.of(0xc0 | (at >> 8), at & 255)
}
