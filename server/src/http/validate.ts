import type * as z from 'zod/mini'
import { isProblemCode, type ProblemCode } from '@nameplane/contract/problems'
import { Problem } from './problem.ts'

type Issue = z.core.$ZodIssue

function problemOf(issue: Issue): { code: ProblemCode; params?: Record<string, unknown> } {
  if (isProblemCode(issue.message)) return { code: issue.message, params: 'params' in issue && issue.params ? issue.params : boundsOf(issue) }
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string') return Number(issue.minimum) <= 1 ? { code: 'required' } : { code: 'too_short', params: boundsOf(issue) }
      return { code: 'number_too_small', params: boundsOf(issue) }
    case 'too_big':
      if (issue.origin === 'string') return { code: 'too_long', params: boundsOf(issue) }
      return { code: issue.origin === 'array' ? 'too_many_entries' : 'number_too_big', params: boundsOf(issue) }
    case 'invalid_type':
      if (issue.expected === 'int') return { code: 'not_an_integer' }
      return { code: issue.input === undefined ? 'required' : 'invalid_value' }
    default:
      return { code: 'invalid_value' }
  }
}

function boundsOf(issue: Issue): Record<string, unknown> {
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) }
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) }
  return {}
}

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

/** Checks input against a schema; every field that fails is named with its problem, never only the first. */
export function validated<Schema extends z.core.$ZodType>(schema: Schema, input: unknown): z.core.output<Schema> {
  const result = (
    schema as unknown as { safeParse(input: unknown, context?: { reportInput: boolean }): z.core.util.SafeParseResult<z.core.output<Schema>> }
  ).safeParse(input, { reportInput: true })
  if (result.success) {
    const fields = unstorableTexts(result.data)
    const [first] = Object.values(fields)
    if (first) throw new Problem(first, { fields })
    return result.data
  }
  const fields: Record<string, ProblemCode> = {}
  const params: Record<string, unknown> = {}
  for (const issue of result.error.issues) {
    const field = issue.path.length > 0 ? issue.path.map(String).join('.') : '_'
    if (field in fields) continue
    const problem = problemOf(issue)
    fields[field] = problem.code
    if (problem.params && Object.keys(problem.params).length > 0) params[field] = problem.params
  }
  const [only, second] = Object.entries(fields)
  // A call with one wrong field is refused with that field's own problem, so that its message says what to do.
  if (only && !second) throw new Problem(only[1], { fields, params: { ...params, ...(params[only[0]] as Record<string, unknown> | undefined) } })
  throw new Problem('invalid_input', { fields, params })
}
