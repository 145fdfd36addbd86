import { randomBytes } from 'node:crypto'
import { DEFAULT_LINE } from '../lines/line-table.ts'
import type { NameBase } from './name-map.ts'
import { rdataOffset, type LineRecords, type LineSets, type Rdata, type RRset, type ZoneNode } from './rrset.ts'
import { atOnce, type Steps } from './slices.ts'

/*
 * The names of a zone in one range of bytes, a tenth of what they take as objects:
 *
 *   secret    of the hash (4)
 *   index     for each slot the place of an entry, 0 where there is none; open addressing
 *   aside     one set that belongs to the zone and to none of its names
 *   entries   length of the key, key, number of sets (2), sets in order of type
 *   set       flags, type (2), [length (2) and text of the line], number of records (2), [sum of the weights (8)], records
 *   record    id + 1 or 0 (6), [weight (8)], and its wire form as in an arena
 */

const emptyNode: ZoneNode = { rrsets: [], hasLines: false }

const slotBytes = 4
const fullestShare = 0.7
const flagLine = 1
const flagWeights = 2
const idBytes = 6
/** Names between two places where something else may run. */
const namesOfStep = 128

/** Who chooses names must not know where they come to lie. */
const secret = randomBytes(4).readInt32LE(0)
const indexAt = 4

/** All that packed names are, to be handed to another thread. */
export type PackedParts = { readonly size: number; readonly bytes: Uint8Array; readonly slots: number; readonly entriesAt: number }

export class PackedNames implements NameBase<ZoneNode> {
  readonly size: number
  readonly #bytes: Buffer
  readonly #slots: number
  readonly #entriesAt: number

  private constructor(size: number, bytes: Buffer, slots: number, entriesAt: number) {
    this.size = size
    this.#bytes = bytes
    this.#slots = slots
    this.#entriesAt = entriesAt
  }

  /**
   * Copies nodes and the set beside them, so that nothing of the bytes they lie in is held any more.
   * @param isShared several threads may have the bytes, which are then never copied; so may all that is made of them by changes
   */
  static *of(nodes: ReadonlyMap<string, ZoneNode>, aside: LineRecords, isShared = false): Steps<PackedNames> {
    const slots = slotsFor(nodes.size)
    const asideAt = indexAt + slots * slotBytes
    const entriesAt = asideAt + setBytes(aside)
    let end = entriesAt
    let count = 0
    for (const [key, node] of nodes) {
      end += entryBytes(key, node)
      count += 1
      if (count % namesOfStep === 0) yield
    }
    const bytes = bytesOf(end, isShared)
    writeSet(bytes, asideAt, aside)
    let at = entriesAt
    for (const [key, node] of nodes) {
      at = writeEntry(bytes, at, key, node)
      count += 1
      if (count % namesOfStep === 0) yield
    }
    yield* index(bytes, slots, entriesAt)
    return new PackedNames(nodes.size, bytes, slots, entriesAt)
  }

  static ofParts({ size, bytes, slots, entriesAt }: PackedParts): PackedNames {
    return new PackedNames(size, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), slots, entriesAt)
  }

  get parts(): PackedParts {
    return { size: this.size, bytes: this.#bytes, slots: this.#slots, entriesAt: this.#entriesAt }
  }

  get sharedBytes(): number {
    return this.#bytes.buffer instanceof SharedArrayBuffer ? this.#bytes.length : 0
  }

  get aside(): LineRecords {
    return readSet(this.#bytes, indexAt + this.#slots * slotBytes)
  }

  has(key: string): boolean {
    return this.#find(key) > 0
  }

  get(key: string): ZoneNode | undefined {
    const at = this.#find(key)
    return at > 0 ? readNode(this.#bytes, at + 1 + key.length) : undefined
  }

  *keys(): Generator<string> {
    const bytes = this.#bytes
    for (let at = this.#entriesAt; at < bytes.length; at = entryEnd(bytes, at)) yield bytes.toString('latin1', at + 1, at + 1 + bytes[at]!)
  }

  changed(changes: ReadonlyMap<string, ZoneNode | null>): PackedNames {
    const before = this.#bytes
    const replaced = new Set<number>()
    let { size } = this
    let added = 0
    for (const [key, node] of changes) {
      const at = this.#find(key)
      if (at > 0) {
        replaced.add(at)
        added -= entryEnd(before, at) - at
        size -= 1
      }
      if (node === null) continue
      added += entryBytes(key, node)
      size += 1
    }
    const slots = slotsFor(size)
    const asideAt = indexAt + this.#slots * slotBytes
    const bytes = bytesOf(indexAt + slots * slotBytes + before.length - asideAt + added, before.buffer instanceof SharedArrayBuffer)
    let to = indexAt + slots * slotBytes
    const entriesAt = to + this.#entriesAt - asideAt
    // What stays is copied in runs, the set aside with the first.
    let from = asideAt
    for (let at = this.#entriesAt; replaced.size > 0 && at < before.length;) {
      const end = entryEnd(before, at)
      if (replaced.delete(at)) {
        to += before.copy(bytes, to, from, at)
        from = end
      }
      at = end
    }
    to += before.copy(bytes, to, from)
    for (const [key, node] of changes) if (node !== null) to = writeEntry(bytes, to, key, node)
    atOnce(index(bytes, slots, entriesAt))
    return new PackedNames(size, bytes, slots, entriesAt)
  }

  /** Where the entry begins; 0 when there is none. */
  #find(key: string): number {
    const bytes = this.#bytes
    const slots = this.#slots
    const { length } = key
    let hash = bytes.readInt32LE(0)
    for (let i = 0; i < length; i += 1) hash = mixed(hash, key.charCodeAt(i))
    for (let slot = slotOf(hash, slots); ; slot = slot + 1 === slots ? 0 : slot + 1) {
      const at = bytes.readUInt32LE(indexAt + slot * slotBytes)
      if (at === 0) return 0
      if (bytes[at] !== length) continue
      let i = 0
      while (i < length && bytes[at + 1 + i] === key.charCodeAt(i)) i += 1
      if (i === length) return at
    }
  }
}

function bytesOf(length: number, isShared: boolean): Buffer {
  return isShared ? Buffer.from(new SharedArrayBuffer(length)) : Buffer.allocUnsafeSlow(length)
}

/** One at least stays empty, so that every search ends. */
function slotsFor(names: number): number {
  return Math.ceil(names / fullestShare) + 1
}

function mixed(hash: number, byte: number): number {
  const next = Math.imul(hash ^ byte, 0x9e3779b1)
  return next ^ (next >>> 15)
}

function slotOf(hash: number, slots: number): number {
  return Math.floor(((hash >>> 0) * slots) / 0x1_0000_0000)
}

function* index(bytes: Buffer, slots: number, entriesAt: number): Steps<void> {
  bytes.writeInt32LE(secret, 0)
  bytes.fill(0, indexAt, indexAt + slots * slotBytes)
  let count = 0
  for (let at = entriesAt; at < bytes.length; at = entryEnd(bytes, at)) {
    const keyEnd = at + 1 + bytes[at]!
    let hash = secret
    for (let i = at + 1; i < keyEnd; i += 1) hash = mixed(hash, bytes[i]!)
    let slot = slotOf(hash, slots)
    while (bytes.readUInt32LE(indexAt + slot * slotBytes) !== 0) slot = slot + 1 === slots ? 0 : slot + 1
    bytes.writeUInt32LE(at, indexAt + slot * slotBytes)
    count += 1
    if (count % namesOfStep === 0) yield
  }
}

function entryBytes(key: string, { rrsets }: ZoneNode): number {
  let bytes = 1 + key.length + 2
  for (const { fallback, lines } of rrsets) {
    if (fallback !== null) bytes += setBytes(fallback)
    if (lines !== null) for (const set of lines.values()) bytes += setBytes(set)
  }
  return bytes
}

function setBytes({ line, rdatas, totalWeight }: LineRecords): number {
  let bytes = 5 + (line === DEFAULT_LINE ? 0 : 2 + Buffer.byteLength(line)) + (totalWeight > 0 ? 8 + 8 * rdatas.length : 0)
  for (const { start, end } of rdatas) bytes += idBytes + end - start
  return bytes
}

function writeEntry(bytes: Buffer, start: number, key: string, { rrsets }: ZoneNode): number {
  let at = start
  bytes[at] = key.length
  bytes.write(key, at + 1, 'latin1')
  at += 1 + key.length
  const setsAt = at
  at += 2
  let sets = 0
  for (const { fallback, lines } of rrsets) {
    if (fallback !== null) {
      at = writeSet(bytes, at, fallback)
      sets += 1
    }
    if (lines === null) continue
    for (const set of lines.values()) at = writeSet(bytes, at, set)
    sets += lines.size
  }
  bytes.writeUInt16LE(sets, setsAt)
  return at
}

function writeSet(bytes: Buffer, start: number, { line, type, arena, rdatas, totalWeight }: LineRecords): number {
  let at = start
  bytes[at] = (line === DEFAULT_LINE ? 0 : flagLine) | (totalWeight > 0 ? flagWeights : 0)
  at = bytes.writeUInt16LE(type, at + 1)
  if (line !== DEFAULT_LINE) {
    const length = bytes.write(line, at + 2)
    at = bytes.writeUInt16LE(length, at) + length
  }
  at = bytes.writeUInt16LE(rdatas.length, at)
  if (totalWeight > 0) at = bytes.writeDoubleLE(totalWeight, at)
  for (const rdata of rdatas) {
    at = bytes.writeUIntLE(rdata.recordId === null ? 0 : rdata.recordId + 1, at, idBytes)
    if (totalWeight > 0) at = bytes.writeDoubleLE(rdata.weight, at)
    at += arena.copy(bytes, at, rdata.start, rdata.end)
  }
  return at
}

function wireEnd(bytes: Buffer, start: number): number {
  return start + rdataOffset + ((bytes[start + 10]! << 8) | bytes[start + 11]!)
}

function entryEnd(bytes: Buffer, start: number): number {
  let at = start + 1 + bytes[start]!
  let sets = bytes.readUInt16LE(at)
  at += 2
  for (; sets > 0; sets -= 1) at = setEnd(bytes, at)
  return at
}

function setEnd(bytes: Buffer, start: number): number {
  const flags = bytes[start]!
  const weightBytes = (flags & flagWeights) === 0 ? 0 : 8
  let at = start + 3 + ((flags & flagLine) === 0 ? 0 : 2 + bytes.readUInt16LE(start + 3))
  let records = bytes.readUInt16LE(at)
  at += 2 + weightBytes
  for (; records > 0; records -= 1) at = wireEnd(bytes, at + idBytes + weightBytes)
  return at
}

function readNode(bytes: Buffer, start: number): ZoneNode {
  let left = bytes.readUInt16LE(start)
  if (left === 0) return emptyNode
  const rrsets: RRset[] = []
  let hasLines = false
  let at = start + 2
  while (left > 0) {
    const type = typeAt(bytes, at)
    let fallback: LineRecords | null = null
    if ((bytes[at]! & flagLine) === 0) {
      fallback = readSet(bytes, at)
      at = fallback.rdatas[fallback.rdatas.length - 1]!.end
      left -= 1
    }
    const linesAt = at
    let count = 0
    for (; left > 0 && (bytes[at]! & flagLine) !== 0 && typeAt(bytes, at) === type; left -= 1) {
      count += 1
      at = setEnd(bytes, at)
    }
    if (count > 0) hasLines = true
    rrsets.push({ type, fallback, lines: count === 0 ? null : new PackedLines(bytes, linesAt, count) })
  }
  return { rrsets, hasLines }
}

/** The sets of one name and type with a line, read when they are asked for: most clients need one of them, or none. */
class PackedLines implements LineSets {
  readonly size: number
  readonly #bytes: Buffer
  readonly #at: number

  constructor(bytes: Buffer, at: number, size: number) {
    this.#bytes = bytes
    this.#at = at
    this.size = size
  }

  get(line: string): LineRecords | undefined {
    let at = this.#at
    for (let n = 0; n < this.size; n += 1) {
      if (isLine(this.#bytes, at, line)) return readSet(this.#bytes, at)
      at = setEnd(this.#bytes, at)
    }
    return undefined
  }

  *keys(): Generator<string> {
    for (const at of this.#places()) yield lineAt(this.#bytes, at)
  }

  *values(): Generator<LineRecords> {
    for (const at of this.#places()) yield readSet(this.#bytes, at)
  }

  *#places(): Generator<number> {
    let at = this.#at
    for (let n = 0; n < this.size; n += 1) {
      yield at
      at = setEnd(this.#bytes, at)
    }
  }
}

function lineAt(bytes: Buffer, start: number): string {
  return bytes.toString('utf8', start + 5, start + 5 + bytes.readUInt16LE(start + 3))
}

/** Codes of lines are ASCII, as a rule; others are told apart by their text. */
function isLine(bytes: Buffer, start: number, line: string): boolean {
  const length = bytes.readUInt16LE(start + 3)
  if (length < line.length) return false
  for (let i = 0; i < line.length; i += 1) {
    const code = line.charCodeAt(i)
    if (code > 0x7f) return lineAt(bytes, start) === line
    if (bytes[start + 5 + i] !== code) return false
  }
  return length === line.length
}

function typeAt(bytes: Buffer, at: number): number {
  return bytes[at + 1]! | (bytes[at + 2]! << 8)
}

function readSet(bytes: Buffer, start: number): LineRecords {
  const flags = bytes[start]!
  const isWeighted = (flags & flagWeights) !== 0
  const type = typeAt(bytes, start)
  let at = start + 3
  let line: string = DEFAULT_LINE
  if ((flags & flagLine) !== 0) {
    line = lineAt(bytes, start)
    at += 2 + bytes.readUInt16LE(at)
  }
  const records = bytes[at]! | (bytes[at + 1]! << 8)
  at += 2
  let totalWeight = 0
  if (isWeighted) {
    totalWeight = bytes.readDoubleLE(at)
    at += 8
  }
  const rdatas: Rdata[] = []
  for (let n = 0; n < records; n += 1) {
    const id = bytes.readUIntLE(at, idBytes)
    at += idBytes
    let weight = 1
    if (isWeighted) {
      weight = bytes.readDoubleLE(at)
      at += 8
    }
    const end = wireEnd(bytes, at)
    rdatas.push({ start: at, end, weight, recordId: id === 0 ? null : id - 1 })
    at = end
  }
  return { line, type, ttlSeconds: bytes.readUInt32BE(rdatas[0]!.start + 6), arena: bytes, rdatas, totalWeight }
}
