import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = { audit_cut: { part: 'logs' }, refused_write: { part: 'logs' }, sign_in_attempt: { part: 'logs' } } as const satisfies TablesBegun

/** The logs: who tried to sign in, what was refused, and the audit trail in the order and by the columns it is searched by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Entries written before have no kind: the chain hashes them as it did then.
  `alter table audit_entry add column actor_kind text not null default '', add column duration_ms integer`,
  `drop index audit_entry_at`,
  // The two lists of operations, each readable from its index alone; sign-ins have a list of their own.
  `create index audit_entry_of_users on audit_entry (at desc, id desc) where actor_kind = 'user' and action not in ('session.create', 'session.refuse')`,
  `create index audit_entry_of_administrators on audit_entry (at desc, id desc) where actor_kind <> 'user' and action not in ('session.create', 'session.refuse')`,
  `create index audit_entry_slow_of_users on audit_entry (duration_ms desc, at desc, id desc) where actor_kind = 'user' and action not in ('session.create', 'session.refuse')`,
  `create index audit_entry_slow_of_administrators on audit_entry (duration_ms desc, at desc, id desc) where actor_kind <> 'user' and action not in ('session.create', 'session.refuse')`,
  `create index audit_entry_actor on audit_entry (lower(actor_name) text_pattern_ops, at desc, id desc)`,
  `create index audit_entry_action on audit_entry (action, at desc, id desc) include (actor_kind)`,
  `create index audit_entry_address on audit_entry (address text_pattern_ops, at desc, id desc)`,
  `create index audit_entry_search on audit_entry using gin (actor_name gin_trgm_ops, target_name gin_trgm_ops, request_id gin_trgm_ops)`,

  // What the cut of old entries leaves: where the chain starts now, sealed with the chain's key.
  `create table audit_cut (
    last_id bigint primary key,
    hash bytea not null,
    at timestamptz not null,
    entries bigint not null,
    seal bytea not null
  )`,

  // Refused writes; outside the chain, since whoever is refused may cause any number of them.
  `create table refused_write (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    minute timestamptz not null,
    tries integer not null default 1,
    actor_kind text not null,
    actor_id bigint not null,
    actor_name text not null,
    address text not null,
    agent text not null,
    action text not null,
    target_id bigint,
    problem text not null,
    duration_ms integer not null,
    request_id text not null
  )`,
  `create unique index refused_write_repeat on refused_write (minute, actor_id, action, problem, coalesce(target_id, 0))`,
  `create index refused_write_of_users on refused_write (at desc, id desc) where actor_kind = 'user'`,
  `create index refused_write_of_administrators on refused_write (at desc, id desc) where actor_kind <> 'user'`,

  // A try to sign in; refused ones of one minute, name, address and reason are one row.
  `create table sign_in_attempt (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    minute timestamptz not null,
    tries integer not null default 1,
    is_user boolean not null,
    account_id bigint,
    username text not null,
    result text not null,
    second_factor text not null,
    address text not null,
    agent text not null,
    duration_ms integer not null,
    request_id text not null
  )`,
  `create unique index sign_in_attempt_repeat on sign_in_attempt (minute, address, lower(username), result) where result <> 'ok'`,
  `create index sign_in_attempt_of_users on sign_in_attempt (at desc, id desc) where is_user`,
  `create index sign_in_attempt_of_administrators on sign_in_attempt (at desc, id desc) where not is_user`,
  `create index sign_in_attempt_name on sign_in_attempt (lower(username) text_pattern_ops, at desc, id desc)`,
  `create index sign_in_attempt_address on sign_in_attempt (address text_pattern_ops, at desc, id desc)`,

  // Whoever reaches the settings by another way than the log's own meets the lock here.
  `create function keep_locked_retention() returns trigger language plpgsql as $$
  begin
    if old.param_key = 'LOG_CONFIG' and (old.param_value ->> 'isLocked')::boolean then
      if tg_op = 'DELETE' then
        raise exception 'the retention of logs is locked' using errcode = 'NP001';
      end if;
      if new.param_key <> old.param_key
        or (new.param_value ->> 'isLocked')::boolean is not true
        or (new.param_value ->> 'days') is null
        or (new.param_value ->> 'days')::integer < (old.param_value ->> 'days')::integer
      then
        raise exception 'the retention of logs is locked' using errcode = 'NP001';
      end if;
    end if;
    return case when tg_op = 'DELETE' then old else new end;
  end $$`,
  `create trigger keep_locked_retention before update or delete on system_config for each row execute function keep_locked_retention()`,
]
