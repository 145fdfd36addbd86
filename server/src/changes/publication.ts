import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { nodesServing } from './nodes-serving.ts'

/** The notification channel that wakes the reconciling loops. */
export const publicationChannel = 'nameplane_publication'

/** Said on it when a backup was restored: versions and domains are not what they were. */
export const restoredNotice = 'restored'

/**
 * Raises the domains' serials and notes for every usable node of their service groups which serial it must serve.
 * A node without a group serves every group. The rows are the outbox: the loops read them, the notification only wakes.
 */
export async function wantPublished(tx: Tx, domainIds: readonly number[]): Promise<void> {
  // RFC 1982: the serial only ever rises; the clock makes it rise across restores of older states too.
  await sql`
    update domain set serial = greatest(serial + 1, extract(epoch from now())::bigint)
    where id = any(${domainIds}::bigint[])`.execute(tx)
  await wantServed(tx, domainIds)
  await sql`select pg_notify(${publicationChannel}, '')`.execute(tx)
}

/** Notes for every node that serves the domains that it must serve them as they are, whatever it served before. */
export async function wantServed(tx: Tx, domainIds: readonly number[]): Promise<void> {
  await sql`
    insert into publication (node_id, domain_id, wanted_serial, wanted_at)
    select node.id, domain.id, domain.serial, clock_timestamp()
    from domain join node on ${nodesServing('domain')}
    where domain.id = any(${domainIds}::bigint[])
    on conflict (node_id, domain_id) do update
      set wanted_serial = excluded.wanted_serial, wanted_at = excluded.wanted_at, attempts = 0, next_try_at = '-infinity', problem = null`.execute(tx)
}
