import { sql, type Kysely } from 'kysely'

/** Paused records are few among many, and the dashboard counts them each minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index record_paused on record (domain_id) where status = 0`.execute(db)
}
