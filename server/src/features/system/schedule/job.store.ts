import { sql, type Selectable } from 'kysely'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { schedule as calls } from '@nameplane/contract/system/schedule'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import type { JobTable } from '../../../db/schedule-tables.ts'
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

function shown(row: JobRow, doings: Doings | undefined): Row {
  const last = doings?.lastRun
  return {
    id: row.id,
    name: row.name ?? '',
    handler: row.handler,
    params: row.params,
    cron: row.cron,
    timeZone: row.time_zone,
    remark: row.remark,
    status: row.status,
    overlap: row.overlap,
    misfire: row.misfire,
    timeoutSeconds: row.timeout_seconds,
    retries: row.retries,
    retryPauseSeconds: row.retry_pause_seconds,
    isOwn: row.name === null,
    nextTime: row.next_run_at,
    lastRun: last ? ({ ...last, startTime: last.startTime === null ? null : new Date(last.startTime) } as Row['lastRun']) : null,
    runningCount: doings?.running ?? 0,
    waitingCount: doings?.waiting ?? 0,
    averageMs: doings?.average ?? null,
    rowVersion: row.row_version,
    createTime: row.created_at,
    updateTime: row.updated_at,
  }
}

const sortColumns = { name: 'name', handler: 'handler', nextTime: 'next_run_at', createTime: 'created_at', updateTime: 'updated_at' } as const satisfies Record<
  NonNullable<ListQuery['sidx']>,
  keyof JobTable
>

/** One page of jobs: the next to run first unless a column is asked for. */
export async function listJobs(db: Db, query: ListQuery): Promise<{ list: Row[]; totalCount: number }> {
  let jobs = db.selectFrom('job')
  const { search } = query
  if (search)
    jobs = jobs.where((where) =>
      where.or([where('name', 'ilike', containing(search)), where('remark', 'ilike', containing(search)), where('handler', 'in', jobNamesLike(search))]),
    )
  if (query.handler) jobs = jobs.where('handler', '=', query.handler)
  if (query.status !== undefined) jobs = jobs.where('status', '=', query.status)
  if (query.own !== undefined) jobs = jobs.where('name', query.own ? 'is' : 'is not', null)
  const order = query.sidx ? query.order : 'asc'
  const rows = await jobs
    .selectAll()
    .orderBy(sortColumns[query.sidx ?? 'nextTime'], (by) => (order === 'asc' ? by.asc().nullsLast() : by.desc().nullsLast()))
    .orderBy('id', order)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  const total = await jobs.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const doings = await doingsOf(
    db,
    rows.map((row) => row.id),
  )
  return { list: rows.map((row) => shown(row, doings.get(row.id))), totalCount: Number(total.count) }
}

export async function findJob(db: Db, id: number): Promise<Row | undefined> {
  const row = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
  return row && shown(row, (await doingsOf(db, [id])).get(id))
}

export async function lockJobs(tx: Tx, ids: readonly number[]): Promise<JobRow[]> {
  return tx
    .selectFrom('job')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function jobNameIsTaken(tx: Tx, name: string, exceptId: number | null): Promise<boolean> {
  // Both in the database's idea of lower case, which its index has too.
  const row = await tx
    .selectFrom('job')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst()
  return row !== undefined && row.id !== exceptId
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
  await tx
    .updateTable('job')
    .set((of) => ({ ...columns, ...(params ? { params: JSON.stringify(params) } : {}), row_version: of('row_version', '+', 1), updated_at: new Date() }))
    .where('id', '=', id)
    .execute()
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
