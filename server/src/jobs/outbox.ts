import { Logger, run, type Runner } from 'graphile-worker'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { Pool } from 'pg'

/*
 * Work that a transaction leaves behind: asked for inside it, begun once it is committed, and never when it is not. Each kind
 * of work runs in one process at a time, and looks for itself what there is to do.
 */

export type OutboxWork = {
  /** Letters and underscores. */
  readonly name: string
  /** Does all that is due; answers when the next is, or null. Called every minute besides. */
  readonly work: (signal: AbortSignal) => Promise<Date | null>
}

/** Asks for work once `tx` is committed, or at a later time. */
export async function askForWork(tx: QueryExecutorProvider, name: string, at: Date | null = null): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, queue_name := ${name}, run_at := ${at}::timestamptz, max_attempts := 1)`.execute(tx)
}

/** Begins to do work that was asked for, in this process until `stop`. */
export async function startOutbox(pool: Pool, works: readonly OutboxWork[], log: (line: Record<string, unknown>) => void): Promise<Runner> {
  const stopping = new AbortController()
  const runner = await run({
    pgPool: pool,
    concurrency: works.length,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log({ level, event: 'outbox', message })
    }),
    taskList: Object.fromEntries(
      works.map(({ name, work }) => [
        name,
        async (_payload, helpers) => {
          const next = await work(stopping.signal)
          if (next) await helpers.addJob(name, {}, { queueName: name, runAt: next, maxAttempts: 1, jobKey: `${name}_next` })
        },
      ]),
    ),
    crontab: works.map(({ name }) => `* * * * * ${name} ?queue=${name}&max=1`).join('\n'),
  })
  const stop = runner.stop.bind(runner)
  runner.stop = async (...reason) => {
    stopping.abort()
    await stop(...reason)
  }
  return runner
}
