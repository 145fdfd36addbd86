import { Logger, run, runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import { patientPool } from './patient-pool.ts'

export type Log = (line: Record<string, unknown>) => void

/** As many runs as one process is at. */
const concurrency = 8
const stopGraceMs = 5000

function loggerFor(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning') log({ level, event: 'jobs', message, ...(meta && 'error' in meta ? { error: String(meta['error']) } : {}) })
  })
}

/** Installs the queue's own tables; part of every migration run. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: patientPool(pool), logger: loggerFor(() => {}) })
}

/** Takes work from the queue in this process; each piece goes to one process only. */
export async function startQueue(pool: Pool, tasks: Record<string, (payload: unknown) => Promise<void>>, log: Log): Promise<{ stop(): Promise<void> }> {
  const runner = await run({ pgPool: patientPool(pool), concurrency, noHandleSignals: true, logger: loggerFor(log), taskList: tasks })
  return {
    async stop() {
      let timer: NodeJS.Timeout | undefined
      // Work that does not heed that it should end does not keep the platform from ending.
      await Promise.race([runner.stop(), new Promise((settle) => (timer = setTimeout(settle, stopGraceMs)))])
      clearTimeout(timer)
    },
  }
}
