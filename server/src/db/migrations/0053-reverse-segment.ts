import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = {
  reverse_segment: { part: 'domains' },
  reverse_zone: { part: 'domains' },
  forward_check: { leftOut: 'looked up again' },
} as const satisfies TablesBegun

/**
 * Networks whose reverse names users may set, the domains that are their zones, and what the host names of their PTR records were found
 * to lead to. Who may do something with domains and records may do the same with these, but for the decision; a token gets no more than
 * it was given.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table reverse_segment (
    id bigint generated always as identity primary key,
    cidr cidr not null,
    -- Accounts with zones are not deleted; a request goes with its account.
    account_id bigint not null references account on delete cascade,
    service_group_id bigint references service_group on delete set null,
    state text not null default 'submitted' check (state in ('submitted', 'processing', 'active', 'rejected')),
    reason text not null default '',
    due_day text,
    follows_addresses boolean not null default false,
    remark text not null default '',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    row_version integer not null default 1,
    check ((state = 'processing') = (due_day is not null)),
    check ((state = 'rejected') = (reason <> ''))
  )`.execute(db)
  await sql`create index reverse_segment_cidr on reverse_segment using gist (cidr inet_ops)`.execute(db)
  await sql`create index reverse_segment_account on reverse_segment (account_id)`.execute(db)
  await sql`create table reverse_zone (
    domain_id bigint primary key references domain on delete cascade,
    segment_id bigint not null references reverse_segment on delete cascade,
    cidr cidr not null
  )`.execute(db)
  await sql`create index reverse_zone_segment on reverse_zone (segment_id)`.execute(db)
  await sql`create index reverse_zone_cidr on reverse_zone using gist (cidr inet_ops)`.execute(db)
  await sql`create table forward_check (
    domain_id bigint not null references domain on delete cascade,
    host text not null,
    value text not null,
    state text not null check (state in ('confirmed', 'different', 'missing', 'unknown')),
    found text[] not null default '{}',
    checked_at timestamptz not null,
    primary key (domain_id, host, value)
  )`.execute(db)
  await sql`create index forward_check_checked on forward_check (checked_at)`.execute(db)
  // Reverse names in the order of their addresses within a zone: '5.12' stands before '6.1' and behind '4.12'.
  await sql`create function reverse_order(host text) returns text language sql immutable strict parallel safe
    return (select string_agg(lpad(label, 3, '0'), '.' order by place desc) from unnest(string_to_array(host, '.')) with ordinality as part (label, place))`.execute(
    db,
  )
  await sql`create index record_ptr on record (domain_id, (reverse_order(host)) collate "C", id) where type = 'PTR'`.execute(db)
  await sql`create index record_ptr_updated on record (updated_at, id) where type = 'PTR'`.execute(db)
  for (const [held, given] of [
    ['domain.read', '{reverse_segment.read}'],
    ['domain.write', '{reverse_segment.write}'],
    ['domain.delete', '{reverse_segment.delete}'],
    ['record.read', '{ptr_record.read}'],
    ['record.write', '{ptr_record.write,ptr_record.delete}'],
  ] as const)
    await sql`update role set rights = rights || ${given}::text[] where ${held} = any(rights)`.execute(db)
}
