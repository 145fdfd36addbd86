import type { ColumnType, Generated } from 'kysely'
import type { NullableJson, Timestamp } from './column-types.ts'

/*
 * The tables as Kysely sees them. Columns are snake_case as in SQL; stores map rows to the contract's shapes.
 * bigint columns come back as numbers (see connection.ts): ids and counters stay below 2^53.
 */

export type AuditEntryTable = {
  id: Generated<number>
  at: Timestamp
  actor_id: number | null
  actor_name: string
  address: string
  agent: string
  action: string
  target_type: string
  target_id: number | null
  target_name: string
  before: NullableJson
  after: NullableJson
  request_id: string
  previous_hash: Buffer
  hash: Buffer
  /** `administrator`, `user`, `platform`, `nobody`; empty for entries written before kinds were noted. */
  actor_kind: Generated<string>
  duration_ms: number | null
  /** The user in whose name the administrator `actor_id` acted; null when in nobody's. */
  acting_as_id: ColumnType<number | null, number | null | undefined, number | null>
  acting_as_name: ColumnType<string | null, string | null | undefined, string | null>
}

/** Where the audit chain starts after old entries were cut. */
export type AuditCutTable = { last_id: number; hash: Buffer; at: Timestamp; entries: number; seal: Buffer }

export type RefusedWriteTable = {
  id: Generated<number>
  at: Timestamp
  /** Repeats within it are counted in one row. */
  minute: Timestamp
  tries: Generated<number>
  actor_kind: string
  actor_id: number
  actor_name: string
  /** As in the audit trail. */
  acting_as_id: ColumnType<number | null, number | null | undefined, number | null>
  acting_as_name: ColumnType<string | null, string | null | undefined, string | null>
  address: string
  agent: string
  action: string
  target_id: number | null
  problem: string
  duration_ms: number
  request_id: string
}

export type SignInAttemptTable = {
  id: Generated<number>
  at: Timestamp
  minute: Timestamp
  tries: Generated<number>
  /** Whether the name is an ordinary user's; unknown names are the administrators' concern. */
  is_user: boolean
  account_id: number | null
  username: string
  /** `ok` or the problem's code. */
  result: string
  /** Empty, or the kind that was asked for. */
  second_factor: string
  address: string
  agent: string
  duration_ms: number
  request_id: string
}

/**
 * Every table. What belongs to a noun, or to a few, is added by the file that says its columns (`declare module './tables.ts'`),
 * so that this one knows the trail alone. An interface, since only interfaces can be added to.
 */
export interface Tables {
  audit_entry: AuditEntryTable
  audit_cut: AuditCutTable
  refused_write: RefusedWriteTable
  sign_in_attempt: SignInAttemptTable
}
