import { sql, type Kysely } from 'kysely'

/**
 * Which state of a domain's records a node was last seen with: after a restart it is told only what differs. How often its process
 * had to be started again, and why.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table publication add column live_version integer`.execute(db)
  await sql`alter table node add column restarts integer not null default 0, add column restarted_at timestamptz, add column restart_cause text`.execute(db)
}
