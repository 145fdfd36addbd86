import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = {
  message: { part: 'messages' },
  message_recipient: { part: 'messages' },
  message_reading: { part: 'messages' },
  message_image: { part: 'messages' },
} as const satisfies TablesBegun

/** Messages to accounts, whom they are for, who has read them, and the images they show. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table message (
    id bigint generated always as identity primary key,
    title text not null,
    content text not null,
    excerpt text not null,
    type smallint not null check (type in (1, 2, 3)),
    state text not null check (state in ('draft', 'scheduled', 'published', 'revoked')),
    audience text not null check (audience in ('all', 'class', 'selected')),
    classes text[] not null default '{}',
    is_pinned boolean not null default false,
    publish_at timestamptz,
    recipient_count integer not null default 0,
    author text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    row_version integer not null default 1,
    check (publish_at is not null or state not in ('scheduled', 'published'))
  )`,
  `create index message_published on message (publish_at) where state = 'published'`,
  `create index message_scheduled on message (publish_at) where state = 'scheduled'`,
  `create index message_text_trgm on message using gin (title gin_trgm_ops, excerpt gin_trgm_ops)`,
  `create table message_recipient (
    message_id bigint not null references message on delete cascade,
    account_id bigint not null references account on delete cascade,
    primary key (message_id, account_id)
  )`,
  `create index message_recipient_account on message_recipient (account_id)`,
  `create table message_reading (
    message_id bigint not null references message on delete cascade,
    account_id bigint not null references account on delete cascade,
    read_at timestamptz not null default now(),
    primary key (message_id, account_id)
  )`,
  `create index message_reading_account on message_reading (account_id)`,
  // Images are drawn anew before they come here: the bytes are ours, never those that were sent.
  `create table message_image (
    key text primary key,
    bytes bytea not null,
    width integer not null,
    height integer not null,
    created_at timestamptz not null default now()
  )`,
  `create index message_image_created on message_image (created_at)`,
]
