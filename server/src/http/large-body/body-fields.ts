import { parse } from 'node:querystring'
import type * as z from 'zod/mini'
import { Problem } from '../../problem.ts'
import { validated } from '../validate.ts'

/** How the fields of a call are written in its body. */
export type BodyKind = 'json' | 'form'

/** What a call is sent beside its body. */
export type BesideBody = { readonly query: object; readonly params: object }

export function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && !Buffer.isBuffer(body)
}

/** The members of a JSON object or a form; no body has none, and any other body is none that a call can read. */
function fieldsOf(body: unknown): object {
  if (body === undefined || body === null) return {}
  if (isObject(body)) return body
  throw new Problem('malformed_body')
}

/** The fields of a form; a name that is repeated has a list. */
export function formOf(text: string): object {
  return parse(text, '&', '=', { maxKeys: 0 })
}

/** All that a call was sent, checked against its schema. @throws Problem */
export function inputOf<Schema extends z.core.$ZodType>(schema: Schema, body: unknown, { query, params }: BesideBody): z.core.output<Schema> {
  return validated(schema, { ...query, ...fieldsOf(body), ...params })
}

/** The same of a body as it came. */
export function inputOfBytes<Schema extends z.core.$ZodType>(schema: Schema, kind: BodyKind, bytes: Uint8Array, beside: BesideBody): z.core.output<Schema> {
  const text = new TextDecoder().decode(bytes)
  return inputOf(schema, kind === 'json' ? jsonOf(text) : formOf(text), beside)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed_body')
  }
}
