import { sql, type Kysely } from 'kysely'

/**
 * The audit chain is locked after a transaction that was sent before, and its end compared with what it is expected to be, so that an
 * entry can be sealed before the lock is there. A transaction whose end is another one is tried again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create function audit_end_after(process integer, ticket integer, expected bytea) returns bytea language plpgsql volatile as $$
  declare place bytea;
  begin
    if ticket is not null then perform pg_advisory_xact_lock_shared(process, ticket); end if;
    place := locked_audit_end();
    if expected <> place or place is null and expected is not null then
      raise serialization_failure using message = 'the audit chain has another end';
    end if;
    return place;
  end $$`,
    )
    .execute(db)
}
