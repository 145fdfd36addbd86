import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sent } from '@nameplane/contract/endpoint'
import { jobKinds } from '@nameplane/contract/system/job-kinds'
import { job as calls, type Job } from '@nameplane/contract/system/job'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { trailOf } from '../../../../../tests/support/audit-trail.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { seedBuiltInJobs } from './built-in-jobs.ts'
import { planDueRuns } from './planning.ts'

let test: TestApp
const now = new Date('2026-03-28T12:00:00Z')
beforeAll(async () => {
  test = await createTestApp({ now: () => now })
  await seedBuiltInJobs(test.db)
})
afterAll(() => test.close())

const fields = { handler: 'trial_run', cron: '0 3 * * *' }
const save = async (name: string, more: Partial<Sent<typeof calls.save>> = {}): Promise<number> =>
  (await test.call(calls.save, { name, ...fields, ...more })).data.id
const find = async (id: number): Promise<Job> => (await test.call(calls.info, { id })).data
async function builtInJob(handler: string): Promise<Job> {
  const [job] = (await test.call(calls.list, { handler, own: true })).data.list
  return job!
}

describe('a job', () => {
  it('is kept with its parameters as their kind reads them, and its next time', async () => {
    const id = await save('nightly', { params: { seconds: '9', other: 'x' }, timeZone: 'Asia/Shanghai', cron: ' 0  3 * *   * ' })
    expect(await find(id)).toMatchObject({
      name: 'nightly',
      handler: 'trial_run',
      params: { seconds: 9, fails: false, note: '' },
      cron: '0 3 * * *',
      timeZone: 'Asia/Shanghai',
      status: 1,
      overlap: 'skip',
      misfire: 'run_once',
      timeoutSeconds: 600,
      retries: 0,
      isOwn: false,
      lastRun: null,
      runningCount: 0,
      averageMs: null,
      rowVersion: 1,
    })
    const { nextTime } = await find(id)
    expect(nextTime!.slice(11)).toBe('19:00:00.000Z')
    expect(new Date(nextTime!).getTime()).toBeGreaterThan(Date.now() - 5000)
  })

  it.each<[string, Partial<Sent<typeof calls.save>>, Record<string, string>]>([
    ['without a name', { name: '' }, { name: 'required' }],
    ['with four fields', { cron: '* * * *' }, { cron: 'cron_five_fields' }],
    ['with a field that is not right', { cron: '0 25 * * *' }, { cron: 'cron_field_invalid' }],
    ['for a day that never comes', { cron: '0 0 30 2 *' }, { cron: 'cron_never' }],
    ['in a zone there is none of', { timeZone: 'Asia/Atlantis' }, { timeZone: 'time_zone_unknown' }],
    ['of a kind there is none of', { handler: 'rm_rf' }, { handler: 'job_kind_missing' }],
    ['with a parameter beyond its bounds', { params: { seconds: 4000 } }, { 'params.seconds': 'number_too_big' }],
    ['with parameters of wrong types', { params: { seconds: 'x', note: 1 } }, { 'params.seconds': 'invalid_value', 'params.note': 'invalid_value' }],
    ['for every fault at once', { cron: 'x', params: { seconds: -1 } }, { cron: 'cron_five_fields', 'params.seconds': 'number_too_small' }],
    ['with a policy there is none of', { overlap: 'kill' as 'skip' }, { overlap: 'invalid_value' }],
    ['without time', { timeoutSeconds: 0 }, { timeoutSeconds: 'number_too_small' }],
    ['with eleven tries', { retries: 11 }, { retries: 'number_too_big' }],
  ])('is refused %s, at its field', async (_, more, refused) => {
    expect(await refusalOf(save('refused', more))).toMatchObject({ fields: refused })
  })

  it('has a name of its own, in any case of letters', async () => {
    const id = await save('Mine')
    expect(await refusalOf(save('mine'))).toMatchObject({ problem: 'job_name_taken', fields: { name: 'job_name_taken' } })
    await save('İ')
    expect(await refusalOf(save('İ'))).toMatchObject({ problem: 'job_name_taken' })
    const answers = await Promise.allSettled(['twin', 'TWIN', 'Twin'].map((twin) => save(twin)))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    await test.call(calls.update, { id, name: 'MINE', ...fields })
    expect(await find(id)).toMatchObject({ name: 'MINE', rowVersion: 2 })
  })

  it('is changed only as it was seen, and moves its time only when its times change', async () => {
    const id = await save('seen')
    const { nextTime } = await find(id)
    await test.call(calls.update, { id, name: 'seen', ...fields, remark: 'kept', rowVersion: 1 })
    expect((await find(id)).nextTime).toBe(nextTime)
    await test.call(calls.update, { id, name: 'seen', ...fields, cron: '30 3 * * *', rowVersion: 2 })
    expect((await find(id)).nextTime!.slice(11, 16)).toBe('03:30')
    expect(await refusalOf(test.call(calls.update, { id, name: 'seen', ...fields, rowVersion: 1 }))).toMatchObject({ problem: 'changed_meanwhile' })
    expect(await refusalOf(test.call(calls.update, { id: 999_999, name: 'x', ...fields }))).toMatchObject({ problem: 'job_missing' })
  })

  it('has no next time while it is paused, and one again when it is resumed', async () => {
    const id = await save('paused')
    await test.call(calls.pause, { ids: [id] })
    expect(await find(id)).toMatchObject({ status: 0, nextTime: null })
    await test.call(calls.resume, { ids: [id] })
    expect((await find(id)).nextTime).not.toBeNull()
  })

  it('is deleted, and what it did stays in the log', async () => {
    const id = await save('deleted')
    const { runId } = (await test.call(calls.run, { id })).data
    await test.call(calls.delete, { ids: [id] })
    expect(await refusalOf(test.call(calls.info, { id }))).toMatchObject({ problem: 'job_missing' })
    expect((await test.call(calls.logInfo, { id: runId })).data).toMatchObject({ jobId: null, jobName: 'deleted' })
  })

  it('is not deleted, nor run a second time, while it runs', async () => {
    const id = await save('busy')
    const { runId } = (await test.call(calls.run, { id })).data
    await test.db.updateTable('job_run').set({ state: 'running' }).where('id', '=', runId).execute()
    expect(await refusalOf(test.call(calls.delete, { ids: [id] }))).toMatchObject({ problem: 'job_running' })
    expect(await refusalOf(test.call(calls.run, { id }))).toMatchObject({ problem: 'job_running', params: { name: 'busy' } })
    expect(await find(id)).toMatchObject({ runningCount: 1, lastRun: { id: runId, state: 'running', trigger: 'manual' } })
    await test.call(calls.logStop, { id: runId })
    expect((await test.db.selectFrom('job_run').select('is_stop_asked').where('id', '=', runId).executeTakeFirstOrThrow()).is_stop_asked).toBe(true)
  })

  it('leaves audit entries', async () => {
    const id = await save('audited')
    await test.call(calls.update, { id, name: 'audited', ...fields, cron: '5 4 * * *' })
    await test.call(calls.pause, { ids: [id] })
    await test.call(calls.resume, { ids: [id] })
    const { runId } = (await test.call(calls.run, { id })).data
    await test.call(calls.logStop, { id: runId })
    await test.call(calls.delete, { ids: [id] })
    const entries = await trailOf(test, 'job', id)
    expect(entries.map((entry) => entry.action)).toEqual(['job.create', 'job.update', 'job.pause', 'job.resume', 'job.run', 'job.stop', 'job.delete'])
    expect(entries[1]).toMatchObject({ target_name: 'audited', before: { cron: '0 3 * * *' }, after: { cron: '5 4 * * *' } })
  })
})

describe("the platform's own jobs", () => {
  it('are all there, once, and every kind says what it does in both languages', async () => {
    await seedBuiltInJobs(test.db)
    const { list } = (await test.call(calls.list, { own: true, limit: 200 })).data
    expect(list.map((job) => job.handler).sort()).toEqual(
      jobKinds
        .filter((kind) => kind.own)
        .map((kind) => kind.name)
        .sort(),
    )
    for (const { does, title, fields: shown, params } of jobKinds) {
      for (const words of [does, title, ...shown.map((field) => field.label)]) expect(words.zh === '' || words.en === '').toBe(false)
      expect(Object.keys((params as unknown as { shape: object }).shape)).toEqual(shown.map((field) => field.member))
    }
  })

  it('can be given other times and parameters, which a later start leaves alone, but no other handler', async () => {
    const job = await builtInJob('query_rollup_delete_old')
    const sent = { id: job.id, handler: job.handler, cron: '5 5 * * *', timeZone: 'Europe/Berlin', params: { keepDays: 60 } }
    await test.call(calls.update, sent)
    await seedBuiltInJobs(test.db)
    expect(await find(job.id)).toMatchObject({ cron: '5 5 * * *', params: { keepDays: 60 }, isOwn: true, name: '' })
    expect(await refusalOf(test.call(calls.update, { ...sent, handler: 'trial_run', params: {} }))).toMatchObject({ fields: { handler: 'job_own_kind' } })
  })

  it('cannot be deleted; some can be paused and some cannot', async () => {
    const [anchor, captcha] = [await builtInJob('audit_anchor'), await builtInJob('captcha_delete_old')]
    expect(await refusalOf(test.call(calls.delete, { ids: [captcha.id] }))).toMatchObject({ problem: 'job_own_stays' })
    expect(await refusalOf(test.call(calls.pause, { ids: [captcha.id, anchor.id] }))).toMatchObject({ problem: 'job_stays_on' })
    expect((await find(captcha.id)).status).toBe(1)
    await test.call(calls.pause, { ids: [captcha.id] })
    expect((await find(captcha.id)).status).toBe(0)
  })

  it('are found by their names in both languages', async () => {
    for (const search of ['审计锚点', 'audit trail', 'audit_anchor'])
      expect((await test.call(calls.list, { search })).data.list.map((job) => job.handler)).toEqual(['audit_anchor'])
  })
})

describe('a preview', () => {
  it('tells the next ten times in a zone, through a change of clocks, and in words', async () => {
    const { words, times } = (await test.call(calls.preview, { cron: '30 2 * * *', timeZone: 'Europe/Berlin' })).data
    expect(words).toEqual({ zh: '每天 02:30', en: 'Every day at 02:30' })
    expect(times).toHaveLength(10)
    expect(times.slice(0, 2)).toEqual(['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'])
  })

  it('refuses what a job would be refused for', async () => {
    expect(await refusalOf(test.call(calls.preview, { cron: '0 0 30 2 *' }))).toMatchObject({ fields: { cron: 'cron_never' } })
  })
})

describe('the log', () => {
  it('is filtered by job, state, trigger and time, newest first', async () => {
    const id = await save('logged', { cron: '* * * * *', overlap: 'allow' })
    await sql`update job set next_run_at = '2026-05-01T00:00:00Z', planned_at = '2026-05-01T00:00:00Z' where id = ${id}`.execute(test.db)
    await sql`update job set next_run_at = null where id <> ${id}`.execute(test.db)
    for (const minute of [0, 1, 2]) await planDueRuns(test.db, new Date(`2026-05-01T00:0${minute}:00Z`))
    await test.db.updateTable('job_run').set({ state: 'failed', error: 'out of paper' }).where('planned_for', '=', new Date('2026-05-01T00:01:00Z')).execute()
    const list = async (query: Sent<typeof calls.logList>) => (await test.call(calls.logList, { jobId: id, ...query })).data
    const minutes = async (query: Sent<typeof calls.logList>) => (await list(query)).list.map((run) => run.plannedTime!.slice(14, 16))
    expect(await minutes({})).toEqual(['02', '01', '00'])
    expect(await minutes({ state: 'failed' })).toEqual(['01'])
    expect(await minutes({ search: 'paper' })).toEqual(['01'])
    expect(await minutes({ trigger: 'manual' })).toEqual([])
    expect(await minutes({ from: '2026-05-01T08:01:00+08:00', to: '2026-05-01T00:01:30Z' })).toEqual(['01'])
    expect(await minutes({ page: 2, limit: 2 })).toEqual(['00'])
    expect((await list({ limit: 1 })).totalCount).toBe(3)
  })

  it('says of a wrong moment that it is wrong, and of a run that is over that it is', async () => {
    expect(await refusalOf(test.call(calls.logList, { from: 'yesterday' }))).toMatchObject({ fields: { from: 'invalid_value' } })
    const id = await save('over')
    const { runId } = (await test.call(calls.run, { id })).data
    await test.call(calls.logStop, { id: runId })
    expect((await test.call(calls.logInfo, { id: runId })).data).toMatchObject({ state: 'stopped', startedBy: 'admin', trigger: 'manual' })
    expect(await refusalOf(test.call(calls.logStop, { id: runId }))).toMatchObject({ problem: 'run_over' })
    expect(await refusalOf(test.call(calls.logInfo, { id: 999_999 }))).toMatchObject({ problem: 'run_missing' })
  })
})

it('jobs are seen by whoever may read them and changed by whoever may write them', async () => {
  const reader = await test.tokenWith(['schedule.read'])
  const id = await save('of others')
  expect((await test.call(calls.list, {}, reader)).data.totalCount).toBeGreaterThan(0)
  expect((await test.call(calls.handlers, {}, reader)).data.map((kind) => kind.name)).toContain('trial_run')
  for (const call of [
    () => test.call(calls.run, { id }, reader),
    () => test.call(calls.pause, { ids: [id] }, reader),
    () => test.call(calls.save, { name: 'x', ...fields }, reader),
  ])
    expect(await refusalOf(call())).toMatchObject({ problem: 'right_missing' })
  const other = await test.tokenWith(['domain.write'])
  expect(await refusalOf(test.call(calls.logList, {}, other))).toMatchObject({ problem: 'right_missing' })
})
