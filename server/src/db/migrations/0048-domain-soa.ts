import { sql, type Kysely } from 'kysely'

/** SOA values of each domain, which begin as what all domains had; and what each resolver said of its delegation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table domain
      add column soa_refresh_seconds integer not null default 3600,
      add column soa_retry_seconds integer not null default 600,
      add column soa_expire_seconds integer not null default 1209600,
      add column soa_minimum_seconds integer not null default 60,
      add column ns_seen jsonb not null default '[]'`.execute(db)
}
