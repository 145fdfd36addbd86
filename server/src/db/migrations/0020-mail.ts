import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = {
  letter: { leftOut: 'mail that is on its way' },
  mail_token: { leftOut: 'fetched again with the settings' },
} as const satisfies TablesBegun

/** Letters to send and what became of them, tokens to send with, and messages that are mailed too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table letter (
    id bigint generated always as identity primary key,
    -- Unguessable: names the letter to other servers, and the place its variables are sealed for.
    key text not null unique,
    scenario text not null,
    language text not null check (language in ('zh', 'en')),
    recipient text not null,
    -- What it is about, in words without secrets; the subject may hold a code.
    about text not null default '',
    -- What it was written for, so that it can be called back: 'message:17'.
    origin text not null default '',
    -- Sealed JSON; gone once there is nothing more to send.
    variables text,
    state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed')),
    tries integer not null default 0,
    due_at timestamptz not null default now(),
    -- After it the letter is worthless and is not sent any more.
    good_until timestamptz,
    claimed_at timestamptz,
    failure text,
    reply text not null default '',
    created_at timestamptz not null default now(),
    finished_at timestamptz
  )`,
  `create index letter_due on letter (due_at, id) where state = 'queued'`,
  `create index letter_claimed on letter (claimed_at) where state = 'sending'`,
  `create index letter_origin on letter (origin) where state = 'queued' and origin <> ''`,
  `create index letter_created on letter (created_at)`,
  `create index letter_recipient_trgm on letter using gin (recipient gin_trgm_ops, about gin_trgm_ops)`,
  `create table mail_token (
    id bigint generated always as identity primary key,
    -- SHA-256 of the settings it was granted for.
    source text not null unique,
    access_token text not null,
    refresh_token text not null,
    expires_at timestamptz not null
  )`,
  `alter table message add column is_mailed boolean not null default false`,
]
