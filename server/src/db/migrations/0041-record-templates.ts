import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { record_template: { part: 'domains' } } as const satisfies TablesBegun

/** What is said when a unique index that begins here refuses a row. */
export const takenNames = { record_template_name: { problem: 'record_template_exists', field: 'name' } } as const satisfies TakenNames

/**
 * Records under a name, for use in any domain; two names that differ in case only are the same. Administrators' roles that change records
 * may change these too; a token gets no more than it was given.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table record_template (
    id bigint generated always as identity primary key,
    name text not null,
    remark text not null default '',
    records jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    row_version integer not null default 1
  )`.execute(db)
  await sql`create unique index record_template_name on record_template (lower(name))`.execute(db)
  await sql`update role set rights = rights || '{record_template.write,record_template.delete}'::text[]
    where 'record.write' = any(rights) and not built_in`.execute(db)
}
