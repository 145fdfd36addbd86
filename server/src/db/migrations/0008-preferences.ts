import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { account_preference: { part: 'accounts' } } as const satisfies TablesBegun

/** What an account chose for itself; and who points at an address, or into a network, over all domains. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table account_preference (
    account_id bigint not null references account on delete cascade,
    key text not null check (key in ('table')),
    value jsonb not null,
    primary key (account_id, key)
  )`.execute(db)
  // Records of these types are checked before they are stored, so the cast never fails.
  await sql`create index record_address on record (((value)::inet)) where type in ('A', 'AAAA')`.execute(db)
}
