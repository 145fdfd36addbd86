import type { OutboundReason } from '../http/outbound-problem.ts'

/** Types of RFC 8555 §6.7 that this platform tells apart; others are shown as they come. */
const acmeError = 'urn:ietf:params:acme:error:'

/**
 * A call to a certificate authority that did not do what it was for.
 * - `silent`: no answer came; what the authority did has to be asked
 * - `bad-answer`: an answer that is none of RFC 8555
 * - `refused`: the authority said no; `code` is its type without the common beginning
 */
export class AcmeProblem extends Error {
  override readonly name = 'AcmeProblem'
  readonly kind: 'silent' | 'bad-answer' | 'refused'
  readonly code: OutboundReason | 'bad-answer' | (string & {})
  /** What the authority wrote, made one short line. */
  readonly detail: string

  constructor(kind: AcmeProblem['kind'], code: AcmeProblem['code'], detail = '') {
    super(`acme: ${code}${detail === '' ? '' : ` (${detail})`}`)
    this.kind = kind
    this.code = code
    this.detail = detail
  }
}

/** A text of another system as it may stand in a sentence: one line, without signs that nobody sees, at most 300 letters. */
function shortened(text: unknown): string {
  if (typeof text !== 'string') return ''
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

/** The problem that a refusal carries (RFC 9457); one without a readable document is a bad answer. */
export function refusalOf(status: number, body: unknown): AcmeProblem {
  const { type, detail } = (body ?? {}) as { type?: unknown; detail?: unknown }
  if (typeof type !== 'string') return new AcmeProblem('bad-answer', 'bad-answer', `HTTP ${status}`)
  const code = shortened(type.startsWith(acmeError) ? type.slice(acmeError.length) : type).slice(0, 80)
  return new AcmeProblem('refused', code, shortened(detail))
}
