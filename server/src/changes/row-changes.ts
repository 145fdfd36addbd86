import type { Insertable, Selectable } from 'kysely'
import type { ProblemCode } from '@nameplane/contract/problems'
import type { Tables } from '../db/tables.ts'
import { lockRows, lockVersion, updateRows, type NewValues, type VersionedTable, type Within } from '../db/versioned-rows.ts'
import { Problem } from '../problem.ts'
import type { Change } from './change.ts'

/*
 * What most nouns do with their rows: add, change and delete them, each said in the audit with its name. A noun whose rows are
 * more than their table uses what is below: db/versioned-rows.ts.
 */

/** Tables whose rows have names. */
type NamedTable = { [Table in VersionedTable]: Selectable<Tables[Table]> extends { id: number; name: string } ? Table : never }[VersionedTable]
type Row<Table extends NamedTable> = Selectable<Tables[Table]> & { id: number; name: string }

/** Adds a row. @returns its id */
export async function addRow<Table extends NamedTable>(
  { tx, audit }: Change,
  table: Table,
  after: Insertable<Tables[Table]> & { name: string },
): Promise<number> {
  // All of these tables have an id; the builder knows one table at a time.
  const { id } = await tx
    .insertInto(table as 'service_group')
    .values(after as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  audit({ type: table, id, name: after.name, after })
  return id
}

/** Changes a row as its editor saw it. @throws Problem `missing`, `changed_meanwhile` */
export async function changeRow<Table extends NamedTable>(
  { tx, audit }: Change,
  table: Table,
  sent: { id: number; rowVersion?: number | undefined },
  after: NewValues<Table>,
  missing: ProblemCode,
  within: Within = 'everywhere',
): Promise<void> {
  const before = (await lockVersion(tx, table, sent, within, missing)) as Row<Table>
  await updateRows(tx, table, [sent.id], after)
  audit({ type: table, id: sent.id, name: before.name, before, after })
}

/** All the named rows, locked. @throws Problem `missing` where one is not there */
export async function lockAll<Table extends NamedTable>(
  { tx }: Change,
  table: Table,
  ids: readonly number[],
  missing: ProblemCode,
  within: Within = 'everywhere',
): Promise<Row<Table>[]> {
  const rows = (await lockRows(tx, table, ids, within)) as Row<Table>[]
  if (rows.length !== new Set(ids).size) throw new Problem(missing)
  return rows
}

/** Deletes locked rows. */
export async function deleteRows<Table extends NamedTable>({ tx, audit }: Change, table: Table, rows: readonly Row<Table>[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await tx
    .deleteFrom(table as 'service_group')
    .where('id', 'in', ids)
    .execute()
  for (const row of rows) audit({ type: table, id: row.id, name: row.name, before: row })
}
