import { DEFAULT_LINE } from './line-table.ts'
import { rdataOffset, type CompiledZone, type LineSet, type Rdata, type RRset, type ZoneNode, type ZoneProblem } from './rrset.ts'
import { CLASS, TYPE } from './wire-types.ts'

/** One saved record. */
export interface RecordSource {
  readonly id?: number
  /** `@`, `www`, `a.b`, `*` … relative to the zone. */
  readonly host: string
  readonly type: string
  readonly line: string
  /** Whole rdata in presentation form. */
  readonly value: string
  readonly ttlSeconds: number
  readonly weight: number | null
}

/** A record in wire form, its owner as a key relative to the zone. */
export interface Row {
  readonly key: string
  readonly type: number
  readonly line: string
  readonly ttlSeconds: number
  readonly weight: number | null
  readonly wire: Uint8Array
  readonly record: RecordSource
}

export interface ZoneFrame {
  readonly domainId: number
  readonly name: string
  readonly key: string
  readonly serial: number
  readonly problems: ZoneProblem[]
}

/** A set may fill one message, less room for the question and EDNS (RFC 1035 §4.2.2: 16-bit length). */
const maxSetBytes = 65_535 - 12 - 259 - 64

// A delegation or a policy is the same for every asker: one record of it by chance would be wrong (RFC 1034 §4.2.2, RFC 8659).
const neverWeighted = new Set<number>([TYPE.NS, TYPE.DS, TYPE.SOA, TYPE.DNAME, 257])

type LinesOfType = Map<string, Row[]>
type TypesOfName = Map<number, LinesOfType>

/** Groups the rows into sets, settles what they mean together, and writes the arena. */
export function zoneOfRows(
  frame: ZoneFrame,
  rows: readonly Row[],
  soa: { readonly wire: Uint8Array; readonly ttlSeconds: number; readonly minimum: number },
): CompiledZone {
  const names = groupRows(frame, rows)
  let arenaBytes = 2 * (rdataOffset + soa.wire.length)
  for (const types of names.values()) {
    for (const lines of types.values()) {
      for (const set of lines.values()) for (const row of set) arenaBytes += rdataOffset + row.wire.length
    }
  }
  const arena = new Arena(arenaBytes)
  const soaSet = arena.addSoa(soa.wire, soa.ttlSeconds)
  const negativeSoa = arena.addSoa(soa.wire, Math.min(soa.ttlSeconds, soa.minimum))

  const nodes = new Map<string, ZoneNode>()
  const cuts = new Map<string, ZoneNode>()
  let usesLines = false
  let usesWeights = false
  for (const [key, types] of names) {
    const rrsets: RRset[] = key === '' ? [{ type: TYPE.SOA, fallback: soaSet, lines: null }] : []
    for (const [type, lines] of types) rrsets.push(rrsetOfLines(arena, type, lines))
    if (rrsets.length > 1) rrsets.sort((left, right) => left.type - right.type)
    const node: ZoneNode = { rrsets, hasLines: rrsets.some((rrset) => rrset.lines !== null) }
    nodes.set(key, node)
    if (types.has(TYPE.DNAME) || (key !== '' && types.has(TYPE.NS))) cuts.set(key, node)
    if (node.hasLines) usesLines = true
    if (!usesWeights) usesWeights = rrsets.some(isWeighted)
  }
  addEmptyNonTerminals(nodes)
  return {
    domainId: frame.domainId,
    name: frame.name,
    key: frame.key,
    serial: frame.serial,
    nodes,
    cuts: cuts.size === 0 ? null : cuts,
    arena: arena.bytes,
    negativeSoa,
    usesLines,
    usesWeights,
    problems: frame.problems,
  }
}

function isWeighted(rrset: RRset): boolean {
  if ((rrset.fallback?.totalWeight ?? 0) > 0) return true
  return rrset.lines !== null && [...rrset.lines.values()].some((set) => set.totalWeight > 0)
}

function groupRows(frame: ZoneFrame, rows: readonly Row[]): Map<string, TypesOfName> {
  const names = new Map<string, TypesOfName>()
  names.set('', new Map())
  for (const row of rows) {
    let types = names.get(row.key)
    if (types === undefined) names.set(row.key, (types = new Map()))
    let lines = types.get(row.type)
    if (lines === undefined) types.set(row.type, (lines = new Map()))
    const set = lines.get(row.line)
    if (set === undefined) lines.set(row.line, [row])
    else set.push(row)
  }
  for (const [key, types] of names) {
    for (const [type, lines] of types) {
      for (const [line, set] of lines) if (set.length > 1) lines.set(line, withoutExcess(frame, type, set))
    }
    settleCname(frame, types)
    if (types.size === 0 && key !== '') names.delete(key)
  }
  dropBelowDname(frame, names)
  return names
}

/** Lists a row that is not served, with the code of the reason. */
export function leaveOut(problems: ZoneProblem[], record: RecordSource, code: string): void {
  const { id, host, type, line, value } = record
  problems.push({ code, recordId: id ?? null, host, type, line, value })
}

/** Drops repeats (RFC 2181 §5), a second CNAME or DNAME that no weight decides on, and what no message could hold. */
function withoutExcess(frame: ZoneFrame, type: number, set: readonly Row[]): Row[] {
  const seen = new Set<string>()
  const single = type === TYPE.DNAME || (type === TYPE.CNAME && set.every((row) => row.weight === null))
  const kept: Row[] = []
  let bytes = 0
  for (const row of set) {
    const content = Buffer.from(row.wire.buffer, row.wire.byteOffset, row.wire.byteLength).toString('latin1')
    bytes += rdataOffset + row.wire.length
    if (seen.has(content)) leaveOut(frame.problems, row.record, 'duplicate_record')
    else if (single && kept.length > 0) leaveOut(frame.problems, row.record, type === TYPE.CNAME ? 'several_cname' : 'several_dname')
    else if (bytes > maxSetBytes) leaveOut(frame.problems, row.record, 'set_too_large')
    else {
      seen.add(content)
      kept.push(row)
    }
  }
  return kept
}

/** On one line a CNAME stands alone (RFC 1034 §3.6.2); where it does not, the other records are the zone's and the CNAME goes. */
function settleCname(frame: ZoneFrame, types: TypesOfName): void {
  const cnames = types.get(TYPE.CNAME)
  if (cnames === undefined || types.size === 1) return
  for (const [line, set] of cnames) {
    let alone = true
    for (const [type, lines] of types) if (type !== TYPE.CNAME && lines.has(line)) alone = false
    if (alone) continue
    for (const row of set) leaveOut(frame.problems, row.record, 'cname_conflict')
    cnames.delete(line)
  }
  if (cnames.size === 0) types.delete(TYPE.CNAME)
}

/** Nothing may stand below a DNAME (RFC 6672 §2.4). */
function dropBelowDname(frame: ZoneFrame, names: Map<string, TypesOfName>): void {
  const owners = [...names].filter(([, types]) => types.has(TYPE.DNAME)).map(([key]) => key)
  if (owners.length === 0) return
  const ownerSet = new Set(owners)
  for (const [key, types] of names) {
    if (!parentsOf(key).some((parent) => ownerSet.has(parent))) continue
    for (const lines of types.values()) for (const set of lines.values()) for (const row of set) leaveOut(frame.problems, row.record, 'below_dname')
    names.delete(key)
  }
}

function parentsOf(key: string): string[] {
  const parents: string[] = []
  for (let at = 0; at < key.length;) {
    at += 1 + key.charCodeAt(at)
    parents.push(key.slice(at))
  }
  return parents
}

const emptyNode: ZoneNode = { rrsets: [], hasLines: false }

/** Names between an owner and the apex exist although they own nothing (RFC 4592 §2.2.2). */
function addEmptyNonTerminals(nodes: Map<string, ZoneNode>): void {
  for (const key of [...nodes.keys()]) {
    for (let at = 0; at < key.length;) {
      at += 1 + key.charCodeAt(at)
      const parent = key.slice(at)
      if (nodes.has(parent)) break
      nodes.set(parent, emptyNode)
    }
  }
}

function rrsetOfLines(arena: Arena, type: number, lines: LinesOfType): RRset {
  let fallback: LineSet | null = null
  let others: Map<string, LineSet> | null = null
  for (const [line, rows] of lines) {
    const set = arena.addSet(type, line, rows)
    if (line === DEFAULT_LINE) fallback = set
    else (others ??= new Map()).set(line, set)
  }
  return { type, fallback, lines: others }
}

/** The zone's records one behind the other, each with its header, so that answering is copying. */
class Arena {
  readonly bytes: Buffer
  private position = 0

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size)
  }

  addSoa(wire: Uint8Array, ttlSeconds: number): LineSet {
    const rdata = this.add(TYPE.SOA, ttlSeconds, wire, 1, null)
    return { line: DEFAULT_LINE, type: TYPE.SOA, ttlSeconds, rdatas: [rdata], totalWeight: 0 }
  }

  addSet(type: number, line: string, rows: readonly Row[]): LineSet {
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
    const rdatas = rows.map((row) => this.add(type, ttlSeconds, row.wire, even ? 1 : (row.weight ?? 1), row.record.id ?? null))
    return { line, type, ttlSeconds, rdatas, totalWeight: weighted ? (even ? rows.length : totalWeight) : 0 }
  }

  private add(type: number, ttlSeconds: number, wire: Uint8Array, weight: number, recordId: number | null): Rdata {
    const { bytes } = this
    const start = this.position
    bytes.writeUInt16BE(0xc00c, start)
    bytes.writeUInt16BE(type, start + 2)
    bytes.writeUInt16BE(CLASS.IN, start + 4)
    bytes.writeUInt32BE(ttlSeconds, start + 6)
    bytes.writeUInt16BE(wire.length, start + 10)
    bytes.set(wire, start + rdataOffset)
    this.position = start + rdataOffset + wire.length
    return { start, end: this.position, weight, recordId }
  }
}
