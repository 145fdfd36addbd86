import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { zone_health: { part: 'domains' }, zone_health_ignored: { part: 'domains' } } as const satisfies TablesBegun

/** What the last health check of each domain found, and the findings that somebody decided to ignore. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table zone_health (
    domain_id bigint primary key references domain on delete cascade,
    version integer not null,
    checked_at timestamptz not null,
    score smallint not null check (score between 0 and 100),
    total integer not null,
    findings jsonb not null,
    facts jsonb not null
  )`.execute(db)
  await sql`create table zone_health_ignored (
    domain_id bigint not null references domain on delete cascade,
    code text not null,
    host text not null,
    type text not null,
    line text not null,
    reason text not null,
    ignored_by text not null,
    ignored_at timestamptz not null default now(),
    primary key (domain_id, code, host, type, line)
  )`.execute(db)
}
