import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

const windowMs = 300_000

/** An API key, whether it reaches some domains only, and how often it may call within five minutes; null for any number. */
export type LimitedToken = { readonly id: number; readonly isLimited: boolean; readonly callsPerFiveMinutes: number | null }

/**
 * Counts the calls of API keys in this process and says in the RateLimit fields of each answer how many are left (IETF
 * draft ratelimit-headers). @throws Problem `api_token_too_often`, with Retry-After, once a key has had its calls
 */
export function tokenLimiter(app: FastifyInstance): (request: FastifyRequest, reply: FastifyReply, token: LimitedToken) => Promise<void> {
  const tokens = new WeakMap<FastifyRequest, LimitedToken>()
  const count = app.createRateLimit({
    timeWindow: windowMs,
    keyGenerator: (request) => String(tokens.get(request)!.id),
    max: (request) => tokens.get(request)!.callsPerFiveMinutes!,
  })
  return async (request, reply, token) => {
    if (token.callsPerFiveMinutes === null) return
    tokens.set(request, token)
    const counted = await count(request)
    if (counted.isAllowed) return
    reply.header('ratelimit-limit', counted.max)
    reply.header('ratelimit-remaining', counted.remaining)
    reply.header('ratelimit-reset', counted.ttlInSeconds)
    if (!counted.isExceeded) return
    reply.header('retry-after', counted.ttlInSeconds)
    throw new Problem('api_token_too_often', { status: 429 })
  }
}
