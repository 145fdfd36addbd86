import type { Generated } from 'kysely'
import type { Timestamp } from './column-types.ts'

/** A text message that was asked for, once for its phone (as a keyed digest) and once for the address it was asked from. */
export type SmsCountTable = { id: Generated<number>; subject: string; counted_at: Timestamp }

declare module './tables.ts' {
  interface Tables {
    sms_count: SmsCountTable
  }
}
