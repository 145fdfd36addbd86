import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = {
  vanity_nameserver: { part: 'domains' },
  nameserver_rollout: { leftOut: 'work under way: what is restored is published as a whole' },
} as const satisfies TablesBegun

/** What is said when a unique index that begins here refuses a row. */
export const takenNames = { vanity_nameserver_account: { problem: 'vanity_nameserver_exists', field: 'userId' } } as const satisfies TakenNames

/** Names that a user shows instead of those of the service group, and what a domain shows instead of those. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table vanity_nameserver (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    names text[] not null check (cardinality(names) between 2 and 13),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    row_version integer not null default 1
  )`.execute(db)
  await sql`create unique index vanity_nameserver_account on vanity_nameserver (account_id)`.execute(db)
  // Null: those of its owner. Empty: those of its service group, whatever the owner has.
  await sql`alter table domain add column own_nameservers text[] check (cardinality(own_nameservers) = 0 or cardinality(own_nameservers) between 2 and 13)`.execute(
    db,
  )
  await sql`create table nameserver_rollout (
    account_id bigint primary key references account on delete cascade,
    reached bigint not null default 0
  )`.execute(db)
  for (const right of ['read', 'write', 'delete'])
    await sql`update role set rights = rights || ${[`vanity_nameserver.${right}`]}::text[] where ${`user.${right}`} = any(rights) and not built_in`.execute(db)
  await sql`update role set rights = rights || '{vanity_nameserver.choose}'::text[] where 'domain.write' = any(rights) and not built_in`.execute(db)
}
