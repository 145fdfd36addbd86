import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { custom_line: { part: 'domains' } } as const satisfies TablesBegun

/** What is said when a unique index that begins here refuses a row. */
export const takenNames = { custom_line_name: { problem: 'custom_line_exists', field: 'name' } } as const satisfies TakenNames

/** Who reads or changes records may do the same with the lines that they are on; a token gets no more than it was given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table custom_line (
    id bigint generated always as identity primary key,
    domain_id bigint not null references domain on delete cascade,
    name text not null,
    segments text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    row_version integer not null default 1
  )`.execute(db)
  // As names of lines in files are told apart: without case, spaces, hyphens and brackets.
  await sql`create unique index custom_line_name on custom_line (domain_id, lower(regexp_replace(name, '[[:space:]_()（）-]', '', 'g')))`.execute(db)
  // Of the records on custom lines alone, which are few.
  await sql`create index record_custom_line on record (domain_id, line) where line like 'custom\_%'`.execute(db)
  await sql`update role set rights = rights || '{custom_line.read}'::text[] where 'record.read' = any(rights)`.execute(db)
  await sql`update role set rights = rights || '{custom_line.write,custom_line.delete}'::text[] where 'record.write' = any(rights)`.execute(db)
}
