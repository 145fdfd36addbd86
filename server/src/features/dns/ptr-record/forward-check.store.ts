import { sql } from 'kysely'
import type { ForwardState } from '@nameplane/contract/dns/ptr-record'
import { hostsAbove, wildcardsAbove } from '@nameplane/contract/dns/record-set-rows'
import type { Db, Tx } from '../../../db/connection.ts'
import { placesOf } from '../../../db/full-names.ts'

/** A served record at a name. */
type Found = { host: string; type: string; value: string }

/**
 * What domains of this platform say of a name: its records, or those of the wildcard that covers it. Null where the name lies in none
 * of them, or below a delegation to others.
 */
export async function readOwnName(db: Db, name: string): Promise<Found[] | null> {
  const bare = name.replace(/\.$/, '')
  const places = [{ zone: bare, host: '@' }, ...placesOf(bare)]
  const zones = await db
    .selectFrom('domain')
    .select(['id', 'name'])
    .where(
      'name',
      'in',
      places.map(({ zone }) => zone),
    )
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .execute()
  const nearest = zones.toSorted((one, other) => other.name.length - one.name.length)[0]
  const place = nearest && places.find(({ zone }) => zone === nearest.name)
  if (!nearest || !place) return null
  const wildcards = place.host === '@' ? [] : wildcardsAbove(place.host)
  const hosts = [place.host, ...hostsAbove(place.host), ...wildcards]
  const rows = await db
    .selectFrom('record')
    .select(['host', 'type', 'value'])
    .where('domain_id', '=', nearest.id)
    .where('host', '=', sql<string>`any(${hosts}::text[])`)
    .where('status', '=', 1)
    .execute()
  const cut = rows.some(({ host, type }) => host !== '@' && !host.startsWith('*') && (type === 'NS' || type === 'DNAME') && host !== place.host)
  if (cut || rows.some(({ host, type }) => host === place.host && host !== '@' && type === 'NS')) return null
  const at = rows.filter(({ host }) => host === place.host)
  if (at.length > 0) return at
  // The wildcard of the nearest name above that there is (RFC 4592 §2.2.1).
  for (const above of hostsAbove(place.host)) {
    const [wildcard] = wildcardsAbove(`x.${above}`)
    const covering = rows.filter(({ host }) => host === (above === '@' ? '*' : wildcard))
    if (covering.length > 0 || rows.some(({ host }) => host === above)) return covering
  }
  return []
}

/** What was found of a PTR record. */
export type Checked = { domainId: number; host: string; value: string; state: Exclude<ForwardState, 'unchecked'>; found: string[] }

/** What a name led to so long ago says nothing any more; records that are gone leave it behind. */
const keptMs = 90 * 86_400_000

/** Notes what was found, over what was found before. */
export async function noteChecks(tx: Tx, checked: readonly Checked[], now: Date): Promise<void> {
  await tx
    .deleteFrom('forward_check')
    .where('checked_at', '<', new Date(now.getTime() - keptMs))
    .execute()
  if (checked.length === 0) return
  await tx
    .insertInto('forward_check')
    .values(checked.map(({ domainId, host, value, state, found }) => ({ domain_id: domainId, host, value, state, found, checked_at: now })))
    .onConflict((clash) =>
      clash
        .columns(['domain_id', 'host', 'value'])
        .doUpdateSet((of) => ({ state: of.ref('excluded.state'), found: of.ref('excluded.found'), checked_at: of.ref('excluded.checked_at') })),
    )
    .execute()
}
