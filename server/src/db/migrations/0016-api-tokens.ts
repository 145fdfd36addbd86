import { sql, type Kysely } from 'kysely'

/** Where an API key may be used from, how often, by what it is known, and where it was used last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_token
    add column prefix text not null default '',
    add column networks text[] not null default '{}',
    add column calls_per_5_minutes integer,
    add column last_used_address text not null default ''`.execute(db)
}
