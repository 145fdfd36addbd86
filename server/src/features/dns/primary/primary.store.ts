import { sql, type Selectable } from 'kysely'
import { Primary } from '@nameplane/contract/dns/domain-primary'
import { domainWithin, selectReached, type AccessScope } from '../../../access/access-scope.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { DomainPrimaryTable } from '../../../db/primary-tables.ts'
import { columnsFor } from '../../../db/reply-columns.ts'

export type PrimaryRow = Selectable<DomainPrimaryTable>
/** A row whose turn it is. */
export type DuePrimary = PrimaryRow & { name: string }

/** Whoever has taken a domain has so long to transfer it, before another process takes it. */
const claimSeconds = 180

/** Said when a domain is to be checked before its time. */
export const primaryChannel = 'nameplane_primary'

/** What a domain is transferred from; undefined when there is no such domain within reach. */
export async function findPrimary(db: Db, accessScope: AccessScope, domainId: number) {
  const domain = await selectReached(db, accessScope, domainId).executeTakeFirst()
  if (domain === undefined) return undefined
  const row = await db
    .selectFrom('domain_primary')
    .select(columnsFor('domain_primary', Primary, ['checkTime', 'transferTime', 'notifyTime', 'nextCheckTime', 'expireTime']))
    .select([
      'checked_at as checkTime',
      'transferred_at as transferTime',
      'notified_at as notifyTime',
      'next_check_at as nextCheckTime',
      'expires_at as expireTime',
    ])
    .where('domain_id', '=', domainId)
    .executeTakeFirst()
  return row ?? null
}

/** The domain within reach, locked until the transaction ends, as a change of its records locks it. */
export async function lockDomain(tx: Tx, accessScope: AccessScope, id: number) {
  return tx
    .selectFrom('domain')
    .select(['id', 'name', 'is_locked', 'deleted_at'])
    .where('id', '=', id)
    .where(domainWithin(accessScope))
    .forUpdate()
    .executeTakeFirst()
}

export async function readPrimary(tx: Tx, domainId: number): Promise<PrimaryRow | undefined> {
  return tx.selectFrom('domain_primary').selectAll().where('domain_id', '=', domainId).executeTakeFirst()
}

/** So many places at most are those of one server, and of domains whose last check failed: servers that hang leave room for those that answer. */
const mostPlaces = 2

/** Not those that are running, nor one more of a server, or one more that failed, than has a place. */
function hasPlace(running: readonly DuePrimary[]) {
  const servers = running.flatMap(({ addresses, port }) => addresses.map((address) => `${address} ${port}`))
  const full = servers.filter((server) => servers.filter((other) => other === server).length >= mostPlaces)
  const takesFailed = running.filter(({ problem }) => problem !== null).length < mostPlaces
  return sql<boolean>`(
    domain_primary.id <> all(${running.map(({ id }) => id)}::bigint[])
    and not exists (select from unnest(domain_primary.addresses) as address where address || ' ' || domain_primary.port = any(${full}::text[]))
    and (${takesFailed}::boolean or domain_primary.problem is null))`
}

/**
 * Takes the domain that is longest due, so that no other process transfers it meanwhile. Those in the recycle bin wait.
 * @param running which are not taken, though a NOTIFY may have made them due again, and take places from others
 */
export async function takeDue(db: Db, now: Date, running: readonly DuePrimary[]): Promise<DuePrimary | undefined> {
  const { rows } = await sql<DuePrimary>`
    with due as (
      select domain_primary.id, domain.name
      from domain_primary join domain on domain.id = domain_primary.domain_id and domain.deleted_at is null
      where next_check_at <= ${now} and ${hasPlace(running)}
      order by next_check_at limit 1 for update of domain_primary skip locked
    )
    update domain_primary set next_check_at = ${new Date(now.getTime() + claimSeconds * 1000)}
    from due where domain_primary.id = due.id
    returning domain_primary.*, due.name`.execute(db)
  return rows[0]
}

/** Lets another process take it. */
export async function giveBack(db: Db, { id }: DuePrimary): Promise<void> {
  await db
    .updateTable('domain_primary')
    .set({ next_check_at: new Date(0) })
    .where('id', '=', id)
    .execute()
}

/** Their primaries have told a node that these zones have changed: they are checked at once, or again once that is done. */
export async function noteNotified(db: Db, zones: readonly string[]): Promise<void> {
  const { rows } = await sql`
    update domain_primary set notified_at = now(), next_check_at = least(next_check_at, now())
    from domain where domain.id = domain_primary.domain_id and domain.name = any(${[...zones]}::text[])
    returning domain_primary.id`.execute(db)
  if (rows.length > 0) await sql`select pg_notify(${primaryChannel}, '')`.execute(db)
}

/** When the next one is due beside those that are running; null where there is none. */
export async function nextDue(db: Db, running: readonly DuePrimary[]): Promise<Date | null> {
  const row = await db
    .selectFrom('domain_primary')
    .innerJoin('domain', 'domain.id', 'domain_primary.domain_id')
    .where('domain.deleted_at', 'is', null)
    .where(hasPlace(running))
    .select((of) => of.fn.min('next_check_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Within the transaction: whoever transfers hears of it when it is committed. */
export async function wakeTransfers(tx: Tx): Promise<void> {
  await sql`select pg_notify(${primaryChannel}, '')`.execute(tx)
}
