import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { openDatabase } from '../app/database.ts'
import { openDataKeys } from '../keys/data-keys.ts'
import { dataFolderNames } from '../data-folder.ts'
import type { Db } from '../db/connection.ts'
import { isMigrated, migrateDb } from '../db/migrate.ts'
import { readEnvironment, type Environment } from '../environment.ts'
import { OperatorProblem } from './operator-problem.ts'

export type PlatformDatabase = { environment: Environment; db: Db; pool: Pool }

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Opens the platform's database for one piece of work beside the server or without it: the embedded server of a running
 * platform is shared, else it is started for as long as the work takes. Nothing is made: where there is no platform yet,
 * that is said.
 * @throws OperatorProblem, EnvironmentProblem, EmbeddedDatabaseProblem with one line for the operator.
 */
export async function withPlatformDatabase<Result>(variables: Variables, work: (platform: PlatformDatabase) => Promise<Result>): Promise<Result> {
  const folder = resolve(variables['NAMEPLANE_DATA'] || './data')
  if (!variables['NAMEPLANE_DATABASE_URL'] && !existsSync(join(folder, dataFolderNames.database, 'cluster'))) {
    throw new OperatorProblem(`No platform in ${folder} yet. Set NAMEPLANE_DATA to its folder, or start it once with npm start.`)
  }
  return opened(readEnvironment(variables), { work, mayMake: false, progress: () => {} })
}

/** The same for an environment that was read already; the database may be empty, and an embedded one is made. */
export async function openPlatformDatabase<Result>(
  environment: Environment,
  work: (platform: PlatformDatabase) => Promise<Result>,
  progress: (line: string) => void = () => {},
): Promise<Result> {
  return opened(environment, { work, mayMake: true, progress })
}

async function opened<Result>(
  environment: Environment,
  { work, mayMake, progress }: { work: (platform: PlatformDatabase) => Promise<Result>; mayMake: boolean; progress: (line: string) => void },
): Promise<Result> {
  const lost = (reason: string) => progress(`database connection lost: ${reason}`)
  const database = await openDatabase(environment, { progress, down: lost, up: () => progress('database connection restored'), lost }, false)
  try {
    const { db, pool } = database
    if (mayMake) await migrateDb(db)
    else if (!(await has(db, 'audit_entry'))) throw new OperatorProblem('No platform in the database yet. Start it once with npm start.')
    else if (!(await isMigrated(db))) throw new OperatorProblem('The database is from an older version. Start the platform once with npm start.')
    await openDataKeys(db, environment)
    return await work({ environment, db, pool })
  } finally {
    await database.stop()
  }
}

async function has(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass(${table}) is not null as "isThere"`.execute(db)
  return rows[0]?.isThere === true
}
