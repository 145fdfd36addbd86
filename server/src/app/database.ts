import type { Pool } from 'pg'
import { openDb, openPool, type Db } from '../db/connection.ts'
import { startEmbeddedDatabase } from '../db/embedded/embedded-database.ts'
import type { Log } from '../jobs/worker.ts'
import { EnvironmentProblem } from '../environment-problem.ts'
import type { Environment } from '../environment.ts'

export type OpenDatabase = {
  db: Db
  pool: Pool
  /** The embedded server was started by another program that still runs, and ends with it. */
  isAdopted: boolean
  stop(): Promise<void>
}

/** Told when an embedded server ends although nobody stopped it, or cannot be started again, and when it is back. */
type DatabaseNews = { down: (reason: string) => void; up: () => void }

/** Writes them into the log, the same reason once: it is tried again every few seconds. @param restarted told what had ended one that is back */
export function databaseNews(log: Log, restarted: (cause: string) => void): DatabaseNews {
  let said = ''
  let cause: string | null = null
  return {
    down(reason) {
      const kind = reason.replaceAll(/\d+/g, '')
      if (kind !== said) log({ level: 'error', event: 'database down, restarting', reason })
      said = kind
      cause ??= reason
    },
    up() {
      said = ''
      if (cause !== null) restarted(cause)
      cause = null
      log({ level: 'warn', event: 'database restored' })
    },
  }
}

/** The shared database of NAMEPLANE_DATABASE_URL, else the embedded one in the data folder; `isShared` as its starter takes it. */
export async function openDatabase(
  environment: Environment,
  on: DatabaseNews & { progress: (line: string) => void; lost: (reason: string) => void },
  isShared: boolean,
): Promise<OpenDatabase> {
  const embedded =
    environment.databaseUrl === null
      ? await startEmbeddedDatabase({ dataFolder: environment.dataFolder, isShared, onProgress: on.progress, onDown: on.down, onUp: on.up, onLost: on.lost })
      : null
  const pool = openPool({ connectionString: environment.databaseUrl ?? embedded!.connectionString })
  const db = openDb(pool)
  if (environment.databaseUrl !== null) {
    try {
      await pool.query('select 1')
    } catch (cause) {
      await db.destroy()
      // The URL is not repeated: it holds a password.
      const { message, code } = cause as { message?: string; code?: string }
      throw new EnvironmentProblem('NAMEPLANE_DATABASE_URL', `The database cannot be used (${(message || code || String(cause)).split('\n')[0]})`)
    }
  }
  return {
    db,
    pool,
    isAdopted: embedded?.isAdopted ?? false,
    async stop() {
      await db.destroy()
      await embedded?.stop()
    },
  }
}
