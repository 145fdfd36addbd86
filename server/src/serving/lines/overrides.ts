/** Administrators' own segments and custom lines, laid over a line table. */
import { bigintToBytes, bytesToBigint } from '@nameplane/dns-text/addresses'
import type { LineMatch, LineTable } from './line-table.ts'
import type { LineLookup, LineNode } from './chain.ts'
import { withLine } from './chain.ts'
import type { LineKind } from './precedence.ts'
import { queryAddressOf } from './query-address.ts'
import { bytesOfWords, RangeIndex } from './range-index.ts'
import { SegmentTable } from './segment-table.ts'
import { standardLine } from './standard-lines.ts'

/** Addresses said to belong to a line, both ends included, 4 or 16 bytes each. */
export type OverrideSegment = {
  readonly line: string
  readonly kind: LineKind
  readonly first: Uint8Array
  readonly last: Uint8Array
  /** What the explainer calls the origin of the segment; `administrator` when absent. */
  readonly source?: string
}

/**
 * The table with the segments laid over it. Each segment puts its line, with the line's ancestors, into the chains of its
 * addresses and displaces what contradicts it (see withLine). Where segments overlap, the narrower wins within one kind,
 * of equals the later one; custom lines stand beside each other, the narrowest first.
 *
 * Costs memory for the segments only, so that a domain with custom lines can have a table of its own. Scopes are never too
 * wide; they may be narrower than the shortest possible where a segment repeats what the table below says anyway.
 * @param lineOf finds lines that are not standard, with their parents; a line it does not know hangs under `default`
 * @throws RangeError when a segment is reversed, or its ends differ in length or have neither 4 nor 16 bytes
 */
export function withOverrides(table: LineTable, segments: readonly OverrideSegment[], lineOf: LineLookup = standardLine): LineTable {
  if (segments.length === 0) return table
  return new OverrideTable(table, segments, lineOf)
}

/** Lines that apply to one stretch, in the order they are applied: the widest segment first. */
type LinesOfStretch = {
  readonly lines: readonly LineNode[]
  readonly source: string
  /** Chain and class id under this set, by the class id of the table below. */
  readonly outcomes: Map<number, { chain: readonly string[]; classId: number }>
}

type Family = {
  readonly ranges: RangeIndex
  /** Of each range; null where no segment lies. */
  readonly sets: readonly (LinesOfStretch | null)[]
}

/** Class ids of each level of overrides begin at a multiple of this; a table has far fewer chains. */
const CLASS_IDS_PER_LEVEL = 65_536

class OverrideTable implements LineTable {
  readonly level: number
  readonly #below: LineTable
  readonly lineOf: LineLookup
  readonly #ipv4: Family
  readonly #ipv6: Family
  readonly #classIdOfChain = new Map<string, number>()

  constructor(below: LineTable, segments: readonly OverrideSegment[], lineOf: LineLookup) {
    this.#below = below
    this.level = below instanceof OverrideTable ? below.level + 1 : 1
    const unknownLines = new Map<string, LineNode>()
    for (const { line, kind } of segments) {
      if (lineOf(line) === undefined) unknownLines.set(line, { code: line, kind, parent: 'default' })
    }
    const lineOfBelow = below instanceof OverrideTable ? below.lineOf : standardLine
    this.lineOf = (code) => lineOf(code) ?? lineOfBelow(code) ?? unknownLines.get(code)
    const ranges = segments.map(rangeOf)
    this.#ipv4 = familyOf(
      ranges.filter((range) => range.family === 4),
      4,
      this.lineOf,
    )
    this.#ipv6 = familyOf(
      ranges.filter((range) => range.family === 6),
      6,
      this.lineOf,
    )
  }

  match(address: Uint8Array, prefixLength: number): LineMatch {
    const below = this.#below.match(address, prefixLength)
    const query = queryAddressOf(address, prefixLength)
    if (query.nothingKnown) return below
    const { ranges, sets } = query.wordsPerAddress === 1 ? this.#ipv4 : this.#ipv6
    const range = ranges.find(query.words)
    const scope = Math.max(below.scope, ranges.scopeWithin(range, query.words) + query.scopeShift)
    const set = sets[range] ?? null
    if (set === null) {
      return scope === below.scope ? below : { chain: below.chain, scope, segment: below.segment, classId: below.classId }
    }
    const { chain, classId } = this.#outcomeOf(set, below)
    const segment = {
      first: bytesOfWords(ranges.startWords(range), ranges.wordsPerAddress),
      last: bytesOfWords(ranges.lastWords(range), ranges.wordsPerAddress),
      source: set.source,
    }
    return { chain, scope, segment, classId }
  }

  /** The id under which this table, or one below it, already knows the chain. */
  classIdOf(chain: readonly string[]): number | undefined {
    const below = this.#below
    const idBelow = below instanceof OverrideTable || below instanceof SegmentTable ? below.classIdOf(chain) : undefined
    return idBelow ?? this.#classIdOfChain.get(chain.join(' '))
  }

  #outcomeOf(set: LinesOfStretch, below: LineMatch): { chain: readonly string[]; classId: number } {
    let outcome = set.outcomes.get(below.classId)
    if (outcome === undefined) {
      const chain = set.lines.reduce((sofar, line) => withLine(sofar, line, this.lineOf), below.chain)
      const known = this.classIdOf(chain)
      const classId = known ?? this.level * CLASS_IDS_PER_LEVEL + this.#classIdOfChain.size
      if (known === undefined) this.#classIdOfChain.set(chain.join(' '), classId)
      outcome = { chain, classId }
      set.outcomes.set(below.classId, outcome)
    }
    return outcome
  }
}

type SegmentRange = { readonly family: 4 | 6; readonly first: bigint; readonly last: bigint; readonly segment: OverrideSegment; readonly position: number }

function rangeOf(segment: OverrideSegment, position: number): SegmentRange {
  const { first, last, line } = segment
  if (first.length !== last.length || (first.length !== 4 && first.length !== 16)) {
    throw new RangeError(`an IP range of line ${line} does not have two ends of 4 or 16 bytes`)
  }
  const range = { first: bytesToBigint(first), last: bytesToBigint(last) }
  if (range.first > range.last) throw new RangeError(`an IP range of line ${line} ends before it starts`)
  return { ...range, family: first.length === 4 ? 4 : 6, segment, position }
}

/** Cuts overlapping segments into stretches with the same segments throughout; neighbours with equal lines are joined. */
function familyOf(segments: SegmentRange[], family: 4 | 6, lineOf: LineLookup): Family {
  const boundaries = new Set<bigint>([0n])
  const end = 1n << (family === 4 ? 32n : 128n)
  for (const { first, last } of segments) {
    boundaries.add(first)
    if (last + 1n < end) boundaries.add(last + 1n)
  }
  const byStart = [...segments].sort((a, b) => compare(a.first, b.first))
  const setOfKey = new Map<string, LinesOfStretch>()
  const starts: bigint[] = []
  const sets: (LinesOfStretch | null)[] = []
  let active: SegmentRange[] = []
  let next = 0
  for (const start of [...boundaries].sort(compare)) {
    active = active.filter((one) => one.last >= start)
    for (; next < byStart.length && (byStart[next] as SegmentRange).first === start; next += 1) active.push(byStart[next] as SegmentRange)
    const set = setOf(active, setOfKey, lineOf)
    if (starts.length > 0 && sets.at(-1) === set) continue
    starts.push(start)
    sets.push(set)
  }
  const wordsPerAddress = family === 4 ? 1 : 4
  const words = new Uint32Array(starts.length * wordsPerAddress)
  const view = new DataView(new ArrayBuffer(16))
  starts.forEach((start, index) => {
    bigintToBytes(start, family).forEach((octet, at) => view.setUint8(at, octet))
    for (let word = 0; word < wordsPerAddress; word += 1) words[index * wordsPerAddress + word] = view.getUint32(word * 4)
  })
  return { ranges: new RangeIndex(words, wordsPerAddress), sets }
}

function setOf(active: readonly SegmentRange[], setOfKey: Map<string, LinesOfStretch>, lineOf: LineLookup): LinesOfStretch | null {
  const widestFirst = [...active].sort((a, b) => compare(b.last - b.first, a.last - a.first) || a.position - b.position)
  const narrowest = widestFirst.at(-1)
  if (narrowest === undefined) return null
  const source = narrowest.segment.source ?? 'administrator'
  const key = [source, ...widestFirst.map(({ segment }) => segment.line)].join(' ')
  let set = setOfKey.get(key)
  if (set === undefined) {
    const lines = widestFirst.map(({ segment }) => lineOf(segment.line)).filter((line) => line !== undefined)
    set = { lines, source, outcomes: new Map() }
    setOfKey.set(key, set)
  }
  return set
}

function compare(a: bigint, b: bigint): -1 | 0 | 1 {
  if (a === b) return 0
  return a < b ? -1 : 1
}
