import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import type { SavedRecord } from './record.store.ts'

/*
 * The records that a change is judged with: those at its names, above and below them, and where they point to.
 */

export function selectSaved(db: Db, domainId: number) {
  return db
    .selectFrom('record')
    .select(['id', 'host', 'type', 'line', 'value', 'ttl_seconds as ttl', 'weight', 'remark', 'status', 'version'])
    .where('domain_id', '=', domainId)
}

export function byId(rows: readonly SavedRecord[]): Map<number, SavedRecord> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** Records that were read before it was known which ones are needed: all at `names`, and delegations and DNAMEs at `above`. */
export type Nearby = { names: readonly string[]; above: readonly string[]; records: readonly SavedRecord[] }

/** What the records at some names have to be judged with; every list holds hosts, but `pointedTo` absolute names. */
export type Neighbourhood = {
  /** Every record at these names. */
  names: readonly string[]
  /** Delegations and DNAMEs at these names, which lie above. */
  above: readonly string[]
  /** CNAMEs at these names, which are pointed to. */
  targets: readonly string[]
  /** MX, NS and SRV that point to these. */
  pointedTo: readonly string[]
  /** Every record below these. */
  below: readonly string[]
  /** CNAME and ALIAS records at these names and wherever they lead within the zone. */
  aliased: readonly string[]
  /** Addresses and CNAMEs at these names. */
  servers: readonly string[]
  zone: string
}

/** The hosts that CNAME and ALIAS records lead to from these, each once, so that a loop ends. */
function wayOfAliases(domainId: number, from: readonly string[], zone: string) {
  const target = sql`lower(record.value)`
  return sql<string>`
    with recursive way (host) as (
      select unnest(${from}::text[])
      union
      select case when ${target} = ${`${zone}.`} then '@' else left(${target}, ${-zone.length - 2}::int) end
      from way
      join record on record.domain_id = ${domainId} and record.host = way.host and record.type in ('CNAME', 'ALIAS')
      where ${target} = ${`${zone}.`} or ${target} like ${`%.${zone.replace(/[\\%_]/g, '\\$&')}.`}
    )
    select host from way`
}

/** A few records out of a domain of any size by its indexes: each condition has one of its own, so they stand apart in one statement. */
export function neighboursAt(db: Db, domainId: number, of: Neighbourhood) {
  const anyOf = (texts: readonly string[]) => sql`any(${texts}::text[])`
  const below = of.below.includes('@')
    ? sql<SqlBool>`host <> '@'`
    : sql<SqlBool>`host like ${sql`any(${of.below.map((host) => `%.${host.replace(/[\\%_]/g, '\\$&')}`)}::text[])`}`
  const conditions = [
    of.names.length > 0 && sql<SqlBool>`host = ${anyOf(of.names)}`,
    of.above.length > 0 && sql<SqlBool>`host = ${anyOf(of.above)} and type in ('NS', 'DNAME')`,
    of.targets.length > 0 && sql<SqlBool>`host = ${anyOf(of.targets)} and type = 'CNAME'`,
    of.pointedTo.length > 0 && sql<SqlBool>`type in ('MX', 'NS', 'SRV') and lower(substring(value from '[^ ]+$')) = ${anyOf(of.pointedTo)}`,
    of.below.length > 0 && below,
    of.aliased.length > 0 && sql<SqlBool>`host = any(array(${wayOfAliases(domainId, of.aliased, of.zone)})) and type in ('CNAME', 'ALIAS')`,
    of.servers.length > 0 && sql<SqlBool>`host = ${anyOf(of.servers)} and type in ('A', 'AAAA', 'CNAME', 'ALIAS', 'URL')`,
  ].filter((condition) => condition !== false)
  const [first, ...others] = conditions.map((condition) => selectSaved(db, domainId).where(condition))
  return first ? others.reduce((all, one) => all.unionAll(one), first) : null
}

export const nowhereNear: Neighbourhood = { names: [], above: [], targets: [], pointedTo: [], below: [], aliased: [], servers: [], zone: '' }

/** Reads the records of a neighbourhood, of which some may have been read. */
export async function readNeighbours(db: Db, domainId: number, of: Neighbourhood, read: Nearby | null): Promise<readonly SavedRecord[]> {
  if (read && isWithin(of, read)) return [...byId(read.records).values()]
  const rows = (await neighboursAt(db, domainId, of)?.execute()) ?? []
  return [...byId(rows).values()]
}

function isWithin({ names, above, targets, pointedTo, below, aliased, servers }: Neighbourhood, read: Nearby): boolean {
  const isMore = [targets, pointedTo, below, aliased, servers].some((list) => list.length > 0)
  return !isMore && names.every((name) => read.names.includes(name)) && above.every((name) => read.above.includes(name))
}
