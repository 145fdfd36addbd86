import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { query_name: { part: 'statistics' } } as const satisfies TablesBegun

/** Answers by name: as they are while an hour runs, and then as numbers of a list that each domain has for a month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table query_domain_minute add column names text`.execute(db)
  await sql`
    create table query_name (at timestamptz not null, domain_id bigint not null, names text not null, primary key (at, domain_id))
    partition by range (at)`.execute(db)
}
