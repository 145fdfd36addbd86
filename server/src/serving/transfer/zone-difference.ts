import { nameToWire } from '@nameplane/dns-text/names'
import type { RedirectAddresses } from '../redirect/redirect-addresses.ts'
import type { CompiledZone, ZoneNode } from '../zone/rrset.ts'
import type { Steps } from '../zone/slices.ts'
import { changedKeys, type ZoneChange } from '../zone/zone-patch.ts'
import { recordsOf, soaOf, type TransferRecord } from './zone-records.ts'

/** From one serial of a zone to another, as servers on the default line have it (RFC 1995 §4); packed, so that it takes what it says. */
export type ZoneDifference = {
  readonly from: number
  readonly to: number
  /** The SOA before, then what has gone. */
  readonly gone: Buffer
  /** The SOA after, then what has come. */
  readonly come: Buffer
}

/** Names between two places where something else may run. */
const namesOfStep = 128

/**
 * What differs between two states of one zone, in steps.
 * @param change what has led from one to the other, if that is known: the names to look at; else all of both are
 */
export function* differenceSteps(before: CompiledZone, after: CompiledZone, change: ZoneChange | null, redirects: RedirectAddresses): Steps<ZoneDifference> {
  const gone = new PackedRecords()
  const come = new PackedRecords()
  gone.add(soaOf(before))
  come.add(soaOf(after))
  let count = 0
  const keys = change === null ? keysOfBoth(before, after) : new Set(changedKeys(change, nameToWire(after.name), after.key))
  for (const key of keys) {
    compare(key, before.nodes.get(key), after.nodes.get(key), redirects, gone, come)
    count += 1
    if (count % namesOfStep === 0) yield
  }
  return { from: before.serial, to: after.serial, gone: gone.bytes, come: come.bytes }
}

/** Whether the two states are the same to servers, also by their serial. */
export function isNoDifference({ gone, come }: ZoneDifference): boolean {
  return gone.equals(come)
}

export function bytesOfDifference({ gone, come }: ZoneDifference): number {
  return gone.length + come.length
}

/** The records of a difference in the order of IXFR: what has gone behind the SOA before, what has come behind the SOA after. */
export function* recordsOfDifference({ gone, come }: ZoneDifference): Generator<TransferRecord> {
  yield* unpacked(gone)
  yield* unpacked(come)
}

function* keysOfBoth(before: CompiledZone, after: CompiledZone): Generator<string> {
  yield* after.nodes.keys()
  for (const key of before.nodes.keys()) if (!after.nodes.has(key)) yield key
}

function compare(
  key: string,
  before: ZoneNode | undefined,
  after: ZoneNode | undefined,
  redirects: RedirectAddresses,
  gone: PackedRecords,
  come: PackedRecords,
): void {
  if (before === after) return
  // By their bytes: a record whose TTL is another goes and comes.
  const left = new Set<string>()
  if (before !== undefined) for (const { body } of recordsOf(key, before, redirects)) left.add(latin1(body))
  if (after !== undefined) for (const record of recordsOf(key, after, redirects)) if (!left.delete(latin1(record.body))) come.add(record)
  for (const body of left) gone.add({ owner: key, body: Buffer.from(body, 'latin1') })
}

function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
}

/** One after the other: length and owner, length (2) and body. */
class PackedRecords {
  readonly #parts: Buffer[] = []

  add({ owner, body }: TransferRecord): void {
    const head = Buffer.alloc(1 + owner.length + 2)
    head[0] = owner.length
    head.write(owner, 1, 'latin1')
    head.writeUInt16BE(body.length, 1 + owner.length)
    this.#parts.push(head, Buffer.from(body))
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

function* unpacked(bytes: Buffer): Generator<TransferRecord> {
  for (let at = 0; at < bytes.length;) {
    const ownerEnd = at + 1 + bytes[at]!
    const bodyAt = ownerEnd + 2
    const end = bodyAt + bytes.readUInt16BE(ownerEnd)
    yield { owner: bytes.toString('latin1', at + 1, ownerEnd), body: bytes.subarray(bodyAt, end) }
    at = end
  }
}
