import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { data_key: { leftOut: 'carried beside the tables, under the key of the backup' } } as const satisfies TablesBegun

/** Root keys of the platform's secrets, each encrypted under the master key; the newest one that seals is the one in use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table data_key (
    id integer primary key check (id > 0),
    wrapped bytea not null,
    created_at timestamptz not null default now(),
    sealing_since timestamptz,
    finished_at timestamptz
  )`.execute(db)
}
