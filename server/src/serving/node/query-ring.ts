import { printAddress } from '@nameplane/dns-text/addresses'
import type { AnswerEvent } from '../answer/answer.ts'
import { transports, type Transport } from '../wire/transport.ts'
import { textOfKey } from '../wire/wire-key.ts'
import type { LoggedQuery } from './driver.ts'

/** Numbers queries from 1 on, those of all threads together: the memory of one is shared. */
export class QueryNumbers {
  /** The low and the high half. */
  readonly #count: Int32Array<SharedArrayBuffer>

  constructor(memory = new SharedArrayBuffer(8)) {
    this.#count = new Int32Array(memory)
  }

  get last(): number {
    return this.#count[1]! * 2 ** 32 + (this.#count[0]! >>> 0)
  }

  next(): number {
    // Once in four thousand million queries another thread may read a high half that is not the one of its number: a query is missing in the log.
    const high = this.#count[1]!
    const low = Atomics.add(this.#count, 0, 1) >>> 0
    if (low === 0xffff_ffff) Atomics.add(this.#count, 1, 1)
    return high * 2 ** 32 + low + 1
  }
}

/** Which part of a ring to read. */
export type RingQuestion = {
  /** Behind this number, up to that one. */
  readonly after: number
  readonly upTo: number
  /** The newest of those that match. */
  readonly limit: number
  readonly matches: (event: AnswerEvent, client: string) => boolean
}

/** What a ring knows of the numbers up to the asked one. */
export type RingPart = {
  /** Oldest first. */
  readonly queries: readonly LoggedQuery[]
  /** More than `limit` match. */
  readonly isCut: boolean
  /** Those of its queries with this number and below are written over. */
  readonly gone: number
  /** When the oldest that it has was answered; null while none has been written over. */
  readonly since: number | null
}

/** Longer replies are not kept: those of most names are shorter, and each has its place, so that the ring has its size. */
const longestKeptReply = 256

/** The last queries of a thread, for the live log. Fixed size; names are turned into text only when somebody looks. */
export class QueryRing {
  readonly #size: number
  readonly #events: (AnswerEvent | undefined)[]
  readonly #clients: string[]
  readonly #at: Float64Array
  /** Their places in `transports`. */
  readonly #transports: Uint8Array
  readonly #sequences: Float64Array
  readonly #numbers: QueryNumbers
  readonly #answers: Uint16Array
  /** Whole replies, each in its place; null while nobody looks at them, since copying one takes an eighth of the time of answering. */
  #replies: Buffer | null = null
  readonly #replyBytes: Uint16Array
  #keepsUntil = 0
  #written = 0

  constructor(size: number, numbers = new QueryNumbers()) {
    this.#size = size
    this.#numbers = numbers
    this.#sequences = new Float64Array(size)
    this.#events = new Array<AnswerEvent | undefined>(size).fill(undefined)
    this.#clients = new Array<string>(size).fill('')
    this.#at = new Float64Array(size)
    this.#transports = new Uint8Array(size)
    this.#answers = new Uint16Array(size)
    this.#replyBytes = new Uint16Array(size)
  }

  push(event: AnswerEvent, atMs: number, client: string, transport: Transport, reply: Buffer | null): void {
    const slot = this.#written % this.#size
    this.#events[slot] = event
    this.#clients[slot] = client
    this.#at[slot] = atMs
    this.#transports[slot] = transports.indexOf(transport)
    this.#answers[slot] = reply === null ? 0 : (reply[6]! << 8) | reply[7]!
    if (this.#replies !== null) this.#keepReply(slot, atMs, reply)
    this.#sequences[slot] = this.#numbers.next()
    this.#written += 1
  }

  /** Someone looks at the log until then, and wants to see replies. */
  keepRepliesUntil(ms: number): void {
    this.#keepsUntil = ms
    this.#replies ??= Buffer.alloc(this.#size * longestKeptReply)
  }

  #keepReply(slot: number, atMs: number, reply: Buffer | null): void {
    if (atMs > this.#keepsUntil) {
      this.#replies = null
      this.#replyBytes.fill(0)
      return
    }
    const bytes = reply === null || reply.length > longestKeptReply ? 0 : reply.length
    this.#replyBytes[slot] = bytes
    if (bytes > 0) this.#replies!.set(reply!, slot * longestKeptReply)
  }

  read({ after, upTo, limit, matches }: RingQuestion): RingPart {
    const size = this.#size
    const oldest = Math.max(this.#written - size, 0)
    const found: number[] = []
    let isCut = false
    for (let n = this.#written - 1; n >= oldest; n -= 1) {
      const slot = n % size
      const sequence = this.#sequences[slot]!
      if (sequence > upTo) continue
      if (sequence <= after) break
      if (!matches(this.#events[slot] as AnswerEvent, this.#clients[slot] as string)) continue
      if (found.length === limit) {
        isCut = true
        break
      }
      found.push(slot)
    }
    const isFull = oldest > 0
    return {
      queries: found.reverse().map((slot) => this.#logged(slot)),
      isCut,
      gone: isFull ? this.#sequences[oldest % size]! - 1 : 0,
      since: isFull ? this.#at[oldest % size]! : null,
    }
  }

  #logged(slot: number): LoggedQuery {
    const { nameKey, owner, subnet, chain: _, ...event } = this.#events[slot] as AnswerEvent
    const start = slot * longestKeptReply
    return {
      ...event,
      sequence: this.#sequences[slot]!,
      at: this.#at[slot] as number,
      client: this.#clients[slot] as string,
      transport: transports[this.#transports[slot]!]!,
      name: textOfKey(nameKey),
      hasOwner: owner !== null,
      subnet: subnet === null ? null : `${printAddress(subnet.address)}/${subnet.sourcePrefix}`,
      answers: this.#answers[slot]!,
      reply: this.#replies === null ? '' : this.#replies.toString('base64', start, start + this.#replyBytes[slot]!),
    }
  }
}
