import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { domain_primary: { part: 'domains' } } as const satisfies TablesBegun

/** The primaries that domains are transferred from, how far that is, and the SOA and NS that the zone has there; the secret of the key is sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table domain_primary (
    id bigint generated always as identity primary key,
    domain_id bigint not null unique references domain on delete cascade,
    addresses text[] not null check (cardinality(addresses) > 0),
    port integer not null default 53 check (port between 1 and 65535),
    key_name text not null default '',
    algorithm text not null default 'hmac-sha256' check (algorithm in ('hmac-sha256', 'hmac-sha512')),
    secret text,
    serial bigint,
    apex jsonb,
    serial_there bigint,
    state text not null default 'waiting' check (state in ('waiting', 'current', 'failing', 'expired')),
    problem text,
    problem_code text not null default '',
    is_whole_wanted boolean not null default true,
    checked_at timestamptz,
    transferred_at timestamptz,
    notified_at timestamptz,
    next_check_at timestamptz not null default now(),
    expires_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    row_version integer not null default 1,
    check ((key_name = '') = (secret is null)),
    check ((serial is null) = (apex is null))
  )`.execute(db)
  await sql`create index domain_primary_due on domain_primary (next_check_at)`.execute(db)
}
