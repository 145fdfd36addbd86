import type { ZoneProblem } from '../zone/rrset.ts'
import type { Transport } from '../wire/transport.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import type { AnsweringRules } from './answering-rules.ts'

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

/** A zone as a node has it. */
export type HeldZone = { readonly domainId: number; readonly name: string; readonly version: number; readonly serial: number }

/** What became of an update. */
export type AppliedUpdate = {
  readonly domainId: number
  /** `unclear`: the change cannot be laid over what the node has, it needs the whole. `unservable`: the zone's own name is none. */
  readonly outcome: 'applied' | 'unclear' | 'unservable'
  /** Rows that are left out since this update. */
  readonly problems: readonly ZoneProblem[]
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
  /** Of a domain: by country of the clients where it is known, and by the names of the zone that were answered from. A node of an earlier version has none. */
  readonly countries?: readonly (readonly [code: string, answers: number])[]
  readonly names?: readonly (readonly [name: string, answers: number])[]
}

/** Queries over the rate limit since the last drain: not answered, told to come by TCP or with a cookie, and answered because it only counts. */
export type LimitedCounts = { readonly dropped: number; readonly slipped: number; readonly spared: number }

/** Counts, and how to tell the engine that they are stored: until then an engine that can keeps them. */
export type DrainedCounts = { readonly counts: readonly AnswerCount[]; readonly limited: LimitedCounts; readonly confirm: () => Promise<void> }

/** A query as the live log shows it. */
export type LoggedQuery = {
  /** Grows by one with every query of its log. */
  readonly sequence: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly client: string
  /** The client that the resolver named, as address/length. */
  readonly subnet: string | null
  readonly transport: Transport
  /** Null outside all zones. */
  readonly domainId: number | null
  readonly zone: string | null
  readonly name: string
  readonly type: number
  readonly rcode: number
  readonly line: string
  readonly answeredLine: string | null
  readonly truncated: boolean
  /** A name of the zone stands for the one that was asked: itself, or as its wildcard, cut or DNAME. */
  readonly hasOwner: boolean
  readonly isOwnName: boolean
  /** Records of the answer section. */
  readonly answers: number
  /** The reply in Base64; empty where it is too long, or was sent before anyone looked. */
  readonly reply: string
}

/** Queries about one domain, and those for names in it that no zone answered. All that is named has to fit. */
export type LogFilter = {
  readonly domainId: number
  /** Its name, in lower case. */
  readonly zone: string
  /** Part of the name, in lower case. */
  readonly name?: string | undefined
  readonly type?: number | undefined
  readonly rcode?: number | undefined
  /** Most specific line of the client. */
  readonly line?: string | undefined
  /** Of the address that asked, or of the client that it named. */
  readonly network?: { readonly address: readonly number[]; readonly prefixLength: number } | undefined
}

export type LogQuestion = {
  /** All queries, or those that were answered with an error, which reach further back. */
  readonly log: 'all' | 'errors'
  /** The run and the number that the last reply ended with; what is given begins behind it. A number of another run says nothing. */
  readonly run: string
  readonly after: number
  readonly limit: number
  /** Null: of all domains. */
  readonly of: LogFilter | null
}

/** What a node has in memory of its last queries. */
export type NodeLog = {
  /** Another one after each start: numbers begin anew. */
  readonly run: string
  /** The number of the last query when it was read, whatever it was about. */
  readonly upTo: number
  /** Oldest first, the newest of those that fit. */
  readonly queries: readonly LoggedQuery[]
  /** More than `limit` would have fitted. */
  readonly isCut: boolean
  /** So many queries, of all domains, came and were written over since the number that was asked for. */
  readonly missed: number
  /** Complete from here on, in milliseconds since 1970. */
  readonly since: number
}

/**
 * One running engine. Every call states what shall be, not what changed, and may be repeated: the reconciling loop calls again
 * until `verify` shows the serial it wants.
 */
export type EngineDriver = {
  readonly kind: string
  readonly capabilities: DriverCapabilities
  health(): Promise<DriverHealth>
  /** All zones it has, from whenever it got them. */
  heldZones(): Promise<readonly HeldZone[]>
  /** Puts each zone in place of its predecessor, or takes it away; the outcomes are in the same order. */
  applyZones(updates: readonly ZoneUpdate[]): Promise<readonly AppliedUpdate[]>
  /** By name; unknown names are ignored. Returns how many there were. */
  removeZones(names: readonly string[]): Promise<number>
  /** Everything that it must serve has been given to it: until then it may keep silent. @throws when a socket cannot be had */
  complete(): Promise<void>
  /** How it answers strangers, from now on; kept with its zones. */
  useRules(rules: AnsweringRules): Promise<void>
  /** Has somebody hear of zones whose primaries say that they have changed (RFC 1996); absent where the engine takes no NOTIFY. */
  onNotified?(hear: (zones: readonly string[]) => void): void
  /** Asks the engine itself for the zone's SOA. @throws {ProbeFailure} when it does not answer with one */
  verify(zoneName: string): Promise<Verification>
  /** Counts since the last ones that were confirmed. */
  drainCounters(): Promise<DrainedCounts>
  /** Of the last queries that it answered; only with the capability `queryLog`. */
  queryLog(question: LogQuestion): Promise<NodeLog>
}
