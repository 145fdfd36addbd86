import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { acme_account: { part: 'settings' } } as const satisfies TablesBegun

/** Accounts with certificate authorities, one for each directory; their keys are sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table acme_account (
    id bigint generated always as identity primary key,
    directory_url text not null unique,
    state text not null default 'pending' check (state in ('pending', 'valid', 'deactivated', 'revoked')),
    account_key text,
    next_key text,
    key_thumbprint text not null,
    account_url text not null default '',
    email text not null default '',
    terms_of_service text not null default '',
    registered_at timestamptz,
    registered_by text not null default '',
    rolled_over_at timestamptz,
    checked_at timestamptz,
    check ((state = 'pending') = (account_url = '')),
    check (state = 'deactivated' or account_key is not null)
  )`.execute(db)
}
