import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import type * as z from 'zod/mini'
import { powerdnsBodies } from '@nameplane/contract/dns/powerdns-api'
import { endpoint, type Endpoint } from '@nameplane/contract/endpoint'
import { problemText, refusalText, type ProblemCode } from '@nameplane/contract/problems'
import type { Actor } from '../access/actor.ts'
import type { Db } from '../db/connection.ts'
import { Problem } from '../problem.ts'
import { inputOfBytes } from './large-body/body-fields.ts'
import { requireStorable } from './validate.ts'
import { largeBytes, LargeBody, type LargeBodies } from './large-body/large-bodies.ts'

/** What such a call gets. */
export type ForeignCall = {
  readonly actor: Actor
  readonly db: Db
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  /** The body by its schema, one of those that the contract lists. @throws Problem */
  read<Schema extends z.core.$ZodType>(schema: Schema): Promise<z.core.output<Schema>>
}

/** `body` of an answer without one is null. */
export type ForeignAnswer = { status: number; contentType: string; body: string | Readable | null }

/**
 * A call in the form of another program's API: its own path, methods, statuses and bodies instead of the envelope. It is let in as
 * `standsFor` is, the call of the contract that does the same, or with any valid API token where that is null.
 */
export type ForeignRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  standsFor: Endpoint | null
  answer(call: ForeignCall): Promise<ForeignAnswer>
}

/** A refusal whose text is made by the feature, in English as these APIs are. */
export class ForeignProblem extends Problem {
  readonly text: string

  constructor(code: ProblemCode, text: string) {
    super(code)
    this.text = text
  }
}

/** What every call passes, whatever it looks like: see server.ts. */
export type Door = {
  enter(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<void>
  admit(request: FastifyRequest, reply: FastifyReply, body: RequestPayload): Promise<RequestPayload>
  requireAllowed(endpoint: Endpoint, actor: Actor): Promise<void>
  settled(error: Error, request: FastifyRequest): Promise<Problem>
  actorOf(request: FastifyRequest): Actor
  outlive(request: FastifyRequest, reply: FastifyReply): void
  largeBodies: LargeBodies
}

/** Of a body: what 5,000 records of usual size take several times over. */
const bodyLimitBytes = 16 * 1024 * 1024

const anyToken = endpoint('GET v1', { summary: 'Tell which API this is', access: 'session' })

/** Mounts calls that look as another program's do; who may make them is decided as for all others. */
export async function mountForeignRoutes(app: FastifyInstance, db: Db, routes: readonly ForeignRoute[], door: Door): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // These programs say JSON under any name.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, Buffer.isBuffer(bytes) ? new LargeBody(bytes, 'json') : null))
    scope.setErrorHandler(async (error: Error, request, reply) => {
      const problem = await door.settled(error, request)
      door.outlive(request, reply)
      return refuseForeign(request, reply, problem)
    })
    for (const { method, url, standsFor, answer } of routes) {
      const call = standsFor ?? anyToken
      scope.route({
        method,
        url,
        bodyLimit: bodyLimitBytes,
        config: { largestBodyBytes: bodyLimitBytes } as object,
        onRequest: async (request, reply) => {
          await door.enter(request, reply, call)
          // A browser's session is for the console.
          if (!door.actorOf(request).token) throw new Problem('session_lost')
        },
        preParsing: door.admit,
        handler: door.largeBodies.holding(async (request, reply) => {
          const actor = door.actorOf(request)
          if (standsFor) await door.requireAllowed(standsFor, actor)
          const { params, query } = request as { params: Record<string, string>; query: Record<string, unknown> }
          requireStorable({ ...query, ...params })
          const answered = await answer({ actor, db, params, query, read: (schema) => readBody(door.largeBodies, request.body, schema) })
          reply.code(answered.status)
          if (answered.body === null) return reply.send()
          return reply.type(answered.contentType).send(answered.body)
        }),
      })
    }
  })
}

/** Whether an address, which need not be one that can be decoded, is below what these routes answer in their own form. */
export function isForeign(address: string, routes: readonly ForeignRoute[]): boolean {
  return routes.some(({ url }) => url.endsWith('/*') && address.startsWith(url.slice(0, -1)))
}

export function refuseForeign(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(statusOf(problem))
    .type('application/json')
    .send({ error: textOf(problem, request.id) })
}

const schemaNames = new Map<z.core.$ZodType, string>(Object.entries(powerdnsBodies).map(([name, schema]) => [schema, name]))

async function readBody<Schema extends z.core.$ZodType>(largeBodies: LargeBodies, sent: unknown, schema: Schema): Promise<z.core.output<Schema>> {
  if (!(sent instanceof LargeBody)) throw new Problem('malformed_body')
  const beside = { query: {}, params: {} }
  if (sent.bytes.length <= largeBytes) return inputOfBytes(schema, sent.kind, sent.bytes, beside)
  return (await largeBodies.read(schemaNames.get(schema)!, sent, beside)) as z.core.output<Schema>
}

const statuses: Readonly<Partial<Record<ProblemCode, number>>> = {
  session_lost: 401,
  right_missing: 403,
  beyond_reach: 403,
  cross_site: 403,
  seen_as_role: 403,
  malformed_body: 400,
  domain_missing: 404,
  domain_exists: 409,
  domain_in_recycle_bin: 409,
  domain_of_other: 409,
  records_conflict: 409,
}

function statusOf({ code, status }: Problem): number {
  return status === 200 ? (statuses[code] ?? 422) : status
}

function textOf(problem: Problem, requestId: string): string {
  if (problem instanceof ForeignProblem) return problem.text
  if (problem.code === 'session_lost') return 'Unauthorized'
  const text = refusalText(problem.code, 'en', { ...problem.params, requestId })
  if (!problem.fields) return text
  const fields = Object.entries(problem.fields).map(([field, code]) => {
    const own = problem.params[field]
    const params = typeof own === 'object' && own !== null ? { ...own } : problem.params
    return `${field}: ${problemText(code, 'en', params)}`
  })
  return fields.join('; ')
}
