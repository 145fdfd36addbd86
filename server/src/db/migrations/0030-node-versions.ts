import { sql, type Kysely } from 'kysely'

/** Which state of a domain's records a node was last seen with: after a restart it is told only what differs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table publication add column live_version integer`.execute(db)
}
