import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { beginWithFirst } from './begin-with-first.ts'
import { PreparedStatements } from './prepared-statements.ts'
import type { Tables } from './tables.ts'

/** A connection pool or an open transaction: the first argument of every store function. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

// bigint (20) as number: our ids and counters stay far below 2^53; numeric stays text.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

/** How to reach the database: a URL, or the embedded server's socket folder. */
export type DatabaseAddress = { connectionString: string } | { host: string; database: string; user: string }

export function openPool(address: DatabaseAddress, maxConnections = 16): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    max: maxConnections,
    // What is asked while something is under way is sent at once, not when that is answered: the commit of a change goes with its last rows.
    pipeline: true,
    types,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'nameplane',
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  const statements = new PreparedStatements()
  pool.on('connect', (client) => {
    client.on('error', () => {})
    beginWithFirst(client)
    statements.applyTo(client)
  })
  return pool
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Reads all of one moment, whatever is saved meanwhile: a serial goes with its records. */
export function atOneMoment<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}
