import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { saved_filter: { part: 'accounts' } } as const satisfies TablesBegun

/** What is said when a unique index that begins here refuses a row. */
export const takenNames = { saved_filter_name: { problem: 'saved_filter_exists', field: 'name' } } as const satisfies TakenNames

/** What somebody filters a list by, under a name of his own; two names that differ in case only are the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table saved_filter (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    screen text not null,
    name text not null,
    filters jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`.execute(db)
  await sql`create unique index saved_filter_name on saved_filter (account_id, screen, lower(name))`.execute(db)
  // The list of domains adds up a day of each row shown: from the index alone, without the table's own pages.
  await sql`drop index query_rollup_domain`.execute(db)
  await sql`create index query_rollup_domain on query_rollup (domain_id, minute) include (answers)`.execute(db)
}
