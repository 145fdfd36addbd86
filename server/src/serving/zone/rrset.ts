import type { ZoneLines } from '../lines/zone-lines.ts'
import type { NameMap } from './name-map.ts'

/**
 * One record in its set's arena. `start` is where its wire form begins: pointer to the question, type, class, TTL, rdata length,
 * rdata (RFC 1035 §4.1.3). The rdata is `start + rdataOffset` up to `end`.
 */
export type Rdata = {
  readonly start: number
  readonly end: number
  /** 0 and up; only meaningful when the set is weighted. */
  readonly weight: number
  /** The saved row, null for rows that come from the domain itself. */
  readonly recordId: number | null
}

/** Bytes before the rdata: two for the owner's pointer, ten fixed. */
export const rdataOffset = 12

/** The records of one name, type and line. They lie side by side in the arena. */
export type LineRecords = {
  readonly line: string
  readonly type: number
  /** The lowest of its rows (RFC 2181 §5.2). */
  readonly ttlSeconds: number
  /** Where the records stand in wire form, shared with other sets: a whole zone's, or those of one name that changed later. */
  readonly arena: Buffer
  readonly rdatas: readonly Rdata[]
  /** Sum of the weights; 0 when the whole set is answered. */
  readonly totalWeight: number
}

/** Sets by their line; a `Map` is one. */
export type LineSets = { readonly size: number; get(line: string): LineRecords | undefined; keys(): Iterable<string>; values(): Iterable<LineRecords> }

/** All records of one name and type, by line. */
export type RRset = {
  readonly type: number
  readonly fallback: LineRecords | null
  /** Lines other than `default`; null when there are none. */
  readonly lines: LineSets | null
}

/** One name of a zone. An empty non-terminal has no rrsets (RFC 4592 §2.2.2). rrsets are in order of type number. */
export type ZoneNode = {
  readonly rrsets: readonly RRset[]
  /** True when any of the rrsets has a line other than `default`. */
  readonly hasLines: boolean
}

/** Of catalog zones, which are no domain's. */
export const catalogDomainId = 0

/** A zone ready to be answered from. Nothing of it is ever written to: a changed zone is another one, which may share parts with it. */
export type CompiledZone = {
  readonly domainId: number
  readonly name: string
  /** See wire-key.ts; node keys are relative to it, the apex is ''. */
  readonly key: string
  readonly serial: number
  readonly nodes: NameMap<ZoneNode>
  /** For each name below the apex that has names directly below it, how many; it exists as long as there are any. */
  readonly childCounts: NameMap<number>
  /** Names where authority ends or moves: NS below the apex, DNAME anywhere. */
  readonly cuts: NameMap<ZoneNode> | null
  /** The SOA with TTL min(ttl, minimum) (RFC 2308 §5). */
  readonly negativeSoa: LineRecords
  /** Names with a line other than `default`. */
  readonly linedNames: number
  /** Names of which a part is answered. */
  readonly weightedNames: number
  readonly problems: readonly ZoneProblem[]
  /** The lines that it has for itself; absent in nearly every zone. */
  readonly customLines?: ZoneLines
  /** Nothing of it is answered (RFC 1034 §4.3.5); absent in nearly every zone. */
  readonly isExpired?: boolean
}

/** A row that could not be served as saved. Everything else of the zone is. */
export type ZoneProblem = {
  /** Stable, `dns-text`'s own code for values it refuses. */
  readonly code: string
  readonly recordId: number | null
  readonly host: string
  readonly type: string
  readonly line: string
  readonly value: string
}
