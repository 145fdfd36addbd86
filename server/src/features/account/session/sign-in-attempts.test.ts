import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { log } from '@nameplane/contract/dns/log'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { change } from '../../../changes/change.ts'
import { platformActor } from '../../../access/actor.ts'
import { writeLoginRules } from './login-rules.ts'
import { hashPassword } from './password.ts'

let test: TestApp
const password = 'correct horse 7'
beforeAll(async () => {
  test = await createTestApp()
  await rules({ captcha: 'never', lockAfterFailures: 100, lockAddressAfterFailures: 1000 })
  await test.db
    .insertInto('account')
    .values({ username: 'Somebody', type: 2, password_hash: await hashPassword(password), language: null })
    .execute()
  await test.db
    .insertInto('account')
    .values({ username: 'asleep', type: 1, status: 0, password_hash: await hashPassword(password), language: null })
    .execute()
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.deleteFrom('sign_in_attempt').execute()
  await test.db.deleteFrom('sign_in_failure').execute()
})

async function rules(changed: Parameters<typeof writeLoginRules>[1]): Promise<void> {
  await change(test.db, platformActor('test'), 'login_rules.update', async ({ tx, audit }) => {
    const { before, after, id } = await writeLoginRules(tx, changed)
    audit({ type: 'system_config', id, name: 'LOGIN_CONFIG', before, after })
  })
}

async function login(username: string, secret: string, address = '198.51.100.7'): Promise<void> {
  await test.app.inject({
    method: 'POST',
    url: '/api/sys/login',
    payload: { username, password: secret },
    remoteAddress: address,
    headers: { 'user-agent': 'a browser' },
  })
}

const noted = async (audience: 'users' | 'admin', filters: object = {}) => (await test.call(log.signIns, { audience, limit: 200, ...filters })).data.list

it('a sign-in is noted with name, address, agent and duration, for whose it is', async () => {
  await login('admin', password)
  await login('somebody', password)
  expect(await noted('admin')).toMatchObject([{ username: 'admin', result: 'ok', tries: 1, address: '198.51.100.7', agent: 'a browser', secondFactor: '' }])
  expect(await noted('users')).toMatchObject([{ username: 'somebody', result: 'ok' }])
  expect((await noted('admin'))[0]!.durationMs).toBeGreaterThan(0)
})

it('a refused one is noted with its real reason, which the caller does not hear', async () => {
  await login('admin', 'wrong')
  await login('nobody-here', 'wrong')
  await login('asleep', password)
  await login('somebody', 'wrong')
  const reasons = async (audience: 'users' | 'admin') => (await noted(audience)).map((row) => `${row.username} ${row.result}`).sort()
  expect(await reasons('admin')).toEqual(['admin password', 'asleep disabled', 'nobody-here name'])
  expect(await reasons('users')).toEqual(['somebody password'])
  expect((await noted('admin', { result: 'refused' })).length).toBe(3)
  expect((await noted('admin', { result: 'name' })).length).toBe(1)
  expect((await noted('admin', { actor: 'ASL' })).length).toBe(1)
  expect((await noted('admin', { address: '198.51.' })).length).toBe(3)
})

it('tries that a lock or a captcha stops are noted too', async () => {
  await rules({ captcha: 'always' })
  await login('admin', password)
  await rules({ captcha: 'never', lockAfterFailures: 3 })
  for (let time = 0; time < 4; time++) await login('admin', 'wrong')
  await rules({ lockAfterFailures: 100 })
  const results = (await noted('admin')).map((row) => row.result)
  expect(new Set(results)).toEqual(new Set(['captcha', 'password', 'locked']))
})

it('repeats of a name from one address are counted in a row a minute', async () => {
  await Promise.all(Array.from({ length: 12 }, () => login('admin', 'wrong')))
  const rows = (await noted('admin')).filter((row) => row.result === 'password')
  expect(rows.length).toBeLessThanOrEqual(2)
  expect(rows.reduce((sum, row) => sum + row.tries, 0)).toBe(12)
})

it('somebody who tries many names from one address fills no log', async () => {
  for (let name = 0; name < 60; name++) await login(`name-${name}`, 'wrong')
  const rows = await noted('admin')
  expect(rows.length).toBeLessThanOrEqual(2 * 31)
  expect(rows.reduce((sum, row) => sum + row.tries, 0)).toBe(60)
  expect(rows.some((row) => row.username === '*' && row.tries > 1)).toBe(true)
})

it('somebody who tries from many addresses fills none either', async () => {
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  for (const at of [minute, new Date(minute.getTime() + 60_000)])
    await test.db
      .insertInto('sign_in_attempt')
      .values(
        Array.from({ length: 1000 }, (_, n) => ({
          at,
          minute: at,
          is_user: false,
          account_id: null,
          username: `n${n}`,
          result: 'name',
          second_factor: '',
          address: `10.0.${n >> 8}.${n & 255}`,
          agent: '',
          duration_ms: 1,
          request_id: '',
        })),
      )
      .execute()
  for (let address = 0; address < 5; address++) await login('late', 'wrong', `203.0.113.${address}`)
  const rows = await noted('admin', { actor: '*' })
  expect(rows.every((row) => row.address === '*')).toBe(true)
  expect(rows.reduce((sum, row) => sum + row.tries, 0)).toBe(5)
})
