import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from './column-types.ts'

/* Letters and what is needed to send them. */

export type EmailTable = {
  id: Generated<number>
  /** Unguessable: names the letter to other servers, and the place its variables are sealed for. */
  key: string
  /** A key of `emailScenarios`. */
  scenario: string
  language: 'zh' | 'en'
  recipient: string
  /** What it is about, in words without secrets. */
  about: Generated<string>
  /** What it was written for, as in `message:17`; empty: nothing that could call it back. */
  origin: Generated<string>
  /** Sealed JSON; null once there is nothing more to send. */
  variables: string | null
  state: Generated<'queued' | 'sending' | 'sent' | 'failed'>
  tries: Generated<number>
  due_at: Timestamp
  good_until: NullableTimestamp
  claimed_at: NullableTimestamp
  failure: string | null
  /** What the mail server said last. */
  reply: Generated<string>
  created_at: Timestamp
  finished_at: NullableTimestamp
}

/** What an authority granted for the settings of SHA-256 `source`; both tokens sealed. */
export type EmailTokenTable = { id: Generated<number>; source: string; access_token: string; refresh_token: string; expires_at: Timestamp }

declare module './tables.ts' {
  interface Tables {
    letter: EmailTable
    mail_token: EmailTokenTable
  }
}
