import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

export const tables = { alias_target: { leftOut: 'what resolvers said last is asked again' } } as const satisfies TablesBegun

/** The addresses of what ALIAS records point to, each target once whoever points to it; and the ways to those records by domain and by target. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table alias_target (
    name text primary key,
    ipv4 text[] not null default '{}',
    ipv4_answered_at timestamptz,
    ipv6 text[] not null default '{}',
    ipv6_answered_at timestamptz,
    ttl_seconds integer not null default 60,
    recent_ttls integer[] not null default '{}',
    asked_at timestamptz,
    next_at timestamptz not null default now(),
    failures integer not null default 0,
    problem text
  )`.execute(db)
  await sql`create index alias_target_next on alias_target (next_at)`.execute(db)
  await sql`create index record_alias_domain on record (domain_id) where type = 'ALIAS' and status = 1`.execute(db)
  await sql`create index record_alias_target on record (lower(value)) where type = 'ALIAS' and status = 1`.execute(db)
}
