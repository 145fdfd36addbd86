import { startQueue } from '../../../jobs/worker.ts'
import { seedBuiltInJobs } from './built-in-jobs.ts'
import { runTask } from './run.store.ts'
import { Runner, type RunnerOptions } from './runner.ts'

const planEveryMs = 1000
const tendEveryMs = 2000

/** Starts what makes jobs run in this process, beside those of other processes on the same database. */
export async function startScheduler(options: RunnerOptions): Promise<{ stop(): Promise<void> }> {
  const { db, pool, log } = options
  await seedBuiltInJobs(db)
  const runner = new Runner(options)
  const queue = await startQueue(pool, { [runTask]: (payload) => runner.run((payload as { runId: number }).runId) }, log)
  const ends = [repeated(planEveryMs, () => runner.plan()), repeated(tendEveryMs, () => runner.tend())]
  return {
    async stop() {
      await Promise.all(ends.map((end) => end()))
      await runner.stop()
      await queue.stop()
    },
  }

  /** Does something again and again, each time after the last is done; answers how to end it. */
  function repeated(everyMs: number, work: () => Promise<void>): () => Promise<void> {
    let isOver = false
    let current: Promise<void> = Promise.resolve()
    let timer: NodeJS.Timeout
    let lastComplaint = ''
    const again = (): void => {
      current = work().then(
        () => void (lastComplaint = ''),
        (error: unknown) => {
          // A database that is away is said once, not every second.
          const complaint = String(error)
          if (complaint !== lastComplaint) log({ level: 'error', event: 'schedule', error: complaint })
          lastComplaint = complaint
        },
      )
      void current.then(() => {
        if (!isOver) timer = setTimeout(again, everyMs)
      })
    }
    timer = setTimeout(again, 0)
    return async () => {
      isOver = true
      clearTimeout(timer)
      await current
    }
  }
}
