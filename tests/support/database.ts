import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A migrated database of one test file's own. */
export interface TestDatabase {
  readonly connectionString: string
  /** Ends what connections are left and removes the database. */
  drop(): Promise<void>
}

/**
 * Copies the run's migrated template, or the one in which a platform's first start has been made.
 * @example const database = await createTestDatabase();
 *          afterAll(() => database.drop());
 */
export async function createTestDatabase(kind: 'migrated' | 'started' = 'migrated'): Promise<TestDatabase> {
  const server = inject('testDatabaseServer')
  const template = kind === 'started' ? server.startedTemplate : server.template
  const name = `${server.template}_${randomBytes(4).toString('hex')}`
  // By files: through the log, which nobody reads here, a copy costs more than twice as much, and dropping it as well.
  await command(server.connectionString, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  return {
    connectionString: connectionStringOf(server.connectionString, name),
    drop: () => command(server.connectionString, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

/** The same server, another database; a socket's form (`postgres://user@/name?host=…`) is none that URL reads. */
export function connectionStringOf(server: string, database: string): string {
  return server.replace(/^(postgres(?:ql)?:\/\/[^/?]*\/)[^?]*/, `$1${database}`)
}

async function command(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
