import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = {
  sign_in_ticket: { leftOut: 'sign-ins of the next five minutes' },
  totp: { part: 'accounts' },
  passkey: { part: 'accounts' },
  recovery_code: { part: 'accounts' },
  password_reset: { leftOut: 'codes of the next ten minutes' },
} as const satisfies TablesBegun

/** Sessions get a number and can be locked; second factors, sign-ins that wait for one, and codes that reset a password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table session add column id bigint generated always as identity unique, add column locked_at timestamptz`,
  // The password was right; the session comes after the second factor.
  `create table sign_in_ticket (
    secret_hash bytea primary key,
    account_id bigint not null references account on delete cascade,
    address text not null,
    created_at timestamptz not null default now()
  )`,
  `create index sign_in_ticket_account on sign_in_ticket (account_id)`,
  `create table totp (
    account_id bigint primary key references account on delete cascade,
    secret text not null,
    last_step bigint not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  `create table passkey (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    name text not null,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null default '{}',
    host text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  `create index passkey_account on passkey (account_id)`,
  `create table recovery_code (
    account_id bigint not null references account on delete cascade,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (account_id, code_hash)
  )`,
  `create table password_reset (
    account_id bigint primary key references account on delete cascade,
    code_hash bytea not null,
    tries integer not null default 0,
    created_at timestamptz not null default now()
  )`,
]
