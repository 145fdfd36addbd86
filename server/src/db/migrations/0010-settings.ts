import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { system_config_version: { part: 'settings' } } as const satisfies TablesBegun

/** Who changed a setting, how its last try went, and the states it had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table system_config
    add column updated_by text not null default '',
    add column tested_at timestamptz,
    add column is_test_passed boolean,
    add column test_message text not null default ''`.execute(db)
  await sql`create table system_config_version (
    id bigint generated always as identity primary key,
    config_id bigint not null references system_config on delete cascade,
    row_version integer not null,
    param_value jsonb not null,
    remark text not null,
    weight integer not null,
    status smallint not null,
    saved_at timestamptz not null default now(),
    saved_by text not null
  )`.execute(db)
  await sql`create index system_config_version_config on system_config_version (config_id, id desc)`.execute(db)
  // A row of settings that this table held before has its state as the first one.
  await sql`insert into system_config_version (config_id, row_version, param_value, remark, weight, status, saved_at, saved_by)
    select id, row_version, param_value, remark, weight, status, updated_at, '' from system_config`.execute(db)
}
