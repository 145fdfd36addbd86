import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '../../server/src/db/embedded/embedded-database.ts'
import { migrateToLatest } from '../../server/src/db/migrate.ts'
import { connectionStringOf } from './database.ts'

const folderPrefix = 'nameplane-test-'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `createTestDatabase` makes its databases, and from which migrated template. */
    testDatabaseServer: { readonly connectionString: string; readonly template: string }
  }
}

/**
 * Gives the run one PostgreSQL server, with a migrated template that each test file copies: the one of NAMEPLANE_TEST_DATABASE_URL
 * (its user must be allowed to create databases), else an embedded one in a temporary folder.
 */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const { connectionString, stop } = await openServer()
  const template = `nameplane_test_${randomBytes(4).toString('hex')}`
  try {
    await command(connectionString, `CREATE DATABASE ${template}`)
    await migrateToLatest({ connectionString: connectionStringOf(connectionString, template) })
  } catch (cause) {
    await stop()
    throw cause
  }
  project.provide('testDatabaseServer', { connectionString, template })
  return async () => {
    await dropAll(connectionString, template)
    await stop()
  }
}

async function openServer(): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  const connectionString = process.env['NAMEPLANE_TEST_DATABASE_URL']
  if (connectionString) return { connectionString, stop: async () => {} }
  removeLeftovers()
  const dataFolder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  const database = await startEmbeddedDatabase({ dataFolder })
  const stop = async () => {
    await database.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
  return { connectionString: database.connectionString, stop }
}

/** A run that was interrupted could not tidy up; its folder carries its number. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}

/** The template and every copy that a test file has left: their names begin with the template's. */
async function dropAll(connectionString: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [template])
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  await client.end()
}

async function command(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(text)
  await client.end()
}
