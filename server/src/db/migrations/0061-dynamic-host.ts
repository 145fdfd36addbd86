import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { dynamic_host: { part: 'domains' } } as const satisfies TablesBegun

/** What is said when a unique index that begins here refuses a row. */
export const takenNames = { dynamic_host_place: { problem: 'dynamic_host_exists', field: 'host' } } as const satisfies TakenNames

/** Credentials that change the address of one host; the administrators who read or change records may do the same with these. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table dynamic_host (
    id bigint generated always as identity primary key,
    domain_id bigint not null references domain on delete cascade,
    host text not null,
    line text not null,
    account_id bigint not null references account on delete cascade,
    secret_hash bytea not null unique,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    last_used_address text not null default ''
  )`.execute(db)
  await sql`create unique index dynamic_host_place on dynamic_host (domain_id, host, line)`.execute(db)
  await sql`create index dynamic_host_account on dynamic_host (account_id)`.execute(db)
  await sql`update role set rights = rights || '{dynamic_host.read}'::text[] where 'record.read' = any(rights) and not built_in`.execute(db)
  await sql`update role set rights = rights || '{dynamic_host.write,dynamic_host.delete}'::text[] where 'record.write' = any(rights) and not built_in`.execute(
    db,
  )
}
