import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { secondary: { part: 'domains' } } as const satisfies TablesBegun

/** What is said when a unique index that begins here refuses a row. */
export const takenNames = {
  secondary_name_key: { problem: 'secondary_exists', field: 'name' },
  secondary_key_name: { problem: 'secondary_key_exists', field: 'keyName' },
} as const satisfies TakenNames

/** Name servers of others that may have whole zones; the secret of the key that they sign with is sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table secondary (
    id bigint generated always as identity primary key,
    name text not null unique,
    status smallint not null default 1 check (status in (0, 1)),
    remark text not null default '',
    networks text[] not null,
    key_name text not null default '',
    algorithm text not null default 'hmac-sha256' check (algorithm in ('hmac-sha256', 'hmac-sha512')),
    secret text,
    scope text not null check (scope in ('all', 'chosen')),
    domain_ids bigint[] not null default '{}',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    row_version integer not null default 1,
    check ((key_name = '') = (secret is null))
  )`.execute(db)
  await sql`create unique index secondary_key_name on secondary (key_name) where key_name <> ''`.execute(db)
}
