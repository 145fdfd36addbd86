import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { Problem } from '../../problem.ts'
import { formOf, type BesideBody, type BodyKind } from './body-fields.ts'
import type { BodyResult, BodyTask } from './body-task.ts'
import { ThreadFailure, Threads, type ThreadRules } from './threads.ts'
import { Turns, type TurnRules } from './turns.ts'

/** What is longer is read in a thread: parsing and checking so much takes some ten milliseconds. */
export const largeBytes = 256 * 1024

/** A body as it came. */
export class LargeBody {
  readonly bytes: Buffer
  readonly kind: BodyKind

  constructor(bytes: Buffer, kind: BodyKind) {
    this.bytes = bytes
    this.kind = kind
  }
}

const turnRules: TurnRules = { ofCaller: { held: 2, waiting: 4 }, ofAll: { held: 4, waiting: 32 }, patienceMs: 15_000 }
const retryAfterSeconds = 5
const threadRules: ThreadRules = {
  // One core is left for who else calls.
  most: Math.max(1, Math.min(2, availableParallelism() - 1)),
  memoryMegabytes: 512,
  patienceMs: 30_000,
  idleMs: 60_000,
}

type Held = { leave: () => void; isAnswered: boolean }

/** Large bodies of the calls of one server: read in threads, a few at a time, unread while they wait. */
export class LargeBodies {
  readonly #turns: Turns
  readonly #threads = new Threads<BodyTask, BodyResult>(new URL('./body.worker.ts', import.meta.url), threadRules)
  readonly #held = new WeakMap<FastifyRequest, Held>()

  constructor(app: FastifyInstance, rules: TurnRules = turnRules) {
    this.#turns = new Turns(rules)
    app.addHook('onClose', () => this.#threads.stop())
    const readJson = app.getDefaultJsonParser('error', 'error')
    app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
      if (bytes.length > largeBytes) done(null, new LargeBody(bytes, 'json'))
      else void readJson(request, bytes.toString(), done)
    })
    app.addContentTypeParser<Buffer>('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, bytes.length > largeBytes ? new LargeBody(bytes, 'form') : formOf(bytes.toString())),
    )
  }

  /** The body of a call, which waits unread until it is the caller's turn if it is large. Parts are never held in memory. */
  async admit(request: FastifyRequest, reply: FastifyReply, caller: string, body: RequestPayload): Promise<RequestPayload> {
    if (request.headers['content-type']?.startsWith('multipart/')) return body
    const length = request.headers['content-length']
    if (length === undefined) return Readable.from(this.#counted(request, reply, caller, body), { objectMode: false })
    if (Number(length) > largeBytes) await this.#enter(request, reply, caller)
    return body
  }

  /** Lets a large body go once the work with it has ended, whether or not somebody still waits for the answer. */
  holding<Answer>(
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<Answer>,
  ): (request: FastifyRequest, reply: FastifyReply) => Promise<Answer> {
    return async (request, reply) => {
      const held = this.#held.get(request)
      if (!held) return answer(request, reply)
      held.isAnswered = true
      try {
        return await answer(request, reply)
      } finally {
        held.leave()
      }
    }
  }

  /** The checked input of a call with a large body. `call` names its schema, as the thread knows it. @throws Problem */
  async read(call: string, { bytes, kind }: LargeBody, beside: BesideBody): Promise<unknown> {
    const task: BodyTask = { call, kind, bytes, beside }
    const result = await this.#threads.run(task, [bytes.buffer as ArrayBuffer]).catch((cause: unknown) => {
      // What takes more memory or time than any sound body is too large, whatever its length.
      throw cause instanceof ThreadFailure ? new Problem('body_too_large', { status: 413 }) : cause
    })
    if ('input' in result) return result.input
    const { code, ...rest } = result.problem
    throw new Problem(code, { params: rest.params, status: rest.status, ...(rest.fields && { fields: rest.fields }) })
  }

  async #enter(request: FastifyRequest, reply: FastifyReply, caller: string): Promise<void> {
    const leave = await this.#turns.enter(caller).catch((cause: unknown) => {
      reply.header('retry-after', retryAfterSeconds)
      throw cause
    })
    const held: Held = { leave, isAnswered: false }
    this.#held.set(request, held)
    const gone = (): void => {
      if (!held.isAnswered) leave()
    }
    if (reply.raw.closed || reply.raw.destroyed) gone()
    else reply.raw.once('close', gone)
  }

  /** A body that says nothing of its length is large once so much of it has come. */
  async *#counted(request: FastifyRequest, reply: FastifyReply, caller: string, body: RequestPayload): AsyncGenerator<Buffer> {
    let bytes = 0
    // What is refused is read on for a moment, so that its sender hears why.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const wasLarge = bytes > largeBytes
      bytes += chunk.length
      if (bytes > largeBytes && !wasLarge) await this.#enter(request, reply, caller)
      yield chunk
    }
  }
}
