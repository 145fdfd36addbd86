import { Logger, run, runMigrations, type Runner } from 'graphile-worker'
import type { Pool } from 'pg'

/** Recurring work of the platform; with several server processes each run happens once. */
export type RecurringJob = {
  /** Letters, digits and underscores. */
  name: string
  /** Five cron fields, UTC. */
  pattern: string
  work: () => Promise<void>
}

export type Log = (line: Record<string, unknown>) => void

function loggerFor(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning') log({ level, event: 'jobs', message, ...(meta && 'error' in meta ? { error: String(meta['error']) } : {}) })
  })
}

/** Installs the queue's own tables; part of every migration run. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: loggerFor(() => {}) })
}

export async function startJobs(pool: Pool, jobs: readonly RecurringJob[], log: Log): Promise<Runner> {
  return run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    logger: loggerFor(log),
    taskList: Object.fromEntries(jobs.map((job) => [job.name, async () => job.work()])),
    crontab: jobs.map((job) => `${job.pattern} ${job.name}`).join('\n'),
  })
}
