import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { session } from '@nameplane/contract/account/session'
import { setting } from '@nameplane/contract/system/setting'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { createTestApp, type Refused, type TestApp } from '../../../../../tests/support/app.ts'
import { setEmailServer } from '../../../../../tests/support/fake-email-server.ts'
import { holdClock } from '../../../../../tests/support/held-clock.ts'
import { steadyIn } from '../../../time/steady-time.ts'

/* What the sign-in settings change elsewhere, set as their screen sets them. */

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await set({})
})
afterAll(() => test.close())
afterEach(async () => {
  await set({})
  await test.db.deleteFrom('session').execute()
  await test.db.deleteFrom('sign_in_failure').execute()
  await test.db.deleteFrom('sign_in_attempt').execute()
})

const password = 'correct horse 7'
const set = (paramValue: Record<string, unknown>) => test.call(setting.save, { paramKey: loginRules.key, paramValue: { captcha: 'never', ...paramValue } })
const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (cause: unknown) => (cause as Refused).refusal.problem,
  )

async function signIn(from: { address?: string; agent?: string } = {}): Promise<{ cookie: string; token: string }> {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/sys/login',
    payload: { username: 'admin', password },
    remoteAddress: from.address ?? '198.51.100.1',
    headers: { 'user-agent': from.agent ?? 'a browser' },
  })
  return { cookie: String(answer.headers['set-cookie']).split(';')[0]!, token: answer.json<{ token: string }>().token }
}
const isLive = async (headers: { cookie: string; token: string }) =>
  (await test.app.inject({ url: `/api/${session.navigation.path}`, headers })).json<{ code: number }>().code === 1

describe('sessions of one account', () => {
  it('are as many as they are, until a number is set', async () => {
    const sessions = [await signIn(), await signIn(), await signIn()]
    expect(await Promise.all(sessions.map(isLive))).toEqual([true, true, true])
  })

  it('beyond the number set end, the one used longest ago first', async () => {
    await set({ sessionsPerAccount: 2 })
    const [first, second, third] = [await signIn(), await signIn(), await signIn()]
    expect([await isLive(first), await isLive(second), await isLive(third)]).toEqual([false, true, true])
  })

  it('end after the longest time that a session may last, however much they are used', async () => {
    holdClock()
    await set({ sessionLongestSeconds: 3600, sessionSeconds: 1800 })
    const signedIn = await signIn()
    const hourAgo = steadyIn(-3590)
    await test.db
      .updateTable('session')
      .set({ created_at: hourAgo, last_used_at: steadyIn(-120), expires_at: steadyIn(1680) })
      .execute()
    expect(await isLive(signedIn)).toBe(true)
    const { expires_at } = await test.db.selectFrom('session').select('expires_at').executeTakeFirstOrThrow()
    expect(expires_at.getTime()).toBeLessThanOrEqual(hourAgo.getTime() + 3_600_000)
  })
})

describe('a sign-in in a new way', () => {
  const letters = () => test.db.selectFrom('letter').select(['scenario', 'recipient', 'about']).execute()
  beforeAll(async () => {
    await setEmailServer(test.db, { host: '127.0.0.1', port: 1, username: 'platform@example.net', password: 'none' })
    await test.db.updateTable('account').set({ email: 'admin@example.org' }).where('username', '=', 'admin').execute()
  })

  it('is told to the account by letter when the setting says so, and only then', async () => {
    await signIn()
    await signIn({ agent: 'another browser' })
    expect(await letters()).toEqual([])
    await set({ newDeviceNotice: true })
    await signIn({ address: '198.51.100.77' })
    expect(await letters()).toEqual([])
    await signIn({ address: '203.0.113.1' })
    await signIn({ agent: 'a third browser' })
    expect(await letters()).toEqual(Array(2).fill({ scenario: 'new_device', recipient: 'admin@example.org', about: 'admin' }))
  })
})

describe('the length of a password', () => {
  it('is what the setting says, for new administrators', async () => {
    const create = (username: string) => refusalOf(test.call(admin.save, { username, password: 'tulip-Ferry-29', roleIds: [] }))
    await set({ passwordMinimum: 20 })
    expect(await create('short')).toBe('password_too_short')
    expect((await test.call(session.navigation, {})).passwordMinimum).toBe(20)
    await set({ passwordMinimum: 12 })
    expect(await create('short')).toBe(null)
  })
})

describe('wrong passwords', () => {
  const wrong = async () =>
    (
      await test.app.inject({ method: 'POST', url: '/api/sys/login', payload: { username: 'admin', password: 'wrong' }, headers: { 'accept-language': 'en' } })
    ).json<{ problem: string }>().problem
  /** Two failures, ten minutes, and then another. */
  async function apart(): Promise<string[]> {
    await test.db.deleteFrom('sign_in_failure').execute()
    const problems = [await wrong(), await wrong()]
    await test.db
      .updateTable('sign_in_failure')
      .set({ window_started_at: steadyIn(-600) })
      .execute()
    return [...problems, await wrong(), await wrong()]
  }

  it('count together within the time that is set, and begin anew after it', async () => {
    await set({ lockAfterFailures: 3, windowSeconds: 900 })
    expect((await apart()).at(-1)).toBe('login_locked')
    await set({ lockAfterFailures: 3, windowSeconds: 300 })
    expect(await apart()).not.toContain('login_locked')
  })
})
