import { schedule } from '@nameplane/contract/system/schedule'
import type { TestApp } from './app.ts'

/** A job of an administrator's own, one that is paused, and a run that waits, of a third. */
export type FixtureSchedule = { jobId: number; pausedJobId: number; runId: number }

export async function makeFixtureSchedule({ call }: Pick<TestApp, 'call'>, name: string): Promise<FixtureSchedule> {
  const add = async (title: string): Promise<number> => (await call(schedule.save, { name: title, handler: 'trial_run', cron: '0 3 * * *' })).data.id
  const jobId = await add(`job of ${name}`)
  const pausedJobId = await add(`paused job of ${name}`)
  await call(schedule.pause, { ids: [pausedJobId] })
  const { runId } = (await call(schedule.run, { id: await add(`third job of ${name}`) })).data
  return { jobId, pausedJobId, runId }
}
