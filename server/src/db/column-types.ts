import type { ColumnType, JSONColumnType } from 'kysely'

/* How columns come from the database and go to it. */

export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>
export type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type Json = JSONColumnType<Record<string, unknown>, string, string>
export type NullableJson = ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
