import { sql, type Selectable, type SqlBool } from 'kysely'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { VanityNameserver, type vanityNameserver as calls } from '@nameplane/contract/dns/vanity-nameserver'
import { canonicalAddress, isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import { accountWithin, domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import { nodesServing } from '../../../changes/nodes-serving.ts'
import { containing } from '../../../db/containing.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { VanityNameserverTable } from '../../../db/dns-tables.ts'
import { placesOf } from '../../../db/full-names.ts'
import { pageOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'

/** The domains that show the names of their owner, of the table `domain` of a query. */
const followsOwner = sql<SqlBool>`(domain.own_nameservers is null and domain.deleted_at is null)`

/** One page of the names of users within reach, by user unless a column is asked for. */
export async function listVanityNameservers(
  db: Db,
  accessScope: AccessScope,
  query: Received<typeof calls.list>,
): Promise<Answered<typeof calls.list>['data']> {
  const domains = sql<number>`(
    select count(*) from domain where domain.account_id = vanity_nameserver.account_id and ${followsOwner} and ${domainWithin(accessScope)}
  )`
  const rows = db
    .selectFrom('vanity_nameserver')
    .innerJoin('account', 'account.id', 'vanity_nameserver.account_id')
    .where(accountWithin(accessScope))
    .$if(Boolean(query.search), (all) =>
      all.where((of) =>
        of.or([
          of('account.username', 'ilike', containing(query.search!)),
          of(sql<string>`array_to_string(vanity_nameserver.names, ' ')`, 'like', containing(query.search!.toLowerCase())),
        ]),
      ),
    )
    .select(columnsFor('vanity_nameserver', VanityNameserver, ['username', 'domainCount']))
    .select(['account.username', domains.as('domainCount')])
  return pageOf(db, rows, { otherwise: [['account.username', 'asc']], tieBreak: ['vanity_nameserver.id', 'asc'] }, query)
}

export type NamesOfUser = Selectable<VanityNameserverTable> & { username: string }

/** The names of users within reach, locked until the transaction ends. */
export async function lockNamesOfUsers(tx: Tx, accessScope: AccessScope, ids: readonly number[]): Promise<NamesOfUser[]> {
  return tx
    .selectFrom('vanity_nameserver')
    .innerJoin('account', 'account.id', 'vanity_nameserver.account_id')
    .selectAll('vanity_nameserver')
    .select('account.username')
    .where('vanity_nameserver.id', 'in', [...ids])
    .where(accountWithin(accessScope))
    .orderBy('vanity_nameserver.id')
    .forUpdate('vanity_nameserver')
    .execute()
}

/** Of these accounts, one that has a domain beyond reach, which would change with the others. */
export async function hasDomainBeyond(tx: Tx, accessScope: AccessScope, accountIds: readonly number[]): Promise<boolean> {
  if (accessScope === 'all') return false
  const found = await tx
    .selectFrom('domain')
    .select('id')
    .where('account_id', 'in', [...accountIds])
    .where((of) => of.not(domainWithin(accessScope)))
    .executeTakeFirst()
  return found !== undefined
}

export async function findUsername(tx: Tx, id: number): Promise<string> {
  return (await tx.selectFrom('account').select('username').where('id', '=', id).executeTakeFirstOrThrow()).username
}

/** Has the domains of these users published, some at a time (nameserver-rollout.ts). */
export async function beginRollouts(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await sql`
    insert into nameserver_rollout (account_id) select unnest(${[...accountIds]}::bigint[])
    on conflict (account_id) do update set reached = 0`.execute(tx)
}

/** One of these names that is an alias, where the platform knows it: name servers cannot be (RFC 2181 §10.3). */
export async function findAlias(tx: Tx, names: readonly string[]): Promise<string | undefined> {
  const places = names.flatMap((name) => placesOf(name).map((place) => ({ name, ...place })))
  const { rows } = await sql<{ name: string }>`
    select place.name
    from unnest(${places.map(({ name }) => name)}::text[], ${places.map(({ zone }) => zone)}::text[], ${places.map(({ host }) => host)}::text[]) as place (name, zone, host)
      join domain on domain.name = place.zone and domain.deleted_at is null
      join record on record.domain_id = domain.id and record.host = place.host and record.type = 'CNAME' and record.status = 1
    limit 1`.execute(tx)
  return rows[0]?.name
}

/** Whether all domains of a user, or this one of them, were published with the names that they have now. */
export async function isPublished(db: Db, what: { domainId: number } | { accountId: number }): Promise<boolean> {
  const due = db.selectFrom('nameserver_rollout').select('nameserver_rollout.account_id')
  const found = await (
    'accountId' in what
      ? due.where('nameserver_rollout.account_id', '=', what.accountId)
      : due
          .innerJoin('domain', 'domain.account_id', 'nameserver_rollout.account_id')
          .where('domain.id', '=', what.domainId)
          .where('domain.own_nameservers', 'is', null)
          .whereRef('nameserver_rollout.reached', '<', 'domain.id')
  ).executeTakeFirst()
  return found === undefined
}

/** What a domain within reach shows, and what it could show. */
export async function findChoice(db: Db, accessScope: AccessScope, id: number) {
  return db
    .selectFrom('domain')
    .innerJoin('service_group', 'service_group.id', 'domain.service_group_id')
    .leftJoin('vanity_nameserver', 'vanity_nameserver.account_id', 'domain.account_id')
    .select([
      'domain.id',
      'domain.own_nameservers as own',
      'vanity_nameserver.names as ofUser',
      'service_group.nameservers as platformNames',
      'domain.row_version as rowVersion',
    ])
    .where('domain.id', '=', id)
    .where('domain.deleted_at', 'is', null)
    .where(domainWithin(accessScope))
    .executeTakeFirst()
}

/** The names of a user within reach, and who that is. */
export async function findNamesOfUser(db: Db, accessScope: AccessScope, id: number): Promise<{ accountId: number; names: string[] } | undefined> {
  return db
    .selectFrom('vanity_nameserver')
    .innerJoin('account', 'account.id', 'vanity_nameserver.account_id')
    .select(['vanity_nameserver.account_id as accountId', 'vanity_nameserver.names'])
    .where('vanity_nameserver.id', '=', id)
    .where(accountWithin(accessScope))
    .executeTakeFirst()
}

/** Where clients reach nothing: a node that listens on all addresses does not say which. */
const unspecified = new Set(['0.0.0.0', '::'])

/** The addresses of the nodes that serve a domain, or the domains of a user that follow it; without any, those of the default service group. */
export async function nodeAddresses(db: Db, what: { domainId: number } | { accountId: number }): Promise<string[]> {
  const groups =
    'domainId' in what
      ? sql`select service_group_id as id from domain where id = ${what.domainId}`
      : sql`select distinct service_group_id as id from domain where account_id = ${what.accountId} and ${followsOwner}`
  const { rows } = await sql<{ address: string }>`
    with used as (${groups}),
      service_group as (select id from used union select id from service_group where is_default and not exists (select from used))
    select node.address, min(node.id) as first from service_group join node on ${nodesServing('service_group')} group by node.address order by first`.execute(
    db,
  )
  const addresses = rows.flatMap(({ address }) => (isIpv4(address) || isIpv6(address) ? [canonicalAddress(address)] : []))
  return [...new Set(addresses)].filter((address) => !unspecified.has(address))
}

/** A name that lies in a domain of the platform whose records may be viewed, and the addresses that it has there. */
export type Hosted = { name: string; host: string; zoneId: number; zone: string; userId: number; isEditable: boolean; addresses: string[] }

/** Of these names, those that lie in served domains within reach; the nearest domain that there is decides. */
export async function findHosted(
  db: Db,
  { readable, writable }: { readable: AccessScope; writable: AccessScope },
  names: readonly string[],
): Promise<Hosted[]> {
  const places = names.flatMap((name) => [{ name, zone: name, host: '@' }, ...placesOf(name).map((place) => ({ name, ...place }))])
  if (places.length === 0) return []
  const { rows } = await sql<Hosted>`
    select distinct on (place.name) place.name, place.host, domain.id as "zoneId", domain.name as zone, domain.account_id as "userId",
      ${domainWithin(readable)} as "isReadable",
      ${domainWithin(writable)} and not domain.is_locked and not exists (select from domain_primary where domain_primary.domain_id = domain.id) as "isEditable",
      array(
        select record.value from record
        where record.domain_id = domain.id and record.host = place.host and record.type in ('A', 'AAAA') and record.line = 'default' and record.status = 1
        order by record.type, record.id
      ) as addresses
    from unnest(${places.map(({ name }) => name)}::text[], ${places.map(({ zone }) => zone)}::text[], ${places.map(({ host }) => host)}::text[]) as place (name, zone, host)
      join domain on domain.name = place.zone and domain.deleted_at is null and domain.status = 1
    order by place.name, length(place.zone) desc`.execute(db)
  return (rows as (Hosted & { isReadable: boolean })[]).filter(({ isReadable }) => isReadable)
}
