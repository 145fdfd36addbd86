import { sql, type Kysely } from 'kysely'

/** Root keys of the platform's secrets, each encrypted under the master key; the newest one that seals is the one in use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table data_key (
    id integer primary key check (id > 0),
    wrapped bytea not null,
    created_at timestamptz not null default now(),
    sealing_since timestamptz,
    finished_at timestamptz
  )`.execute(db)
}
