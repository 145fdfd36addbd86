import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { trialRun } from '@nameplane/contract/system/jobs/run-jobs'
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { openDb, openPool, type Db } from '../../../db/connection.ts'
import { jobWork, type JobRun } from '../../../jobs/job-work.ts'
import { planDueRuns } from './planning.ts'
import { deleteOldRuns } from './run.store.ts'
import { Runner } from './runner.ts'

let database: TestDatabase
let pool: Pool
let db: Db
const opened: Runner[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ connectionString: database.connectionString })
  db = openDb(pool)
})
beforeEach(() =>
  db
    .deleteFrom('job')
    .execute()
    .then(() => db.deleteFrom('job_run').execute()),
)
afterEach(async () => {
  for (const runner of opened.splice(0)) await runner.stop()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const start = new Date('2026-03-02T10:00:00Z')
/** The clock of these tests: a moment, and how to go from it. */
let now = start
beforeEach(() => void (now = start))
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)

type Given = { run: (run: JobRun<{ seconds: number; fails: boolean; note: string }>) => Promise<{ zh: string; en: string } | void> }

function runnerWith({ run }: Given): Runner {
  const runner = new Runner({ db, pool, works: [jobWork(trialRun, run)], log: () => {}, clock: () => now })
  opened.push(runner)
  return runner
}

type Policy = {
  overlap?: 'skip' | 'queue' | 'allow'
  misfire?: 'run_once' | 'skip'
  retries?: number
  timeout_seconds?: number
  cron?: string
  params?: object
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

describe('planning', () => {
  it('makes a run when its time comes, not before, and once however many plan it', async () => {
    await addJob()
    await planAt(after(59))
    expect(await runs()).toEqual([])
    now = after(60)
    await Promise.all(Array.from({ length: 8 }, () => planDueRuns(db, now)))
    expect(await plannedTimes()).toEqual(['10:01'])
    expect(await nextRun()).toBe('2026-03-02T10:02')
  })

  it('makes nothing of a paused job', async () => {
    const id = await addJob()
    await db.updateTable('job').set({ status: 0 }).where('id', '=', id).execute()
    await planAt(after(3600))
    expect(await runs()).toEqual([])
  })

  it.each<['run_once' | 'skip', string, string[], string | null]>([
    ['run_once', 'waiting', ['14:00'], null],
    ['skip', 'skipped', ['14:00'], 'run_skipped_missed'],
  ])('after hours away, policy %s leaves one run: %s', async (misfire, state, times, error) => {
    await addJob({ misfire, cron: '0 * * * *', next_run_at: after(3600) } as Policy)
    await planAt(after(4 * 3600 + 1800))
    expect(await plannedTimes()).toEqual(times)
    expect((await runs())[0]).toMatchObject({ state, error })
    expect(await nextRun()).toBe('2026-03-02T15:00')
  })

  it('takes a time that just came for no missed one, though others before it were', async () => {
    await addJob({ misfire: 'skip' })
    await planAt(after(600))
    expect(await plannedTimes()).toEqual(['10:10'])
    expect(await states()).toEqual(['waiting'])
  })

  it('keeps every time apart over an hour that autumn brings twice', async () => {
    now = new Date('2026-10-24T23:30:00Z')
    const id = await addJob({ cron: '30 * * * *', overlap: 'allow' })
    await db
      .updateTable('job')
      .set({ time_zone: 'Europe/Berlin', planned_at: now, next_run_at: new Date('2026-10-25T00:30Z') })
      .where('id', '=', id)
      .execute()
    for (const hour of ['00', '01', '02']) await planAt(new Date(`2026-10-25T${hour}:30:00Z`))
    expect(await plannedTimes()).toEqual(['00:30', '01:30', '02:30'])
  })
})

describe('a clock that jumps', () => {
  it('an hour back repeats nothing that ran and skips nothing that did not', async () => {
    await addJob({ cron: '*/10 * * * *', overlap: 'allow', next_run_at: after(600) } as Policy)
    for (const minutes of [10, 20, 30]) await planAt(after(minutes * 60))
    await planAt(after(-1800))
    expect(await nextRun()).toBe('2026-03-02T09:30')
    for (let minutes = -30; minutes <= 50; minutes++) await planAt(after(minutes * 60))
    expect((await plannedTimes()).sort()).toEqual(['09:30', '09:40', '09:50', '10:00', '10:10', '10:20', '10:30', '10:40', '10:50'])
  })

  it('400 days ahead runs a job once, and 400 days back again neither stops nor repeats it', async () => {
    await addJob({ overlap: 'allow' })
    await planAt(after(60))
    await planAt(after(400 * 86_400))
    expect(await runs()).toHaveLength(2)
    // Noticed at one look, gone on with at the next.
    await planAt(after(120))
    await planAt(after(121))
    await planAt(after(180))
    expect((await runs()).map((run) => run.planned_for!.toISOString().slice(0, 16))).toEqual([
      '2026-03-02T10:01',
      '2027-04-06T10:00',
      '2026-03-02T10:02',
      '2026-03-02T10:03',
    ])
    expect(await nextRun()).toBe('2026-03-02T10:04')
  })

  it('leaves the newest runs in the log, however old they look', async () => {
    await addJob({ overlap: 'allow' })
    for (let minute = 1; minute <= 12; minute++) await planAt(after(minute * 60))
    await db.updateTable('job_run').set({ state: 'succeeded' }).execute()
    expect(await deleteOldRuns(db, { before: after(400 * 86_400), runs: 10, mostRuns: 100 })).toBe(2)
    expect((await plannedTimes())[0]).toBe('10:03')
    expect(await deleteOldRuns(db, { before: start, runs: 5, mostRuns: 7 })).toBe(3)
  })
})

describe('a run', () => {
  const planned = async (): Promise<number> => {
    await planAt(after(60))
    return (await runs()).at(-1)!.id
  }

  it('hands over parameters as the kind reads them, and keeps result, output and time', async () => {
    await addJob({ params: { seconds: '7', unknown: 1 } })
    const id = await planned()
    let given: unknown
    await runnerWith({
      async run({ params, attempt, trigger, dueAt, write }) {
        given = { params, attempt, trigger, dueAt }
        write('one\ntwo')
        write('x'.repeat(3000))
        for (let line = 0; line < 600; line++) write(`line ${line}`)
        return { zh: '好', en: 'done' }
      },
    }).run(id)
    expect(given).toEqual({ params: { seconds: 7, fails: false, note: '' }, attempt: 1, trigger: 'schedule', dueAt: after(60) })
    const [run] = await runs()
    expect(run).toMatchObject({ state: 'succeeded', result: { zh: '好', en: 'done' }, error: null })
    expect(run!.output).toHaveLength(500)
    expect(run!.output.slice(0, 2)).toEqual(['one', 'two'])
    expect(run!.output[2]).toHaveLength(1001)
    expect(run!.duration_ms).toBeGreaterThanOrEqual(0)
    expect((await db.selectFrom('job_run').select('dropped_lines').executeTakeFirstOrThrow()).dropped_lines).toBe(103)
  })

  it('that fails is tried again as often as the job says, after its pause', async () => {
    await addJob({ retries: 2 })
    const id = await planned()
    const attempts: number[] = []
    const runner = runnerWith({
      async run({ attempt }) {
        attempts.push(attempt)
        throw new Error('no luck')
      },
    })
    await runner.run(id)
    expect((await runs())[1]).toMatchObject({ trigger: 'retry', attempt: 2, state: 'waiting', due_at: new Date(now.getTime() + 30_000) })
    for (const attempt of [1, 2]) await runner.run((await runs())[attempt]!.id)
    expect(attempts).toEqual([1, 2, 3])
    expect((await runs()).map((run) => [run.state, run.error])).toEqual(Array.from({ length: 3 }, () => ['failed', 'no luck']))
    expect((await db.selectFrom('job_run').select('error_stack').executeTakeFirstOrThrow()).error_stack).toContain('runner.test.ts')
  })

  it('that takes too long is asked to end, and is not over before it has', async () => {
    await addJob({ timeout_seconds: 1 })
    const id = await planned()
    let sawSignal = false
    await runnerWith({
      async run({ signal }) {
        await new Promise((settle) => signal.addEventListener('abort', settle))
        sawSignal = true
        expect(await states()).toEqual(['running'])
        signal.throwIfAborted()
      },
    }).run(id)
    expect(sawSignal).toBe(true)
    expect((await runs())[0]).toMatchObject({ state: 'timed_out', error: 'run_timed_out' })
  })

  it('is stopped when somebody asks, and not tried again', async () => {
    await addJob({ retries: 3 })
    const id = await planned()
    const runner = runnerWith({ run: ({ signal }) => pause(60_000, undefined, { signal }) })
    const over = runner.run(id)
    while ((await states())[0] !== 'running') await pause(10)
    await db.updateTable('job_run').set({ is_stop_asked: true }).execute()
    await runner.tend()
    await over
    expect(await runs()).toMatchObject([{ state: 'stopped', error: 'run_stopped' }])
  })

  it('ends as interrupted when the platform stops, and is tried again', async () => {
    await addJob({ retries: 1 })
    const id = await planned()
    const runner = runnerWith({ run: ({ signal }) => pause(60_000, undefined, { signal }) })
    const over = runner.run(id)
    while ((await states())[0] !== 'running') await pause(10)
    await runner.stop()
    await over
    expect((await runs()).map((run) => [run.state, run.trigger])).toEqual([
      ['interrupted', 'schedule'],
      ['waiting', 'retry'],
    ])
  })

  it('of parameters that fit no more, or of a handler that is gone, fails and says so', async () => {
    const id = await addJob({ params: { seconds: -1 } })
    const runner = runnerWith({ run: async () => {} })
    await runner.run(await planned())
    await db.updateTable('job').set({ handler: 'no_such' }).where('id', '=', id).execute()
    await planAt(after(120))
    await runner.run((await runs())[1]!.id)
    expect((await runs()).map((run) => [run.state, run.error])).toEqual([
      ['failed', 'run_params_wrong'],
      ['failed', 'job_kind_missing'],
    ])
  })
})

describe('two runs of one job', () => {
  /** A run that is going on in another process' place, until it is let go. */
  async function goingOn(policy: Policy): Promise<{ first: Runner; second: Runner; letGo: () => void; over: Promise<void>; begun: string[] }> {
    await addJob(policy)
    const begun: string[] = []
    let letGo = (): void => undefined
    const held = new Promise<void>((settle) => (letGo = settle))
    const given: Given = {
      async run({ dueAt }) {
        begun.push(dueAt.toISOString().slice(11, 16))
        await held
      },
    }
    const [first, second] = [runnerWith(given), runnerWith(given)]
    await planAt(after(60))
    const over = first.run((await runs())[0]!.id)
    while (begun.length === 0) await pause(5)
    return { first, second, letGo, over, begun }
  }

  it('leave the second out where the job says skip', async () => {
    const { letGo, over } = await goingOn({ overlap: 'skip' })
    await planAt(after(120))
    expect((await runs())[1]).toMatchObject({ state: 'skipped', error: 'run_skipped_overlap' })
    letGo()
    await over
  })

  it('follow each other where it says queue, and so many wait and no more', async () => {
    const { second, letGo, over, begun } = await goingOn({ overlap: 'queue' })
    for (let minute = 2; minute <= 13; minute++) await planAt(after(minute * 60))
    expect((await states()).filter((state) => state === 'waiting')).toHaveLength(10)
    expect((await runs()).at(-1)).toMatchObject({ state: 'skipped', error: 'run_skipped_full' })
    const waiting = (await runs()).filter((run) => run.state === 'waiting').map((run) => run.id)
    await second.run(waiting[0]!)
    expect(begun).toHaveLength(1)
    letGo()
    await over
    // The one that came first goes first.
    await second.run(waiting[1]!)
    expect(begun).toHaveLength(1)
    await second.run(waiting[0]!)
    expect(begun).toEqual(['10:01', '10:02'])
  })

  it('go on beside each other where it says allow', async () => {
    const { second, letGo, over, begun } = await goingOn({ overlap: 'allow' })
    await planAt(after(120))
    const other = second.run((await runs())[1]!.id)
    while (begun.length < 2) await pause(5)
    letGo()
    await Promise.all([over, other])
    expect(await states()).toEqual(['succeeded', 'succeeded'])
  })

  it('never are the same run: it is begun by one process, and one call, only', async () => {
    await addJob()
    await planAt(after(60))
    const { id } = (await runs())[0]!
    let count = 0
    const runners = Array.from({ length: 4 }, () =>
      runnerWith({
        async run() {
          count += 1
          await pause(100)
        },
      }),
    )
    await Promise.all(runners.flatMap((runner) => [runner.run(id), runner.run(id)]))
    expect(count).toBe(1)
    await Promise.all(runners.map((runner) => runner.run(id)))
    expect(count).toBe(1)
  })
})

describe('a process that is gone', () => {
  it('leaves its run interrupted, to be tried again; one that is only slow does not', async () => {
    await addJob({ retries: 1 })
    await planAt(after(60))
    const { id } = (await runs())[0]!
    const other = runnerWith({ run: async () => {} })
    let letGo = (): void => undefined
    const slow = runnerWith({ run: () => new Promise((settle) => (letGo = settle)) })
    const over = slow.run(id)
    while ((await states())[0] !== 'running') await pause(5)
    await other.tend()
    expect(await states()).toEqual(['running'])
    // What the database sees of a killed process: its connection is gone.
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    )
    while ((await states())[0] === 'running') await other.tend()
    expect((await runs()).map((run) => [run.state, run.trigger, run.error])).toEqual([
      ['interrupted', 'schedule', 'run_interrupted'],
      ['waiting', 'retry', null],
    ])
    letGo()
    await over
    // What it still had to say changes nothing.
    expect((await states())[0]).toBe('interrupted')
  })

  it('leaves what had not begun to the others', async () => {
    await addJob()
    await planAt(after(60))
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    await runnerWith({ run: async () => {} }).tend()
    const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs`.execute(db)
    expect(rows.map((row) => row.key)).toEqual([`job_run:${(await runs())[0]!.id}`])
  })
})
