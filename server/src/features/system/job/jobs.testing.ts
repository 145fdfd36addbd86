import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { trialRun } from '@nameplane/contract/system/jobs/run-jobs'
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { openDb, openPool, type Db } from '../../../db/connection.ts'
import { jobWork, type JobRun } from '../../../jobs/job-work.ts'
import { planDueRuns } from './planning.ts'
import { Runner } from './runner.ts'

export const start = new Date('2026-03-02T10:00:00Z')
export const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)

export type Given = { run: (run: JobRun<{ seconds: number; fails: boolean; note: string }>) => Promise<{ zh: string; en: string } | void> }

export type Policy = {
  overlap?: 'skip' | 'queue' | 'allow'
  misfire?: 'run_once' | 'skip'
  retries?: number
  timeout_seconds?: number
  cron?: string
  next_run_at?: Date
  params?: object
}

/** A database of jobs and runs, made, emptied and dropped around the tests of a file, and a clock that stands where it was put. */
export function stageJobs() {
  let database: TestDatabase
  let pool: Pool
  let db: Db
  let now = start
  const opened: Runner[] = []

  beforeAll(async () => {
    database = await createTestDatabase()
    pool = openPool({ connectionString: database.connectionString })
    db = openDb(pool)
  })
  beforeEach(async () => {
    now = start
    await db.deleteFrom('job').execute()
    await db.deleteFrom('job_run').execute()
  })
  afterEach(async () => {
    for (const runner of opened.splice(0)) await runner.stop()
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })

  function runnerWith({ run }: Given): Runner {
    const runner = new Runner({ db, pool, works: [jobWork(trialRun, run)], log: () => {}, clock: () => now })
    opened.push(runner)
    return runner
  }

  async function addJob({ params = {}, ...policy }: Policy = {}): Promise<number> {
    const row = await db
      .insertInto('job')
      .values({
        name: 'tested',
        handler: 'trial_run',
        params: JSON.stringify(params),
        cron: '* * * * *',
        time_zone: 'UTC',
        overlap: 'skip',
        misfire: 'run_once',
        timeout_seconds: 600,
        retries: 0,
        retry_pause_seconds: 30,
        next_run_at: after(60),
        planned_at: start,
        ...policy,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }

  const runs = () =>
    db
      .selectFrom('job_run')
      .select(['id', 'trigger', 'attempt', 'state', 'planned_for', 'due_at', 'error', 'output', 'result', 'duration_ms'])
      .orderBy('id')
      .execute()
  const states = async () => (await runs()).map((run) => run.state)
  const plannedTimes = async () => (await runs()).map((run) => run.planned_for!.toISOString().slice(11, 16))
  const nextRun = async () => (await db.selectFrom('job').select('next_run_at').executeTakeFirstOrThrow()).next_run_at?.toISOString().slice(0, 16)

  /** Plans at a moment, without running anything. */
  async function planAt(moment: Date): Promise<void> {
    now = moment
    await planDueRuns(db, moment)
  }

  return {
    get db() {
      return db
    },
    get now() {
      return now
    },
    runnerWith,
    addJob,
    runs,
    states,
    plannedTimes,
    nextRun,
    planAt,
  }
}
