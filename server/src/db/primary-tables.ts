import type { Generated, JSONColumnType } from 'kysely'
import type { NullableTimestamp, Timestamp } from './column-types.ts'

/** What a transferred zone has at its name beside records: names without a final dot, times in seconds. */
export type TransferredApex = {
  readonly soa: {
    readonly mname: string
    readonly rname: string
    readonly refresh: number
    readonly retry: number
    readonly expire: number
    readonly minimum: number
    readonly ttlSeconds: number
  }
  readonly nameservers: readonly { readonly name: string; readonly ttlSeconds: number }[]
}

export type DomainPrimaryTable = {
  id: Generated<number>
  domain_id: number
  /** Tried in this order. */
  addresses: string[]
  port: Generated<number>
  /** Empty: queries are not signed. */
  key_name: Generated<string>
  algorithm: Generated<'hmac-sha256' | 'hmac-sha512'>
  /** Sealed. */
  secret: string | null
  /** Of the zone as it was transferred, which nodes serve with it; null until it was. */
  serial: number | null
  apex: JSONColumnType<TransferredApex> | null
  /** As a primary said at the last check. */
  serial_there: number | null
  state: Generated<'waiting' | 'current' | 'failing' | 'expired'>
  /** Why the last check failed, as a code of the problem texts; null when it did not. */
  problem: string | null
  /** What the primary said. */
  problem_code: Generated<string>
  /** The next check transfers the zone whatever its serial is. */
  is_whole_wanted: Generated<boolean>
  checked_at: NullableTimestamp
  transferred_at: NullableTimestamp
  notified_at: NullableTimestamp
  next_check_at: Timestamp
  expires_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
  row_version: Generated<number>
}

declare module './tables.ts' {
  interface Tables {
    domain_primary: DomainPrimaryTable
  }
}
