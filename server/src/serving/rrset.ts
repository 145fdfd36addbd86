/**
 * One record in the zone's arena. `start` is where its wire form begins: pointer to the question, type, class, TTL, rdata length,
 * rdata (RFC 1035 §4.1.3). The rdata is `start + rdataOffset` up to `end`.
 * @property weight 0 and up; only meaningful when the set is weighted
 * @property recordId the saved row, null for rows that come from the service group
 */
export interface Rdata {
  readonly start: number
  readonly end: number
  readonly weight: number
  readonly recordId: number | null
}

/** Bytes before the rdata: two for the owner's pointer, ten fixed. */
export const rdataOffset = 12

/**
 * The records of one name, type and line. They lie side by side in the arena.
 * @property totalWeight sum of the weights; 0 when the whole set is answered
 * @property ttlSeconds the lowest of its rows (RFC 2181 §5.2)
 */
export interface LineSet {
  readonly line: string
  readonly type: number
  readonly ttlSeconds: number
  readonly rdatas: readonly Rdata[]
  readonly totalWeight: number
}

/** All records of one name and type, by line. */
export interface RRset {
  readonly type: number
  readonly fallback: LineSet | null
  /** Lines other than `default`; null when there are none. */
  readonly lines: ReadonlyMap<string, LineSet> | null
}

/** One name of a zone. An empty non-terminal has no rrsets (RFC 4592 §2.2.2). rrsets are in order of type number. */
export interface ZoneNode {
  readonly rrsets: readonly RRset[]
  /** True when any of the rrsets has a line other than `default`. */
  readonly hasLines: boolean
}

/**
 * A zone ready to be answered from.
 * @property key see wire-key.ts; node keys are relative to it, the apex is ''
 * @property arena all records in wire form
 * @property cuts names where authority ends or moves: NS below the apex, DNAME anywhere
 * @property negativeSoa the SOA with TTL min(ttl, minimum) (RFC 2308 §5)
 */
export interface CompiledZone {
  readonly domainId: number
  readonly name: string
  readonly key: string
  readonly serial: number
  readonly nodes: ReadonlyMap<string, ZoneNode>
  readonly cuts: ReadonlyMap<string, ZoneNode> | null
  readonly arena: Buffer
  readonly negativeSoa: LineSet
  readonly usesLines: boolean
  readonly usesWeights: boolean
  readonly problems: readonly ZoneProblem[]
}

/**
 * A row that could not be served as saved. Everything else of the zone is.
 * @property code stable, `dns-text`'s own code for values it refuses
 */
export interface ZoneProblem {
  readonly code: string
  readonly recordId: number | null
  readonly host: string
  readonly type: string
  readonly line: string
  readonly value: string
}
