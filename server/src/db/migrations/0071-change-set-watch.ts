import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = {
  change_set_watch: { leftOut: 'a batch is watched where it runs' },
  query_error_minute: { leftOut: 'is kept for some hours, to judge a change that was just made' },
} as const satisfies TablesBegun

export const takenNames = {} as const satisfies TakenNames

/** Change sets that are watched once they are done, and the errors of each domain and minute that they are judged by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table query_error_minute (at timestamptz not null, domain_id bigint not null, errors bytea not null, primary key (at, domain_id))
    partition by range (at)`.execute(db)
  await sql`
    create table change_set_watch (
      change_set_id bigint primary key references change_set on delete cascade,
      minutes smallint not null check (minutes between 1 and 60),
      threshold smallint not null check (threshold between 1 and 100),
      state text not null default 'pending',
      before_from timestamptz,
      before_until timestamptz,
      watch_from timestamptz,
      watch_until timestamptz,
      ended_at timestamptz,
      ended_by text,
      undo_id bigint references change_set,
      problem text,
      minutes_seen jsonb
    )`.execute(db)
  await sql`create index change_set_watch_open on change_set_watch (change_set_id) where state in ('pending', 'watching')`.execute(db)
  await sql`alter table change_set_domain add column watched jsonb`.execute(db)
}
