import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { node_enrolment: { leftOut: 'tokens of the next hour, and the servers of this installation' } } as const satisfies TablesBegun

/** How a node gets its own key: by a token that is good once and for an hour, of which only the hash is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table node_enrolment (
    id bigint generated always as identity primary key,
    name text not null,
    kind text not null,
    token_hash bytea not null unique,
    created_by bigint not null references account on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    used_address text not null default '',
    node_id bigint references node on delete set null,
    api_token_id bigint references api_token on delete set null
  )`.execute(db)
  await sql`create unique index node_enrolment_key on node_enrolment (api_token_id)`.execute(db)
}
