import { nameserverCheck } from '@nameplane/contract/system/jobs/domain-jobs'
import { logDeleteOld, queryRollupDeleteOld } from '@nameplane/contract/system/jobs/maintenance-jobs'
import type { Db } from '../db/connection.ts'
import { seedBuiltInJobs } from '../features/system/job/built-in-jobs.ts'
import { endRun, insertRun } from '../features/system/job/run.store.ts'
import { Random } from './random.ts'

const dayMs = 86_400_000
const handlers = [logDeleteOld, queryRollupDeleteOld, nameserverCheck].map(({ name }) => name)

const failures = new Map([
  [`${nameserverCheck.name} 9`, 'run_no_resolver'],
  [`${queryRollupDeleteOld.name} 4`, 'run_timed_out'],
])

/** What marks seeded runs: a line of their output. */
export const demoOutput = 'sample data'

/** A run of some of the platform's own jobs on each of the last 14 days, of which two went wrong. */
export async function plantRuns(db: Db, now: Date): Promise<void> {
  await seedBuiltInJobs(db)
  const jobs = await db.selectFrom('job').select(['id', 'name', 'handler', 'params']).where('name', 'is', null).where('handler', 'in', handlers).orderBy('handler').execute() // oxfmt-ignore
  await db.transaction().execute(async (tx) => {
    for (let daysAgo = 14; daysAgo >= 1; daysAgo -= 1) {
      for (const [index, job] of jobs.entries()) {
        const random = new Random(`run ${daysAgo} of ${job.handler}`)
        const plannedFor = new Date(Math.floor(now.getTime() / dayMs) * dayMs - daysAgo * dayMs + (120 + 30 * index) * 60_000)
        const id = await insertRun(tx, { job, trigger: 'schedule', plannedFor, dueAt: plannedFor, now: plannedFor, output: [demoOutput] })
        if (id === null) continue
        await tx.updateTable('job_run').set({ state: 'running', started_at: plannedFor }).where('id', '=', id).execute()
        const failure = failures.get(`${job.handler} ${daysAgo}`) ?? null
        const durationMs = failure === 'run_timed_out' ? 600_000 : random.between(40, 4_000)
        await endRun(tx, id, {
          state: failure === null ? 'succeeded' : failure === 'run_timed_out' ? 'timed_out' : 'failed',
          ...{ endedAt: new Date(plannedFor.getTime() + durationMs), durationMs, result: null, error: failure, errorStack: null },
        })
      }
    }
  })
}
