import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { backup_maker: { leftOut: 'whose backups are trusted here is no backup’s to say' } } as const satisfies TablesBegun

/** Other platforms whose backups may be restored here, by the key that signs them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table backup_maker (
    id bigint generated always as identity primary key,
    fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{64}$'),
    name text not null,
    accepted_at timestamptz not null default now(),
    accepted_by text not null
  )`.execute(db)
}
