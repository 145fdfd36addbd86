import type { AnswerEvent } from '../answer/answer.ts'
import type { LoggedQuery } from './driver.ts'
import { transports, type Transport } from '../wire/transport.ts'
import { textOfKey } from '../wire/wire-key.ts'

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

/** The last queries of a thread, for the live log. Fixed size; names are turned into text only when somebody looks. */
export class QueryRing {
  readonly #events: (AnswerEvent | undefined)[]
  readonly #clients: string[]
  readonly #at: Float64Array
  /** Their places in `transports`. */
  readonly #transports: Uint8Array
  readonly #sequences: Float64Array
  readonly #numbers: QueryNumbers
  #written = 0

  constructor(size: number, numbers = new QueryNumbers()) {
    this.#numbers = numbers
    this.#sequences = new Float64Array(size)
    this.#events = new Array<AnswerEvent | undefined>(size).fill(undefined)
    this.#clients = new Array<string>(size).fill('')
    this.#at = new Float64Array(size)
    this.#transports = new Uint8Array(size)
  }

  push(event: AnswerEvent, atMs: number, client: string, transport: Transport): void {
    const slot = this.#written % this.#events.length
    this.#events[slot] = event
    this.#clients[slot] = client
    this.#at[slot] = atMs
    this.#transports[slot] = transports.indexOf(transport)
    this.#sequences[slot] = this.#numbers.next()
    this.#written += 1
  }

  /** The newest `limit` of the queries behind `sequence`, oldest first. 0 asks for all there are. */
  after(sequence: number, limit: number): LoggedQuery[] {
    const size = this.#events.length
    const behind = Math.max(sequence, this.#numbers.last - size)
    let oldest = this.#written
    const limited = Math.max(this.#written - size, this.#written - limit, 0)
    while (oldest > limited && this.#sequences[(oldest - 1) % size]! > behind) oldest -= 1
    const queries: LoggedQuery[] = []
    for (let n = oldest; n < this.#written; n += 1) {
      const slot = n % size
      const { nameKey, chain: _, owner: __, ...event } = this.#events[slot] as AnswerEvent
      queries.push({
        ...event,
        sequence: this.#sequences[slot]!,
        at: this.#at[slot] as number,
        client: this.#clients[slot] as string,
        transport: transports[this.#transports[slot]!]!,
        name: textOfKey(nameKey),
      })
    }
    return queries
  }
}
