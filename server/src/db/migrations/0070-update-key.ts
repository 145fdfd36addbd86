import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { update_key: { part: 'domains' } } as const satisfies TablesBegun

/** What is said when a unique index that begins here refuses a row. */
export const takenNames = { update_key_name: { problem: 'update_key_exists', field: 'name' } } as const satisfies TakenNames

/** Keys that sign DNS UPDATE, whose secrets are sealed; the administrators who read or change records may do the same with these. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table update_key (
    id bigint generated always as identity primary key,
    domain_id bigint not null references domain on delete cascade,
    name text not null,
    algorithm text not null check (algorithm in ('hmac-sha256', 'hmac-sha512')),
    secret text not null,
    policy text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    row_version integer not null default 1,
    last_used_at timestamptz,
    last_used_address text not null default ''
  )`.execute(db)
  await sql`create unique index update_key_name on update_key (domain_id, name)`.execute(db)
  await sql`update role set rights = rights || '{update_key.read}'::text[] where 'record.read' = any(rights) and not built_in`.execute(db)
  await sql`update role set rights = rights || '{update_key.write,update_key.delete}'::text[] where 'record.write' = any(rights) and not built_in`.execute(db)
}
