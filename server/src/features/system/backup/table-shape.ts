import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'

/** A table as the database has it: its columns in order, and those that name a row. */
export type TableShape = { columns: string[]; key: string[]; isTextKey: Record<string, boolean>; serials: string[] }

/** @throws when a table is not there or has no primary key */
export async function shapesOf(db: Db, tables: readonly string[]): Promise<Map<string, TableShape>> {
  const { rows } = await sql<{ table: string; column: string; key_position: number | null; is_text: boolean; is_identity: boolean }>`
    select class.relname as table, attribute.attname as column, array_position(index.indkey::smallint[], attribute.attnum) as key_position,
      attribute.atttypid = 'text'::regtype as is_text, attribute.attidentity <> '' as is_identity
    from pg_class class
    join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
    left join pg_index index on index.indrelid = class.oid and index.indisprimary
    where class.oid = any(array(select to_regclass(name) from unnest(${[...tables]}::text[]) as name))
    order by class.relname, attribute.attnum`.execute(db)
  const shapes = new Map<string, TableShape>()
  for (const table of tables) {
    const ofTable = rows.filter((row) => row.table === table)
    const key = ofTable.filter((row) => row.key_position !== null).sort((a, b) => a.key_position! - b.key_position!)
    if (key.length === 0) throw new Error(`table ${table} is missing or has no primary key`)
    shapes.set(table, {
      columns: ofTable.map((row) => row.column),
      key: key.map((row) => row.column),
      isTextKey: Object.fromEntries(key.map((row) => [row.column, row.is_text])),
      serials: ofTable.filter((row) => row.is_identity).map((row) => row.column),
    })
  }
  return shapes
}

/** The name of the newest migration: backups fit the schema that they were made of. */
export async function schemaVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name collate "C" desc limit 1`.execute(db)
  return rows[0]?.name ?? ''
}

/** Settings of the transaction under which every server writes a row as the same text. */
export async function writeCanonically(tx: Db): Promise<void> {
  await sql`select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true), set_config('intervalstyle', 'iso_8601', true)`.execute(
    tx,
  )
}

/** Every row of a table as one line of JSON, ordered by its key and nothing else, some at a time. */
export async function* rowLines(tx: Db, table: string, shape: TableShape): AsyncGenerator<string[]> {
  const order = shape.key.map((column) => (shape.isTextKey[column] ? sql`${sql.ref(column)} collate "C"` : sql.ref(column)))
  const inner = sql`select ${sql.join(shape.columns.map((column) => sql.ref(column)))} from ${sql.table(table)} order by ${sql.join(order)}`
  await sql`declare backup_row no scroll cursor for select row_to_json(row)::text as line from (${inner}) as row`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch 1000 from backup_row`.execute(tx)
    if (rows.length > 0) yield rows.map((row) => row.line)
    if (rows.length < 1000) break
  }
  await sql`close backup_row`.execute(tx)
}
