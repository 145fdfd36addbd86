import { sql, type Kysely } from 'kysely'

/** What a person is to us beyond a name and a password, and the sessions in which an administrator acts as a user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table account
    add column email text not null default '',
    add column mobile text not null default '',
    add column remark text not null default '',
    add column tags text[] not null default '{}',
    add column verified smallint not null default 0 check (verified in (0, 1)),
    add column balance_cents bigint not null default 0,
    add column must_change_password boolean not null default false,
    add column last_sign_in_at timestamptz,
    add column updated_at timestamptz not null default now()`,
  // Empty is no address; codes for a forgotten password go there, so that no two accounts share one.
  `create unique index account_email on account (lower(email)) where email <> ''`,
  `create unique index account_mobile on account (mobile) where mobile <> ''`,
  `create index account_type on account (type, created_at desc, id desc)`,
  `create index account_text_trgm on account using gin (username gin_trgm_ops, email gin_trgm_ops, mobile gin_trgm_ops, remark gin_trgm_ops)`,
  `create index account_tags on account using gin (tags)`,
  // Ends with the administrator's own session; follows it when that gets a new secret.
  `alter table session
    add column impersonator_id bigint references account on delete cascade,
    add column parent_secret_hash bytea references session (secret_hash) on delete cascade on update cascade`,
  `create index session_parent on session (parent_secret_hash) where parent_secret_hash is not null`,
]
