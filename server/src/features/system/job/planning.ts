import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '../../../db/connection.ts'
import type { JobTable } from '../../../db/job-tables.ts'
import { platformLanguage } from '../../../settings/platform-language.ts'
import { lastTime, nextTime } from './next-times.ts'
import { insertRun, wake, type NewRun } from './run.store.ts'

/*
 * From jobs to runs. Any number of processes plan; the row's lock gives each due job to one of them, and a planned time
 * can be served once only. The clock is the database's, so that all of them go by one.
 */

type JobRow = Selectable<JobTable>

/** Later than this a time counts as missed. */
const graceMs = 60_000
/** A clock that is this much behind the last planning has been put back. */
const setBackMs = 60_000
/** Runs of one job that may wait for each other. */
const mostWaiting = 10
const jobsAtOnce = 50
/** In the language of the platform: a run has no reader yet. */
const madeUp = { zh: '本次执行补上此前错过的执行', en: 'Missed runs are made up by this run' }

/** The database's clock. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]!.now
}

/** Makes the runs that are due. Answers how many are to be begun. */
export async function planDueRuns(db: Db, now: Date): Promise<number> {
  let begun = 0
  for (;;) {
    const { planned, isDone } = await planSome(db, now)
    begun += planned
    if (isDone) return begun
  }
}

async function planSome(db: Db, now: Date): Promise<{ planned: number; isDone: boolean }> {
  const due = (of: Db) =>
    of
      .selectFrom('job')
      .where('status', '=', 1)
      .where((where) =>
        where.or([where('next_run_at', '<=', now), where('planned_at', '>', new Date(now.getTime() + setBackMs)), where('planned_at', 'is', null)]),
      )
  // Mostly there is nothing to do, which costs no transaction.
  if (!(await due(db).select('id').limit(1).executeTakeFirst())) return { planned: 0, isDone: true }
  return db.transaction().execute(async (tx) => {
    const jobs = await due(tx).selectAll().orderBy('next_run_at').limit(jobsAtOnce).forUpdate().skipLocked().execute()
    let planned = 0
    for (const job of jobs) {
      if (job.planned_at && job.planned_at.getTime() > now.getTime() + setBackMs) {
        // The times are gone through again, from the last minute on; those that were served are in the log and stay served.
        await setNextTime(tx, job, now, new Date(now.getTime() - 60_000))
        continue
      }
      if (job.planned_at && job.next_run_at && (await planRun(tx, job, job.next_run_at, now))) planned += 1
      await setNextTime(tx, job, now)
    }
    return { planned, isDone: jobs.length < jobsAtOnce }
  })
}

/** Works out a job's next time anew: the first after `from`. None while it is paused. */
export async function setNextTime(tx: Tx, job: Pick<JobRow, 'id' | 'cron' | 'time_zone' | 'status'>, now: Date, from = now): Promise<void> {
  await tx
    .updateTable('job')
    .set({ next_run_at: job.status === 1 ? nextTime(job.cron, job.time_zone, from) : null, planned_at: now })
    .where('id', '=', job.id)
    .execute()
}

async function planRun(tx: Tx, job: JobRow, first: Date, now: Date): Promise<boolean> {
  const { time, isOnly } = lastTime(job.cron, job.time_zone, first, now)
  const isMissed = now.getTime() - time.getTime() > graceMs
  const run: NewRun = { job, trigger: 'schedule', plannedFor: time, dueAt: time, now }
  const skippedFor = isMissed && job.misfire === 'skip' ? 'run_skipped_missed' : await reasonToSkip(tx, job)
  if (skippedFor) {
    await insertRun(tx, { ...run, skippedFor })
    return false
  }
  const note = isOnly ? [] : [madeUp[await platformLanguage(tx)]]
  const id = await insertRun(tx, { ...run, output: note })
  if (id === null) return false
  await wake(tx, id, null)
  return true
}

async function reasonToSkip(tx: Tx, job: JobRow): Promise<'run_skipped_overlap' | 'run_skipped_full' | null> {
  const open = await tx.selectFrom('job_run').select(['state', 'trigger']).where('job_id', '=', job.id).where('state', 'in', ['waiting', 'running']).execute()
  if (job.overlap !== 'skip') return open.filter((run) => run.state === 'waiting').length >= mostWaiting ? 'run_skipped_full' : null
  // A try again that waits for its time does not keep the next run from being made.
  return open.some((run) => run.state === 'running' || run.trigger !== 'retry') ? 'run_skipped_overlap' : null
}
