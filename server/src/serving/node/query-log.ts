import { nameToWire } from '@nameplane/dns-text/names'
import type { AnswerEvent } from '../answer/answer.ts'
import type { Transport } from '../wire/transport.ts'
import { keyOfWire, textOfKey } from '../wire/wire-key.ts'
import { clientAddressBytes } from './client-address.ts'
import type { LogFilter, LogQuestion, NodeLog } from './driver.ts'
import { QueryNumbers, QueryRing, type RingPart } from './query-ring.ts'

/** Memory of the two counts, that of all queries and that of the errors among them, which the threads of a node have together. */
export type LogNumbers = { readonly all: SharedArrayBuffer; readonly errors: SharedArrayBuffer }

export const logNumbers = (): LogNumbers => ({ all: new SharedArrayBuffer(8), errors: new SharedArrayBuffer(8) })

/** Who looks at a log asks again sooner. */
const lookMs = 30_000

/** What is asked of each thread: numbers above `upTo` are of queries that came while the log was read. */
export type LogPartQuestion = LogQuestion & { readonly upTo: number; readonly nowMs: number }

/**
 * The last queries of a thread, and apart from them the last ones that were answered with an error: of these there are fewer, so that they
 * reach further back. What strangers send fills both from the front and makes neither larger.
 */
export class QueryLog {
  readonly #all: QueryRing
  readonly #errors: QueryRing
  readonly #numbers: { readonly all: QueryNumbers; readonly errors: QueryNumbers }

  constructor(size: number, numbers: LogNumbers) {
    this.#numbers = { all: new QueryNumbers(numbers.all), errors: new QueryNumbers(numbers.errors) }
    this.#all = new QueryRing(size, this.#numbers.all)
    this.#errors = new QueryRing(size, this.#numbers.errors)
  }

  push(event: AnswerEvent, atMs: number, client: string, transport: Transport, reply: Buffer | null): void {
    this.#all.push(event, atMs, client, transport, reply)
    if (event.rcode !== 0) this.#errors.push(event, atMs, client, transport, null)
  }

  /** The number of the last query, in all threads. */
  last(log: LogQuestion['log']): number {
    return this.#numbers[log].last
  }

  read({ log, of, nowMs, ...question }: LogPartQuestion): RingPart {
    if (log === 'all') this.#all.keepRepliesUntil(nowMs + lookMs)
    const ring = log === 'all' ? this.#all : this.#errors
    return ring.read({ ...question, matches: of === null ? () => true : matcherOf(of) })
  }
}

/** What the threads know, as one. */
export function joinedLog(parts: readonly RingPart[], { after, limit, upTo }: LogPartQuestion, startedAt: number): Omit<NodeLog, 'run'> {
  const gone = Math.max(...parts.map((part) => part.gone))
  const queries = parts
    .flatMap((part) => part.queries)
    // Where one thread has written over its own, those of the others from the same time are not the whole truth any more.
    .filter(({ sequence }) => sequence > gone)
    .sort((one, other) => one.sequence - other.sequence)
  return {
    queries: queries.slice(-limit),
    upTo,
    isCut: queries.length > limit || parts.some(({ isCut }) => isCut),
    missed: after === 0 ? 0 : Math.max(0, gone - after),
    since: Math.max(startedAt, ...parts.flatMap(({ since }) => since ?? [])),
  }
}

/** The cheap tests come first: names become text only where all else fits. */
function matcherOf({ domainId, zone, name, type, rcode, line, ...of }: LogFilter): (event: AnswerEvent, client: string) => boolean {
  const zoneKey = keyOfWire(nameToWire(zone))
  const network = of.network === undefined ? null : { bytes: Uint8Array.from(of.network.address), prefixLength: of.network.prefixLength }
  return (event, client) =>
    (event.domainId === domainId || (event.domainId === null && isWithin(event.nameKey, zoneKey))) &&
    (type === undefined || event.type === type) &&
    (rcode === undefined || event.rcode === rcode) &&
    (line === undefined || event.line === line) &&
    (network === null || isFrom(network, event, client)) &&
    (name === undefined || textOfKey(event.nameKey).includes(name))
}

/** A query that no zone answered, and whose name would have been one of it: it was refused, or could not be read any further. */
function isWithin(key: string, zoneKey: string): boolean {
  const cut = key.length - zoneKey.length
  if (cut < 0 || !key.endsWith(zoneKey)) return false
  let at = 0
  while (at < cut) at += 1 + key.charCodeAt(at)
  return at === cut
}

type Network = { readonly bytes: Uint8Array; readonly prefixLength: number }

/** By the client that the resolver named, or by the address that asked. */
function isFrom(network: Network, { subnet }: AnswerEvent, client: string): boolean {
  return (subnet !== null && contains(network, subnet.address)) || contains(network, clientAddressBytes(client))
}

function contains({ bytes, prefixLength }: Network, address: Uint8Array): boolean {
  if (bytes.length !== address.length) return false
  const whole = prefixLength >> 3
  for (let i = 0; i < whole; i += 1) if (bytes[i] !== address[i]) return false
  const rest = prefixLength & 7
  return rest === 0 || ((bytes[whole]! ^ address[whole]!) & (0xff << (8 - rest))) === 0
}
