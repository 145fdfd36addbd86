import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import type { ApexSource, RecordSource } from '../zone/zone-rows.ts'

/** SOA timers of every zone, in seconds: RIPE-203's advice, with a negative-answer time that lets a new name appear soon. */
export const soaTimers = { refresh: 3600, retry: 600, expire: 1_209_600, minimum: 60, ttlSeconds: 3600 } as const
/** TTL of the apex NS records that come from the service group. */
export const nameserverTtlSeconds = 86_400

/** Beyond so many changed records, or records at one changed name, the whole domain is read: that is done in slices. */
const maxChanges = 1_000
const maxRecordsOfName = 2_000
/** Records fetched at a time: some milliseconds of reading. */
const portion = 1_000

type DomainRow = ApexSource & { id: number; version: number; isServed: boolean }
type RecordRow = RecordSource & { domain_id: number }
type ChangedNames = { hosts: Set<string>; changedIds: Set<number> }

/**
 * Reads domains in one snapshot, so that a serial never goes with another state's records.
 * @param servedVersions by domain, the state that is served now: of such a domain only what changed since is read
 */
export async function readWantedZones(
  db: Db,
  domainIds: readonly number[],
  servedVersions: ReadonlyMap<number, number> = new Map<number, number>(),
): Promise<ZoneUpdate[]> {
  if (domainIds.length === 0) return []
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const domains = await readDomains(tx, domainIds)
      const served = domains.filter((domain) => domain.isServed)
      const changes = await readChanges(
        tx,
        served.filter((domain) => servedVersions.has(domain.id)),
        servedVersions,
      )
      const records = await readRecords(
        tx,
        served.filter(({ id }) => !changes.has(id)).map(({ id }) => id),
      )
      return domains.map((domain): ZoneUpdate => {
        const { id: domainId, name, serial, version, isServed, soa, nameservers } = domain
        const apex = { name, serial, soa, nameservers }
        const change = changes.get(domainId)
        if (change !== undefined) {
          const from = servedVersions.get(domainId)!
          return {
            domainId,
            name,
            serial,
            version,
            source: null,
            change: { ...apex, from, hosts: [...change.hosts], changedIds: [...change.changedIds], records: change.records },
          }
        }
        return { domainId, name, serial, version, source: isServed ? { ...apex, domainId, records: records.get(domainId) ?? [] } : null, change: null }
      })
    })
}

async function readDomains(tx: Db, domainIds: readonly number[]): Promise<DomainRow[]> {
  const rows = await tx
    .selectFrom('domain')
    .innerJoin('service_group', 'service_group.id', 'domain.service_group_id')
    .select([
      'domain.id',
      'domain.name',
      'domain.serial',
      'domain.version',
      'domain.status',
      'domain.deleted_at',
      'service_group.mname',
      'service_group.rname',
      'service_group.nameservers',
    ])
    .where('domain.id', 'in', [...domainIds])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    serial: row.serial,
    version: row.version,
    isServed: row.status === 1 && row.deleted_at === null,
    soa: { mname: row.mname, rname: row.rname, ...soaTimers },
    nameservers: row.nameservers.map((name) => ({ name, ttlSeconds: nameserverTtlSeconds })),
  }))
}

/** In portions: what comes in one answer is read from the socket in one go, and holds up everything else meanwhile. */
async function readRecords(tx: Db, domainIds: readonly number[]): Promise<Map<number, RecordRow[]>> {
  const byDomain = new Map<number, RecordRow[]>()
  if (domainIds.length === 0) return byDomain
  await sql`
    declare zone_record no scroll cursor for
    select domain_id, id, host, type, line, value, ttl_seconds as "ttlSeconds", weight from record
    where domain_id = any(${[...domainIds]}::bigint[]) and status = 1`.execute(tx)
  for (;;) {
    const { rows } = await sql<RecordRow>`fetch ${sql.lit(portion)} from zone_record`.execute(tx)
    for (const row of rows) {
      const ofDomain = byDomain.get(row.domain_id)
      if (ofDomain) ofDomain.push(row)
      else byDomain.set(row.domain_id, [row])
    }
    if (rows.length < portion) break
  }
  await sql`close zone_record`.execute(tx)
  return byDomain
}

/** For the domains whose way from the served version is known and short: the changed names and what stands there now. */
async function readChanges(
  tx: Db,
  domains: readonly DomainRow[],
  servedVersions: ReadonlyMap<number, number>,
): Promise<Map<number, ChangedNames & { records: RecordSource[] }>> {
  const known = await readChangedNames(tx, domains, servedVersions)
  if (known.size === 0) return new Map()
  const pairs = [...known].flatMap(([domainId, { hosts }]) => [...hosts].map((host) => ({ domainId, host })))
  // "offset 0" keeps the look-up by index, name by name, whatever the planner makes of the size of the arrays.
  const { rows } = await sql<RecordRow>`
    select record.domain_id, record.id, record.host, record.type, record.line, record.value, record.ttl_seconds as "ttlSeconds", record.weight
    from unnest(${pairs.map(({ domainId }) => domainId)}::bigint[], ${pairs.map(({ host }) => host)}::text[]) as changed (domain_id, host)
    cross join lateral (
      select * from record where record.domain_id = changed.domain_id and record.host = changed.host and record.status = 1
      limit ${maxRecordsOfName + 1} offset 0
    ) as record`.execute(tx)
  const changes = new Map([...known].map(([domainId, names]) => [domainId, { ...names, records: [] as RecordSource[] }]))
  const counts = new Map<string, number>()
  for (const row of rows) {
    changes.get(row.domain_id)?.records.push(row)
    const name = `${row.domain_id} ${row.host}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count > maxRecordsOfName) changes.delete(row.domain_id)
  }
  return changes
}

/** The hosts that changed, and the apex, of each domain whose history from the served version on is whole. */
async function readChangedNames(tx: Db, domains: readonly DomainRow[], servedVersions: ReadonlyMap<number, number>): Promise<Map<number, ChangedNames>> {
  const known = new Map<number, ChangedNames>()
  const moved: { id: number; from: number }[] = []
  for (const { id, version } of domains) {
    const from = servedVersions.get(id)
    if (from === version) known.set(id, { hosts: new Set(['@']), changedIds: new Set() })
    else if (from !== undefined && from < version) moved.push({ id, from })
  }
  if (moved.length === 0) return known
  const since = sql`unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ from }) => from)}::integer[]) as served (domain_id, version)`
  const revisions = await sql<{ domain_id: number; revisions: number; changes: number }>`
    select served.domain_id, count(*) as revisions, sum(added + updated + deleted)::bigint as changes
    from ${since} join domain_revision on domain_revision.domain_id = served.domain_id and domain_revision.version > served.version
    group by served.domain_id`.execute(tx)
  const versions = new Map(domains.map(({ id, version }) => [id, version]))
  const expected = new Map<number, number>()
  for (const { domain_id: id, revisions: count, changes } of revisions.rows) {
    if (count === versions.get(id)! - servedVersions.get(id)! && changes <= maxChanges) expected.set(id, changes)
  }
  if (expected.size === 0) return known
  const { rows } = await sql<{ domain_id: number; record_id: number; before: string | null; after: string | null }>`
    select record_change.domain_id, record_change.record_id, record_change.before ->> 'host' as before, record_change.after ->> 'host' as after
    from ${since} join record_change on record_change.domain_id = served.domain_id and record_change.version > served.version
    where served.domain_id = any(${[...expected.keys()]}::bigint[])`.execute(tx)
  for (const id of expected.keys()) known.set(id, { hosts: new Set(['@']), changedIds: new Set() })
  for (const { domain_id: id, record_id: recordId, before, after } of rows) {
    const names = known.get(id)!
    for (const host of [before, after]) if (host !== null) names.hosts.add(host)
    names.changedIds.add(recordId)
    expected.set(id, expected.get(id)! - 1)
  }
  // More or fewer changes than the revisions count: something of the history is missing.
  for (const [id, missing] of expected) if (missing !== 0) known.delete(id)
  return known
}
