import type * as z from 'zod/mini'
import type { ProblemCode } from './problem-text.ts'

type Issue = z.core.$ZodIssue

/** One part of an input that a schema refuses, in a code of the catalogue and the values its text needs. */
export type InputIssue = { readonly path: readonly string[]; readonly code: ProblemCode; readonly params: Readonly<Record<string, unknown>> }

export type ReadInput<Output> = { readonly isRight: true; readonly value: Output } | { readonly isRight: false; readonly issues: readonly InputIssue[] }

/**
 * Reads an input by a schema, every part that is wrong named and never only the first. Server and console refuse by this one
 * reading, so that a form says of a field what a call with it would be answered.
 */
export function readInput<Schema extends z.core.$ZodType>(schema: Schema, input: unknown): ReadInput<z.core.output<Schema>> {
  const parse = schema as unknown as { safeParse(input: unknown, context: { reportInput: boolean }): z.core.util.SafeParseResult<z.core.output<Schema>> }
  // The input tells a missing member from one of the wrong type.
  const result = parse.safeParse(input, { reportInput: true })
  if (result.success) return { isRight: true, value: result.data }
  return { isRight: false, issues: result.error.issues.map((issue) => ({ path: issue.path.map(String), ...problemOf(issue) })) }
}

function problemOf(issue: Issue): Pick<InputIssue, 'code' | 'params'> {
  // A rule that names its own code says its params or, where it is a bound of zod's, has that bound for one.
  if (isCode(issue.message)) return { code: issue.message, params: 'params' in issue && issue.params ? issue.params : boundsOf(issue) }
  const params = boundsOf(issue)
  switch (issue.code) {
    case 'too_small':
      if (issue.origin !== 'string') return { code: 'number_too_small', params }
      return Number(issue.minimum) <= 1 ? { code: 'required', params: {} } : { code: 'too_short', params }
    case 'too_big':
      return { code: issue.origin === 'string' ? 'too_long' : issue.origin === 'array' ? 'too_many_entries' : 'number_too_big', params }
    case 'invalid_type':
      if (issue.expected === 'int') return { code: 'not_an_integer', params }
      return { code: issue.input === undefined ? 'required' : 'invalid_value', params }
    default:
      return { code: 'invalid_value', params }
  }
}

/** A rule's message is a code, which the type of every rule sees to; what the library says of itself is a sentence. */
function isCode(message: string): message is ProblemCode {
  return /^[a-z][a-z0-9_]*$/.test(message)
}

function boundsOf(issue: Issue): Record<string, unknown> {
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) }
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) }
  if (issue.code === 'not_multiple_of') return { step: Number(issue.divisor) }
  return {}
}
