import { DEFAULT_LINE } from '../lines/line-table.ts'
import type { WritableNames } from './name-map.ts'
import { rdataOffset, type LineRecords, type Rdata, type RRset, type ZoneNode, type ZoneProblem } from './rrset.ts'
import { CLASS, TYPE } from '../wire/wire-types.ts'
import { leaveOut, type Row, type SoaRow } from './zone-rows.ts'

/** A set may fill one message, less room for the question and EDNS (RFC 1035 §4.2.2: 16-bit length). */
const maxSetBytes = 65_535 - 12 - 259 - 64

// A delegation or a policy is the same for every asker: one record of it by chance would be wrong (RFC 1034 §4.2.2, RFC 8659).
const neverWeighted = new Set<number>([TYPE.NS, TYPE.DS, TYPE.SOA, TYPE.DNAME, 257, TYPE.URL])

/** Does a row only say that its name exists? */
export function holdsName({ type }: Row): boolean {
  return type === TYPE.ALIAS
}

type LinesOfType = Map<string, Row[]>
/** The rows of one name, by type and line. */
type TypesOfName = Map<number, LinesOfType>

/**
 * Groups the rows of one name and settles what they mean together; what cannot be served goes, and is listed in `problems`.
 * @param isBelowDname nothing may stand there (RFC 6672 §2.4)
 */
export function settledTypes(problems: ZoneProblem[], rows: readonly Row[], isBelowDname: boolean): TypesOfName {
  const types: TypesOfName = new Map()
  for (const row of rows) if (!holdsName(row)) addRow(types, row)
  for (const [type, lines] of types) {
    for (const [line, set] of lines) if (set.length > 1) lines.set(line, withoutExcess(problems, type, set))
  }
  settleCname(problems, types)
  if (!isBelowDname) return types
  for (const lines of types.values()) for (const set of lines.values()) for (const row of set) leaveOut(problems, row.record, 'below_dname')
  return new Map()
}

function addRow(types: TypesOfName, row: Row): void {
  let lines = types.get(row.type)
  if (lines === undefined) types.set(row.type, (lines = new Map()))
  const set = lines.get(row.line)
  if (set === undefined) lines.set(row.line, [row])
  else set.push(row)
}

/** Which of two records is kept must not hang on the order in which the database gave them. Those without an id come last. */
function byId(left: Row, right: Row): number {
  return (left.record.id ?? Number.MAX_SAFE_INTEGER) - (right.record.id ?? Number.MAX_SAFE_INTEGER)
}

/** Drops repeats (RFC 2181 §5), a second CNAME or DNAME that no weight decides on, and what no message could hold. */
function withoutExcess(problems: ZoneProblem[], type: number, set: readonly Row[]): Row[] {
  const seen = new Set<string>()
  const single = type === TYPE.DNAME || (type === TYPE.CNAME && set.every((row) => row.weight === null))
  const kept: Row[] = []
  let bytes = 0
  for (const row of set.toSorted(byId)) {
    const content = Buffer.from(row.wire.buffer, row.wire.byteOffset, row.wire.byteLength).toString('latin1')
    bytes += rdataOffset + row.wire.length
    if (seen.has(content)) leaveOut(problems, row.record, 'duplicate_record')
    else if (single && kept.length > 0) leaveOut(problems, row.record, type === TYPE.CNAME ? 'several_cname' : 'several_dname')
    else if (bytes > maxSetBytes) leaveOut(problems, row.record, 'set_too_large')
    else {
      seen.add(content)
      kept.push(row)
    }
  }
  return kept
}

/** On one line a CNAME stands alone (RFC 1034 §3.6.2); where it does not, the other records are the zone's and the CNAME goes. */
function settleCname(problems: ZoneProblem[], types: TypesOfName): void {
  const cnames = types.get(TYPE.CNAME)
  if (cnames === undefined || types.size === 1) return
  for (const [line, set] of cnames) {
    let alone = true
    for (const [type, lines] of types) if (type !== TYPE.CNAME && lines.has(line)) alone = false
    if (alone) continue
    for (const row of set) leaveOut(problems, row.record, 'cname_conflict')
    cnames.delete(line)
  }
  if (cnames.size === 0) types.delete(TYPE.CNAME)
}

/** The keys above a key, the nearest first, the apex last. */
export function parentsOf(key: string): string[] {
  const parents: string[] = []
  for (let at = 0; at < key.length;) {
    at += 1 + key.charCodeAt(at)
    parents.push(key.slice(at))
  }
  return parents
}

function parentOf(key: string): string {
  return key.slice(1 + key.charCodeAt(0))
}

const emptyNode: ZoneNode = { rrsets: [], hasLines: false }

/** The names of a zone while it is built or changed. */
export type NamesInWork = { readonly nodes: WritableNames<ZoneNode>; readonly childCounts: WritableNames<number>; readonly cuts: WritableNames<ZoneNode> }

/** Puts a name that owns records. Names between it and the apex exist although they own nothing (RFC 4592 §2.2.2). */
export function putName(names: NamesInWork, key: string, node: ZoneNode): void {
  exist(names, key, node)
  if (isCut(key, node)) names.cuts.set(key, node)
  else if (names.cuts.get(key) !== undefined) names.cuts.delete(key)
}

function exist({ nodes, childCounts }: NamesInWork, key: string, node: ZoneNode): void {
  let isNew = nodes.get(key) === undefined
  nodes.set(key, node)
  for (let at = key; isNew && at !== '';) {
    at = parentOf(at)
    if (at === '') return
    childCounts.set(at, (childCounts.get(at) ?? 0) + 1)
    isNew = nodes.get(at) === undefined
    if (isNew) nodes.set(at, emptyNode)
  }
}

/** Takes its records from a name below the apex. It goes on to exist while there are names below it, else those above that were only there for it go too. */
export function emptyName({ nodes, childCounts, cuts }: NamesInWork, key: string): void {
  if (nodes.get(key) === undefined) return
  if (cuts.get(key) !== undefined) cuts.delete(key)
  nodes.set(key, emptyNode)
  for (let at = key; at !== '' && nodes.get(at)?.rrsets.length === 0 && childCounts.get(at) === undefined;) {
    nodes.delete(at)
    at = parentOf(at)
    if (at === '') return
    const left = (childCounts.get(at) ?? 0) - 1
    if (left > 0) childCounts.set(at, left)
    else childCounts.delete(at)
  }
}

function isCut(key: string, node: ZoneNode): boolean {
  return node.rrsets.some(({ type }) => type === TYPE.DNAME || (type === TYPE.NS && key !== ''))
}

/** True when a part of some set of the name is answered. */
export function isWeighted({ rrsets }: ZoneNode): boolean {
  return rrsets.some(({ fallback, lines }) => {
    if ((fallback?.totalWeight ?? 0) > 0) return true
    return lines !== null && [...lines.values()].some((set) => set.totalWeight > 0)
  })
}

/** Bytes that a record takes in an arena. */
export function arenaBytesOf({ wire }: { readonly wire: Uint8Array }): number {
  return rdataOffset + wire.length
}

/** The node of settled rows, written into the arena; at the apex with the SOA's set. */
export function nodeOf(arena: Arena, types: TypesOfName, soa: LineRecords | null): ZoneNode {
  const rrsets: RRset[] = soa === null ? [] : [{ type: TYPE.SOA, fallback: soa, lines: null }]
  for (const [type, lines] of types) rrsets.push(rrsetOfLines(arena, type, lines))
  if (rrsets.length > 1) rrsets.sort((left, right) => left.type - right.type)
  return { rrsets, hasLines: rrsets.some((rrset) => rrset.lines !== null) }
}

/** The same for a name with one record, of which most names are: there is nothing to settle. */
export function nodeOfRow(arena: Arena, row: Row): ZoneNode {
  const { type, line } = row
  const set = arena.addSet(type, line, [row])
  const isFallback = line === DEFAULT_LINE
  return { rrsets: [{ type, fallback: isFallback ? set : null, lines: isFallback ? null : new Map([[line, set]]) }], hasLines: !isFallback }
}

/** Bytes that both SOAs take in an arena. */
export function soaBytesOf(soa: SoaRow): number {
  return 2 * arenaBytesOf(soa)
}

/** The SOA as it stands at the apex, and as it says how long "nothing" may be kept (RFC 2308 §5). */
export function soaSets(arena: Arena, soa: SoaRow): { soa: LineRecords; negativeSoa: LineRecords } {
  return { soa: arena.addSoa(soa.wire, soa.ttlSeconds), negativeSoa: arena.addSoa(soa.wire, Math.min(soa.ttlSeconds, soa.minimum)) }
}

function rrsetOfLines(arena: Arena, type: number, lines: LinesOfType): RRset {
  let fallback: LineRecords | null = null
  let others: Map<string, LineRecords> | null = null
  for (const [line, rows] of lines) {
    const set = arena.addSet(type, line, rows)
    if (line === DEFAULT_LINE) fallback = set
    else (others ??= new Map()).set(line, set)
  }
  return { type, fallback, lines: others }
}

/** Records one behind the other, each with its header, so that answering is copying. */
export class Arena {
  readonly #bytes: Buffer
  #position = 0

  /** @param bytes as large as all records together, headers included */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  addSoa(wire: Uint8Array, ttlSeconds: number): LineRecords {
    const rdata = this.#add(TYPE.SOA, ttlSeconds, wire, 1, null)
    return { line: DEFAULT_LINE, type: TYPE.SOA, ttlSeconds, arena: this.#bytes, rdatas: [rdata], totalWeight: 0 }
  }

  addSet(type: number, line: string, rows: readonly Row[]): LineRecords {
    let ttlSeconds = Number.POSITIVE_INFINITY
    let totalWeight = 0
    let weighted = false
    for (const row of rows) {
      ttlSeconds = Math.min(ttlSeconds, row.ttlSeconds)
      totalWeight += row.weight ?? 1
      if (row.weight !== null) weighted = true
    }
    weighted = weighted && rows.length > 1 && !neverWeighted.has(type)
    // All weights 0 would answer nothing: then every record has the same chance.
    const even = totalWeight === 0
    const rdatas = rows.map((row) => this.#add(type, ttlSeconds, row.wire, !weighted || even ? 1 : (row.weight ?? 1), row.record.id ?? null))
    return { line, type, ttlSeconds, arena: this.#bytes, rdatas, totalWeight: weighted ? (even ? rows.length : totalWeight) : 0 }
  }

  #add(type: number, ttlSeconds: number, wire: Uint8Array, weight: number, recordId: number | null): Rdata {
    const bytes = this.#bytes
    const start = this.#position
    bytes.writeUInt16BE(0xc00c, start)
    bytes.writeUInt16BE(type, start + 2)
    bytes.writeUInt16BE(CLASS.IN, start + 4)
    bytes.writeUInt32BE(ttlSeconds, start + 6)
    bytes.writeUInt16BE(wire.length, start + 10)
    bytes.set(wire, start + rdataOffset)
    this.#position = start + rdataOffset + wire.length
    return { start, end: this.#position, weight, recordId }
  }
}
