import { job } from '@nameplane/contract/system/job'
import type { TestApp } from './app.ts'

/** A job of an administrator's own, one that is paused, and a run that waits, of a third. */
export type FixtureJobs = { jobId: number; pausedJobId: number; runId: number }

export async function makeFixtureJobs({ call }: Pick<TestApp, 'call'>, name: string): Promise<FixtureJobs> {
  const add = async (title: string): Promise<number> => (await call(job.save, { name: title, handler: 'trial_run', cron: '0 3 * * *' })).data.id
  const jobId = await add(`job of ${name}`)
  const pausedJobId = await add(`paused job of ${name}`)
  await call(job.pause, { ids: [pausedJobId] })
  const { runId } = (await call(job.run, { id: await add(`third job of ${name}`) })).data
  return { jobId, pausedJobId, runId }
}
