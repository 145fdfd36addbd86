import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../server/src/db/connection.ts'

/** What a call may touch without changing anything: when a key was used last, pictures that wait for an answer, and the logs of what was refused. */
const uncounted = ['captcha', 'refused_write', 'sign_in_attempt', 'kysely_migration', 'kysely_migration_lock']
const passingColumns = ['last_used_at', 'last_used_address']

/** A digest of every row of each table of ours; two are equal exactly when nothing was changed in between. */
export async function fingerprintOf(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const prints: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !uncounted.includes(table.name))) {
    const { rows } = await sql<{ row: string }>`select (to_jsonb(t) - ${passingColumns}::text[])::text as row from ${sql.table(name)} t order by 1`.execute(db)
    prints[name] = `${rows.length} ${createHash('sha256')
      .update(rows.map((row) => row.row).join('\n'))
      .digest('hex')
      .slice(0, 16)}`
  }
  return prints
}

/** The newest entry of the audit trail; 0 when it has none. */
export async function lastAuditId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit_entry')
    .select((of) => of.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}
