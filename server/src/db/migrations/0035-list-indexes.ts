import { sql, type Kysely } from 'kysely'

/**
 * Lists without reading more than their page: an index for each column that a table without bound can be sorted by, and for each text
 * that is searched within. The indexes of the audit trail and of letters that none of its queries uses go, and those that are read by
 * ranges alone are kept without the columns that made each of their entries one of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const ofUsers = `where actor_kind = 'user'`
const ofAdministrators = `where actor_kind <> 'user'`

const statements = [
  `create index domain_created on domain (created_at, id)`,
  `create index domain_record_count on domain (record_count, id)`,
  `drop index domain_deleted`,
  `create index domain_deleted on domain (deleted_at, id) where deleted_at is not null`,

  `create index record_name_trgm on record using gin (host gin_trgm_ops, remark gin_trgm_ops)`,

  `create index account_username_order on account (username, id)`,
  `create index account_type_order on account (type, id)`,
  `create index account_created on account (created_at, id)`,
  `create index account_updated on account (updated_at, id)`,
  `create index account_signed_in on account (last_sign_in_at desc nulls last, id desc)`,
  `create index account_balance on account (balance_cents, id)`,

  `create index identity_verification_created on identity_verification (created_at, id)`,
  `create index identity_verification_finished on identity_verification (finished_at, id)`,

  `drop index letter_created`,
  `create index letter_created on letter (created_at, id)`,
  `create index letter_recipient on letter (recipient, id)`,

  `create index job_run_started on job_run (started_at desc nulls last, id desc)`,
  `create index job_run_duration on job_run (duration_ms desc nulls last, id desc)`,

  `drop index audit_entry_target`,
  `drop index audit_entry_actor`,
  `create index audit_entry_actor on audit_entry (lower(actor_name) text_pattern_ops)`,
  `drop index audit_entry_address`,
  `create index audit_entry_address on audit_entry (address text_pattern_ops)`,
  `drop index audit_entry_network`,
  `create index audit_entry_network on audit_entry (address_of(address))`,
  `drop index audit_entry_search`,
  `create index audit_entry_search on audit_entry using gin (actor_name gin_trgm_ops, target_name gin_trgm_ops)`,
  `create index audit_entry_request on audit_entry (request_id text_pattern_ops)`,

  `create index refused_write_slow_of_users on refused_write (duration_ms desc, at desc, id desc) ${ofUsers}`,
  `create index refused_write_slow_of_administrators on refused_write (duration_ms desc, at desc, id desc) ${ofAdministrators}`,
  `create index refused_write_actor on refused_write (lower(actor_name) text_pattern_ops)`,
  `create index refused_write_address on refused_write (address text_pattern_ops)`,
  `create index refused_write_search on refused_write using gin (actor_name gin_trgm_ops, acting_as_name gin_trgm_ops)`,
  `create index refused_write_request on refused_write (request_id)`,

  `create index sign_in_attempt_slow_of_users on sign_in_attempt (duration_ms desc, at desc, id desc) where is_user`,
  `create index sign_in_attempt_slow_of_administrators on sign_in_attempt (duration_ms desc, at desc, id desc) where not is_user`,
  `create index sign_in_attempt_search on sign_in_attempt using gin (lower(username) gin_trgm_ops)`,
  `create index sign_in_attempt_request on sign_in_attempt (request_id)`,
]
