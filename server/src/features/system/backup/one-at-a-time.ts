import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'

/** Makes, restores or tries one backup at a time, over all processes on this database. @throws Problem backup_busy */
export async function oneAtATime<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(hashtextextended('backup', 0)) as taken`.execute(connection)
    if (!rows[0]!.taken) throw new Problem('backup_busy')
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended('backup', 0))`.execute(connection)
    }
  })
}
