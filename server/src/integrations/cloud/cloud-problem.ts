/**
 * A cloud has answered that it did not do what it was asked, or in a way that cannot be understood. The message holds the vendor's
 * code and no part of what was sent or of the rest of the answer.
 */
export class CloudProblem extends Error {
  override readonly name = 'CloudProblem'
  /** The vendor's own code, such as AuthFailure.SignatureFailure; 'bad-answer' where the answer is none. */
  readonly code: string
  /** Of the answer, where it tells more than the code. */
  readonly status: number | null

  constructor(vendor: string, code: string, status: number | null = null) {
    super(`${vendor}: ${code}`)
    this.code = code
    this.status = status
  }
}

/** A vendor's code as it may be shown: what is no code is not repeated. */
export function codeOf(value: unknown): string {
  return typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value) ? value : 'bad-answer'
}

/** The members of a JSON object; null for anything else. */
export function jsonObject(text: Buffer): Record<string, unknown> | null {
  try {
    return objectOf(JSON.parse(text.toString('utf8')))
  } catch {
    return null
  }
}

/** An object's members; null for anything else, lists too. */
export function objectOf(value: unknown): Record<string, unknown> | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null
}
