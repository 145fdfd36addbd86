import { sql } from 'kysely'
import type { Tx } from '../../../db/connection.ts'
import type { TableShape } from './table-shape.ts'

/**
 * Gives the rows of a table the values that another has for them. Two rows that swap a unique value would stand in each
 * other's way for a moment: then the unique indexes are made anew after all rows have theirs.
 */
export async function updateRows(tx: Tx, table: string, source: string, shape: TableShape): Promise<void> {
  await sql`savepoint restored_rows`.execute(tx)
  try {
    await update(tx, table, source, shape)
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== '23505') throw cause
    await sql`rollback to savepoint restored_rows`.execute(tx)
    const made = await dropUniqueness(tx, table)
    await update(tx, table, source, shape)
    for (const statement of made) await sql.raw(statement).execute(tx)
  }
  await sql`release savepoint restored_rows`.execute(tx)
}

async function update(tx: Tx, table: string, source: string, shape: TableShape): Promise<void> {
  const others = shape.columns.filter((column) => !shape.key.includes(column) && !shape.serials.includes(column))
  if (others.length === 0) return
  const of = (alias: string) => sql`row(${sql.join(others.map((column) => sql.ref(`${alias}.${column}`)))})`
  await sql`
    update ${sql.table(table)} as living set ${sql.join(others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`restored.${column}`)}`))}
    from ${sql.table(source)} as restored
    where ${sql.join(
      shape.key.map((column) => sql`${sql.ref(`living.${column}`)} = ${sql.ref(`restored.${column}`)}`),
      sql` and `,
    )} and ${of('living')} is distinct from ${of('restored')}`.execute(tx)
}

/** Drops what is unique beside the primary key; answers the statements that bring it back. */
async function dropUniqueness(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ drop: string; make: string }>`
    select case when con.oid is null then format('drop index %s', index.indexrelid::regclass)
        else format('alter table %s drop constraint %I', index.indrelid::regclass, con.conname) end as drop,
      case when con.oid is null then pg_get_indexdef(index.indexrelid)
        else format('alter table %s add constraint %I %s', index.indrelid::regclass, con.conname, pg_get_constraintdef(con.oid)) end as make
    from pg_index index left join pg_constraint con on con.conindid = index.indexrelid and con.contype = 'u'
    where index.indrelid = ${table}::regclass and index.indisunique and not index.indisprimary`.execute(tx)
  for (const { drop } of rows) await sql.raw(drop).execute(tx)
  return rows.map((row) => row.make)
}
