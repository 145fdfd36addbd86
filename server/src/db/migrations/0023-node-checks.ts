import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = {
  node_check_result: { leftOut: 'what nodes have measured; measured again' },
  node_check_state: { leftOut: 'what nodes have measured; measured again' },
} as const satisfies TablesBegun

/** What nodes report of each other, the newest of each, and how each node stands by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table node_check_result (
    node_id bigint not null references node on delete cascade,
    port integer not null,
    reporter text not null,
    is_reachable boolean not null,
    milliseconds integer,
    reason text not null,
    reported_at timestamptz not null,
    primary key (node_id, port, reporter)
  )`.execute(db)
  await sql`create table node_check_state (
    node_id bigint primary key references node on delete cascade,
    is_failing boolean not null,
    reason text not null,
    since timestamptz not null
  )`.execute(db)
}
