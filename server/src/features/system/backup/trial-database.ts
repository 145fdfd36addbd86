import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { openDb, openPool, type Db } from '../../../db/connection.ts'
import { migrateDb } from '../../../db/migrate.ts'
import { BackupRefusal } from './backup-refusal.ts'

const prefix = 'nameplane_trial_'

/**
 * Gives the work an empty database of this version on the same server, or, where the database user may make none, a schema
 * of its own in the same database; either is gone afterwards.
 * @throws BackupRefusal when neither is allowed
 */
export async function withTrialDatabase<Result>(db: Db, pool: Pool, work: (trial: Db) => Promise<Result>): Promise<Result> {
  await removeLeftovers(db)
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  const connectionString = pool.options.connectionString
  if (connectionString === undefined) throw new BackupRefusal('backup_trial_not_allowed')
  if (await isAllowed(() => sql`create database ${sql.id(name)} template template0`.execute(db))) {
    return inTrial(openPool({ connectionString: inDatabase(connectionString, name) }, 2), undefined, work, () => sql`drop database ${sql.id(name)}`.execute(db))
  }
  if (!(await isAllowed(() => sql`create schema ${sql.id(name)}`.execute(db)))) throw new BackupRefusal('backup_trial_not_allowed')
  return inTrial(openPool({ connectionString: inSchema(connectionString, name) }, 2), name, work, () => sql`drop schema ${sql.id(name)} cascade`.execute(db))
}

async function inTrial<Result>(pool: Pool, schema: string | undefined, work: (trial: Db) => Promise<Result>, remove: () => Promise<unknown>): Promise<Result> {
  const trial = openDb(pool)
  try {
    await migrateDb(trial, schema)
    return await work(trial)
  } finally {
    await trial.destroy()
    await remove()
  }
}

/** Databases of trials whose process was killed; one that is in use refuses to go. */
async function removeLeftovers(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select datname as name from pg_database where datname like ${`${prefix}%`}`.execute(db)
  for (const { name } of rows) await sql`drop database ${sql.id(name)}`.execute(db).catch(() => {})
}

/** Whether the database let us; other refusals than of the right are thrown. */
async function isAllowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (cause) {
    if ((cause as { code?: unknown }).code === '42501') return false
    throw cause
  }
}

/** The same server, another database; a socket's form (`postgres://user@/name?host=…`) is none that URL reads. */
function inDatabase(connectionString: string, database: string): string {
  return connectionString.replace(/^(postgres(?:ql)?:\/\/[^/?]*\/)[^?]*/, `$1${database}`)
}

function inSchema(connectionString: string, schema: string): string {
  const option = `options=${encodeURIComponent(`-c search_path=${schema},public`)}`
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}${option}`
}
