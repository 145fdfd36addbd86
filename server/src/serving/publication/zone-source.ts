import type { Db } from '../../db/connection.ts'
import type { ZoneSource } from '../zone.ts'

/** SOA timers of every zone, in seconds: RIPE-203's advice, with a negative-answer time that lets a new name appear soon. */
export const soaTimers = { refresh: 3600, retry: 600, expire: 1_209_600, minimum: 60, ttlSeconds: 3600 } as const
/** TTL of the apex NS records that come from the service group. */
export const nameserverTtlSeconds = 86_400

/** A domain as its nodes must serve it: a zone, or nothing when it is paused or in the recycle bin. */
export type WantedZone = { domainId: number; name: string; serial: number; source: ZoneSource | null }

/** Reads domains with their records in one snapshot, so that a serial never goes with another state's records. */
export async function readWantedZones(db: Db, domainIds: readonly number[]): Promise<WantedZone[]> {
  if (domainIds.length === 0) return []
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const domains = await tx
        .selectFrom('domain')
        .innerJoin('service_group', 'service_group.id', 'domain.service_group_id')
        .select([
          'domain.id',
          'domain.name',
          'domain.serial',
          'domain.status',
          'domain.deleted_at',
          'service_group.mname',
          'service_group.rname',
          'service_group.nameservers',
        ])
        .where('domain.id', 'in', [...domainIds])
        .execute()
      const served = domains.filter((domain) => domain.status === 1 && domain.deleted_at === null).map((domain) => domain.id)
      const records =
        served.length === 0
          ? []
          : await tx
              .selectFrom('record')
              .select(['id', 'domain_id', 'host', 'type', 'line', 'value', 'ttl_seconds', 'weight'])
              .where('domain_id', 'in', served)
              .where('status', '=', 1)
              .execute()
      const byDomain = new Map<number, typeof records>()
      for (const record of records) {
        const rows = byDomain.get(record.domain_id)
        if (rows) rows.push(record)
        else byDomain.set(record.domain_id, [record])
      }
      return domains.map((domain) => ({
        domainId: domain.id,
        name: domain.name,
        serial: domain.serial,
        source: !served.includes(domain.id)
          ? null
          : {
              domainId: domain.id,
              name: domain.name,
              serial: domain.serial,
              soa: { mname: domain.mname, rname: domain.rname, ...soaTimers },
              nameservers: domain.nameservers.map((name) => ({ name, ttlSeconds: nameserverTtlSeconds })),
              records: (byDomain.get(domain.id) ?? []).map((record) => ({
                id: record.id,
                host: record.host,
                type: record.type,
                line: record.line,
                value: record.value,
                ttlSeconds: record.ttl_seconds,
                weight: record.weight,
              })),
            },
      }))
    })
}
