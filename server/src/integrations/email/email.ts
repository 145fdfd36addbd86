import type { EmailFailure } from '@nameplane/contract/system/email/email-failures'

/** One letter to one person. */
export type Email = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same as HTML; absent: plain text only. */
  readonly html?: string
  /** Without its angle brackets; the same for every try of one letter, so that a second copy can be recognised (RFC 5322 §3.6.4). */
  readonly messageId?: string
}

/** The letter was not sent; the message says why and holds no secret. */
export class EmailProblem extends Error {
  override readonly name = 'MailProblem'
  readonly failure: EmailFailure
  /** Whether another try may bring it through (RFC 5321 §4.2.1: 4yz, or no answer at all). */
  readonly isTemporary: boolean
  /** What the mail server said, as it said it: one line, at most 300 characters; empty when it said nothing. */
  readonly reply: string

  constructor(failure: EmailFailure, message: string, options: { isTemporary?: boolean; reply?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.failure = failure
    this.isTemporary = options.isTemporary ?? false
    this.reply = (options.reply ?? '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, 300)
  }
}
