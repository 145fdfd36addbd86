import { sql, type Kysely } from 'kysely'

/** When everything that an account signs in with was given last in a session; sessions from before are asked at their next use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column confirmed_at timestamptz`.execute(db)
}
