import { readInput } from '@nameplane/contract/issues'
import type { Received } from '@nameplane/contract/endpoint'
import { jobKindOf } from '@nameplane/contract/system/job-kinds'
import type { job as calls } from '@nameplane/contract/system/job'
import { change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { lockRows, lockVersion } from '../../../db/versioned-rows.ts'
import { Problem } from '../../../problem.ts'
import { jobTitle } from './job-names.ts'
import { deleteJobs, insertJob, runningJobs, updateJob, type JobFields, type JobRow } from './job.store.ts'
import { databaseTime, setNextTime } from './planning.ts'
import { insertRun, wake } from './run.store.ts'

type Sent = Omit<Received<typeof calls.save>, 'status'>

/** The fields as they are stored; parameters as their kind reads them, those it does not know left out. */
function fieldsOf(sent: Sent): JobFields {
  const kind = jobKindOf(sent.handler)
  const read = kind && readInput(kind.params, sent.params)
  if (!read?.isRight) throw new Problem('job_kind_missing', { fields: { handler: 'job_kind_missing' } })
  return {
    name: sent.name,
    handler: sent.handler,
    params: read.value as Record<string, unknown>,
    cron: sent.cron,
    time_zone: sent.timeZone,
    remark: sent.remark,
    overlap: sent.overlap,
    misfire: sent.misfire,
    timeout_seconds: sent.timeoutSeconds,
    retries: sent.retries,
    retry_pause_seconds: sent.retryPauseSeconds,
  }
}

/** What the audit trail keeps of a job. */
function factsOf(row: JobFields | JobRow): Record<string, unknown> {
  const { handler, params, cron, time_zone, remark, overlap, misfire, timeout_seconds, retries, retry_pause_seconds } = row
  return { name: row.name ?? '', handler, params, cron, time_zone, remark, overlap, misfire, timeout_seconds, retries, retry_pause_seconds }
}

function requireName(name: string): void {
  if (name === '') throw new Problem('required', { fields: { name: 'required' } })
}

export async function createJob(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<number> {
  const fields = fieldsOf(sent)
  return change(db, actor, 'job.create', async ({ tx, audit }) => {
    requireName(sent.name)
    const id = await insertJob(tx, fields, sent.status)
    await setNextTime(tx, { ...fields, id, status: sent.status }, await databaseTime(tx))
    audit({ type: 'job', id, name: sent.name, after: factsOf(fields) })
    return id
  })
}

export async function changeJob(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  const fields = fieldsOf(sent)
  await change(db, actor, 'job.update', async ({ tx, audit }) => {
    const before = await lockVersion(tx, 'job', sent, 'everywhere', 'job_missing')
    if (before.name === null) {
      if (sent.handler !== before.handler) throw new Problem('job_own_kind', { fields: { handler: 'job_own_kind' } })
      fields.name = null
    } else requireName(sent.name)
    await updateJob(tx, sent.id, fields)
    // Another remark does not move the next time.
    if (before.cron !== fields.cron || before.time_zone !== fields.time_zone)
      await setNextTime(tx, { ...fields, id: sent.id, status: before.status }, await databaseTime(tx))
    audit({ type: 'job', id: sent.id, name: jobTitle(before), before: factsOf(before), after: factsOf(fields) })
  })
}

/** The jobs of a bulk call; every one of them must be there. */
async function locked(tx: Tx, ids: readonly number[]): Promise<JobRow[]> {
  const rows = await lockRows(tx, 'job', ids, 'everywhere')
  if (rows.length !== new Set(ids).size) throw new Problem('job_missing')
  return rows
}

export async function removeJobs(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'job.delete', async ({ tx, audit }) => {
    const rows = await locked(tx, ids)
    const own = rows.find((row) => row.name === null)
    if (own) throw new Problem('job_own_stays', { params: { name: jobTitle(own) } })
    const [running] = await runningJobs(tx, ids)
    if (running !== undefined) throw new Problem('job_running', { params: { name: jobTitle(rows.find((row) => row.id === running)!) } })
    await deleteJobs(tx, ids)
    for (const row of rows) audit({ type: 'job', id: row.id, name: jobTitle(row), before: factsOf(row) })
  })
}

/** Pauses (0) or resumes (1) jobs. */
export async function setJobStatus(db: Db, actor: Actor, ids: readonly number[], status: 0 | 1): Promise<void> {
  await change(db, actor, status === 1 ? 'job.resume' : 'job.pause', async ({ tx, audit, nothingChanged }) => {
    const all = await locked(tx, ids)
    const kept = status === 0 && all.find((row) => row.name === null && jobKindOf(row.handler)?.own?.staysOn)
    if (kept) throw new Problem('job_stays_on', { params: { name: jobTitle(kept) } })
    const rows = all.filter((row) => row.status !== status)
    if (rows.length === 0) return nothingChanged()
    const now = await databaseTime(tx)
    for (const row of rows) {
      await updateJob(tx, row.id, { status })
      await setNextTime(tx, { ...row, status }, now)
      audit({ type: 'job', id: row.id, name: jobTitle(row), before: { status: row.status }, after: { status } })
    }
  })
}

/** Asks for a run of a job at once; answers the run's id. */
export async function runJob(db: Db, actor: Actor, id: number): Promise<number> {
  return change(db, actor, 'job.run', async ({ tx, audit }) => {
    const [job] = await lockRows(tx, 'job', [id], 'everywhere')
    if (!job) throw new Problem('job_missing')
    if (job.overlap === 'skip' && (await runningJobs(tx, [id])).length > 0) throw new Problem('job_running', { params: { name: jobTitle(job) } })
    const now = await databaseTime(tx)
    const runId = (await insertRun(tx, { job, trigger: 'manual', plannedFor: null, dueAt: now, now, startedBy: actor.name }))!
    await wake(tx, runId, null)
    audit({ type: 'job', id, name: jobTitle(job), after: { run: runId } })
    return runId
  })
}

/** Ends a run that waits, or asks the process that is at it to end it. */
export async function stopRun(db: Db, actor: Actor, id: number): Promise<void> {
  await change(db, actor, 'job.stop', async ({ tx, audit }) => {
    const run = await tx.selectFrom('job_run').select(['id', 'job_id', 'job_name', 'handler', 'state']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!run) throw new Problem('run_missing')
    if (run.state !== 'waiting' && run.state !== 'running') throw new Problem('run_over')
    const ended = run.state === 'waiting' ? { state: 'stopped' as const, error: 'run_stopped', ended_at: await databaseTime(tx) } : { is_stop_asked: true }
    await tx.updateTable('job_run').set(ended).where('id', '=', id).execute()
    audit({ type: 'job', id: run.job_id, name: jobTitle({ name: run.job_name, handler: run.handler }), after: { stopped_run: id } })
  })
}
