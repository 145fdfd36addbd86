import { sql, type Kysely } from 'kysely'

/** How many queries a node had over the rate limit, by what became of them, and when it last had some. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node
    add column limit_dropped bigint not null default 0, add column limit_slipped bigint not null default 0,
    add column limit_spared bigint not null default 0, add column limited_at timestamptz`.execute(db)
}
