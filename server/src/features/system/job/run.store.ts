import { sql, type Selectable } from 'kysely'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { ProblemCode } from '@nameplane/contract/problems'
import { JobRun, type RunState, type job as calls } from '@nameplane/contract/system/job'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { pageOf, type Total } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import type { JobRunTable, JobTable } from '../../../db/job-tables.ts'
import { problemWords } from '../../../problem.ts'
import { jobNamesLike } from './job-names.ts'

type ListQuery = Received<typeof calls.logList>
type RunRow = Answered<typeof calls.logList>['data']['list'][number]
type RunWhole = Answered<typeof calls.logInfo>['data']

/** The task of the queue that carries runs to processes. */
export const runTask = 'job_run'

/** A run to be made: it waits for a process, or is skipped at once. */
export type NewRun = {
  job: Pick<Selectable<JobTable>, 'id' | 'name' | 'handler' | 'params'>
  trigger: JobRunTable['trigger']
  plannedFor: Date | null
  dueAt: Date
  now: Date
  startedBy?: string
  attempt?: number
  output?: string[]
  skippedFor?: ProblemCode
}

/** Makes a run; null where its planned time has been served. */
export async function insertRun(tx: Tx, run: NewRun): Promise<number | null> {
  const { job, skippedFor = null } = run
  const row = await tx
    .insertInto('job_run')
    .values({
      job_id: job.id,
      job_name: job.name,
      handler: job.handler,
      params: JSON.stringify(job.params),
      trigger: run.trigger,
      started_by: run.startedBy ?? '',
      attempt: run.attempt ?? 1,
      state: skippedFor ? 'skipped' : 'waiting',
      planned_for: run.plannedFor,
      due_at: run.dueAt,
      ended_at: skippedFor ? run.now : null,
      error: skippedFor,
      output: run.output ?? [],
      created_at: run.now,
    })
    .onConflict((conflict) => conflict.columns(['job_id', 'planned_for']).where('planned_for', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Puts a run into the queue, to be begun at `at` or at once. In the queue it stands once, however often it is put there. */
export async function wake(tx: Db, id: number, at: Date | null): Promise<void> {
  await sql`select graphile_worker.add_job(${runTask}, json_build_object('runId', ${id}::bigint), job_key => ${`${runTask}:${id}`}, run_at => ${at}, max_attempts => 3)`.execute(
    tx,
  )
}

function selectRuns(db: Db) {
  return db
    .selectFrom('job_run')
    .select(columnsFor('job_run', JobRun, ['jobName', 'plannedTime', 'errorText']))
    .select([sql<string>`coalesce(job_run.job_name, '')`.as('jobName'), 'job_run.planned_for as plannedTime'])
}

/** A run with its error in words. */
const worded = <One extends { error: string | null }>(run: One) => ({ ...run, errorText: run.error === null ? null : problemWords(run.error) })

export async function listRuns(db: Db, query: ListQuery): Promise<{ list: RunRow[] } & Total> {
  let runs = selectRuns(db)
  const { search, from, to } = query
  if (query.jobId !== undefined) runs = runs.where('job_id', '=', query.jobId)
  if (query.handler) runs = runs.where('handler', '=', query.handler)
  if (query.state) runs = runs.where('state', '=', query.state)
  if (query.trigger) runs = runs.where('trigger', '=', query.trigger)
  if (from) runs = runs.where('created_at', '>=', from)
  if (to) runs = runs.where('created_at', '<=', to)
  if (search)
    runs = runs.where((where) =>
      where.or([
        where('job_name', 'ilike', containing(search)),
        where('error', 'ilike', containing(search)),
        where.and([where('job_name', 'is', null), where('handler', 'in', jobNamesLike(search))]),
      ]),
    )
  const page = await pageOf(db, runs, { otherwise: 'id', tieBreak: 'id', empty: { startTime: 'least', durationMs: 'least' } }, query)
  return { ...page, list: page.list.map(worded) }
}

export async function findRun(db: Db, id: number): Promise<RunWhole | undefined> {
  const run = await selectRuns(db).select(['error_stack as errorStack', 'output', 'dropped_lines as droppedLines']).where('id', '=', id).executeTakeFirst()
  return run && worded(run)
}

/** What a run has come to. */
export type RunOutcome = {
  state: RunState
  endedAt: Date
  durationMs: number | null
  result: { zh: string; en: string } | null
  error: string | null
  errorStack: string | null
}

/** Ends a run that is going on; false where somebody else has. */
export async function endRun(tx: Tx, id: number, outcome: RunOutcome): Promise<boolean> {
  const row = await tx
    .updateTable('job_run')
    .set({
      state: outcome.state,
      ended_at: outcome.endedAt,
      duration_ms: outcome.durationMs,
      result: outcome.result && JSON.stringify(outcome.result),
      error: outcome.error,
      error_stack: outcome.errorStack,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes what is older than is kept, and what is beyond as many as are kept; the newest of each job stay, whatever the clock says. */
export async function deleteOldRuns(db: Db, kept: { before: Date; runs: number; mostRuns: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from job_run using (
      select id, row_number() over (partition by coalesce(job_id, 0), case when job_id is null then handler end order by id desc) as place from job_run where state not in ('waiting', 'running')
    ) as ranked
    where job_run.id = ranked.id and ranked.place > ${kept.runs} and (created_at < ${kept.before} or ranked.place > ${kept.mostRuns})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
