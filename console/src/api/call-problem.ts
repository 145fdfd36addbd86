/**
 * Why a call brought no result.
 * - `refused`: the server said no, with a stable code; `fields` maps a field's path to its problem code.
 * - `lost-session`: nobody is signed in any more; the session dialog shows it, no part of a screen needs to.
 * - `held`: the session is locked or waits for something; the root shows what releases it.
 * - `http`: a failure of HTTP; `code` is the status.
 * - `no-answer`: no connection, or the time limit passed.
 * - `cancelled`: the caller left; never shown.
 */
export type ProblemKind = 'refused' | 'lost-session' | 'held' | 'http' | 'no-answer' | 'cancelled'

type ProblemParts = {
  kind: ProblemKind
  code: string
  message: string
  fields?: Readonly<Record<string, string>>
  texts?: Readonly<Record<string, string>>
  params?: Readonly<Record<string, unknown>>
  requestId?: string | null
}

export class CallProblem extends Error {
  readonly kind: ProblemKind
  /** The problem's stable identifier, or the HTTP status as text. */
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  /** The texts of the fields' problems as the server worded them. */
  readonly texts: Readonly<Record<string, string>>
  /** Values for the placeholders of the problem's text; those of a field stand under the field's path. */
  readonly params: Readonly<Record<string, unknown>>
  /** Names the request in the server's log. */
  readonly requestId: string | null

  constructor(parts: ProblemParts) {
    super(parts.message)
    this.name = 'CallProblem'
    this.kind = parts.kind
    this.code = parts.code
    this.fields = parts.fields ?? {}
    this.texts = parts.texts ?? {}
    this.params = parts.params ?? {}
    this.requestId = parts.requestId ?? null
  }

  /** A cancelled call, a lost session and a held one are shown by nobody, by the session dialog or by the root. */
  get isShown(): boolean {
    return this.kind !== 'cancelled' && this.kind !== 'lost-session' && this.kind !== 'held'
  }
}

/** What a call answers, or the problem that it came to. */
export async function answerOrProblem<Answer>(answer: Promise<Answer>): Promise<Answer | CallProblem> {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof CallProblem) return cause
    throw cause
  }
}

/** The problem that a call came to; null where it was answered. */
export async function problemIn(answer: Promise<unknown>): Promise<CallProblem | null> {
  const outcome = await answerOrProblem(answer)
  return outcome instanceof CallProblem ? outcome : null
}
