import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { site_picture: { part: 'settings' } } as const satisfies TablesBegun

/** Logos and icons of the site, drawn anew when they were sent, under names that nobody can guess. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table site_picture (
    key text primary key,
    bytes bytea not null,
    width integer not null,
    height integer not null,
    created_at timestamptz not null default now()
  )`.execute(db)
}
