import { sql } from 'kysely'
import type { Db } from '../../server/src/db/connection.ts'

/** What a call may touch without changing anything: when a key was used last, pictures that wait for an answer, and the logs of what was refused. */
const uncounted = ['captcha', 'refused_write', 'sign_in_attempt', 'kysely_migration', 'kysely_migration_lock']
const passingColumns: ReadonlySet<string> = new Set(['last_used_at', 'last_used_address'])

export type Table = {
  readonly name: string
  /** Without those that the database computes itself. */
  readonly columns: readonly string[]
}

/** The tables of ours that count. */
export async function countedTables(db: Db): Promise<readonly Table[]> {
  const { rows } = await sql<Table>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`.execute(db)
  return rows.filter(({ name }) => !uncounted.includes(name))
}

/**
 * A digest of every row of each table of ours; two are equal exactly when nothing was changed in between. The database computes them in
 * one statement: the rows themselves would have to be sorted and sent, which cost more than the calls that are judged by it.
 */
export async function fingerprintOf(db: Db, tables?: readonly Table[]): Promise<Record<string, string>> {
  const parts = (tables ?? (await countedTables(db))).map(({ name, columns }) => {
    const row = sql.join(columns.filter((column) => !passingColumns.has(column)).map((column) => sql.ref(column)))
    return sql`select ${sql.lit(name)} as name, concat(count(*), ' ', sum(hashtextextended(row(${row})::text, 0))) as print from ${sql.table(name)}`
  })
  const { rows } = await sql<{ name: string; print: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}

/** The newest entry of the audit trail; 0 when it has none. */
export async function lastAuditId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit_entry')
    .select((of) => of.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}
