import { sql, type Kysely } from 'kysely'

/** Logs found by network. Addresses are kept as they were seen; what is no address lies in no network. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A socket for both families names IPv4 peers as ::ffff:192.0.2.1 (RFC 4291 §2.5.5.2).
  `create function address_of(text) returns inet language plpgsql immutable strict parallel safe as $$
  begin
    return regexp_replace($1, '^::ffff:(?=\\d+\\.)', '', 'i')::inet;
  exception when others then
    return null;
  end $$`,
  ...['audit_entry', 'refused_write', 'sign_in_attempt'].map((log) => `create index ${log}_network on ${log} (address_of(address), at desc, id desc)`),
]
