import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { sms_count: { leftOut: 'limits of the last day' } } as const satisfies TablesBegun

/** How many text messages were asked for, and codes to reset a password that come by text message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sms_count (
    id bigint generated always as identity primary key,
    subject text not null,
    counted_at timestamptz not null default now()
  )`.execute(db)
  await sql`create index sms_count_subject on sms_count (subject, counted_at)`.execute(db)
  await sql`create index sms_count_age on sms_count (counted_at)`.execute(db)
  await sql`alter table password_reset
    add column way text not null default 'mail' check (way in ('mail', 'sms'))`.execute(db)
}
