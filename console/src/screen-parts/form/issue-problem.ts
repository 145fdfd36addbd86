import type * as z from 'zod/mini'
import { isProblemCode, problemText, type Language, type ProblemCode } from '@nameplane/contract/problems'

type Issue = z.core.$ZodIssue

function ruleOf(issue: Issue): { code: ProblemCode; params?: Record<string, unknown> } {
  if (isProblemCode(issue.message)) return { code: issue.message, params: 'params' in issue && issue.params ? issue.params : boundsOf(issue) }
  const isText = 'origin' in issue && issue.origin === 'string'
  switch (issue.code) {
    case 'too_small':
      if (isText && Number(issue.minimum) <= 1) return { code: 'required' }
      return { code: isText ? 'too_short' : 'number_too_small', params: boundsOf(issue) }
    case 'too_big':
      return { code: isText ? 'too_long' : issue.origin === 'array' ? 'too_many_entries' : 'number_too_big', params: boundsOf(issue) }
    case 'invalid_type':
      return { code: issue.expected === 'int' ? 'not_an_integer' : 'invalid_value' }
    default:
      return { code: 'invalid_value' }
  }
}

function boundsOf(issue: Issue): Record<string, unknown> {
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) }
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) }
  return {}
}

/** What a rule of the contract says about a value, in words of the catalogue: the same ones the server would send. */
export function issueText(issue: Issue, language: Language): string {
  const { code, params } = ruleOf(issue)
  return problemText(code, language, params)
}
