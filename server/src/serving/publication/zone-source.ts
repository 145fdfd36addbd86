import { sql } from 'kysely'
import { domainNameservers } from '../../changes/domain-nameservers.ts'
import { atOneMoment, type Db } from '../../db/connection.ts'
import type { TransferredApex } from '../../db/primary-tables.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import type { ApexSource, RecordSource } from '../zone/zone-rows.ts'
import type { ZoneLineSource } from '../lines/zone-lines.ts'
import { aliasRows, isServedAsItIs } from './stand-in-rows.ts'
import { zoneLines } from './zone-line-rows.ts'

/** SOA timers of a domain, in seconds. */
export type SoaTimers = { refresh: number; retry: number; expire: number; minimum: number }
/** TTL of the SOA; longer where absent names are to be kept for longer, since resolvers take the shorter of the two (RFC 2308 §5). */
const soaTtlSeconds = 3600
/** TTL of the apex NS records that nobody saved as records. */
export const nameserverTtlSeconds = 86_400

/** Of a zone without its records: no change can be laid over it, since no state has this version. */
const versionOfExpired = -1

/** Records fetched at a time: some milliseconds of reading. */
const portion = 1_000

/** A domain and what its service group and its owner say of it. */
export type ServedDomain = SoaTimers & {
  id: number
  name: string
  serial: number
  version: number
  mname: string
  rname: string
  nameservers: string[]
  lines: readonly ZoneLineSource[] | null
  /** Of a domain that is transferred: what its primary says instead of its service group. */
  apex: TransferredApex | null
}
type RecordRow = RecordSource & { domain_id: number }

/** What a zone has beside saved records. */
export function apexOf({ name, serial, nameservers, lines, apex, ...domain }: Omit<ServedDomain, 'id' | 'version'>): ApexSource {
  if (apex !== null) return { name, serial, ...apex, ...(lines === null ? {} : { lines }) }
  const { mname, rname, refresh, retry, expire, minimum } = domain
  return {
    name,
    serial,
    soa: { mname, rname, refresh, retry, expire, minimum, ttlSeconds: Math.max(soaTtlSeconds, minimum) },
    nameservers: nameservers.map((nameserver) => ({ name: nameserver, ttlSeconds: nameserverTtlSeconds })),
    ...(lines === null ? {} : { lines }),
  }
}

/** Reads whole domains in one snapshot, so that a serial never goes with another state's records. */
export async function readWantedZones(db: Db, domainIds: readonly number[]): Promise<ZoneUpdate[]> {
  if (domainIds.length === 0) return []
  return atOneMoment(db, async (tx) => {
    const domains = await readDomains(tx, domainIds)
    const records = await readRecords(
      tx,
      domains.filter((domain) => isInUse(domain) && !domain.isExpired).map(({ id }) => id),
    )
    return domains.map((domain): ZoneUpdate => {
      const { id: domainId, name, serial, version } = domain
      const source = isInUse(domain) ? { ...apexOf(domain), domainId, records: records.get(domainId) ?? [] } : null
      if (source !== null && domain.isExpired)
        return { domainId, name, serial, version: versionOfExpired, source: { ...source, isExpired: true }, change: null }
      return { domainId, name, serial, version, source, change: null }
    })
  })
}

/** A domain's SOA timers as `SoaTimers`. */
export const soaColumns = [
  'domain.soa_refresh_seconds as refresh',
  'domain.soa_retry_seconds as retry',
  'domain.soa_expire_seconds as expire',
  'domain.soa_minimum_seconds as minimum',
] as const

async function readDomains(tx: Db, domainIds: readonly number[]) {
  return tx
    .selectFrom('domain')
    .innerJoin('service_group', 'service_group.id', 'domain.service_group_id')
    .leftJoin('domain_primary', 'domain_primary.domain_id', 'domain.id')
    .select([
      'domain.id',
      'domain.name',
      'domain.serial',
      'domain_primary.apex',
      sql<boolean>`coalesce(domain_primary.state = 'expired', false)`.as('isExpired'),
      'domain.version',
      'domain.status',
      'domain.deleted_at',
      ...soaColumns,
      domainNameservers.mname.as('mname'),
      'service_group.rname',
      domainNameservers.nameservers.as('nameservers'),
      zoneLines(sql.ref('domain.id')).as('lines'),
    ])
    .where('domain.id', 'in', [...domainIds])
    .execute()
}

function isInUse({ status, deleted_at }: { status: number; deleted_at: Date | null }): boolean {
  return status === 1 && deleted_at === null
}

/** In portions: what comes in one answer is read from the socket in one go, and holds up everything else meanwhile. */
async function readRecords(tx: Db, domainIds: readonly number[]): Promise<Map<number, RecordRow[]>> {
  const byDomain = new Map<number, RecordRow[]>()
  if (domainIds.length === 0) return byDomain
  await sql`
    declare zone_record no scroll cursor for
    select domain_id, id, host, type, line, value, ttl_seconds as "ttlSeconds", weight from record
    where domain_id = any(${[...domainIds]}::bigint[]) and status = 1 and ${isServedAsItIs}
    union all ${aliasRows(sql`any(${[...domainIds]}::bigint[])`)}`.execute(tx)
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
