import { randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RequestPayload } from 'fastify'
import type * as z from 'zod/mini'
import { pathParameters, rightsOpening, type Endpoint, type SessionRestriction } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { Language, ProblemCode } from '@nameplane/contract/problems'
import type { Db } from '../db/connection.ts'
import { isDatabaseLost } from '../lost-database.ts'
import { nowhere } from '../access/access-scope.ts'
import { requireConfirmed } from '../access/confirmed-session.ts'
import type { Actor } from '../access/actor.ts'
import type { FileAnswer, Route } from './call.ts'
import { limitConnections, loopback, usualConnections } from './connections.ts'
import { EventStreams, type Feed } from './event-stream.ts'
import { isForeign, mountForeignRoutes, refuseForeign, type ForeignRoute } from './foreign-api.ts'
import { inputOf, isObject } from './large-body/body-fields.ts'
import { callName } from './large-body/body-task.ts'
import { LargeBodies, LargeBody } from './large-body/large-bodies.ts'
import { Lingering } from './lingering.ts'
import { Problem, refusalOf } from '../problem.ts'
import { compressReply } from './reply-compression.ts'
import { tokenLimiter, type LimitedToken } from './token-limits.ts'

/** Finds who makes a request; null when nobody is signed in. Throws a Problem for a token that may not be used like this. */
export type Authenticate = (
  request: FastifyRequest,
  db: Db,
) => Promise<
  | (Omit<Actor, 'accessScope' | 'address' | 'agent' | 'requestId'> & {
      /** Why the session answers almost nothing. */
      restriction: SessionRestriction | null
      /** The API key that the request was made with; null for sessions. */
      token: LimitedToken | null
    })
  | null
>

/** Whether the caller of a stream may still hear; asked again and again while it is open. */
export type MayHear = (request: FastifyRequest, db: Db, actor: Actor) => Promise<boolean>

export type HttpOptions = {
  db: Db
  routes: readonly Route[]
  /** Calls in the form of other programs' APIs. */
  foreignRoutes?: readonly ForeignRoute[]
  authenticate: Authenticate
  mayHear: MayHear
  /** How often streams give a sign of life. */
  heartbeatMs?: number
  /** Peers whose X-Forwarded-For is believed; nobody's by default. */
  trustedProxies?: string[]
  log?: (line: Record<string, unknown>) => void
  /** Asked before every write of a caller who may make it; throws the Problem that stands against it. */
  mayWrite?: (endpoint: Endpoint) => Promise<void>
  /** Hears of every call that was refused once it was known who made it. */
  refused?: (call: RefusedCall) => Promise<void>
}

/** A refused call: who made it, with what, and how long it took. */
export type RefusedCall = { endpoint: Endpoint; actor: Actor; sent: Record<string, unknown>; problem: Problem; durationMs: number }

/** Both roots below which the API answers (spec point 7). */
export const apiRoots = ['/antsxdp/', '/api/'] as const

const bodyLimitBytes = 1024 * 1024
/** What is read of somebody who is not signed in. */
const strangerBodyBytes = 64 * 1024
const bodyDeadlineMs = 35_000
const lingering = new Lingering()
// Well below the half minute after which the first proxies give a silent connection up.
const defaultHeartbeatMs = 15_000

/** Large bodies get the time that 1 MB/s needs, within the timeout of every request. */
function bodyDeadlineOf(limitBytes: number | undefined): number {
  return Math.min(bodyDeadlineMs + (limitBytes ?? 0) / 1000, limits.requestTimeoutMs)
}

/** The language of a reply's texts: the first one of Accept-Language that we have, Chinese otherwise. */
export function languageOf(request: FastifyRequest): Language {
  for (const part of (request.headers['accept-language'] ?? '').split(',')) {
    const tag = part.trim().toLowerCase()
    if (tag.startsWith('zh') || tag.startsWith('cn')) return 'zh'
    if (tag.startsWith('en')) return 'en'
  }
  return 'zh'
}

/** The server with every route mounted below both roots. It catches all errors; features never do. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    exposeHeadRoutes: false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: 65_000,
    trustProxy: options.trustedProxies ?? false,
    genReqId: () => randomBytes(9).toString('base64url'),
    routerOptions: { maxParamLength: 512 },
    // Said in our own envelope, below.
    return503OnClosing: false,
    // An address that cannot be decoded reaches no hook and no handler of ours but this one.
    frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) => {
      guardAnswer(request, reply)
      const problem = new Problem('not_found', { status: 404 })
      if (isForeign(request.url, options.foreignRoutes ?? [])) return void refuseForeign(request, reply, problem)
      void refuse(request, reply, problem)
    },
    http: { headersTimeout: 10_000, requestTimeout: limits.requestTimeoutMs, connectionsCheckingInterval: 2_000, maxHeaderSize: 16 * 1024 },
  })
  await app.register(cookie)
  const largeBodies = new LargeBodies(app)
  limitConnections(app.server, usualConnections, [...loopback, ...(options.trustedProxies ?? [])])
  await app.register(rateLimit, { global: false })
  // Text is no input of any call; the framework would take it as a body without fields.
  app.removeContentTypeParser('text/plain')

  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.addHook('onRequest', async (request, reply) => {
    guardAnswer(request, reply)
    if (isClosing) throw new Problem('unavailable', { status: 503 })
    // A body that trickles in is cut; the request timeout of five minutes is the spec's own and far too long for this.
    if (!['GET', 'HEAD'].includes(request.method)) {
      const deadline = setTimeout(() => request.raw.destroy(), bodyDeadlineOf((request.routeOptions.config as { largestBodyBytes?: number }).largestBodyBytes))
      request.raw.once('end', () => clearTimeout(deadline))
      request.raw.once('close', () => clearTimeout(deadline))
    }
  })

  // A connection that is kept would keep the server for as long.
  app.addHook('onSend', async (_request, reply) => void (isClosing && reply.header('connection', 'close')))

  const countCall = tokenLimiter(app)
  const callers = new WeakMap<FastifyRequest, Pick<RefusedCall, 'endpoint' | 'actor'> & { startedAt: number; input?: unknown }>()
  /** Why a call failed, noted where somebody has to know. */
  const settled = async (error: Error, request: FastifyRequest): Promise<Problem> => {
    const problem = knownProblem(error)
    const caller = callers.get(request)
    if (problem && caller && problem.status !== 503) {
      const { startedAt, input, ...known } = caller
      const body = request.body instanceof LargeBody ? input : request.body
      const sent = { ...(request.query as object), ...(isObject(body) ? body : {}), ...(request.params as object) }
      await options.refused?.({ ...known, sent, problem, durationMs: performance.now() - startedAt })
    }
    if (problem) return problem
    options.log?.({ level: 'error', requestId: request.id, method: request.method, path: request.url.split('?')[0], error: error.message, stack: error.stack })
    return new Problem('server_fault', { status: 500 })
  }
  app.setErrorHandler(async (error: Error, request, reply) => refuse(request, reply, await settled(error, request)))
  app.setNotFoundHandler(async (request, reply) => refuse(request, reply, new Problem('not_found', { status: 404 })))

  // Parts are read only where a route asks for them; everywhere else such a body is refused as unreadable.
  let taking: FastifyInstance = app
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    taking = scope
  })
  /** Before anything of the body is read: who calls. */
  const enter = async (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<void> => {
    if (endpoint.effect === 'write') refuseCrossSite(request)
    const identified = await options.authenticate(request, options.db)
    if (identified?.token) await countCall(request, reply, identified.token)
    const isRestricted = identified?.restriction && !endpoint.whileRestricted.includes(identified.restriction)
    if (isRestricted && endpoint.access !== 'public') throw new Problem(restrictionProblems[identified.restriction!], { params: { username: identified.name } })
    // A held session counts for nothing: what is public answers it as it answers nobody.
    const found = isRestricted ? null : identified
    const opening = rightsOpening(endpoint)
    const actor: Actor = {
      ...(found ?? nobody),
      accessScope: found?.accessScopes.get(opening.find((right) => found.rights.has(right)) ?? opening[0] ?? 'domain.read') ?? nowhere,
      address: request.ip,
      agent: String(request.headers['user-agent'] ?? '').slice(0, 300),
      requestId: request.id,
    }
    callers.set(request, { endpoint, actor, startedAt: performance.now() })
    if (found) return
    if (endpoint.access !== 'public') throw new Problem('session_lost')
    if (Number(request.headers['content-length'] ?? 0) > strangerBodyBytes) throw tooLarge()
  }
  const admit = async (request: FastifyRequest, reply: FastifyReply, body: RequestPayload): Promise<RequestPayload> => {
    const { actor } = callers.get(request)!
    return actor.kind === 'nobody' ? cutAt(strangerBodyBytes, body) : largeBodies.admit(request, reply, String(actor.accountId), body)
  }
  /** Whether the caller may make this call at all. */
  const requireAllowed = async (endpoint: Endpoint, actor: Actor): Promise<void> => {
    const opening = rightsOpening(endpoint)
    if (endpoint.access !== 'public') {
      if (actor.kind === 'user' && endpoint.users === 'none') throw new Problem('right_missing')
      // What asks for no right is about the caller's own account, not about domains.
      if (actor.token?.isLimited && opening.length === 0) throw new Problem('right_missing')
      if (actor.impersonator && endpoint.whileImpersonating === 'refused') throw new Problem('impersonation_refused')
      if (opening.length > 0 && !opening.some((right) => actor.rights.has(right))) throw new Problem('right_missing')
      if (actor.seenAs && endpoint.effect === 'write') throw new Problem('seen_as_role')
      // Where one of several rights opens the call, whoever finds out which it is asks (features/system/setting).
      if (opening.length === 1 && endpoint.effect === 'write') await requireConfirmed(options.db, actor, opening[0]!)
    }
    if (endpoint.effect === 'write') await options.mayWrite?.(endpoint)
  }
  const streams = new EventStreams(app)
  for (const { endpoint, answer } of options.routes) {
    const parameters = pathParameters(endpoint.path)
    for (const root of apiRoots) {
      ;(endpoint.takes === 'parts' ? taking : app).route({
        method: endpoint.method,
        url: root + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        // Parts have limits of their own and are never held in memory; whatever else the route is sent is.
        bodyLimit: endpoint.takes === 'parts' ? bodyLimitBytes : (endpoint.bodyLimitBytes ?? bodyLimitBytes),
        config: { largestBodyBytes: endpoint.bodyLimitBytes ?? bodyLimitBytes } as object,
        ...(endpoint.effect === 'read' && endpoint.answers === 'json' && { onSend: compressReply }),
        onRequest: (request, reply) => enter(request, reply, endpoint),
        preParsing: admit,
        handler: largeBodies.holding(async (request, reply) => {
          const { actor } = callers.get(request)!
          await requireAllowed(endpoint, actor)
          const beside = { query: request.query as object, params: parameters.length > 0 ? (request.params as object) : {} }
          const { body } = request
          const input = body instanceof LargeBody ? await largeBodies.read(callName(endpoint), body, beside) : inputOf(endpoint.input, body, beside)
          callers.get(request)!.input = input
          const result = await answer({ input, actor, db: options.db, language: languageOf(request), request, reply })
          if (reply.sent) return reply
          if (endpoint.answers === 'stream') {
            const heartbeatMs = options.heartbeatMs ?? defaultHeartbeatMs
            return streams.answer(reply, result as Feed, { heartbeatMs, mayHear: () => options.mayHear(request, options.db, actor) })
          }
          if (endpoint.answers === 'file') return sendFile(reply, result as FileAnswer)
          // What the reply schema does not name cannot leave.
          return { code: 1, msg: 'success', ...((endpoint.reply as z.ZodMiniType).parse(result ?? {}) as object) }
        }),
      })
    }
  }
  const door = { enter, admit, requireAllowed, settled, actorOf: (request: FastifyRequest) => callers.get(request)!.actor, largeBodies, outlive }
  await mountForeignRoutes(app, options.db, options.foreignRoutes ?? [], door)
  return app
}

/** The headers that every answer has, whatever it is. */
function guardAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'same-origin')
  reply.header('cross-origin-opener-policy', 'same-origin')
  reply.header('cross-origin-resource-policy', 'same-origin')
  reply.header('x-frame-options', 'DENY')
  reply.header('content-security-policy', contentSecurityPolicy)
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  if (isApiPath(request.url)) reply.header('cache-control', 'no-store')
}

export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

const restrictionProblems = { locked: 'session_locked', password: 'password_change_due', enrolment: 'second_factor_enrolment' } as const satisfies Record<
  SessionRestriction,
  ProblemCode
>

const nobody = {
  accountId: null,
  sessionId: null,
  name: '',
  kind: 'nobody',
  isSuper: false,
  rights: new Set(),
  accessScopes: new Map(),
} as const satisfies Omit<Actor, 'accessScope' | 'address' | 'agent' | 'requestId'>

export function isApiPath(url: string): boolean {
  return apiRoots.some((root) => url.startsWith(root))
}

/** A browser says where a request comes from; whoever is not a browser does not say and carries its own credentials. */
function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new Problem('cross_site')
  if (request.headers['sec-fetch-mode'] === 'navigate') throw new Problem('cross_site')
  const origin = request.headers.origin
  // `null` is the origin of a sandboxed frame or a local file; our own pages always send theirs.
  if (origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === request.headers.host)) throw new Problem('cross_site')
}

// What is said of a form that ends too soon, has no boundary, or whose sender left; these errors carry no status.
const brokenForm = /^(aborted$|\w+ terminated early|Unexpected end of multipart data|Multipart: Boundary not found)/

// SQLSTATE disk_full, and what files say.
const fullDisk: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT'])

function knownProblem(error: Error & { statusCode?: number; code?: string }): Problem | null {
  if (error instanceof Problem) return error
  if (error.statusCode === 413) return tooLarge()
  if (error.statusCode === 429) return new Problem('too_many_requests', { status: 429 })
  if (
    error.code?.startsWith('FST_ERR_CTP') ||
    error instanceof SyntaxError ||
    brokenForm.test(error.message) ||
    error.statusCode === 400 ||
    error.statusCode === 415
  )
    return new Problem('malformed_body')
  // Whether it was done is not known then.
  if (isDatabaseLost(error)) return new Problem('unavailable', { status: 503 })
  if (fullDisk.has(error.code ?? '')) return new Problem('storage_full', { status: 503 })
  return null
}

const tooLarge = (): Problem => new Problem('body_too_large', { status: 413 })

/** A body that says nothing of its length is counted as it comes. */
function cutAt(mostBytes: number, body: RequestPayload): Transform {
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > mostBytes) done(tooLarge())
      else done(null, chunk)
    },
  })
  body.once('error', (error) => counted.destroy(error))
  return body.pipe(counted)
}

/** Sees to it that the answer to a large body that was not read to its end reaches its sender. */
function outlive(request: FastifyRequest, reply: FastifyReply): void {
  const isLarge = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > bodyLimitBytes
  if (isLarge && !request.raw.complete) {
    // The framework closes the connection of a body that is longer than its route takes, and the runtime that of a client that asks for
    // no more: the answer would be lost with it.
    const isLast = !reply.raw.shouldKeepAlive
    reply.removeHeader('connection')
    reply.raw.shouldKeepAlive = true
    lingering.after(request, reply, isLast)
  }
}

function refuse(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  outlive(request, reply)
  return reply
    .code(problem.status)
    .type('application/json; charset=utf-8')
    .send(refusalOf(problem, languageOf(request), request.id))
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
    .type(file.contentType)
    .send(file.body)
}
