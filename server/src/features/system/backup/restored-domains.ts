import { sql } from 'kysely'
import { publicationChannel, restoredNotice, wantPublished, wantServed } from '../../../changes/publication.ts'
import type { Tx } from '../../../db/connection.ts'

/* What is served after a restore: domains whose content becomes another one get a higher serial, new ones keep theirs. */

/** Notes, before anything is applied, which domains will not be what they are. */
export async function noteRestoredDomains(tx: Tx): Promise<void> {
  const served = (alias: string) =>
    sql`row(${sql.join(['host', 'type', 'line', 'value', 'ttl_seconds', 'weight', 'status', 'domain_id'].map((column) => sql.ref(`${alias}.${column}`)))})`
  await sql`
    create temporary table restored_serial on commit drop as
    with differing as (
      select mine.domain_id as mine, theirs.domain_id as theirs from record as mine full join restored_record as theirs on theirs.id = mine.id
      where ${served('mine')} is distinct from ${served('theirs')}
    ), differing_line as (
      select mine.domain_id as mine, theirs.domain_id as theirs from custom_line as mine full join restored_custom_line as theirs on theirs.id = mine.id
      where row(mine.domain_id, mine.segments) is distinct from row(theirs.domain_id, theirs.segments)
    ), differing_domain as (
      select mine as id from differing union select theirs from differing union select mine from differing_line union select theirs from differing_line
    ),
    differing_group as (
      select id from service_group as mine full join restored_service_group as theirs using (id)
      where row(mine.mname, mine.rname, mine.nameservers) is distinct from row(theirs.mname, theirs.rname, theirs.nameservers)
    ), differing_user as (
      select coalesce(mine.account_id, theirs.account_id) as id
      from vanity_nameserver as mine full join restored_vanity_nameserver as theirs on theirs.account_id = mine.account_id
      where mine.names is distinct from theirs.names
    )
    select restored.id, living.serial as living_serial from restored_domain as restored left join domain as living on living.id = restored.id
    where living.id is null
      or row(living.name, living.account_id, living.service_group_id, living.own_nameservers, living.status, living.deleted_at)
        is distinct from row(restored.name, restored.account_id, restored.service_group_id, restored.own_nameservers, restored.status, restored.deleted_at)
      or restored.id in (select id from differing_domain where id is not null)
      or restored.service_group_id in (select id from differing_group)
      or restored.account_id in (select id from differing_user)`.execute(tx)
}

/** Puts them into the outbox, and tells every node to forget what it knows of versions and of domains that are gone. */
export async function publishRestored(tx: Tx): Promise<void> {
  // RFC 1982: never below what was served before.
  await sql`update domain set serial = greatest(domain.serial, restored_serial.living_serial) from restored_serial where restored_serial.id = domain.id and living_serial is not null`.execute(
    tx,
  )
  const { rows } = await sql<{ id: number; is_new: boolean }>`select id, living_serial is null as is_new from restored_serial`.execute(tx)
  const changed = rows.filter((row) => !row.is_new).map((row) => row.id)
  const added = rows.filter((row) => row.is_new).map((row) => row.id)
  for (let from = 0; from < changed.length; from += 5000) await wantPublished(tx, changed.slice(from, from + 5000))
  await wantServed(tx, added)
  await sql`update publication set live_version = null where live_version is not null`.execute(tx)
  await sql`select pg_notify(${publicationChannel}, ${restoredNotice})`.execute(tx)
}
