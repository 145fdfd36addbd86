import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { user } from '@nameplane/contract/account/user'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { insertSession, sha256 } from '../session/session.store.ts'

/* What holds when an account is disabled, demoted or deleted, whichever call it is done by. */

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

let made = 0
async function add(type: 1 | 2, more: { is_super?: boolean } = {}): Promise<{ id: number; token: string }> {
  const token = `np_${(made += 1)}`
  const { id } = await test.db
    .insertInto('account')
    .values({ username: `somebody-${made}`, type, password_hash: '', language: null, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  await test.db
    .insertInto('api_token')
    .values({ account_id: id, name: 'test', token_hash: sha256(token), scopes: null })
    .execute()
  return { id, token }
}

async function signedIn(type: 1 | 2): Promise<number> {
  const { id } = await add(type)
  for (const device of ['laptop', 'phone'])
    await insertSession(test.db, {
      secret: `${device}-${id}`,
      token: `${device}-${id}`,
      accountId: id,
      address: '192.0.2.1',
      agent: device,
      expiresAt: new Date(Date.now() + 3_600_000),
    })
  return id
}

const sessionsOf = async (ids: readonly number[]): Promise<number> =>
  (
    await test.db
      .selectFrom('session')
      .select('id')
      .where('account_id', 'in', [...ids])
      .execute()
  ).length

describe.each([
  ['an administrator changed to disabled', 1, (ids: number[]) => test.call(admin.update, { id: ids[0]!, status: 0 })],
  ['administrators disabled', 1, (ids: number[]) => test.call(admin.status, { ids, status: 0 })],
  ['administrators deleted', 1, (ids: number[]) => test.call(admin.delete, { ids })],
  ['a user changed to disabled', 2, (ids: number[]) => test.call(user.update, { id: ids[0]!, status: 0 })],
  ['users disabled', 2, (ids: number[]) => test.call(user.status, { ids, status: 0 })],
  ['users deleted', 2, (ids: number[]) => test.call(user.delete, { ids })],
] as const)('the sessions of %s', (what, type, leave) => {
  const count = / (changed) /.test(what) ? 1 : 3

  it('are gone, not only refused: enabling the account again brings none back', async () => {
    const ids = await Promise.all(Array.from({ length: count }, () => signedIn(type)))
    const another = await signedIn(type)
    expect(await sessionsOf(ids)).toBe(2 * count)
    await leave(ids)
    expect(await sessionsOf(ids)).toBe(0)
    expect(await sessionsOf([another])).toBe(2)
  })

  it('stay when the change itself comes to nothing', async () => {
    const ids = await Promise.all(Array.from({ length: count }, () => signedIn(type)))
    await sql`create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'no entry'; end $$`.execute(test.db)
    await sql`create trigger refuse_entry before insert on audit_entry for each row execute function refuse_entry()`.execute(test.db)
    try {
      expect(await refusalOf(leave(ids))).toMatchObject({ problem: 'server_fault' })
    } finally {
      await sql`drop function refuse_entry() cascade`.execute(test.db)
    }
    const accounts = await test.db.selectFrom('account').select('status').where('id', 'in', ids).execute()
    expect([await sessionsOf(ids), accounts.map(({ status }) => status)]).toEqual([2 * count, ids.map(() => 1)])
  })
})

describe('super administrators who do away with each other at the same moment', () => {
  // Each round takes it from everybody; it is the first administrator's again.
  afterEach(async () => void (await test.db.updateTable('account').set({ is_super: true }).where('username', '=', 'admin').execute()))

  const ways = {
    deleting: (id: number, token: string) => test.call(admin.delete, { ids: [id] }, token),
    disabling: (id: number, token: string) => test.call(admin.status, { ids: [id], status: 0 }, token),
    'changing to disabled': (id: number, token: string) => test.call(admin.update, { id, status: 0 }, token),
    demoting: (id: number, token: string) => test.call(admin.update, { id, isSuper: false }, token),
  }
  const names = Object.keys(ways) as (keyof typeof ways)[]
  const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const))

  it.each(pairs)('one by %s, one by %s, leave one', async (one, other) => {
    for (let round = 0; round < 3; round++) {
      await test.db.updateTable('account').set({ is_super: false }).where('id', '>', 0).execute()
      const [first, second] = [await add(1, { is_super: true }), await add(1, { is_super: true })]
      const outcomes = await Promise.allSettled([ways[one](second.id, first.token), ways[other](first.id, second.token)])
      const left = await test.db.selectFrom('account').select('id').where('is_super', '=', true).where('status', '=', 1).execute()
      expect(left).toHaveLength(1)
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })
})
