import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = {
  payment: { part: 'finance' },
  payment_notification: { part: 'finance' },
  payment_refund: { part: 'finance' },
  ledger_entry: { part: 'finance' },
} as const satisfies TablesBegun

/** What is said when a unique index that begins here refuses a row. */
export const takenNames = {
  // The same key for refunds of two payments: neither waits for the other's payment.
  payment_refund_request_key_key: { problem: 'idempotency_key_reused', field: null },
} as const satisfies TakenNames

/**
 * Payments that a provider collects, their notifications and refunds, and the ledger of balances. An amount is credited
 * once because the ledger has one entry of a kind for a payment, whatever the code above does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add constraint account_balance_not_negative check (balance_cents >= 0)`.execute(db)
  await sql`create table payment (
    id bigint generated always as identity primary key,
    out_trade_no text not null unique,
    purpose text not null check (purpose in ('recharge', 'test')),
    account_id bigint references account on delete set null,
    provider text not null,
    merchant text not null,
    app text not null,
    amount_cents bigint not null check (amount_cents > 0),
    currency text not null,
    status smallint not null default 10,
    provider_no text,
    offer jsonb,
    offer_asked_at timestamptz,
    refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
    problem text not null default '',
    request_key text unique,
    request_hash bytea,
    created_by text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    paid_at timestamptz,
    next_query_at timestamptz,
    queries integer not null default 0,
    updated_at timestamptz not null default now(),
    check (request_key is null or request_hash is not null)
  )`.execute(db)
  await sql`create index payment_next_query on payment (next_query_at) where next_query_at is not null`.execute(db)
  await sql`create index payment_account on payment (account_id)`.execute(db)
  await sql`create table payment_notification (
    id bigint generated always as identity primary key,
    provider text not null,
    event_id text not null,
    payment_id bigint references payment on delete cascade,
    method text not null,
    query text not null,
    headers jsonb not null,
    body bytea not null,
    outcome text not null default 'received',
    times integer not null default 1,
    received_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (provider, event_id)
  )`.execute(db)
  await sql`create index payment_notification_payment on payment_notification (payment_id)`.execute(db)
  await sql`create table payment_refund (
    id bigint generated always as identity primary key,
    payment_id bigint not null references payment on delete cascade,
    refund_no text not null unique,
    amount_cents bigint not null check (amount_cents > 0),
    status smallint not null default 20,
    provider_refund_no text,
    reason text not null default '',
    problem text not null default '',
    request_key text unique,
    request_hash bytea,
    created_by text not null,
    created_at timestamptz not null default now(),
    next_query_at timestamptz,
    queries integer not null default 0,
    updated_at timestamptz not null default now()
  )`.execute(db)
  await sql`create index payment_refund_next_query on payment_refund (next_query_at) where next_query_at is not null`.execute(db)
  await sql`create index payment_refund_payment on payment_refund (payment_id)`.execute(db)
  // The trail of balances outlives the account: no reference, and its name beside the id.
  await sql`create table ledger_entry (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    account_name text not null,
    kind text not null check (kind in ('recharge', 'refund', 'refund_returned')),
    amount_cents bigint not null check (amount_cents <> 0),
    balance_after_cents bigint not null check (balance_after_cents >= 0),
    payment_id bigint,
    refund_id bigint,
    at timestamptz not null default now(),
    unique nulls not distinct (kind, payment_id, refund_id)
  )`.execute(db)
  await sql`create index ledger_entry_account on ledger_entry (account_id, id desc)`.execute(db)
}
