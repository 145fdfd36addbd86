import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from './connection.ts'
import type { Tables } from './tables.ts'

/** Rows that are deleted for their age. */
export type AgedRows<Kept extends number | null = number | null> = {
  readonly table: keyof Tables
  /** The column that says how old a row is. */
  readonly age: string
  /** How old it may become; null where a setting or a job's field says so. */
  readonly keptSeconds: Kept
  /** Which of the rows from before a moment are deleted; the others stay, however old. */
  readonly only: (before: Date) => RawBuilder<SqlBool>
  /** Rows deleted in one statement, so that others who write the table never wait long. */
  readonly batchSize: number
}

type AgeColumn<Table extends keyof Tables> = {
  [Name in keyof Tables[Table]]: Tables[Table][Name] extends { readonly __select__: Date | null } ? Name : never
}[keyof Tables[Table]] &
  string

/** @example agedRows('captcha', 'created_at', 120) */
export function agedRows<Table extends keyof Tables, const Kept extends number | null>(
  table: Table,
  age: AgeColumn<Table>,
  keptSeconds: Kept,
  { only = () => sql<SqlBool>`true`, batchSize = 10_000 }: { only?: AgedRows['only']; batchSize?: number } = {},
): AgedRows<Kept> {
  return { table, age, keptSeconds, only, batchSize }
}

/** Deletes those from before a moment, batch by batch; answers how many there were. */
export async function deleteBefore(db: Db, { table, age, only, batchSize }: AgedRows, before: Date): Promise<number> {
  let deleted = 0
  for (;;) {
    // By their place: not every table has one column for a key. A row that is written meanwhile has another place, and stays.
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(age)} < ${before} and ${only(before)} limit ${batchSize}))`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < BigInt(batchSize)) return deleted
  }
}
