import { isProblemCode, problemText, refusalText, type Language } from '@nameplane/contract/problem-text'
import type { CallProblem } from './call-problem.ts'
import { httpText } from './http-texts.ts'

/** The text of a problem code, or the code itself where we do not know it (a newer server). */
export function textOfProblem(code: string, language: Language, params: Readonly<Record<string, unknown>> = {}): string {
  return isProblemCode(code) ? problemText(code, language, params) : code
}

/** The text for one field of a refused form; undefined when that field is not to blame. */
export function fieldText(problem: CallProblem | null, field: string, language: Language): string | undefined {
  const code = problem?.fields[field]
  if (code === undefined) return undefined
  if (!isProblemCode(code)) return problem!.texts[field] ?? code
  const params = problem!.params[field]
  return textOfProblem(code, language, typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : problem!.params)
}

/** The problem as a sentence: in the language chosen now where its code is known, else as the server worded it. */
export function callProblemText(problem: CallProblem, language: Language): string {
  if (problem.kind !== 'refused') return httpText(Number(problem.code), language) ?? problem.message
  return isProblemCode(problem.code) ? refusalText(problem.code, language, { ...problem.params, requestId: problem.requestId }) : problem.message
}
