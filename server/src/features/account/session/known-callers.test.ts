import type { FastifyRequest } from 'fastify'
import { sql, type KyselyPlugin } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { platformActor } from '../../../access/actor.ts'
import { change } from '../../../changes/change.ts'
import { openDb, openPool, type Db } from '../../../db/connection.ts'
import { keepKnownCallers, type KnownCallers } from './known-callers.ts'
import { insertSession, sha256 } from './session.store.ts'

let test: TestApp
let pool: Pool
let db: Db
let known: KnownCallers
let statements = 0

const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements += 1
    return node
  },
  transformResult: async ({ result }) => result,
}

const bySession = { headers: { token: 'header' }, cookies: { np_session: 'cookie' }, ip: '127.0.0.1' } as unknown as FastifyRequest
const byToken = (token: string, ip = '127.0.0.1') => ({ headers: { authorization: `Bearer ${token}` }, cookies: {}, ip }) as unknown as FastifyRequest

let token: string
let accountId: number

beforeAll(async () => {
  test = await createTestApp()
  pool = openPool({ connectionString: test.connectionString })
  db = openDb(pool).withPlugin(counting)
  known = keepKnownCallers(pool, () => {})
})
afterAll(async () => {
  await known.stop()
  await pool.end()
  await test.close()
})

beforeEach(async () => {
  token = await test.tokenWith(['domain.read', 'record.read'])
  accountId = (await test.db.selectFrom('api_token').select('account_id').where('token_hash', '=', sha256(token)).executeTakeFirstOrThrow()).account_id
  await test.db.deleteFrom('session').execute()
  await insertSession(test.db, { secret: 'cookie', token: 'header', accountId, address: '', agent: '', expiresAt: new Date(Date.now() + 3_600_000) })
})

async function look(request: FastifyRequest) {
  return known.authenticate(request, db)
}

/** Statements that looking takes. */
async function costOf(request: FastifyRequest): Promise<number> {
  const before = statements
  await look(request)
  return statements - before
}

/** Looks until the caller is kept. */
async function keep(request: FastifyRequest): Promise<void> {
  await expect.poll(() => costOf(request)).toBe(0)
}

describe('a caller who was found', () => {
  it.each(['session', 'token'])('by a %s costs no statement for a while', async (way) => {
    const request = way === 'session' ? bySession : byToken(token)
    await keep(request)
    expect(await look(request)).toMatchObject({ accountId, kind: 'administrator' })
  })

  it('is looked up again from another address', async () => {
    await keep(byToken(token))
    expect(await costOf(byToken(token, '127.0.0.2'))).toBeGreaterThan(0)
  })

  it('is looked up again when the use has to be noted', async () => {
    await test.db
      .updateTable('session')
      .set({ last_used_at: sql`now() - interval '59 seconds'` })
      .where('account_id', '=', accountId)
      .execute()
    await keep(bySession)
    await expect.poll(() => costOf(bySession), { timeout: 5_000 }).toBeGreaterThan(0)
  })

  it('is none who was not found', async () => {
    await keep(byToken(token))
    expect(await costOf(byToken('np_unknown'))).toBeGreaterThan(0)
    expect(await costOf(byToken('np_unknown'))).toBeGreaterThan(0)
    expect(await look({ headers: {}, cookies: {}, ip: '127.0.0.1' } as unknown as FastifyRequest)).toBeNull()
  })
})

describe('what somebody else changes in the database', () => {
  const roleOf = () => sql`(select role_id from account_role where account_id = ${accountId} limit 1)`
  it.each([
    ['a role loses a right', () => sql`update role set rights = '{domain.read}' where id = ${roleOf()}`, ['domain.read']],
    ['a role is taken away', () => sql`delete from account_role where account_id = ${accountId}`, []],
    ['the account is disabled', () => sql`update account set status = 0 where id = ${accountId}`, null],
    ['the account is deleted', () => sql`delete from account where id = ${accountId}`, null],
    ['the session ends', () => sql`delete from session where account_id = ${accountId}`, null],
    ['the session is made to end sooner', () => sql`update session set expires_at = now() - interval '1 second', last_used_at = now()`, null],
    [
      'the rules for administrators change',
      () =>
        sql`update system_config set status = 1, param_value = param_value || '{"administratorNetworks":["192.0.2.0/24"]}' where param_key = 'LOGIN_CONFIG'`,
      null,
    ],
  ] as const)('%s: known at once', async (_name, statement, rights) => {
    await keep(bySession)
    await statement().execute(test.db)
    await expect.poll(async () => (await look(bySession))?.rights ?? null).toEqual(rights && new Set(rights))
    await sql`update system_config set param_value = param_value - 'administratorNetworks' where param_key = 'LOGIN_CONFIG'`.execute(test.db)
  })

  it.each([
    ['the key loses a scope', () => sql`update api_token set scopes = '{record.read}' where account_id = ${accountId}`, ['record.read']],
    ['the key is taken away', () => sql`delete from api_token where account_id = ${accountId}`, null],
    ['the key has an end that is past', () => sql`update api_token set expires_at = now() - interval '1 second' where account_id = ${accountId}`, null],
  ] as const)('%s: known at once', async (_name, statement, rights) => {
    const request = byToken(token)
    await keep(request)
    await statement().execute(test.db)
    await expect.poll(async () => (await look(request))?.rights ?? null).toEqual(rights && new Set(rights))
  })

  it('a key reaches less, or more: known at once', async () => {
    const request = byToken(token)
    const limit = async () => {
      const reach = (await look(request))?.accessScopes.get('domain.read')
      return typeof reach === 'object' && 'limit' in reach ? reach.limit : reach
    }
    const id = sql`(select id from api_token where account_id = ${accountId})`
    const group = { id: (await test.db.selectFrom('service_group').select('id').executeTakeFirstOrThrow()).id }
    for (const [statement, reached] of [
      [sql`update api_token set data_scope = 'groups' where account_id = ${accountId}`, { groupIds: [] }],
      [sql`insert into api_token_service_group select ${id}, ${group.id}`, { groupIds: [group.id] }],
      [sql`delete from api_token_service_group where api_token_id = ${id}`, { groupIds: [] }],
      [sql`update api_token set data_scope = 'all' where account_id = ${accountId}`, 'all'],
    ] as const) {
      await keep(request)
      await statement.execute(test.db)
      await expect.poll(limit).toEqual(reached)
    }
  })

  it('is known too when the connection that hears of it is cut', async () => {
    await keep(bySession)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen nameplane_access%' or query = 'select 1'`.execute(test.db)
    await sql`update account set status = 0 where id = ${accountId}`.execute(test.db)
    await expect.poll(async () => look(bySession), { timeout: 5_000 }).toBeNull()
  })
})

describe('what this process changes', () => {
  const changeOf = async (action: string) =>
    change(db, platformActor('test'), action, async ({ audit }) => audit({ type: 'role', id: 1, name: 'one', after: {} }))

  it('is looked up before its answer leaves', async () => {
    await keep(bySession)
    await changeOf('role.update')
    expect(await costOf(bySession)).toBeGreaterThan(0)
  })

  it('and is about records leaves everybody known', async () => {
    await keep(bySession)
    await changeOf('record.apply')
    expect(await costOf(bySession)).toBe(0)
  })
})
