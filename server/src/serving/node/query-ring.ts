import type { AnswerEvent } from '../answer/answer.ts'
import type { LoggedQuery } from './driver.ts'
import { textOfKey } from '../wire/wire-key.ts'

/** The last queries, for the live log. Fixed size; names are turned into text only when somebody looks. */
export class QueryRing {
  readonly #events: (AnswerEvent | undefined)[]
  readonly #clients: string[]
  readonly #at: Float64Array
  readonly #byTcp: Uint8Array
  /** How many queries there have been; the newest has this sequence. */
  #written = 0

  constructor(size: number) {
    this.#events = new Array<AnswerEvent | undefined>(size).fill(undefined)
    this.#clients = new Array<string>(size).fill('')
    this.#at = new Float64Array(size)
    this.#byTcp = new Uint8Array(size)
  }

  push(event: AnswerEvent, atMs: number, client: string, transport: 'udp' | 'tcp'): void {
    const slot = this.#written % this.#events.length
    this.#events[slot] = event
    this.#clients[slot] = client
    this.#at[slot] = atMs
    this.#byTcp[slot] = transport === 'tcp' ? 1 : 0
    this.#written += 1
  }

  /** The newest `limit` of the queries behind `sequence`, oldest first. 0 asks for all there are. */
  after(sequence: number, limit: number): LoggedQuery[] {
    const oldest = Math.max(this.#written - this.#events.length, sequence, this.#written - limit, 0)
    const queries: LoggedQuery[] = []
    for (let n = oldest; n < this.#written; n += 1) {
      const slot = n % this.#events.length
      const { nameKey, chain: _, owner: __, ...event } = this.#events[slot] as AnswerEvent
      queries.push({
        ...event,
        sequence: n + 1,
        at: this.#at[slot] as number,
        client: this.#clients[slot] as string,
        transport: this.#byTcp[slot] === 1 ? 'tcp' : 'udp',
        name: textOfKey(nameKey),
      })
    }
    return queries
  }
}
