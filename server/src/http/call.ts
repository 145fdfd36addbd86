import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answered, Endpoint, Received } from '@nameplane/contract/endpoint'
import type { Language } from '@nameplane/contract/problems'
import type { Right } from '@nameplane/contract/rights'
import type { Db } from '../db/connection.ts'
import type { Reach } from '../db/reach.ts'
import type { Feed } from './event-stream.ts'

/** Who makes a call and from where. `accountId` is null for the platform itself and for callers not signed in. */
export type Actor = {
  readonly accountId: number | null
  /** The browser's session; null for API tokens, the platform and nobody. */
  readonly sessionId: number | null
  readonly name: string
  readonly kind: 'administrator' | 'user' | 'nobody' | 'platform'
  readonly isSuper: boolean
  readonly rights: ReadonlySet<Right>
  /** How far each of the rights reaches; the platform's own and an absent right are not listed. */
  readonly reaches: ReadonlyMap<Right, Reach>
  /** How far this call reaches: the reach of the right it asks for; of `domain.read` where it asks for none. */
  readonly reach: Reach
  readonly address: string
  readonly agent: string
  readonly requestId: string
  /** The API key that the call was made with; null for sessions, absent for the platform and nobody. */
  readonly token?: { readonly id: number } | null
  /** The administrator who acts as this user; absent when nobody does. Every trail names this one as the actor. */
  readonly impersonator?: { readonly id: number; readonly name: string }
  /** The role through which an administrator looks at the console; nothing can be changed meanwhile. */
  readonly seenAs?: { readonly id: number; readonly name: string }
}

/** What a route gets: checked input, the actor, and the database. */
export type Call<E extends Endpoint = Endpoint> = {
  readonly input: Received<E>
  readonly actor: Actor
  readonly db: Db
  readonly language: Language
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Bytes instead of an envelope, for endpoints that answer a file; a stream is sent as it comes. */
export type FileAnswer = { fileName: string; contentType: string; body: string | Buffer | Readable }

export type Answer<E extends Endpoint> = Answered<E> | FileAnswer

/** One endpoint with the function that answers it. */
export type Route<E extends Endpoint = Endpoint> = { endpoint: E; answer: (call: Call<E>) => Promise<unknown> }

/** Ties an endpoint to its answer: a verb and nothing else. */
export function route<E extends Endpoint>(endpoint: E, answer: (call: Call<E>) => Promise<Answered<E>> | Answered<E>): Route {
  return { endpoint, answer: async (call) => answer(call) }
}

/** The same for an endpoint that answers a file. */
export function fileRoute<E extends Endpoint>(endpoint: E, answer: (call: Call<E>) => Promise<FileAnswer>): Route {
  return { endpoint, answer: async (call) => answer(call) }
}

/** The same for an endpoint that answers server-sent events. */
export function streamRoute<E extends Endpoint>(endpoint: E, answer: (call: Call<E>) => Feed): Route {
  return { endpoint, answer: async (call) => answer(call) }
}

/** The platform acting on its own: first start, jobs, the command line. */
export function platformActor(name: string): Actor {
  return {
    accountId: null,
    sessionId: null,
    name,
    kind: 'platform',
    isSuper: true,
    rights: new Set(),
    reaches: new Map(),
    reach: 'all',
    address: '',
    agent: '',
    requestId: '',
  }
}
