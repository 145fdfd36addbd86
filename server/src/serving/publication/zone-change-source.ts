import { sql } from 'kysely'
import { domainNameservers } from '../../changes/domain-nameservers.ts'
import type { Db } from '../../db/connection.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import type { RecordSource } from '../zone/zone-rows.ts'
import { aliasRows, isServedAsItIs } from './stand-in-rows.ts'
import { zoneLines } from './zone-line-rows.ts'
import { apexOf, type ServedDomain } from './zone-source.ts'

/** Beyond so many changed records, or records at the changed names, the whole domain is read: that is done in slices. */
const maxChanges = 1_000
const maxRecords = 2_000

type ChangeRow = { id: number; before: string | null; after: string | null }
type Row = ServedDomain & { from: number; changeCount: number; changes: ChangeRow[]; records: RecordSource[] }

/**
 * What changed in domains since the versions that are served, of those whose way from there is known and short: in one
 * statement, which sees one state, so that a serial never goes with another state's records. A save of a few records needs
 * nothing else to be served. Hosts with an ALIAS are always among them, and the lines of its own: these change without a version.
 */
export async function readZoneChanges(db: Db, servedVersions: ReadonlyMap<number, number>): Promise<ZoneUpdate[]> {
  if (servedVersions.size === 0) return []
  // "offset 0" keeps the look-up by index, name by name, whatever the planner makes of the number of names.
  const { rows } = await sql<Row>`
    with moved as (
      select domain.id, domain.name, domain.serial, domain.version, domain.soa_refresh_seconds as refresh, domain.soa_retry_seconds as retry,
        domain.soa_expire_seconds as expire, domain.soa_minimum_seconds as minimum, ${domainNameservers.mname} as mname, service_group.rname,
        ${domainNameservers.nameservers} as nameservers,
        domain_primary.apex, coalesce(domain_primary.state = 'expired', false) as "isExpired",
        ${zoneLines(sql.ref('domain.id'))} as lines, served.version as "from", history.revisions, history.changes as "changeCount"
      from unnest(${[...servedVersions.keys()]}::bigint[], ${[...servedVersions.values()]}::integer[]) as served (domain_id, version)
      join domain on domain.id = served.domain_id and domain.status = 1 and domain.deleted_at is null
      join service_group on service_group.id = domain.service_group_id
      left join domain_primary on domain_primary.domain_id = domain.id
      cross join lateral (
        select count(*) as revisions, coalesce(sum(added + updated + deleted), 0)::bigint as changes from domain_revision
        where domain_revision.domain_id = served.domain_id and domain_revision.version > served.version
      ) as history
    )
    select moved.*, change.list as changes, record.list as records
    from moved
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', record_id, 'before', before ->> 'host', 'after', after ->> 'host')), '[]') as list,
        array_agg(before ->> 'host') || array_agg(after ->> 'host') as hosts
      from record_change where record_change.domain_id = moved.id and record_change.version > moved.from
    ) as change
    cross join lateral (
      select coalesce(json_agg(found), '[]') as list
      from (
        select record.id, record.host, record.type, record.line, record.value, record.ttl_seconds as "ttlSeconds", record.weight
        from (
          select distinct name from unnest(change.hosts || '@'::text) as name where name is not null
          union select host from record where record.domain_id = moved.id and record.type = 'ALIAS' and record.status = 1
        ) as changed
        cross join lateral (
          select * from record
          where record.domain_id = moved.id and record.host = changed.name and record.status = 1 and ${isServedAsItIs}
          limit ${maxRecords + 1} offset 0
        ) as record
        union all
        select id, host, type, line, value, "ttlSeconds", weight from (${aliasRows(sql`moved.id`)}) as stand_in
        limit ${maxRecords + 1}
      ) as found
    ) as record
    where not moved."isExpired" and moved.revisions = moved.version - moved.from and moved."changeCount" <= ${maxChanges}`.execute(db)
  // More or fewer changes than the revisions count: something of the history is missing.
  const whole = rows.filter(({ changes, changeCount, records }) => changes.length === changeCount && records.length <= maxRecords)
  return whole.map((row): ZoneUpdate => {
    const { id: domainId, name, serial, version, from, changes, records } = row
    const hosts = new Set([...changes.flatMap(({ before, after }) => [before, after]).filter((host) => host !== null), ...records.map(({ host }) => host), '@'])
    const changedIds = [...new Set(changes.map(({ id }) => id))]
    return { domainId, name, serial, version, source: null, change: { ...apexOf(row), from, hosts: [...hosts], changedIds, records } }
  })
}
