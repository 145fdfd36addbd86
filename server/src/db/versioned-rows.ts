import { sql, type Expression, type Selectable, type SqlBool, type Updateable } from 'kysely'
import type { ProblemCode } from '@nameplane/contract/problems'
import { Problem } from '../problem.ts'
import type { Tx } from './connection.ts'
import type { Tables } from './tables.ts'

/** Tables whose rows are told apart by an id and count their changes. */
export type VersionedTable = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown; row_version: unknown; updated_at: unknown } ? Name : never
}[keyof Tables]

/** Condition of the caller's access scope on the table; `everywhere` for tables that lie within no scope. */
export type Within = Expression<SqlBool> | 'everywhere'

/**
 * The named rows within reach, locked until the transaction ends, in the order of their ids, so that two bulk calls never wait
 * for each other.
 */
export async function lockRows<Table extends VersionedTable>(
  tx: Tx,
  table: Table,
  ids: readonly number[],
  within: Within,
): Promise<Selectable<Tables[Table]>[]> {
  // All of these tables have an id; the builder knows one table at a time.
  const rows = tx
    .selectFrom(table as 'role')
    .selectAll()
    .where('id', 'in', [...ids])
    .where(within === 'everywhere' ? sql<SqlBool>`true` : within)
    .orderBy('id')
    .forUpdate()
  return (await rows.execute()) as unknown as Selectable<Tables[Table]>[]
}

/** One of them as its editor saw it. @throws Problem `missing` where it is not there, `changed_meanwhile` where it has changed since */
export async function lockVersion<Table extends VersionedTable>(
  tx: Tx,
  table: Table,
  sent: { id: number; rowVersion?: number | undefined },
  within: Within,
  missing: ProblemCode,
): Promise<Selectable<Tables[Table]>> {
  const [row] = await lockRows(tx, table, [sent.id], within)
  if (!row) throw new Problem(missing)
  refuseStale(sent.rowVersion, (row as { row_version: number }).row_version)
  return row
}

/** Refuses a change of what has changed since it was read; callers that send no version change it as it is. @throws Problem changed_meanwhile */
export function refuseStale(sent: number | undefined, saved: number, params: Record<string, unknown> = {}): void {
  if (sent !== undefined && sent !== saved) throw new Problem('changed_meanwhile', { params })
}

type Column<Table extends VersionedTable> = Exclude<keyof Updateable<Tables[Table]>, 'id' | 'row_version' | 'updated_at'>

/** Columns with their new values, or with what the database works out. */
export type NewValues<Table extends VersionedTable> = {
  [Each in Column<Table>]?: Updateable<Tables[Table]>[Each] | Expression<Updateable<Tables[Table]>[Each]>
}

/** Changes locked rows, and counts it as a change of each. */
export async function updateRows<Table extends VersionedTable>(tx: Tx, table: Table, ids: readonly number[], set: NewValues<Table>): Promise<void> {
  await tx
    .updateTable(table as 'role')
    .set((of) => ({ ...set, row_version: of('row_version', '+', 1), updated_at: new Date() }))
    .where('id', 'in', [...ids])
    .execute()
}
