import type * as z from 'zod/mini'
import { readInput } from '@nameplane/contract/issues'
import type { ProblemCode } from '@nameplane/contract/problems'
import { Problem } from '../problem.ts'

/** Texts that PostgreSQL cannot store and no field means: with U+0000, or with half of a surrogate pair. Walks without recursion, since the depth is the caller's. */
function unstorableTexts(input: unknown): Record<string, ProblemCode> {
  const fields: Record<string, ProblemCode> = {}
  const open: { path: string; value: unknown }[] = [{ path: '', value: input }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next
    if (typeof value === 'string') {
      if (value.includes('\0')) fields[path] = 'control_characters'
      else if (!value.isWellFormed()) fields[path] = 'invalid_value'
    } else if (value !== null && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) open.push({ path: path === '' ? name : `${path}.${name}`, value: inner })
  }
  return fields
}

/** @throws Problem where a text cannot be stored, nor therefore be looked for */
export function requireStorable(input: unknown): void {
  const fields = unstorableTexts(input)
  const [first] = Object.values(fields)
  if (first) throw new Problem(first, { fields })
}

/** Checks input against a schema; every field that fails is named with its problem, never only the first. */
export function validated<Schema extends z.core.$ZodType>(schema: Schema, input: unknown): z.core.output<Schema> {
  const read = readInput(schema, input)
  if (read.isRight) {
    requireStorable(read.value)
    return read.value
  }
  const fields: Record<string, ProblemCode> = {}
  const params: Record<string, unknown> = {}
  for (const issue of read.issues) {
    const field = issue.path.length > 0 ? issue.path.join('.') : '_'
    if (field in fields) continue
    fields[field] = issue.code
    if (Object.keys(issue.params).length > 0) params[field] = issue.params
  }
  const [only, second] = Object.entries(fields)
  // A call with one wrong field is refused with that field's own problem, so that its message says what to do.
  if (only && !second) throw new Problem(only[1], { fields, params: { ...params, ...(params[only[0]] as Record<string, unknown> | undefined) } })
  throw new Problem('invalid_input', { fields, params })
}
