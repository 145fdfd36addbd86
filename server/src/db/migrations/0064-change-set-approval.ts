import { sql, type Kysely } from 'kysely'

/**
 * Change sets that a second administrator has to approve. `version_planned` is the version of a domain that such a set was submitted
 * for: what was looked at is what is done. Who changes records may approve what others change; users may not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table change_set
      add column approval_until timestamptz,
      add column approver_id bigint,
      add column approver_name text,
      add column decided_at timestamptz,
      add column approval_remark text not null default ''`.execute(db)
  await sql`create index change_set_awaiting on change_set (approval_until) where state = 'awaiting'`.execute(db)
  await sql`alter table change_set_domain add column version_planned integer`.execute(db)
  await sql`
    update role set rights = rights || '{change_set.approve}'::text[]
    where 'record.write' = any(rights) and name <> 'user'`.execute(db)
}
