import type { Pool } from 'pg'
import { openDb, openPool, type Db } from '../db/connection.ts'
import { startEmbeddedDatabase } from '../db/embedded/embedded-database.ts'
import { EnvironmentProblem } from '../environment-problem.ts'
import type { Environment } from '../environment.ts'

export type OpenDatabase = { db: Db; pool: Pool; stop(): Promise<void> }

/** The shared database of NAMEPLANE_DATABASE_URL, else the embedded one in the data folder; `isShared` as its starter takes it. */
export async function openDatabase(
  environment: Environment,
  on: { progress: (line: string) => void; lost: (reason: string) => void },
  isShared: boolean,
): Promise<OpenDatabase> {
  const embedded =
    environment.databaseUrl === null
      ? await startEmbeddedDatabase({ dataFolder: environment.dataFolder, isShared, onProgress: on.progress, onLost: on.lost })
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
      throw new EnvironmentProblem('NAMEPLANE_DATABASE_URL', `the database cannot be used (${(message || code || String(cause)).split('\n')[0]})`)
    }
  }
  return {
    db,
    pool,
    async stop() {
      await db.destroy()
      await embedded?.stop()
    },
  }
}
