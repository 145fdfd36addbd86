import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '../../server/src/db/embedded/embedded-database.ts'
import { migrateToLatest } from '../../server/src/db/migrate.ts'
import { connectionStringOf } from './database.ts'
import { makeFirstStart } from './first-start.ts'
import { newQuickFolder, removeLeftovers } from './quick-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `createTestDatabase` makes its databases, from which templates, and the API token of the one that has been started. */
    testDatabaseServer: { readonly connectionString: string; readonly template: string; readonly startedTemplate: string; readonly adminToken: string }
  }
}

/**
 * Gives the run one PostgreSQL server, with templates that each test file copies, migrated and started once: the one of NAMEPLANE_TEST_DATABASE_URL
 * (its user must be allowed to create databases), else an embedded one in a temporary folder.
 */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const { connectionString, stop } = await openServer()
  const template = `nameplane_test_${randomBytes(4).toString('hex')}`
  const startedTemplate = `${template}_started`
  const adminToken = `np_${randomBytes(32).toString('base64url')}`
  try {
    await command(connectionString, `CREATE DATABASE ${template}`)
    await migrateToLatest({ connectionString: connectionStringOf(connectionString, template) })
    await command(connectionString, `CREATE DATABASE ${startedTemplate} TEMPLATE ${template}`)
    const keys = newQuickFolder('database')
    await makeFirstStart(connectionStringOf(connectionString, startedTemplate), adminToken, keys)
    rmSync(keys, { recursive: true, force: true })
  } catch (cause) {
    await stop()
    throw cause
  }
  project.provide('testDatabaseServer', { connectionString, template, startedTemplate, adminToken })
  return async () => {
    await dropAll(connectionString, template)
    await stop()
  }
}

async function openServer(): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  const connectionString = process.env['NAMEPLANE_TEST_DATABASE_URL']
  if (connectionString) return { connectionString, stop: async () => {} }
  await removeLeftovers()
  const dataFolder = newQuickFolder('database')
  const database = await startEmbeddedDatabase({ dataFolder })
  const stop = async () => {
    await database.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
  return { connectionString: database.connectionString, stop }
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
