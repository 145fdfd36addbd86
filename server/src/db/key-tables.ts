import type { ColumnType } from 'kysely'
import type { NullableTimestamp, Timestamp } from './column-types.ts'

/** A root key of the platform's secrets, encrypted under the master key. */
export type DataKeyTable = {
  id: number
  wrapped: ColumnType<Buffer, Buffer, Buffer>
  created_at: Timestamp
  /** New secrets are sealed with it since then; null while it is only made known. */
  sealing_since: NullableTimestamp
  /** Nothing is sealed with older keys any more since then; null while that is under way. */
  finished_at: NullableTimestamp
}

declare module './tables.ts' {
  interface Tables {
    data_key: DataKeyTable
  }
}
