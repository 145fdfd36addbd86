import { sql, type Selectable } from 'kysely'
import type { StoredFigures, WatchFigures } from '@nameplane/contract/dns/change-set-watch'
import type { ChangeSetWatchTable, StoredMinute } from '../../../db/change-set-tables.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { errorMinutesKeptHours, minutesOfDomains, type MinuteOfDomain } from '../../../db/statistics/error-minutes.ts'
import { noFigures, summed } from './watch-judgement.ts'

/* What the domains of a watched set answered before and after it, from the statistics that every node adds to. */

export type WatchRow = Selectable<ChangeSetWatchTable>
/** A domain that the set has changed: its row there. */
export type WatchedRow = { id: number; domain_id: number; domain: string }

export type Seen = { before: WatchFigures; after: WatchFigures; domains: (StoredFigures & { id: number; domain: string })[]; minutes: StoredMinute[] }

/** Domains of a set that are as it made them. */
export function watchedRows(db: Db, changeSetId: number) {
  return db
    .selectFrom('change_set_domain')
    .select(['change_set_domain.id', 'change_set_domain.domain', sql<number>`change_set_domain.domain_id`.as('domain_id')])
    .where('change_set_domain.change_set_id', '=', changeSetId)
    .where('change_set_domain.state', '=', 'done')
    .where('change_set_domain.version_after', 'is not', null)
    .where('change_set_domain.domain_id', 'is not', null)
}

const figuresOf = ({ queries, errors: [servfail, nxdomain, refused] }: MinuteOfDomain): WatchFigures => ({ queries, servfail, nxdomain, refused })

/** The figures as far as they were counted; of a watch that has not begun there are none. */
export async function readFigures(db: Db, watch: WatchRow, rows: readonly WatchedRow[]): Promise<Seen> {
  const { before_from: beforeFrom, before_until: beforeUntil, watch_from: from, watch_until: until } = watch
  if (!beforeFrom || !beforeUntil || !from || !until) return { before: noFigures, after: noFigures, domains: [], minutes: [] }
  const ids = rows.map(({ domain_id }) => domain_id)
  const before = await minutesOfDomains(db, ids, beforeFrom, beforeUntil)
  const after = await minutesOfDomains(db, ids, from, until)
  const [beforeOf, afterOf] = [before, after].map((minutes) => Map.groupBy(minutes, ({ domainId }) => domainId))
  const ofDomain = (minutes: ReadonlyMap<number, MinuteOfDomain[]>, id: number) => summed((minutes.get(id) ?? []).map(figuresOf))
  const domains = rows.map((row) => ({ id: row.id, domain: row.domain, before: ofDomain(beforeOf!, row.domain_id), after: ofDomain(afterOf!, row.domain_id) }))
  const minutes = [...Map.groupBy([...before, ...after], ({ at }) => at)].map(([at, all]) => ({ at, ...summed(all.map(figuresOf)) }))
  return {
    before: summed(domains.map((domain) => domain.before)),
    after: summed(domains.map((domain) => domain.after)),
    domains,
    minutes: minutes.toSorted((one, other) => one.at - other.at),
  }
}

/** Whether statistics of its whole time are still there. */
export const areFiguresKept = ({ before_from: from }: WatchRow, now: Date): boolean =>
  from !== null && from.getTime() >= now.getTime() - errorMinutesKeptHours * 3_600_000

/** Keeps the figures with the set, for when the statistics are gone. */
export async function keepFigures(tx: Tx, changeSetId: number, { domains, minutes }: Seen): Promise<void> {
  const ids = domains.map(({ id }) => id)
  const texts = domains.map(({ before, after }) => JSON.stringify({ before, after }))
  await sql`
    update change_set_domain set watched = seen.figures::jsonb
    from unnest(${ids}::bigint[], ${texts}::text[]) as seen (id, figures) where change_set_domain.id = seen.id`.execute(tx)
  await tx
    .updateTable('change_set_watch')
    .set({ minutes_seen: JSON.stringify(minutes) })
    .where('change_set_id', '=', changeSetId)
    .execute()
}
