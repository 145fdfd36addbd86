import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { openDatabase } from '../app/database.ts'
import { setAuditKey } from '../changes/audit.ts'
import { dataFolderNames } from '../data-folder.ts'
import type { Db } from '../db/connection.ts'
import { readEnvironment, type Environment } from '../environment.ts'
import { setSecretKey } from '../secrets/seal.ts'
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
    throw new OperatorProblem(`there is no platform in ${folder} yet; set NAMEPLANE_DATA to its folder, or start it once with npm start`)
  }
  return openPlatformDatabase(readEnvironment(variables), async (platform) => {
    if (!(await isMigrated(platform.db))) throw new OperatorProblem('the database holds no platform yet; start it once with npm start')
    return work(platform)
  })
}

/** The same for an environment that was read already; the database may be empty, and an embedded one is made. */
export async function openPlatformDatabase<Result>(
  environment: Environment,
  work: (platform: PlatformDatabase) => Promise<Result>,
  progress: (line: string) => void = () => {},
): Promise<Result> {
  const database = await openDatabase(environment, { progress, lost: (reason) => progress(`the database was lost: ${reason}`) }, false)
  try {
    setAuditKey(environment.masterKey)
    setSecretKey(environment.masterKey)
    return await work({ environment, db: database.db, pool: database.pool })
  } finally {
    await database.stop()
  }
}

async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('audit_entry') is not null as "isThere"`.execute(db)
  return rows[0]?.isThere === true
}
