import { sql, type Kysely } from 'kysely'

/** Who really acted: trails name the administrator who acts as a user, and the user beside; the history of records says what kind of account made a change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Entries written before name both in `actor_name`: the chain hashes them as it did then.
  `alter table audit_entry add column acting_as_id bigint, add column acting_as_name text`,
  `create index audit_entry_acting_as on audit_entry using gin (acting_as_name gin_trgm_ops) where acting_as_id is not null`,
  `alter table refused_write add column acting_as_id bigint, add column acting_as_name text`,
  `drop index refused_write_repeat`,
  `create unique index refused_write_repeat on refused_write (minute, actor_id, coalesce(acting_as_id, 0), action, problem, coalesce(target_id, 0))`,

  `alter table domain_revision add column actor_kind text not null default '', add column acting_as_name text`,
  // Whose account is gone counts as an administrator: their names are the ones to keep.
  `update domain_revision set actor_kind = case
    when actor_id is null then 'platform'
    when actor_name not like '% → %' and exists (select from account where account.id = actor_id and account.type <> 1) then 'user'
    else 'administrator' end`,
]
