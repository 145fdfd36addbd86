import { sql, type Kysely } from 'kysely'

/**
 * That a record has its domain, and a change its revision, is looked at once for each statement and domain instead of once for each row:
 * an import names the same domain a hundred thousand times, and asking each time took a third of what its rows cost the database.
 * What is promised stays: nothing without its domain or revision is taken, both are held as a foreign key's check holds them, and
 * what belongs to a deleted one goes with it.
 *
 * The end of the audit chain is locked and read in one go, since every save waits for whoever holds it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const refusal = (table: string, constraint: string, what: string): string =>
  `raise foreign_key_violation using message = '${what} is missing', table = '${table}', constraint = '${constraint}'`

const statements = [
  `alter table record drop constraint record_domain_id_fkey`,
  `alter table record_change drop constraint record_change_domain_id_version_fkey`,

  `create function records_have_domain() returns trigger language plpgsql as $$
  declare wanted bigint;
  begin
    for wanted in select distinct domain_id from written loop
      perform from domain where id = wanted for key share;
      if not found then ${refusal('record', 'record_domain_id_fkey', 'the domain of the record')}; end if;
    end loop;
    return null;
  end $$`,
  `create function moved_record_has_domain() returns trigger language plpgsql as $$
  begin
    perform from domain where id = new.domain_id for key share;
    if not found then ${refusal('record', 'record_domain_id_fkey', 'the domain of the record')}; end if;
    return null;
  end $$`,
  `create function changes_have_revision() returns trigger language plpgsql as $$
  declare wanted record;
  begin
    for wanted in select distinct domain_id, version from written loop
      perform from domain_revision where domain_id = wanted.domain_id and version = wanted.version for key share;
      if not found then ${refusal('record_change', 'record_change_domain_id_version_fkey', 'the revision of the change')}; end if;
    end loop;
    return null;
  end $$`,
  `create function records_go_with_domain() returns trigger language plpgsql as $$
  begin
    delete from record where domain_id in (select id from gone);
    return null;
  end $$`,
  `create function changes_go_with_revision() returns trigger language plpgsql as $$
  begin
    delete from record_change using gone where record_change.domain_id = gone.domain_id and record_change.version = gone.version;
    return null;
  end $$`,

  // Each statement of such a function sees what was committed before it began: what is read here is the end that was locked.
  `create function locked_audit_end() returns bytea language plpgsql volatile as $$
  declare place bytea;
  begin
    perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
    select int8send(id) || hash into place from audit_entry order by id desc limit 1;
    if not found then select int8send(last_id) || hash into place from audit_cut order by last_id desc limit 1; end if;
    return place;
  end $$`,

  `create trigger records_have_domain after insert on record
    referencing new table as written for each statement execute function records_have_domain()`,
  // A backup of another platform may give a record's number to another domain's; nothing else moves records.
  `create trigger moved_record_has_domain after update of domain_id on record
    for each row when (new.domain_id <> old.domain_id) execute function moved_record_has_domain()`,
  `create trigger changes_have_revision after insert on record_change
    referencing new table as written for each statement execute function changes_have_revision()`,
  `create trigger records_go_with_domain after delete on domain
    referencing old table as gone for each statement execute function records_go_with_domain()`,
  `create trigger changes_go_with_revision after delete on domain_revision
    referencing old table as gone for each statement execute function changes_go_with_revision()`,
]
