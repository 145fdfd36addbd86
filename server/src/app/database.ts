import type { Pool } from 'pg'
import { openDb, openPool, type Db } from '../db/connection.ts'
import { startEmbeddedDatabase } from '../db/embedded/embedded-database.ts'
import type { Environment } from '../environment.ts'

export type OpenDatabase = { db: Db; pool: Pool; stop(): Promise<void> }

/** The shared database of NAMEPLANE_DATABASE_URL, else the embedded one in the data folder. */
export async function openDatabase(environment: Environment, on: { progress: (line: string) => void; lost: (reason: string) => void }): Promise<OpenDatabase> {
  const embedded = environment.databaseUrl === null ? await startEmbeddedDatabase({ dataFolder: environment.dataFolder, onProgress: on.progress, onLost: on.lost }) : null
  const pool = openPool({ connectionString: environment.databaseUrl ?? embedded!.connectionString })
  const db = openDb(pool)
  return {
    db,
    pool,
    async stop() {
      await db.destroy()
      await embedded?.stop()
    },
  }
}
