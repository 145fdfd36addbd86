import type { Endpoint } from '@nameplane/contract/endpoint'
import type { ProblemCode } from '@nameplane/contract/problems'
import type { BesideBody, BodyKind } from './body-fields.ts'

/** A body to read, and the call that it is for: schemas cannot be sent to a thread. */
export type BodyTask = { call: string; kind: BodyKind; bytes: Uint8Array; beside: BesideBody }

/** What the thread answers: the input as its schema gives it, or why there is none. */
export type BodyResult =
  | { input: unknown }
  | { problem: { code: ProblemCode; params: Record<string, unknown>; fields: Record<string, ProblemCode> | undefined; status: number } }

export function callName({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}
