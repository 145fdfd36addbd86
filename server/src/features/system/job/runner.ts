import { sql } from 'kysely'
import type { Pool } from 'pg'
import { readInput } from '@nameplane/contract/issues'
import type { Db } from '../../../db/connection.ts'
import type { JobResult, JobWork } from '../../../jobs/job-work.ts'
import type { Log } from '../../../jobs/worker.ts'
import { Problem } from '../../../problem.ts'
import { databaseTime, planDueRuns } from './planning.ts'
import { RunLocks, lockClass, lockIds } from './run-locks.ts'
import { RunOutput } from './run-output.ts'
import { endRun, insertRun, wake, type RunOutcome } from './run.store.ts'

export type RunnerOptions = {
  db: Db
  pool: Pool
  works: readonly JobWork[]
  log: Log
  /** The database's clock when absent. */
  clock?: () => Date
}

/** Why the work is asked to end. */
type Cause = 'timeout' | 'stop' | 'shutdown' | 'lost'

type Active = { abort: AbortController; cause: Cause | null; ended: Promise<void> }

type Claimed = {
  id: number
  jobId: number | null
  handler: string
  params: Record<string, unknown>
  trigger: 'schedule' | 'manual' | 'retry'
  attempt: number
  dueAt: Date
  lines: number
  timeoutSeconds: number
}

const outputEveryMs = 2000
const shutdownGraceMs = 5000

/**
 * Runs jobs in this process. The queue says which run to look at; the rows of `job` and `job_run` say whether it may begin.
 * A run that begins is `running` and its lock is held by this process; `running` without a holder was interrupted.
 */
export class Runner {
  readonly #db: Db
  readonly #works: ReadonlyMap<string, JobWork>
  readonly #log: Log
  readonly #clock: () => Promise<Date>
  readonly #locks: RunLocks
  readonly #active = new Map<number, Active>()
  #isStopping = false

  constructor({ db, pool, works, log, clock }: RunnerOptions) {
    this.#db = db
    this.#works = new Map(works.map((work) => [work.kind.name, work]))
    this.#log = log
    this.#clock = clock ? () => Promise.resolve(clock()) : () => databaseTime(db)
    this.#locks = new RunLocks(pool, () => {
      for (const active of this.#active.values()) this.#end(active, 'lost')
    })
  }

  #end(active: Active, cause: Cause): void {
    active.cause ??= cause
    active.abort.abort(new Error(`told to stop: ${cause}`))
  }

  /** Makes the runs that are due now. */
  async plan(): Promise<void> {
    await planDueRuns(this.#db, await this.#clock())
  }

  /** Finds what was interrupted, wakes what waits and may begin, and passes on wishes to stop. */
  async tend(): Promise<void> {
    await this.#endInterrupted()
    await this.#wakeWaiting()
    if (this.#active.size === 0) return
    const asked = await this.#db
      .selectFrom('job_run')
      .select('id')
      .where('id', 'in', [...this.#active.keys()])
      .where('is_stop_asked', '=', true)
      .execute()
    for (const { id } of asked) {
      const active = this.#active.get(id)
      if (active) this.#end(active, 'stop')
    }
  }

  /** Begins a run if it may begin, and sees it to its end. */
  async run(runId: number): Promise<void> {
    if (this.#isStopping || this.#active.has(runId)) return
    let isOver = (): void => undefined
    const active: Active = { abort: new AbortController(), cause: null, ended: new Promise((settle) => (isOver = settle)) }
    // Noted before anything is waited for: the lock tells processes apart, not two calls of one process.
    this.#active.set(runId, active)
    try {
      const claimed = (await this.#locks.take(runId)) ? await this.#claim(runId) : null
      if (!claimed) return
      const outcome = await this.#perform(claimed, active)
      await this.#finish(claimed, outcome)
    } finally {
      this.#active.delete(runId)
      await this.#locks.give(runId)
      isOver()
    }
    // What was queued behind it need not wait for the next look round.
    if (!this.#isStopping) await this.#wakeWaiting()
  }

  /** Asks all work to end and waits for it, though not for ever; what does not end is found interrupted by the next process. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const open = [...this.#active.values()]
    for (const active of open) this.#end(active, 'shutdown')
    let timer: NodeJS.Timeout | undefined
    const grace = new Promise((settle) => (timer = setTimeout(settle, shutdownGraceMs)))
    await Promise.race([Promise.allSettled(open.map((active) => active.ended)), grace])
    clearTimeout(timer)
    await this.#locks.close()
  }

  async #claim(runId: number): Promise<Claimed | null> {
    const now = await this.#clock()
    return this.#db.transaction().execute(async (tx) => {
      const seen = await tx.selectFrom('job_run').select('job_id').where('id', '=', runId).executeTakeFirst()
      if (!seen) return null
      // The job's row first: it is what planners and other processes wait for as well.
      const job =
        seen.job_id === null
          ? undefined
          : await tx.selectFrom('job').select(['overlap', 'timeout_seconds']).where('id', '=', seen.job_id).forUpdate().executeTakeFirst()
      const run = await tx
        .selectFrom('job_run')
        .selectAll()
        .select(sql<number>`cardinality(output)`.as('lines'))
        .where('id', '=', runId)
        .where('state', '=', 'waiting')
        .forUpdate()
        .executeTakeFirst()
      if (!run) return null
      if (!job) {
        await tx.updateTable('job_run').set({ state: 'skipped', ended_at: now, error: 'job_missing' }).where('id', '=', runId).execute()
        return null
      }
      if (job.overlap !== 'allow') {
        const others = await tx
          .selectFrom('job_run')
          .select(['id', 'state'])
          .where('job_id', '=', seen.job_id)
          .where('id', '!=', runId)
          .where((where) =>
            where.or([where('state', '=', 'running'), where.and([where('state', '=', 'waiting'), where('due_at', '<=', now), where('id', '<', runId)])]),
          )
          .execute()
        const isBusy = others.some((other) => other.state === 'running')
        if (isBusy && job.overlap === 'skip') {
          await tx.updateTable('job_run').set({ state: 'skipped', ended_at: now, error: 'run_skipped_overlap' }).where('id', '=', runId).execute()
          return null
        }
        // In the order they came.
        if (job.overlap === 'queue' && others.length > 0) return null
      }
      await tx.updateTable('job_run').set({ state: 'running', started_at: now }).where('id', '=', runId).execute()
      return {
        id: runId,
        jobId: run.job_id,
        handler: run.handler,
        params: run.params,
        trigger: run.trigger,
        attempt: run.attempt,
        dueAt: run.due_at,
        lines: run.lines,
        timeoutSeconds: job.timeout_seconds,
      }
    })
  }

  async #perform(run: Claimed, active: Active): Promise<Omit<RunOutcome, 'endedAt'>> {
    const startedMs = performance.now()
    const output = new RunOutput(this.#db, run.id, run.lines)
    const storing = setInterval(() => void output.store().catch(() => undefined), outputEveryMs)
    const timeout = setTimeout(() => this.#end(active, 'timeout'), run.timeoutSeconds * 1000)
    let result: JobResult
    let failure: unknown = null
    try {
      const work = this.#works.get(run.handler)
      const read = work && readInput(work.kind.params, run.params)
      if (!work || !read) throw new Problem('job_kind_missing')
      if (!read.isRight) throw new Problem('run_params_wrong')
      const { signal } = active.abort
      signal.throwIfAborted()
      const { trigger, attempt, dueAt } = run
      result = await work.run({ params: read.value, signal, trigger, attempt, dueAt, write: (line) => output.write(line) })
    } catch (error) {
      failure = error ?? new Error('failed without a reason')
    } finally {
      clearInterval(storing)
      clearTimeout(timeout)
    }
    await output.store().catch(() => undefined)
    const durationMs = Math.round(performance.now() - startedMs)
    const errorStack = failure instanceof Error && !(failure instanceof Problem) ? (failure.stack ?? null) : null
    const ended = (state: RunOutcome['state'], error: string | null): Omit<RunOutcome, 'endedAt'> => ({
      state,
      durationMs,
      error,
      errorStack: error && state === 'failed' ? storable(errorStack) : null,
      result: result ?? null,
    })
    if (failure === null && active.cause !== 'timeout') return ended('succeeded', null)
    switch (active.cause) {
      case 'timeout':
        return ended('timed_out', 'run_timed_out')
      case 'stop':
        return ended('stopped', 'run_stopped')
      case 'shutdown':
      case 'lost':
        return ended('interrupted', 'run_interrupted')
      case null:
        return ended('failed', storable(failure instanceof Error ? failure.message || failure.name : String(failure)))
    }
  }

  async #finish(run: Pick<Claimed, 'id' | 'jobId' | 'attempt' | 'handler'>, performed: Omit<RunOutcome, 'endedAt'>): Promise<void> {
    const now = await this.#clock()
    await this.#db.transaction().execute(async (tx) => {
      const job = run.jobId === null ? undefined : await tx.selectFrom('job').selectAll().where('id', '=', run.jobId).forUpdate().executeTakeFirst()
      if (!(await endRun(tx, run.id, { ...performed, endedAt: now }))) return
      const isToTryAgain = ['failed', 'timed_out', 'interrupted'].includes(performed.state) && job?.status === 1 && run.attempt <= job.retries
      if (!job || !isToTryAgain) return
      const dueAt = new Date(now.getTime() + job.retry_pause_seconds * 1000)
      const id = await insertRun(tx, { job, trigger: 'retry', plannedFor: null, dueAt, now, attempt: run.attempt + 1 })
      if (id !== null) await wake(tx, id, dueAt)
    })
    if (performed.state === 'failed' || performed.state === 'timed_out')
      this.#log({ level: 'error', event: 'job failed', job: run.handler, run: run.id, error: performed.error })
  }

  /** Runs that nobody is at any more: their process has ended. */
  async #endInterrupted(): Promise<void> {
    const open = await this.#db.selectFrom('job_run').select(['id', 'job_id', 'attempt', 'handler']).where('state', '=', 'running').execute()
    for (const run of open) {
      if (this.#active.has(run.id)) continue
      const isHeld = await this.#db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lockClass}, ${run.id % lockIds}) as taken`.execute(tx)
        return !rows[0]!.taken
      })
      if (isHeld) continue
      await this.#finish(
        { id: run.id, jobId: run.job_id, attempt: run.attempt, handler: run.handler },
        { state: 'interrupted', durationMs: null, result: null, error: 'run_interrupted', errorStack: null },
      )
    }
  }

  /** Puts runs that may begin into the queue, where they are not in it: after a process ended, or when the one before them did. */
  async #wakeWaiting(): Promise<void> {
    const now = await this.#clock()
    const { rows } = await sql<{ id: number }>`
      select run.id from job_run run join job on job.id = run.job_id
      where run.state = 'waiting'
        and (run.due_at <= ${now} or run.due_at > ${now}::timestamptz + make_interval(secs => job.retry_pause_seconds + 60))
        and (job.overlap = 'allow' or not exists (select from job_run other where other.job_id = job.id and other.state = 'running'))
        and not exists (select from graphile_worker.jobs where key = 'job_run:' || run.id and locked_at is null and run_at <= now())
      order by run.id limit 100`.execute(this.#db)
    for (const { id } of rows) await wake(this.#db, id, null)
  }
}

function storable<Text extends string | null>(text: Text): Text {
  return (text === null ? null : text.replaceAll('\0', '').toWellFormed().slice(0, 8000)) as Text
}
