import { describe, expect, it } from 'vitest'
import { after, stageJobs, start } from './jobs.testing.ts'
import { planDueRuns } from './planning.ts'
import { deleteOldRuns } from './run.store.ts'

const stage = stageJobs()
const { addJob, nextRun, planAt, plannedTimes, runs, states } = stage

describe('planning', () => {
  it('makes a run when its time comes, not before, and once however many plan it', async () => {
    await addJob()
    await planAt(after(59))
    expect(await runs()).toEqual([])
    const now = after(60)
    await Promise.all(Array.from({ length: 8 }, () => planDueRuns(stage.db, now)))
    expect(await plannedTimes()).toEqual(['10:01'])
    expect(await nextRun()).toBe('2026-03-02T10:02')
  })

  it('makes nothing of a paused job', async () => {
    const id = await addJob()
    await stage.db.updateTable('job').set({ status: 0 }).where('id', '=', id).execute()
    await planAt(after(3600))
    expect(await runs()).toEqual([])
  })

  it.each<['run_once' | 'skip', string, string[], string | null]>([
    ['run_once', 'waiting', ['14:00'], null],
    ['skip', 'skipped', ['14:00'], 'run_skipped_missed'],
  ])('after hours away, policy %s leaves one run: %s', async (misfire, state, times, error) => {
    await addJob({ misfire, cron: '0 * * * *', next_run_at: after(3600) })
    await planAt(after(4 * 3600 + 1800))
    expect(await plannedTimes()).toEqual(times)
    expect((await runs())[0]).toMatchObject({ state, error })
    expect(await nextRun()).toBe('2026-03-02T15:00')
  })

  it('says in its output, in the language of the platform, that it makes up for others', async () => {
    await addJob({ cron: '0 * * * *', next_run_at: after(3600) })
    await planAt(after(4 * 3600 + 1800))
    expect(await stage.db.selectFrom('job_run').select('output').execute()).toEqual([{ output: ['本次执行补上此前错过的执行'] }])
  })

  it('takes a time that just came for no missed one, though others before it were', async () => {
    await addJob({ misfire: 'skip' })
    await planAt(after(600))
    expect(await plannedTimes()).toEqual(['10:10'])
    expect(await states()).toEqual(['waiting'])
  })

  it('keeps every time apart over an hour that autumn brings twice', async () => {
    const now = new Date('2026-10-24T23:30:00Z')
    const id = await addJob({ cron: '30 * * * *', overlap: 'allow' })
    await stage.db
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
    await addJob({ cron: '*/10 * * * *', overlap: 'allow', next_run_at: after(600) })
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
    await stage.db.updateTable('job_run').set({ state: 'succeeded' }).execute()
    expect(await deleteOldRuns(stage.db, { before: after(400 * 86_400), runs: 10, mostRuns: 100 })).toBe(2)
    expect((await plannedTimes())[0]).toBe('10:03')
    expect(await deleteOldRuns(stage.db, { before: start, runs: 5, mostRuns: 7 })).toBe(3)
  })
})
