import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Something to tell: a name and a value that becomes JSON. */
export type StreamEvent = { readonly event: string; readonly data: unknown }

/** Begins telling; answers what stops it again. Thrown problems are answered instead of a stream. */
export type Feed = (send: (event: StreamEvent) => void) => () => void

export type StreamRules = {
  /** Whether the one who asked may still hear; asked at each heartbeat and before each event. */
  mayHear: () => Promise<boolean>
  heartbeatMs: number
}

/** So much that nobody has read is the end of a stream. */
const unreadBytes = 256 * 1024
const reconnectAfterMs = 3_000
const farewellMs = 500

/** Open streams of one server. They end with it, since a server waits for its answers before it closes. */
export class EventStreams {
  readonly #open = new Set<() => void>()

  constructor(app: FastifyInstance) {
    app.addHook('preClose', async () => {
      for (const leave of [...this.#open]) leave()
    })
  }

  /**
   * Answers with server-sent events (WHATWG HTML §9.2): never compressed, a comment as a heartbeat, so that both ends and
   * whatever is between them notice a connection that is gone.
   */
  answer(reply: FastifyReply, feed: Feed, { mayHear, heartbeatMs }: StreamRules): FastifyReply {
    const body = new PassThrough()
    const write = (text: string): void => {
      if (body.writableEnded || body.destroyed) return
      body.write(text)
      if (body.writableLength > unreadBytes) body.destroy()
    }
    // One after the other: an event is held back until it is known that it may be told.
    let turn: Promise<void> = Promise.resolve()
    const tell = (text: string): void => {
      turn = turn.then(async () => {
        if (body.writableEnded || body.destroyed) return
        if (await mayHear().catch(() => false)) write(text)
        else end()
      })
    }
    const end = (): void => void body.end()
    const stop = feed((event) => tell(`event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`))
    const heartbeat = setInterval(() => tell(':\n\n'), heartbeatMs)
    let isStopped = false
    const settle = (): void => {
      if (isStopped) return
      isStopped = true
      clearInterval(heartbeat)
      this.#open.delete(leave)
      stop()
    }
    // A reader who takes nothing any more must not hold up the end of the server.
    const leave = (): void => {
      settle()
      end()
      setTimeout(() => reply.raw.destroy(), farewellMs).unref()
    }
    this.#open.add(leave)
    body.once('close', settle)
    // The one who listened has gone.
    reply.raw.once('close', () => {
      settle()
      body.destroy()
    })
    write(`retry: ${reconnectAfterMs}\n\n`)
    return (
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        // Kept for another request, the connection would hold up the end of the server.
        .header('connection', 'close')
        .send(body)
    )
  }
}
