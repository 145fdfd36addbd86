import type { Socket } from 'node:net'
import { joinWrites } from '../../joined-writes.ts'

/** Answers a call of the other side; `parts` came before it. What it throws goes back as the fault's text. */
export type Answering = (call: string, payload: unknown, parts: readonly unknown[]) => Promise<unknown>

/** The link is gone, or the other side did not answer in time: nobody knows what became of the call. */
export class LinkLost extends Error {}

type Line =
  | { readonly id: number; readonly call: string; readonly payload: unknown }
  | { readonly of: number; readonly part: unknown }
  | { readonly to: number; readonly reply?: unknown; readonly fault?: string }
type Waiting = { readonly settle: (reply: unknown) => void; readonly fail: (cause: Error) => void; readonly timer: NodeJS.Timeout }

const patienceMs = 60_000
/** A line of changes to two million bytes of records is far below this; more is not ours. */
const longestLine = 64 * 1024 * 1024

/** One end of a connection over which both sides call each other: a line of JSON for each call, part and reply. */
export class LinkPeer {
  readonly #socket: Socket
  readonly #answer: Answering
  readonly #waiting = new Map<number, Waiting>()
  readonly #parts = new Map<number, unknown[]>()
  #lastId = 0
  #roomAgain: Promise<void> | null = null
  #sayRoom: () => void = () => {}
  #begun: Buffer[] = []
  #begunBytes = 0
  /** Settles when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>

  constructor(socket: Socket, answer: Answering) {
    this.#socket = socket
    this.#answer = answer
    this.closed = new Promise((settle) => {
      socket.once('close', () => {
        for (const { fail, timer } of this.#waiting.values()) {
          clearTimeout(timer)
          fail(new LinkLost('the link was closed'))
        }
        this.#waiting.clear()
        this.#sayRoom()
        settle()
      })
    })
    socket.on('drain', () => {
      this.#roomAgain = null
      this.#sayRoom()
    })
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => this.#take(bytes))
  }

  /** @throws {LinkLost}, or an Error with the text of what the other side threw */
  async ask(call: string, payload: unknown, parts: Iterable<unknown> = []): Promise<unknown> {
    this.#lastId += 1
    const id = this.#lastId
    for (const part of parts) await this.#send({ of: id, part })
    const reply = new Promise<unknown>((settle, fail) => {
      const timer = setTimeout(() => this.#socket.destroy(), patienceMs)
      this.#waiting.set(id, { settle, fail, timer })
    })
    // Marked as handled: it may fail while the call is still being written.
    reply.catch(() => undefined)
    await this.#send({ id, call, payload })
    return reply
  }

  close(): void {
    this.#socket.destroy()
  }

  async #send(line: Line): Promise<void> {
    if (this.#socket.destroyed) throw new LinkLost('the link is closed')
    joinWrites(this.#socket)
    if (this.#socket.write(`${JSON.stringify(line)}\n`)) return
    // However many wait: one listener for all of them.
    this.#roomAgain ??= new Promise((settle) => (this.#sayRoom = settle))
    await this.#roomAgain
  }

  #take(bytes: Buffer): void {
    let from = 0
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, from)) {
      const piece = bytes.subarray(from, end)
      const line = this.#begun.length === 0 ? piece : Buffer.concat([...this.#begun, piece])
      this.#begun = []
      this.#begunBytes = 0
      from = end + 1
      try {
        this.#read(line.toString('utf8'))
      } catch {
        // Whoever sends what is no line of ours is not the other side.
        this.#socket.destroy()
        return
      }
    }
    if (from === bytes.length) return
    this.#begun.push(bytes.subarray(from))
    this.#begunBytes += bytes.length - from
    if (this.#begunBytes > longestLine) this.#socket.destroy()
  }

  #read(text: string): void {
    const line = JSON.parse(text) as Line
    if ('of' in line) {
      const parts = this.#parts.get(line.of)
      if (parts) parts.push(line.part)
      else this.#parts.set(line.of, [line.part])
    } else if ('to' in line) {
      const waiting = this.#waiting.get(line.to)
      this.#waiting.delete(line.to)
      clearTimeout(waiting?.timer)
      if (line.fault === undefined) waiting?.settle(line.reply)
      else waiting?.fail(new Error(line.fault))
    } else {
      const parts = this.#parts.get(line.id) ?? []
      this.#parts.delete(line.id)
      this.#answer(line.call, line.payload, parts).then(
        (reply) => this.#replied({ to: line.id, reply }),
        (cause: unknown) => this.#replied({ to: line.id, fault: cause instanceof Error ? cause.message : String(cause) }),
      )
    }
  }

  #replied(line: Line): void {
    // Nobody waits for it any more when the link is gone.
    void this.#send(line).catch(() => undefined)
  }
}
