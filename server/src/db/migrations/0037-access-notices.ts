import { sql, type Kysely } from 'kysely'

/**
 * Says on a channel when what decides who a caller is, and what they may do, has changed, whoever changed it: callers that
 * were found lately are kept in memory. A use of a session or a key is no such change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function access_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('nameplane_access', '');
      return null;
    end $$`.execute(db)
  const watched = {
    account: 'delete or update of username, type, is_super, status, must_change_password, unvalid_model',
    role: 'delete or update',
    account_role: 'insert or delete or update',
    role_service_group: 'insert or delete or update',
    session: 'delete',
    api_token: 'delete',
    totp: 'insert or delete',
    passkey: 'insert or delete',
    system_config: 'insert or delete or update',
  }
  for (const [table, events] of Object.entries(watched)) {
    await sql.raw(`create trigger access_changed after ${events} on ${table} for each statement execute function access_changed()`).execute(db)
    await sql.raw(`create trigger access_truncated after truncate on ${table} for each statement execute function access_changed()`).execute(db)
  }
  const used = {
    session: 'new.last_used_at > old.last_used_at and new.expires_at >= old.expires_at',
    api_token: 'new.last_used_at is distinct from old.last_used_at',
  }
  for (const [table, isUsed] of Object.entries(used))
    await sql.raw(`create trigger access_updated after update on ${table} for each row when (not (${isUsed})) execute function access_changed()`).execute(db)
}
