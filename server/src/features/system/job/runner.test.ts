import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../problem.ts'
import { after, stageJobs, type Given, type Policy } from './jobs.testing.ts'
import { findRun } from './run.store.ts'
import type { Runner } from './runner.ts'

const stage = stageJobs()
const { addJob, planAt, runnerWith, runs, states } = stage

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
    expect((await stage.db.selectFrom('job_run').select('dropped_lines').executeTakeFirstOrThrow()).dropped_lines).toBe(103)
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
    expect((await runs())[1]).toMatchObject({ trigger: 'retry', attempt: 2, state: 'waiting', due_at: new Date(stage.now.getTime() + 30_000) })
    for (const attempt of [1, 2]) await runner.run((await runs())[attempt]!.id)
    expect(attempts).toEqual([1, 2, 3])
    expect((await runs()).map((run) => [run.state, run.error])).toEqual(Array.from({ length: 3 }, () => ['failed', 'no luck']))
    expect((await stage.db.selectFrom('job_run').select('error_stack').executeTakeFirstOrThrow()).error_stack).toContain('runner.test.ts')
  })

  it('that refuses by a problem is worded in the language of whoever reads it, without a stack', async () => {
    await addJob()
    const id = await planned()
    await runnerWith({
      async run() {
        throw new Problem('run_failed_as_set')
      },
    }).run(id)
    expect(await findRun(stage.db, id)).toMatchObject({
      state: 'failed',
      error: 'run_failed_as_set',
      errorText: { zh: '试运行已按设置失败', en: 'Trial run failed as configured' },
      errorStack: null,
    })
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
    await stage.db.updateTable('job_run').set({ is_stop_asked: true }).execute()
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
    await stage.db.updateTable('job').set({ handler: 'no_such' }).where('id', '=', id).execute()
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
      stage.db,
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
    await sql`delete from graphile_worker._private_jobs`.execute(stage.db)
    await runnerWith({ run: async () => {} }).tend()
    const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs`.execute(stage.db)
    expect(rows.map((row) => row.key)).toEqual([`job_run:${(await runs())[0]!.id}`])
  })
})
