import { refusalCode, lostSessionCode, type Refusal } from '@nameplane/contract/envelope'
import { isProblemCode, problemText, refusalText, type Language, type ProblemCode } from '@nameplane/contract/problems'

/** Fields that one refusal names: nobody reads more, and the caller chooses how many there are. */
export const listedFields = 100

/**
 * An expected refusal. `fields` maps a field's path to its problem; `params` fills the placeholders of the text, with
 * the params of a field under the field's own path. Of very many fields only the first are named, and `unlisted` says how many are not.
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
    const { params = {}, fields } = options
    const named = fields && Object.keys(fields)
    const unlisted = named?.slice(listedFields) ?? []
    if (unlisted.length === 0) {
      this.params = params
      this.fields = fields
    } else {
      this.params = { ...without(params, unlisted), unlisted: unlisted.length }
      this.fields = without(fields!, unlisted)
    }
    this.status = options.status ?? 200
  }
}

function without<Value>(entries: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  const left = new Set(names)
  return Object.fromEntries(Object.entries(entries).filter(([name]) => !left.has(name)))
}

/** A kept problem code's text in both languages; null where there is no such code any more. */
export function problemWords(code: string): Record<Language, string> | null {
  return isProblemCode(code) ? { zh: problemText(code, 'zh'), en: problemText(code, 'en') } : null
}

/** The envelope of a refusal in the caller's language. */
export function refusalOf(problem: Problem, language: Language, requestId: string): Refusal {
  return {
    code: problem.code === 'session_lost' ? lostSessionCode : refusalCode,
    msg: refusalText(problem.code, language, { ...problem.params, requestId }),
    problem: problem.code,
    requestId,
    ...(problem.fields ? { fields: problem.fields, texts: fieldTexts(problem, problem.fields, language) } : {}),
    ...(Object.keys(problem.params).length > 0 ? { params: problem.params } : {}),
  }
}

function fieldTexts({ params }: Problem, fields: Record<string, ProblemCode>, language: Language): Record<string, string> {
  const paramsOf = (field: string): Record<string, unknown> => {
    const own = params[field]
    return typeof own === 'object' && own !== null && !Array.isArray(own) ? (own as Record<string, unknown>) : params
  }
  return Object.fromEntries(Object.entries(fields).map(([field, code]) => [field, problemText(code, language, paramsOf(field))]))
}
