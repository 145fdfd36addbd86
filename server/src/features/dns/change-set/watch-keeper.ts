import { sql } from 'kysely'
import { errorsOf } from '@nameplane/contract/dns/change-set-watch'
import type { ChangeSetState } from '@nameplane/contract/dns/change-set'
import { platformActor, type Actor } from '../../../access/actor.ts'
import { change, type Change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { errorsKnownFrom } from '../../../db/statistics/error-minutes.ts'
import { Problem } from '../../../problem.ts'
import { actingAuthor } from './author.ts'
import type { SetRow } from './row-work.ts'
import { lockUndo, submitUndo } from './undo.ts'
import { areFiguresKept, keepFigures, readFigures, watchedRows, type Seen, type WatchRow } from './watch-figures.ts'
import { verdictOf, type Verdict } from './watch-judgement.ts'
import { tellFound } from './watch-messages.ts'
import { undoRightOf } from './watch-undo.ts'

/*
 * Watches sets that are done. Any number of processes may do so, also after a stop: what is watched, since when and until when is in the
 * database, and one statement moves a watch out of `watching`, under the lock that every undo of the set takes.
 */

type Log = (line: Record<string, unknown>) => void

const guard = platformActor('watch')

/** How often it is looked at how a set is doing; nodes add their counts every five seconds. */
const judgeEveryMs = 10_000
/** After the last minute, until every node has told what it counted in it. */
const settleMs = 15_000

/** A set that is in one of these is over, for now. */
const ended = ['done', 'partly', 'failed', 'cancelled', 'undone', 'declined', 'expired'] as const satisfies readonly ChangeSetState[]

/** Looks once at every set that is watched, or should be by now. */
export async function watchChangeSets(db: Db, now: Date, log: Log = () => {}): Promise<void> {
  await beginWatches(db)
  const open = await db.selectFrom('change_set_watch').selectAll().where('state', '=', 'watching').orderBy('change_set_id').execute()
  for (const watch of open) {
    if (!watch.watch_from || now < watch.watch_from) continue
    // One that cannot be judged keeps no other from it.
    await judgeWatch(db, watch, now).catch((cause: unknown) =>
      log({
        level: 'error',
        event: 'watch of change set',
        changeSet: watch.change_set_id,
        error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
      }),
    )
  }
}

/**
 * Sets that are done are watched from the next whole minute on, and compared with as many whole minutes before they began: the minutes in
 * which domains are as before and as after are neither.
 */
async function beginWatches(db: Db): Promise<void> {
  await sql`
    update change_set_watch as watch set
      state = case when is_changed then 'watching' else 'nothing' end,
      ended_at = case when is_changed then null else now() end,
      before_from = case when is_changed then date_trunc('minute', started_at) - make_interval(mins => watch.minutes) end,
      before_until = case when is_changed then date_trunc('minute', started_at) end,
      watch_from = case when is_changed then date_trunc('minute', of_set.ended_at) + interval '1 minute' end,
      watch_until = case when is_changed then date_trunc('minute', of_set.ended_at) + make_interval(mins => watch.minutes + 1) end
    from (
      select id, started_at, ended_at, exists (
        select from change_set_domain where change_set_id = change_set.id and state = 'done' and version_after is not null
      ) as is_changed
      from change_set where state = any(${ended}::text[]) and id in (select change_set_id from change_set_watch where state = 'pending')
    ) as of_set
    where watch.change_set_id = of_set.id and watch.state = 'pending'`.execute(db)
}

async function judgeWatch(db: Db, watch: WatchRow, now: Date): Promise<void> {
  const isOver = now.getTime() >= watch.watch_until!.getTime() + settleMs
  const rows = await watchedRows(db, watch.change_set_id).execute()
  const seen = await readFigures(db, watch, rows)
  // Undone meanwhile, in parts.
  if (rows.length === 0) return void (await finish(db, watch, seen, { state: 'undone', problem: null }))
  // Answers whose errors are gone, or were not counted yet, would look like answers without errors.
  const problem = areFiguresKept(watch, now) ? ((await errorsKnownFrom(db, watch.before_from!)) ? 'watch_errors_unknown' : null) : 'watch_figures_gone'
  const verdict: Verdict = problem === null ? verdictOf({ ...seen, threshold: watch.threshold }) : 'too_few'
  if (verdict === 'exceeded') return revert(db, watch, seen)
  if (isOver) await finish(db, watch, seen, { state: verdict === 'fine' ? 'passed' : 'unjudged', problem })
}

const figuresTold = ({ before, after }: Seen) => ({
  queriesBefore: before.queries,
  errorsBefore: errorsOf(before),
  queriesAfter: after.queries,
  errorsAfter: errorsOf(after),
})

type End = { state: 'passed' | 'unjudged' | 'reverted' | 'stuck' | 'undone'; problem: string | null; undo?: number }

/** Moves a watch out of `watching`, with its evidence; false where somebody else has. */
async function settleWatch({ tx }: Change, { change_set_id: id }: WatchRow, seen: Seen, { state, problem, undo }: End): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('change_set_watch')
    .set({ state, problem, undo_id: undo ?? null, ended_at: sql<Date>`now()` })
    .where('change_set_id', '=', id)
    .where('state', '=', 'watching')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await keepFigures(tx, id, seen)
  return true
}

/** Ends a watch without an undo; answers whether it was this one that did. */
function finish(db: Db, watch: WatchRow, seen: Seen, end: End): Promise<boolean> {
  const id = watch.change_set_id
  return change(db, guard, 'change_set.watch', async (open) => {
    const isEnded = await settleWatch(open, watch, seen, end)
    if (!isEnded) open.nothingChanged()
    else open.audit({ type: 'change_set', id, name: `#${id}`, before: { watchState: 'watching' }, after: { watchState: end.state, ...figuresTold(seen) } })
    return isEnded
  })
}

/** Undoes a set as the button does, with what its author may do now. */
async function revert(db: Db, watch: WatchRow, seen: Seen): Promise<void> {
  const { change_set_id: id, threshold } = watch
  const set = await db.selectFrom('change_set').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const tell = (outcome: Parameters<typeof tellFound>[1]['outcome']) => tellFound(db, { id, threshold, before: seen.before, after: seen.after, outcome })
  try {
    const acting = await undoingAuthor(db, set)
    const submitted = await change(db, guard, 'change_set.revert', async (open) => {
      await lockUndo(open.tx, id)
      const still = await open.tx
        .selectFrom('change_set_watch')
        .select('state')
        .where('change_set_id', '=', id)
        .where('state', '=', 'watching')
        .executeTakeFirst()
      if (!still) {
        open.nothingChanged()
        return null
      }
      const { undo, domains } = await submitUndo(open.tx, acting, { id, kind: set.kind, summary: { ...set.summary, byWatch: true } })
      await settleWatch(open, watch, seen, { state: 'reverted', problem: null, undo })
      open.audit({
        ...{ type: 'change_set', id, name: `#${id}` },
        before: { watchState: 'watching' },
        after: { watchState: 'reverted', undo, domains, watchThreshold: threshold, ...figuresTold(seen) },
      })
      return { undo, domains }
    })
    if (submitted) await tell(submitted)
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    // Somebody undoes a part of it just now: what is left is looked at again.
    if (cause.code === 'change_set_being_undone') return
    if (await finish(db, watch, seen, { state: 'stuck', problem: cause.code })) await tell({ problem: cause.code })
  }
}

const undoingAuthor = (db: Db, set: SetRow): Promise<Actor> => actingAuthor(db, set, undoRightOf(set.kind))

/** Watches sets in this process until `stop`. */
export function keepWatches(db: Db, log: Log, now: () => Date = () => new Date()): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let lastComplaint = ''
  let running: Promise<void> = Promise.resolve()
  const again = (): void => {
    if (isStopped) return
    timer = setTimeout(() => {
      running = watchChangeSets(db, now(), log)
        .then(
          () => void (lastComplaint = ''),
          (error: unknown) => {
            // A database that is away is said once.
            if (String(error) !== lastComplaint) log({ level: 'error', event: 'watches of change sets', error: String(error) })
            lastComplaint = String(error)
          },
        )
        .then(again)
    }, judgeEveryMs)
  }
  again()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
