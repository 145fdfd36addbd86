import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

const leftOut = 'a batch runs where it was submitted; what it changed is in the history of each domain'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { change_set: { leftOut }, change_set_domain: { leftOut } } as const satisfies TablesBegun

export const takenNames = {} as const satisfies TakenNames

/**
 * Submitted batches, and what became of each of their domains. A domain is named beside its number and no row of it is required: what
 * was done stays told once it is deleted, and after a restore its number may be that of another one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table change_set (
    id bigint generated always as identity primary key,
    kind text not null,
    asked jsonb not null,
    summary jsonb not null,
    state text not null default 'planned',
    undoes_id bigint references change_set,
    author_id bigint not null,
    author_name text not null,
    token_id bigint,
    key text,
    address text not null,
    agent text not null,
    acknowledged jsonb not null default '[]',
    created_at timestamptz not null default now(),
    due_at timestamptz not null default now(),
    started_at timestamptz,
    ended_at timestamptz
  )`,
  `create unique index change_set_key on change_set (author_id, key) where key is not null`,
  `create index change_set_open on change_set (due_at) where state in ('planned', 'running')`,
  `create index change_set_undoes on change_set (undoes_id) where undoes_id is not null`,
  `create index change_set_created on change_set (created_at, id)`,
  `create table change_set_domain (
    id bigint generated always as identity primary key,
    change_set_id bigint not null references change_set on delete cascade,
    position integer not null,
    domain_id bigint,
    domain text not null,
    of_id bigint references change_set_domain,
    is_confirmed boolean not null default false,
    state text not null default 'waiting',
    problem text,
    params jsonb not null default '{}',
    faults smallint not null default 0,
    added integer not null default 0,
    updated integer not null default 0,
    deleted integer not null default 0,
    unchanged integer not null default 0,
    version_before integer,
    version_after integer,
    row_version_after integer,
    ended_at timestamptz,
    unique (change_set_id, position)
  )`,
  `create index change_set_domain_waiting on change_set_domain (change_set_id, position) where state = 'waiting'`,
  `create index change_set_domain_of_domain on change_set_domain (domain_id)`,
]
