import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { api_token_domain: { part: 'domains' }, api_token_service_group: { part: 'domains' } } as const satisfies TablesBegun

/**
 * What an API token reaches of what its owner does: all of it, as every token did before, or some domains or service groups. What
 * is deleted leaves the scope. Whoever keeps callers in memory hears of a change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const scopeTable = (table: string, of: string): string[] => [
  `create table ${table} (
    api_token_id bigint not null references api_token on delete cascade,
    ${of}_id bigint not null references ${of} on delete cascade,
    primary key (api_token_id, ${of}_id)
  )`,
  // Deleting a domain or group looks for what names it.
  `create index on ${table} (${of}_id)`,
  `create trigger access_changed after insert or delete or update on ${table} for each row execute function access_changed()`,
  `create trigger access_truncated after truncate on ${table} for each statement execute function access_changed()`,
]

const statements = [
  `alter table api_token
    add column data_scope text not null default 'all' check (data_scope in ('all', 'domains', 'groups')),
    add column updated_at timestamptz not null default now(),
    add column row_version integer not null default 1`,
  ...scopeTable('api_token_domain', 'domain'),
  ...scopeTable('api_token_service_group', 'service_group'),
]
