import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { pathParameters, type Endpoint, type Reply, type Sent } from '@nameplane/contract/endpoint'
import { isSuccess, type Refusal } from '@nameplane/contract/envelope'
import type { Right } from '@nameplane/contract/rights'
import { createApp, type AppOptions } from '../../server/src/app/app.ts'
import { openDb, openPool, type Db } from '../../server/src/db/connection.ts'
import { sha256 } from '../../server/src/features/account/session/session.store.ts'
import type { HomeParts } from '../../server/src/features/home/home.routes.ts'
import { openSegmentTable } from '../../server/src/serving/lines/segment-table.ts'
import { createTestDatabase } from './database.ts'
import { openTestKeys } from './first-start.ts'

/** The whole API on a database of its own: first start done, standard lines seeded, nothing listening. */
export type TestApp = {
  readonly app: FastifyInstance
  readonly db: Db
  readonly connectionString: string
  /** Empty, and removed at the end. */
  readonly dataFolder: string
  /** An API token of the first administrator, who holds every right. */
  readonly adminToken: string
  /** A token whose caller is an administrator with these rights only. */
  tokenWith(rights: readonly Right[]): Promise<string>
  /** Calls an endpoint as the administrator, or as whoever `token` belongs to (`null`: nobody). @throws Refused */
  call<E extends Endpoint>(endpoint: E, input: Sent<E>, token?: string | null): Promise<Reply<E>>
  close(): Promise<void>
}

/** A refusal as the caller got it. */
export class Refused extends Error {
  readonly refusal: Refusal
  readonly status: number

  constructor(refusal: Refusal, status: number) {
    super(`${refusal.problem}: ${refusal.msg}`)
    this.refusal = refusal
    this.status = status
  }
}

const cacheFolder = fileURLToPath(new URL('../../.cache', import.meta.url))

/** @example const test = await createTestApp(); afterAll(() => test.close()) */
export async function createTestApp(
  home: Partial<HomeParts> = {},
  http: Partial<Pick<AppOptions, 'heartbeatMs' | 'later' | 'log' | 'payments' | 'queryLogs' | 'trustedProxies'>> = {},
): Promise<TestApp> {
  const database = await createTestDatabase('started')
  const pool = openPool({ connectionString: database.connectionString })
  const db = openDb(pool)
  const dataFolder = mkdtempSync(join(tmpdir(), 'nameplane-test-data-'))
  mkdirSync(cacheFolder, { recursive: true })
  const { adminToken } = inject('testDatabaseServer')
  await openTestKeys(db, dataFolder)
  const segments = openSegmentTable(join(cacheFolder, 'test-lines.segments'))
  const app = await createApp({
    db,
    pool,
    ...http,
    mode: '',
    serving: { lines: segments, node: () => null },
    home: {
      version: '0.1.0',
      startedAt: new Date('2026-03-01T00:00:00Z'),
      databaseKind: 'embedded',
      hasBuiltInNode: true,
      dataFolder,
      installFolder: '/opt/nameplane',
      changelog: [],
      segments,
      restarts: () => [],
      now: () => new Date(),
      // A test sees what it has just done.
      dashboardSharedMs: 0,
      ...home,
    },
  })
  await app.ready()

  async function call<E extends Endpoint>(endpoint: E, input: Sent<E>, token: string | null = adminToken): Promise<Reply<E>> {
    const sent = { ...(input as Record<string, unknown>) }
    let path = `/api/${endpoint.path}`
    for (const name of pathParameters(endpoint.path)) {
      path = path.replace(`{${name}}`, encodeURIComponent(String(sent[name])))
      delete sent[name]
    }
    const query =
      endpoint.method === 'GET'
        ? new URLSearchParams(
            Object.entries(sent)
              .filter(([, value]) => value !== undefined)
              .map(([name, value]): [string, string] => [name, String(value)]),
          ).toString()
        : ''
    const answer = await app.inject({
      method: endpoint.method,
      url: query === '' ? path : `${path}?${query}`,
      headers: { 'accept-language': 'en', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      ...(endpoint.method === 'POST' ? { payload: sent } : {}),
    })
    const body = answer.json<Record<string, unknown>>()
    if (!isSuccess(body['code'])) throw new Refused(body as Refusal, answer.statusCode)
    return body as Reply<E>
  }

  return {
    app,
    db,
    connectionString: database.connectionString,
    dataFolder,
    adminToken,
    call,
    async tokenWith(rights) {
      const token = `np_${randomBytes(32).toString('base64url')}`
      const account = await db
        .insertInto('account')
        .values({ username: `limited-${randomBytes(4).toString('hex')}`, type: 1, password_hash: '', is_super: false, language: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      const role = await db
        .insertInto('role')
        .values({ name: `role-${randomBytes(4).toString('hex')}`, rights: [...rights] })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('account_role').values({ account_id: account.id, role_id: role.id }).execute()
      await db
        .insertInto('api_token')
        .values({ account_id: account.id, name: 'test', token_hash: sha256(token), scopes: null })
        .execute()
      return token
    },
    async close() {
      await app.close()
      await db.destroy()
      await database.drop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
