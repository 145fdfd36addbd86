import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

const usualPatienceMs = 5_000
/** Bodies that are read on at a time: each may bring two megabytes in one turn of the event loop, for which everybody waits. */
const mostAtOnce = 2

/**
 * Reads what is left of refused bodies for a moment and throws it away: closed at once, the connection would take the answer with it
 * for a client that is still sending. While many send, the others wait unread.
 */
export class Lingering {
  readonly #patienceMs: number
  #reading = 0
  readonly #waiting = new Set<() => void>()

  /** @param patienceMs for so long a refused body is read on */
  constructor(patienceMs: number = usualPatienceMs) {
    this.#patienceMs = patienceMs
  }

  /** @param isLast whether the connection ends with the body */
  after({ raw }: { raw: IncomingMessage }, reply: { raw: ServerResponse }, isLast = false): void {
    const { socket } = raw
    // A request that did not come over a network has been here whole from the start.
    if (!(socket instanceof Socket)) return
    let isReading = false
    const read = (): void => {
      this.#waiting.delete(read)
      isReading = true
      this.#reading += 1
      socket.resume()
      raw.resume()
    }
    const end = setTimeout(() => raw.destroy(), this.#patienceMs)
    const ended = (): void => {
      clearTimeout(end)
      raw.off('end', ended)
      socket.off('close', ended)
      this.#waiting.delete(read)
      if (!isReading) return
      isReading = false
      this.#reading -= 1
      const [next] = this.#waiting
      next?.()
    }
    raw.once('end', ended)
    const close = (): void => void socket.end()
    if (isLast) raw.once('end', () => (reply.raw.writableFinished ? close() : reply.raw.once('finish', close)))
    // Once it is answered, a request itself hears no more of the end of its connection.
    socket.once('close', ended)
    reply.raw.once('finish', () => {
      if (this.#reading < mostAtOnce) return read()
      this.#waiting.add(read)
      // The runtime itself begins to read such a body on once the answer is out.
      setImmediate(() => this.#waiting.has(read) && socket.pause())
    })
  }
}
