import type { LineTable } from '../lines/line-table.ts'
import type { CompiledZone } from '../zone/rrset.ts'

/**
 * What an engine can do. Nothing reads it yet: what saves a record will flag one that needs what a node's engine lacks, so that
 * nothing is flattened in silence.
 */
export type DriverCapabilities = {
  readonly lines: boolean
  /** Weights inside one line of one name. */
  readonly weightsInLine: boolean
  readonly dnssec: boolean
  /** Record types it serves; 'all' when it carries any type as bytes. */
  readonly types: 'all' | readonly string[]
  readonly statsTop: boolean
  readonly queryLog: boolean
}

export type DriverHealth = {
  readonly state: 'up' | 'stopped' | 'failed'
  /** In English, for the operator, when the engine is not up. */
  readonly detail: string | null
  readonly zones: number
  /** `address#port` of each socket. */
  readonly listening: readonly string[]
}

/** What a real query to the engine said. */
export type Verification = {
  readonly serial: number
  /** From sending the query to the answer. */
  readonly ms: number
}

/** Answers given since the last drain: of one domain, of names outside all zones, or of all together. */
export type AnswerCount = {
  /** Null outside all zones; `all`: every answer, whatever its domain. It comes first. */
  readonly domainId: number | null | 'all'
  readonly answers: number
  /**
   * By the most specific line of the clients, by type (0 for those the product does not know, whose number a stranger chose), and by
   * code. Complete of all; of a domain, what was beyond the bound of the counters is in `answers` alone.
   */
  readonly lines: readonly (readonly [line: string, answers: number])[]
  readonly types: readonly (readonly [type: number, answers: number])[]
  readonly rcodes: readonly (readonly [rcode: number, answers: number])[]
}

/** A query as the live log shows it. */
export type LoggedQuery = {
  /** Grows by one with every query. */
  readonly sequence: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly client: string
  readonly transport: 'udp' | 'tcp'
  readonly domainId: number | null
  readonly zone: string | null
  readonly name: string
  readonly type: number
  readonly rcode: number
  readonly line: string
  readonly answeredLine: string | null
  readonly truncated: boolean
}

/**
 * One running engine. Every call states what shall be, not what changed, and may be repeated: the reconciling loop calls again
 * until `verify` shows the serial it wants.
 */
export type EngineDriver = {
  readonly kind: string
  readonly capabilities: DriverCapabilities
  /** @throws when a socket or program cannot be had; then nothing is left running */
  start(): Promise<void>
  /** Ends what `start` began; harmless when nothing runs. */
  stop(): Promise<void>
  health(): Promise<DriverHealth>
  /** Puts each zone in place of its predecessor, whole. */
  applyZones(zones: readonly CompiledZone[]): Promise<void>
  /** By name; unknown names are ignored. Returns how many there were. */
  removeZones(names: readonly string[]): Promise<number>
  applyLines(lines: LineTable): Promise<void>
  /** Asks the engine itself for the zone's SOA. @throws {ProbeFailure} when it does not answer with one */
  verify(zoneName: string): Promise<Verification>
  /** Counts since the last call. */
  drainCounters(): readonly AnswerCount[]
  /** Queries behind `sequence`, oldest first, at most `limit`; only with the capability `queryLog`. */
  recentQueries(sequence: number, limit: number): readonly LoggedQuery[]
}
