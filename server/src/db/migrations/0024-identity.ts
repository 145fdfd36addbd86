import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { identity_verification: { part: 'accounts' } } as const satisfies TablesBegun

/**
 * Real-name verifications. Names and numbers are sealed; the keyed digest keeps a number to one verified account, whatever
 * the code above does. What a verification costs stands in the ledger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table identity_verification (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    provider text not null check (provider in ('wechat', 'ali')),
    provider_id text not null,
    scene text not null,
    name text not null,
    id_number text not null,
    id_digest bytea not null,
    state text not null default 'pending' check (state in ('pending', 'passed', 'failed', 'expired')),
    reason text not null default '',
    fee_cents bigint not null default 0 check (fee_cents >= 0),
    callback_digest bytea,
    decided_by text not null default '',
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    finished_at timestamptz,
    asked_at timestamptz,
    next_query_at timestamptz,
    queries integer not null default 0,
    unique (provider, provider_id),
    check ((state = 'pending') = (finished_at is null))
  )`,
  `create unique index identity_verification_passed on identity_verification (id_digest) where state = 'passed'`,
  `create unique index identity_verification_pending on identity_verification (account_id) where state = 'pending'`,
  `create index identity_verification_account on identity_verification (account_id, id desc)`,
  `create index identity_verification_next_query on identity_verification (next_query_at) where next_query_at is not null`,
  `create index identity_verification_state on identity_verification (state, id desc)`,
  `alter table ledger_entry
    add column verification_id bigint,
    drop constraint ledger_entry_kind_check,
    add constraint ledger_entry_kind_check check (kind in ('recharge', 'refund', 'refund_returned', 'verification_fee')),
    drop constraint ledger_entry_kind_payment_id_refund_id_key,
    add constraint ledger_entry_once unique nulls not distinct (kind, payment_id, refund_id, verification_id)`,
]
