import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

export const tables = {} as const satisfies TablesBegun

export const takenNames = {} as const satisfies TakenNames

/** Since when a reverse segment has to take up the addresses that are there already. Those that follow do so once: one may have been missed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reverse_segment add column catch_up_since timestamptz`.execute(db)
  await sql`create index reverse_segment_catch_up on reverse_segment (id) where catch_up_since is not null`.execute(db)
  await sql`update reverse_segment set catch_up_since = date_trunc('milliseconds', now()) where state = 'active' and follows_addresses`.execute(db)
}
