import { readInput } from '@nameplane/contract/issues'
import { cronWords } from '@nameplane/contract/system/cron-words'
import { jobKinds } from '@nameplane/contract/system/job-kinds'
import { job } from '@nameplane/contract/system/job'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { findJob, listJobs } from './job.store.ts'
import { nextTimes } from './next-times.ts'
import { findRun, listRuns } from './run.store.ts'
import { changeJob, createJob, removeJobs, runJob, setJobStatus, stopRun } from './job.service.ts'

const previewed = 10

/** Every kind as the API tells it. */
const handlers = jobKinds.map(({ name, title, does, params, own }) => {
  const read = readInput(params, {})
  return { name, title, does, params: read.isRight ? (read.value as Record<string, unknown>) : {}, cron: own?.cron ?? null, isOwn: own !== null }
})

export function jobRoutes(now: () => Date): Route[] {
  return [
    route(job.list, async ({ db, input }) => ({ data: await listJobs(db, input) })),
    route(job.info, async ({ db, input }) => {
      const data = await findJob(db, input.id)
      if (!data) throw new Problem('job_missing')
      return { data }
    }),
    route(job.handlers, () => ({ data: handlers })),
    route(job.preview, ({ input: { cron, timeZone } }) => ({
      data: { words: { zh: cronWords(cron, 'zh') ?? '', en: cronWords(cron, 'en') ?? '' }, times: nextTimes(cron, timeZone, now(), previewed) },
    })),
    route(job.save, async ({ db, actor, input }) => ({ data: { id: await createJob(db, actor, input) } })),
    route(job.update, async ({ db, actor, input }) => (await changeJob(db, actor, input), {})),
    route(job.delete, async ({ db, actor, input }) => (await removeJobs(db, actor, input.ids), {})),
    route(job.pause, async ({ db, actor, input }) => (await setJobStatus(db, actor, input.ids, 0), {})),
    route(job.resume, async ({ db, actor, input }) => (await setJobStatus(db, actor, input.ids, 1), {})),
    route(job.run, async ({ db, actor, input }) => ({ data: { runId: await runJob(db, actor, input.id) } })),
    route(job.logList, async ({ db, input }) => ({ data: await listRuns(db, input) })),
    route(job.logInfo, async ({ db, input }) => {
      const data = await findRun(db, input.id)
      if (!data) throw new Problem('run_missing')
      return { data }
    }),
    route(job.logStop, async ({ db, actor, input }) => (await stopRun(db, actor, input.id), {})),
  ]
}
