import type { Actor } from '../access/actor.ts'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answered, Endpoint, Received } from '@nameplane/contract/endpoint'
import type { Language } from '@nameplane/contract/problems'
import type { Db } from '../db/connection.ts'
import type { Feed } from './event-stream.ts'

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
