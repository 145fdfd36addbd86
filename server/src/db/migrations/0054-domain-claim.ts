import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { domain_claim: { part: 'domains' } } as const satisfies TablesBegun

/** What is said when a unique index that begins here refuses a row. */
export const takenNames = { domain_claim_open: { problem: 'claim_exists', field: 'domains' } } as const satisfies TakenNames

/** Requests of users for domains of others. Who adds or deletes domains may do the same with these; a token gets no more than it was given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table domain_claim (
    id bigint generated always as identity primary key,
    domain_id bigint not null references domain on delete cascade,
    account_id bigint not null references account on delete cascade,
    record_label text not null,
    record_value text not null,
    finding text check (finding in ('missing', 'different', 'unknown', 'seen')),
    checked_at timestamptz,
    expires_at timestamptz not null,
    finished_at timestamptz,
    created_at timestamptz not null default now()
  )`.execute(db)
  await sql`create unique index domain_claim_open on domain_claim (domain_id, account_id) where finished_at is null`.execute(db)
  await sql`create index domain_claim_account on domain_claim (account_id)`.execute(db)
  for (const [held, given] of [
    ['domain.read', '{domain_claim.read}'],
    ['domain.write', '{domain_claim.write}'],
    ['domain.delete', '{domain_claim.delete}'],
  ] as const)
    await sql`update role set rights = rights || ${given}::text[] where ${held} = any(rights)`.execute(db)
}
