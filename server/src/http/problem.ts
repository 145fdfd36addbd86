import { refusalCode, lostSessionCode, type Refusal } from '@nameplane/contract/envelope'
import { problemText, type Language, type ProblemCode } from '@nameplane/contract/problems'

/**
 * An expected refusal. `fields` maps a field's path to its problem; `params` fills the placeholders of the text, with
 * the params of a field under the field's own path.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly params: Record<string, unknown>
  readonly fields: Record<string, ProblemCode> | undefined
  /** HTTP status; 200 unless the interface document fixes another one. */
  readonly status: number

  constructor(code: ProblemCode, options: { params?: Record<string, unknown>; fields?: Record<string, ProblemCode>; status?: number } = {}) {
    super(code)
    this.code = code
    this.params = options.params ?? {}
    this.fields = options.fields
    this.status = options.status ?? 200
  }
}

/** The envelope of a refusal in the caller's language. */
export function refusalOf(problem: Problem, language: Language, requestId: string): Refusal {
  return {
    code: problem.code === 'session_lost' ? lostSessionCode : refusalCode,
    msg: problemText(problem.code, language, { ...problem.params, requestId }),
    problem: problem.code,
    requestId,
    ...(problem.fields ? { fields: problem.fields } : {}),
    ...(Object.keys(problem.params).length > 0 ? { params: problem.params } : {}),
  }
}
