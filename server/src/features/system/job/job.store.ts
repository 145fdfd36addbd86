import { sql, type Selectable } from 'kysely'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { Job, type job as calls } from '@nameplane/contract/system/job'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { pageOf, type Total } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import { updateRows } from '../../../db/versioned-rows.ts'
import type { JobTable } from '../../../db/job-tables.ts'
import { problemWords } from '../../../problem.ts'
import { jobNamesLike } from './job-names.ts'

type ListQuery = Received<typeof calls.list>
type Row = Answered<typeof calls.info>['data']
export type JobRow = Selectable<JobTable>

/** The fields of a job that are written. */
export type JobFields = Pick<
  JobRow,
  'name' | 'handler' | 'cron' | 'time_zone' | 'remark' | 'overlap' | 'misfire' | 'timeout_seconds' | 'retries' | 'retry_pause_seconds'
> & { params: Record<string, unknown> }

type Doings = {
  id: number
  lastRun: { id: number; state: string; trigger: string; startTime: string | null; durationMs: number | null; error: string | null } | null
  running: number
  waiting: number
  average: number | null
}

/** What jobs are doing and did last, by their ids. */
async function doingsOf(db: Db, ids: number[]): Promise<Map<number, Doings>> {
  const { rows } = await sql<Doings>`
    select job.id,
      (select json_build_object('id', run.id, 'state', run.state, 'trigger', run.trigger, 'startTime', run.started_at, 'durationMs', run.duration_ms, 'error', run.error)
        from job_run run where run.job_id = job.id and run.state not in ('waiting', 'skipped') order by run.id desc limit 1) as "lastRun",
      (select count(*) from job_run run where run.job_id = job.id and run.state = 'running') as running,
      (select count(*) from job_run run where run.job_id = job.id and run.state = 'waiting') as waiting,
      (select avg(newest.duration_ms)::float8 from (
        select run.duration_ms from job_run run where run.job_id = job.id and run.state = 'succeeded' order by run.id desc limit 20) newest) as average
    from job where job.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function selectJobs(db: Db) {
  return db
    .selectFrom('job')
    .select(columnsFor('job', Job, ['name', 'isOwn', 'nextTime', 'lastRun', 'runningCount', 'waitingCount', 'averageMs']))
    .select(['job.name as ownName', 'job.next_run_at as nextTime'])
}

type Selected = Omit<Row, 'name' | 'isOwn' | 'lastRun' | 'runningCount' | 'waitingCount' | 'averageMs'> & { ownName: string | null }

function shown({ ownName, ...row }: Selected, doings: Doings | undefined): Row {
  const last = doings?.lastRun
  return {
    ...row,
    name: ownName ?? '',
    isOwn: ownName === null,
    lastRun: last
      ? ({
          ...last,
          errorText: last.error === null ? null : problemWords(last.error),
          startTime: last.startTime === null ? null : new Date(last.startTime),
        } as Row['lastRun'])
      : null,
    runningCount: doings?.running ?? 0,
    waitingCount: doings?.waiting ?? 0,
    averageMs: doings?.average ?? null,
  }
}

/** One page of jobs: the next to run first unless a column is asked for. */
export async function listJobs(db: Db, query: ListQuery): Promise<{ list: Row[] } & Total> {
  let jobs = selectJobs(db)
  const { search } = query
  if (search)
    jobs = jobs.where((where) =>
      where.or([where('name', 'ilike', containing(search)), where('remark', 'ilike', containing(search)), where('handler', 'in', jobNamesLike(search))]),
    )
  if (query.handler) jobs = jobs.where('handler', '=', query.handler)
  if (query.status !== undefined) jobs = jobs.where('status', '=', query.status)
  if (query.own !== undefined) jobs = jobs.where('name', query.own ? 'is' : 'is not', null)
  const page = await pageOf(
    db,
    jobs,
    { sort: { name: 'job.name' }, otherwise: [['nextTime', 'asc']], tieBreak: 'id', empty: { 'job.name': 'last', nextTime: 'last' } },
    query,
  )
  const doings = await doingsOf(
    db,
    page.list.map((row) => row.id),
  )
  return { ...page, list: page.list.map((row) => shown(row, doings.get(row.id))) }
}

export async function findJob(db: Db, id: number): Promise<Row | undefined> {
  const row = await selectJobs(db).where('id', '=', id).executeTakeFirst()
  return row && shown(row, (await doingsOf(db, [id])).get(id))
}

export async function insertJob(tx: Tx, fields: JobFields, status: number): Promise<number> {
  const row = await tx
    .insertInto('job')
    .values({ ...fields, params: JSON.stringify(fields.params), status })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateJob(tx: Tx, id: number, fields: Partial<JobFields> & { status?: number }): Promise<void> {
  const { params, ...columns } = fields
  await updateRows(tx, 'job', [id], { ...columns, ...(params ? { params: JSON.stringify(params) } : {}) })
}

export async function deleteJobs(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('job')
    .where('id', 'in', [...ids])
    .execute()
}

/** Of these jobs, those that a process is at. */
export async function runningJobs(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('job_run')
    .select('job_id')
    .distinct()
    .where('job_id', 'in', [...ids])
    .where('state', '=', 'running')
    .execute()
  return rows.flatMap((row) => (row.job_id === null ? [] : [row.job_id]))
}
