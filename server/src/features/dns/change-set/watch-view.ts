import { errorsOf, leastWatchedQueries, type StoredFigures } from '@nameplane/contract/dns/change-set-watch'
import type { changeSet as calls } from '@nameplane/contract/dns/change-set'
import type { Answered } from '@nameplane/contract/endpoint'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { errorsKnownFrom } from '../../../db/statistics/error-minutes.ts'
import { rowWithin } from './change-set.store.ts'
import { readFigures, watchedRows, type Seen, type WatchRow } from './watch-figures.ts'
import { summed } from './watch-judgement.ts'

type View = NonNullable<Answered<typeof calls.detail>['data']['watch']>

/** Domains that are named with their figures. */
const named = 20

/** The watch of a set, as it stands now or as it ended, with the figures of the domains within reach; null where it is not watched. */
export async function readWatch(db: Db, actor: Actor, id: number): Promise<View | null> {
  const watch = await db.selectFrom('change_set_watch').selectAll().where('change_set_id', '=', id).executeTakeFirst()
  if (!watch) return null
  const seen = watch.state === 'watching' ? await seenNow(db, actor, watch) : await seenThen(db, actor, watch)
  const { domains, minutes, isWhole } = seen
  const hasFigures = watch.watch_from !== null && domains.length > 0
  return {
    state: watch.state,
    minutes: watch.minutes,
    threshold: watch.threshold,
    leastQueries: leastWatchedQueries,
    beforeFrom: watch.before_from,
    beforeUntil: watch.before_until,
    watchFrom: watch.watch_from,
    watchUntil: watch.watch_until,
    endTime: watch.ended_at,
    endedBy: watch.ended_by,
    undoId: watch.undo_id,
    problem: watch.problem,
    errorsKnownFrom: isOpenOrUnknown(watch) ? await errorsKnownFrom(db, watch.before_from!) : null,
    domains: domains.length,
    before: hasFigures ? summed(domains.map(({ before }) => before)) : null,
    after: hasFigures ? summed(domains.map(({ after }) => after)) : null,
    worst: domains
      .filter(({ after }) => errorsOf(after) > 0)
      .toSorted((one, other) => errorsOf(other.after) - errorsOf(one.after) || (one.domain < other.domain ? -1 : 1))
      .slice(0, named)
      .map(({ domain, before, after }) => ({ domain, before, after })),
    // Minutes are of all domains together, so that they would tell of those that the caller may not see.
    minutesSeen: isWhole ? minutes.map(({ at, ...figures }) => ({ at: new Date(at), ...figures })) : [],
    isWhole,
  }
}

/** Whether it matters that errors of the time before may not have been counted: of a watch that runs, or was not judged for that. */
const isOpenOrUnknown = ({ state, problem, before_from: from }: WatchRow): boolean =>
  from !== null && (state === 'watching' || problem === 'watch_errors_unknown')

type Within = Pick<Seen, 'domains' | 'minutes'> & { isWhole: boolean }

async function seenNow(db: Db, actor: Actor, watch: WatchRow): Promise<Within> {
  const rows = watchedRows(db, watch.change_set_id)
  const within = await rows.where(rowWithin(actor)).execute()
  const seen = await readFigures(db, watch, within)
  return { ...seen, isWhole: actor.accessScope === 'all' || within.length === (await rows.execute()).length }
}

/** As it was kept when the watch ended. */
async function seenThen(db: Db, actor: Actor, watch: WatchRow): Promise<Within> {
  const rows = db
    .selectFrom('change_set_domain')
    .select(['change_set_domain.id', 'change_set_domain.domain', 'change_set_domain.watched'])
    .where('change_set_domain.change_set_id', '=', watch.change_set_id)
    .where('change_set_domain.watched', 'is not', null)
  const within = await rows.where(rowWithin(actor)).execute()
  const isWhole = actor.accessScope === 'all' || within.length === (await rows.execute()).length
  const domains = within.map(({ id, domain, watched }) => ({ id, domain, ...(watched as StoredFigures) }))
  return { domains, minutes: watch.minutes_seen ?? [], isWhole }
}
