import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { role_service_group: { part: 'domains' }, menu: { part: 'settings' } } as const satisfies TablesBegun

/** Roles say how far they reach, ordinary users get a role that is built in, and the menu becomes rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Roles that are there already reached everything.
  `alter table role
    add column data_scope text not null default 'all' check (data_scope in ('all', 'groups', 'own')),
    add column built_in boolean not null default false,
    add column created_at timestamptz not null default now(),
    add column updated_at timestamptz not null default now()`,
  `create table role_service_group (
    role_id bigint not null references role on delete cascade,
    service_group_id bigint not null references service_group on delete cascade,
    primary key (role_id, service_group_id)
  )`,
  `create index account_role_role on account_role (role_id)`,
  `insert into role (name, description, rights, data_scope, built_in)
    values ('user', '', '{domain.read,domain.write,record.read,record.write,line.read}', 'own', true)
    on conflict (name) do update set data_scope = 'own', built_in = true`,
  `create table menu (
    id bigint generated always as identity primary key,
    parent_id bigint references menu,
    kind text not null check (kind in ('directory', 'page', 'button')),
    seed_key text unique,
    name_zh text,
    name_en text,
    path text not null default '',
    icon text,
    position integer not null default 0,
    "right" text,
    hidden boolean not null default false,
    external_url text,
    cached boolean not null default true,
    feature text check (feature in ('dm', 'am', 'rs', 'a-monitor')),
    custom_flag text,
    modes text[] not null default '{}',
    enabled boolean not null default true,
    updated_at timestamptz not null default now(),
    row_version integer not null default 1
  )`,
  `create index menu_parent on menu (parent_id, position)`,
]
