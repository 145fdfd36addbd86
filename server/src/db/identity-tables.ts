import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from './column-types.ts'

/* Who users really are, as providers have seen it: results and numbers of providers, never pictures. */

export type IdentityVerificationTable = {
  id: Generated<number>
  account_id: number
  provider: 'wechat' | 'ali'
  /** The provider's number of the check. */
  provider_id: string
  /** The rule or scene it was begun under; results are asked for under the same. */
  scene: string
  /** Sealed. */
  name: string
  /** Sealed. */
  id_number: string
  /** Keyed, so that it cannot be tried out: tells that a number verifies one account only. */
  id_digest: Buffer
  state: Generated<'pending' | 'passed' | 'failed' | 'expired'>
  reason: Generated<string>
  fee_cents: Generated<number>
  /** Of the token that a callback has to bring; null: none is expected, or it was used. */
  callback_digest: Buffer | null
  decided_by: Generated<string>
  created_at: Timestamp
  expires_at: Timestamp
  finished_at: NullableTimestamp
  /** When the provider was asked last. */
  asked_at: NullableTimestamp
  /** When the provider is asked next; null: never again. */
  next_query_at: NullableTimestamp
  queries: Generated<number>
}

declare module './tables.ts' {
  interface Tables {
    identity_verification: IdentityVerificationTable
  }
}
