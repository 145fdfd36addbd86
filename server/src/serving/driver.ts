import type { LineTable } from './line-table.ts'
import type { CompiledZone } from './rrset.ts'

/**
 * What an engine can do. A record that needs what a node's engine lacks is flagged when it is saved, never flattened in silence.
 * @property weightsInLine weights inside one line of one name
 * @property types record types it serves; 'all' when it carries any type as bytes
 */
export interface DriverCapabilities {
  readonly lines: boolean
  readonly weightsInLine: boolean
  readonly dnssec: boolean
  readonly types: 'all' | readonly string[]
  readonly statsTop: boolean
  readonly queryLog: boolean
}

/** @property detail in English, for the operator, when the engine is not up */
export interface DriverHealth {
  readonly state: 'up' | 'stopped' | 'failed'
  readonly detail: string | null
  readonly zones: number
  /** `address#port` of each socket. */
  readonly listening: readonly string[]
}

/** What a real query to the engine said. @property ms from sending the query to the answer */
export interface Verification {
  readonly serial: number
  readonly ms: number
}

/**
 * Answers given since the last drain, by what an administrator asks about.
 * @property domainId null outside all zones
 * @property line most specific line of the clients
 * @property type 0 for types the product does not know, whose number a stranger chose
 */
export interface AnswerCount {
  readonly domainId: number | null
  readonly line: string
  readonly type: number
  readonly rcode: number
  readonly count: number
}

/** A query as the live log shows it. @property at milliseconds since 1970 @property sequence grows by one with every query */
export interface LoggedQuery {
  readonly sequence: number
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
export interface EngineDriver {
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
