import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { nodesServing } from './nodes-serving.ts'

/** The notification channel that wakes the reconciling loops. */
export const publicationChannel = 'nameplane_publication'

/** Said on it when a backup was restored: versions and domains are not what they were. */
export const restoredNotice = 'restored'

/** Said on it when other servers may have whole zones than before. */
export const transfersNotice = 'transfers'

/**
 * Raises the domains' serials, notes for every usable node of their service groups which serial it must serve, and wakes the
 * loops: one statement, since every save ends with it. Answers the serials by domain. A node without a group serves every
 * group. The rows are the outbox: the loops read them, the notification only wakes.
 */
export async function wantPublished(tx: Tx, domainIds: readonly number[]): Promise<Map<number, number>> {
  return serialsOf((await tx.executeQuery(wantingPublished(tx, domainIds, sql<null>`null`))).rows)
}

/** A row of the statement that has domains published: one for each of them, or one without a domain where none is left. */
export type WantedRow<Last> = { id: number | null; serial: number; last: Last }

export function serialsOf(rows: readonly WantedRow<unknown>[]): Map<number, number> {
  return new Map(rows.flatMap(({ id, serial }) => (id === null ? [] : [[id, serial]])))
}

/** That statement, with `last` in it, after every row that it writes: others hold such rows while they wait for a lock that it takes. */
export function wantingPublished<Last>(tx: Tx, domainIds: readonly number[], last: RawBuilder<Last>): CompiledQuery<WantedRow<Last>> {
  // RFC 1982: the serial only ever rises; the clock makes it rise across restores of older states too.
  return sql<WantedRow<Last>>`
    with raised as (
      -- A domain that is transferred has the serial of its primary, whatever else of it changes.
      update domain set serial = coalesce(
        (select domain_primary.serial from domain_primary where domain_primary.domain_id = domain.id),
        greatest(serial + 1, extract(epoch from now())::bigint)
      )
      where id = any(${domainIds}::bigint[])
      returning id, serial, service_group_id
    ), noted as (${noteWanted(sql`raised as domain`)} returning 1)
    select raised.id, raised.serial, done.*
    from (
      select pg_notify(${publicationChannel}, '') as notified, ${last} as last
      where (select count(*) from raised) + (select count(*) from noted) >= 0
    ) as done left join raised on true`.compile(tx)
}

/** Notes for every node that serves the domains that it must serve them as they are, whatever it served before. */
export async function wantServed(tx: Tx, domainIds: readonly number[]): Promise<void> {
  await noteWanted(sql`(select * from domain where id = any(${domainIds}::bigint[])) as domain`).execute(tx)
}

function noteWanted(domains: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into publication (node_id, domain_id, wanted_serial, wanted_at)
    select node.id, domain.id, domain.serial, clock_timestamp()
    from ${domains} join node on ${nodesServing('domain')}
    on conflict (node_id, domain_id) do update
      set live_serial = nullif(publication.live_serial, excluded.wanted_serial), wanted_serial = excluded.wanted_serial, wanted_at = excluded.wanted_at, attempts = 0, next_try_at = '-infinity', problem = null`
}
