import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { session } from '@nameplane/contract/account/session'
import type { LoginRules } from '@nameplane/contract/system/settings/login-rules'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { holdClock } from '../../../../../tests/support/held-clock.ts'
import { change } from '../../../changes/change.ts'
import { platformActor } from '../../../access/actor.ts'
import { steadyIn, steadyNow } from '../../../time/steady-time.ts'
import { deleteSurplusCaptchas } from './captcha.ts'
import { resetLoginRules, writeLoginRules } from './login-rules.ts'
import { hashesComputed, hashPassword } from './password.ts'
import { sha256 } from './session.store.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())
afterEach(async () => {
  await setRules(null)
  await test.db.deleteFrom('sign_in_failure').execute()
  await test.db.deleteFrom('captcha').execute()
})

const password = 'correct horse 7'
type Body = {
  code: number
  msg: string
  problem?: string
  token?: string
  expire?: number
  fields?: Record<string, string>
  data?: { captcha: boolean; mode: string }
}
type Answer = { body: Body; cookie: string; setCookie: string }

/** Changes the rules of signing in as the command line does; null is back to the defaults. */
async function setRules(changed: Partial<LoginRules> | null): Promise<void> {
  await change(test.db, platformActor('test'), 'login_rules.update', async ({ tx, audit }) => {
    const { before, after, id } = changed ? await writeLoginRules(tx, changed) : await resetLoginRules(tx)
    audit({ type: 'system_config', id, name: 'LOGIN_CONFIG', before, after })
  })
}

async function login(sent: Record<string, string>, from: { address?: string; headers?: Record<string, string> } = {}): Promise<Answer> {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/sys/login',
    payload: sent,
    remoteAddress: from.address ?? '198.51.100.1',
    headers: { 'accept-language': 'en', ...from.headers },
  })
  const setCookie = String(answer.headers['set-cookie'] ?? '')
  return { body: answer.json<Body>(), setCookie, cookie: setCookie.split(';')[0]! }
}

const problemOf = async (sent: Record<string, string>, address?: string): Promise<string> =>
  (await login(sent, address === undefined ? {} : { address })).body.problem ?? 'signed in'

async function signIn(): Promise<{ cookie: string; token: string }> {
  await setRules({ captcha: 'never' })
  const { body, cookie } = await login({ username: 'admin', password })
  return { cookie, token: body.token! }
}

async function get(path: string, headers: Record<string, string>): Promise<Body> {
  return (await test.app.inject({ url: `/api/${path}`, headers })).json<Body>()
}

/** Fetches a picture for the form and reads its answer where only the server can. */
async function captchaFor(uuid: string): Promise<string> {
  await test.app.inject({ url: `/sys_login_captcha.jpg?uuid=${uuid}` })
  return (await test.db.selectFrom('captcha').select('answer').where('uuid', '=', uuid).executeTakeFirstOrThrow()).answer
}

let accounts = 0
async function newAccount(row: { type?: number; status?: number } = {}): Promise<{ id: number; username: string }> {
  const username = `person-${(accounts += 1)}`
  const { id } = await test.db
    .insertInto('account')
    .values({ username, type: row.type ?? 1, status: row.status ?? 1, password_hash: await hashPassword(password), language: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, username }
}

describe('the captcha', () => {
  it('is asked for unless it is answered, in any case of letters', async () => {
    expect(await login({ username: 'admin', password })).toMatchObject({ body: { problem: 'captcha_required', fields: { captcha: 'captcha_required' } } })
    const answer = await captchaFor('form-2')
    expect(await problemOf({ username: 'admin', password, uuid: 'form-2', captcha: ` ${answer.toLowerCase()} ` })).toBe('signed in')
  })

  it('is used once: by a success, by a wrong answer, by a wrong password', async () => {
    const right = await captchaFor('form-3')
    await problemOf({ username: 'admin', password, uuid: 'form-3', captcha: right })
    expect(await problemOf({ username: 'admin', password, uuid: 'form-3', captcha: right })).toBe('captcha_wrong')

    const missed = await captchaFor('form-4')
    expect(await problemOf({ username: 'admin', password, uuid: 'form-4', captcha: 'ZZZZ' })).toBe('captcha_wrong')
    expect(await problemOf({ username: 'admin', password, uuid: 'form-4', captcha: missed })).toBe('captcha_wrong')

    const spent = await captchaFor('form-5')
    expect(await problemOf({ username: 'admin', password: 'wrong', uuid: 'form-5', captcha: spent })).toBe('login_refused')
    expect(await problemOf({ username: 'admin', password, uuid: 'form-5', captcha: spent })).toBe('captcha_wrong')
  })

  it('belongs to its form, and a new picture takes the old one’s place', async () => {
    const [own, other] = [await captchaFor('form-6'), await captchaFor('form-7')]
    if (own !== other) expect(await problemOf({ username: 'admin', password, uuid: 'form-6', captcha: other })).toBe('captcha_wrong')
    expect(await problemOf({ username: 'admin', password, uuid: 'no-such-form', captcha: own })).toBe('captcha_wrong')
    const [old, fresh] = [await captchaFor('form-8'), await captchaFor('form-8')]
    if (old !== fresh) expect(await problemOf({ username: 'admin', password, uuid: 'form-8', captcha: old })).toBe('captcha_wrong')
  })

  it('asked for by 100,000 forms takes at most 20 MB, and leaves the newest 20,000', async () => {
    await sql`insert into captcha (uuid, answer, created_at) select 'flood-' || n, 'ACEF', now() - make_interval(secs => n / 1e6) from generate_series(1, 100000) n`.execute(
      test.db,
    )
    const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size('captcha') as bytes`.execute(test.db)
    expect(rows[0]!.bytes).toBeLessThanOrEqual(20_000_000)
    await deleteSurplusCaptchas(test.db)
    const left = await test.db.selectFrom('captcha').select('uuid').orderBy('created_at', 'desc').execute()
    expect([left.length, left[0]!.uuid]).toEqual([20_000, 'flood-1'])
  })

  it('is in no answer and no log but its picture', async () => {
    const answer = await captchaFor('form-10')
    const told = [await login({ username: 'admin', password, uuid: 'form-10', captcha: 'ZZZZ' }), await get('sys/login/form', {})]
    expect(JSON.stringify([told, await test.db.selectFrom('audit_entry').selectAll().execute()])).not.toContain(`"${answer}"`)
    const { rawPayload } = await test.app.inject({ url: '/sys_login_captcha.jpg?uuid=form-11' })
    const { answer: drawn } = await test.db.selectFrom('captcha').select('answer').where('uuid', '=', 'form-11').executeTakeFirstOrThrow()
    expect(rawPayload.toString('latin1')).not.toContain(drawn)
  })

  it.each([
    [119_000, 'signed in'],
    [121_000, 'captcha_wrong'],
  ])('of %i ms age gives: %s', async (ageMs, outcome) => {
    holdClock()
    const answer = await captchaFor('form-9')
    await test.db
      .updateTable('captcha')
      .set({ created_at: steadyIn(-ageMs / 1000) })
      .execute()
    expect(await problemOf({ username: 'admin', password, uuid: 'form-9', captcha: answer })).toBe(outcome)
  })
})

describe('the rules of signing in', () => {
  it('act at the next try, with no restart', async () => {
    const form = async (username = 'admin'): Promise<boolean> => (await get(`sys/login/form?username=${username}`, {})).data!.captcha
    expect(await form()).toBe(true)
    await setRules({ captcha: 'never' })
    expect([await form(), await problemOf({ username: 'admin', password })]).toEqual([false, 'signed in'])
    await setRules({ captcha: 'after-failures', captchaAfterFailures: 2 })
    for (const expected of [false, false, true]) {
      expect(await form('somebody')).toBe(expected)
      if (!expected) expect(await problemOf({ username: 'somebody', password: 'wrong' })).toBe('login_refused')
    }
    expect(await problemOf({ username: 'Somebody', password: 'wrong' })).toBe('captcha_required')
    expect(await form('somebody-else')).toBe(false)
    await setRules(null)
    expect(await form()).toBe(true)
  })
})

describe('too many failures', () => {
  it('lock a name after five, the right password included, however it is spelt', async () => {
    await setRules({ captcha: 'never' })
    for (let count = 0; count < 5; count += 1) expect(await problemOf({ username: 'admin', password: `wrong ${count}` })).toBe('login_refused')
    expect(await problemOf({ username: 'ADMIN', password })).toBe('login_locked')
    expect(await problemOf({ username: 'admin', password }, '203.0.113.9')).toBe('login_locked')
  })

  it('are counted exactly when fifty come at once, and no more than five passwords are looked at', async () => {
    await setRules({ captcha: 'never' })
    const before = hashesComputed()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => problemOf({ username: 'admin', password: `wrong ${index}` }, `198.51.100.${index}`)),
    )
    expect([outcomes.filter((one) => one === 'login_refused').length, outcomes.filter((one) => one === 'login_locked').length]).toEqual([5, 45])
    expect(hashesComputed() - before).toBe(5)
  })

  it('never count as a fault when right passwords come among them', async () => {
    await setRules({ captcha: 'never', lockAfterFailures: 100, lockAddressAfterFailures: 1000 })
    const outcomes = await Promise.all(Array.from({ length: 24 }, (_, index) => problemOf({ username: 'admin', password: index % 2 ? password : 'wrong' })))
    expect(outcomes).toEqual(Array.from({ length: 24 }, (_, index) => (index % 2 ? 'signed in' : 'login_refused')))
  })

  it('from one address lock that address, for every name, and no other address', async () => {
    await setRules({ captcha: 'never', lockAddressAfterFailures: 6 })
    for (let count = 0; count < 6; count += 1) expect(await problemOf({ username: `nobody-${count}`, password: 'wrong' })).toBe('login_refused')
    expect(await problemOf({ username: 'admin', password })).toBe('login_locked')
    expect(await problemOf({ username: 'admin', password }, '203.0.113.9')).toBe('signed in')
  })

  it('are forgotten after a success and after the window', async () => {
    await setRules({ captcha: 'never' })
    const failFourTimes = async (): Promise<void> => {
      for (let count = 0; count < 4; count += 1) expect(await problemOf({ username: 'admin', password: 'wrong' })).toBe('login_refused')
    }
    await failFourTimes()
    expect(await problemOf({ username: 'admin', password })).toBe('signed in')
    await failFourTimes()
    await test.db
      .updateTable('sign_in_failure')
      .set({ window_started_at: steadyIn(-901) })
      .execute()
    await failFourTimes()
    expect(await problemOf({ username: 'admin', password })).toBe('signed in')
  })

  it('lock longer each time, and end', async () => {
    holdClock()
    await setRules({ captcha: 'never' })
    const lockSeconds = async (): Promise<number> => {
      const row = await test.db.selectFrom('sign_in_failure').selectAll().where('subject', '=', 'name:admin').executeTakeFirstOrThrow()
      return (row.locked_until!.getTime() - steadyNow().getTime()) / 1000
    }
    for (const expected of [900, 1800, 3600]) {
      for (let count = 0; count < 5; count += 1) await problemOf({ username: 'admin', password: 'wrong' })
      expect(await lockSeconds()).toBe(expected)
      await test.db
        .updateTable('sign_in_failure')
        .set({ locked_until: steadyIn(-1) })
        .where('subject', '=', 'name:admin')
        .execute()
      await test.db.deleteFrom('sign_in_failure').where('subject', 'like', 'address:%').execute()
    }
    expect(await problemOf({ username: 'admin', password })).toBe('signed in')
  })
})

describe('a wrong sign-in tells nothing', () => {
  it('about who exists or is disabled', async () => {
    await setRules({ captcha: 'never' })
    const { username } = await newAccount({ status: 0 })
    const answers = await Promise.all(
      [
        { username: 'admin', password: 'wrong' },
        { username: 'nobody-here', password: 'wrong' },
        { username, password },
      ].map((sent) => login(sent)),
    )
    const told = answers.map(({ body: { code, msg, problem }, setCookie }) => ({ code, msg, problem, setCookie }))
    expect(new Set(told.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ code: 500, msg: 'Incorrect username or password', problem: 'login_refused', setCookie: '' })]),
    )
  })

  it('by its work: who is there, missing, disabled or without a password costs one hash each', async () => {
    await setRules({ captcha: 'never', lockAfterFailures: 100, lockAddressAfterFailures: 1000 })
    const { username: disabled } = await newAccount({ status: 0 })
    const { username: passwordless, id } = await newAccount()
    await test.db.updateTable('account').set({ password_hash: '' }).where('id', '=', id).execute()
    await login({ username: 'warm-up', password: 'wrong' })
    const workOf = async (username: string): Promise<number> => {
      const before = hashesComputed()
      await login({ username, password: 'wrong' })
      return hashesComputed() - before
    }
    const work = []
    for (const username of ['admin', 'nobody-here', disabled, passwordless, 'x'.repeat(64)]) work.push(await workOf(username))
    expect(work).toEqual([1, 1, 1, 1, 1])
  })

  it('and leaves its trace, without the password', async () => {
    await setRules({ captcha: 'never' })
    await login({ username: 'admin', password: 'a secret typo' })
    const entry = await test.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'session.refuse', target_name: 'admin', address: '198.51.100.1' })
    expect(JSON.stringify(entry)).not.toContain('a secret typo')
  })

  it.each<[Record<string, string>, Record<string, string>]>([
    [{}, { username: 'required', password: 'required' }],
    [{ username: ' ', password: 'x' }, { username: 'required' }],
    [{ username: 'x'.repeat(65), password: 'x' }, { username: 'too_long' }],
    [{ username: 'admin', password: 'x', uuid: '../..' }, { uuid: 'invalid_value' }],
  ])('%o names its fields', async (sent, fields) => {
    expect((await login(sent)).body.fields).toEqual(fields)
  })
})

describe('a session', () => {
  it('lives in a cookie that no script reads and a token that is worthless without it', async () => {
    await setRules({ captcha: 'never' })
    const { body, setCookie, cookie } = await login({ username: 'admin', password })
    expect(setCookie).toMatch(/^np_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(body).toMatchObject({ code: 1, expire: 43_200, token: expect.stringMatching(/^[\w-]{43}$/) as string })
    const stranger = await signIn()
    expect(await get('sys/menu/nav', { cookie, token: body.token! })).toMatchObject({ code: 1, user: { username: 'admin', isSuper: true } })
    for (const headers of [
      { cookie },
      { token: body.token! },
      { cookie, token: stranger.token },
      { cookie: stranger.cookie, token: body.token! },
      { cookie, token: '' },
    ] as Record<string, string>[])
      expect(await get('sys/menu/nav', headers)).toMatchObject({ code: 401, problem: 'session_lost' })
  })

  it('is a new one at each sign-in, whatever the browser brings', async () => {
    const first = await signIn()
    const { cookie } = await login({ username: 'admin', password }, { headers: { cookie: first.cookie } })
    expect(cookie).not.toBe(first.cookie)
    const planted = await login({ username: 'admin', password }, { headers: { cookie: 'np_session=planted' } })
    expect(planted.cookie).not.toContain('planted')
  })

  it('ends with signing out, at once and for itself alone', async () => {
    const [own, other] = [await signIn(), await signIn()]
    const answer = await test.app.inject({ method: 'POST', url: '/api/sys/logout', headers: own })
    expect(answer.json()).toMatchObject({ code: 1 })
    expect(String(answer.headers['set-cookie'])).toMatch(/^np_session=; .*Expires=Thu, 01 Jan 1970/)
    expect(await get('sys/menu/nav', own)).toMatchObject({ code: 401 })
    expect(await get('sys/menu/nav', other)).toMatchObject({ code: 1 })
  })

  it('ends when its time is over or its account is disabled', async () => {
    await setRules({ captcha: 'never' })
    const { id, username } = await newAccount()
    const { body, cookie } = await login({ username, password })
    const headers = { cookie, token: body.token! }
    expect(await get('sys/menu/nav', headers)).toMatchObject({ code: 1 })
    await test.db.updateTable('account').set({ status: 0 }).where('id', '=', id).execute()
    expect(await get('sys/menu/nav', headers)).toMatchObject({ code: 401 })
    await test.db.updateTable('account').set({ status: 1 }).where('id', '=', id).execute()
    await test.db
      .updateTable('session')
      .set({ expires_at: steadyIn(-1) })
      .where('account_id', '=', id)
      .execute()
    expect(await get('sys/menu/nav', headers)).toMatchObject({ code: 401 })
  })

  it('gets longer while it is used', async () => {
    const own = await signIn()
    const hash = sha256(own.cookie.split('=')[1]!)
    await test.db
      .updateTable('session')
      .set({ last_used_at: steadyIn(-3600), expires_at: steadyIn(3600) })
      .where('secret_hash', '=', hash)
      .execute()
    await get('sys/menu/nav', own)
    const row = await test.db.selectFrom('session').select('expires_at').where('secret_hash', '=', hash).executeTakeFirstOrThrow()
    expect(row.expires_at.getTime()).toBeGreaterThan(steadyIn(7000).getTime())
  })

  it('has the rights of its account’s roles, as they are now', async () => {
    const token = await test.tokenWith(['domain.read'])
    const navigation = async () => test.call(session.navigation, {}, token)
    expect((await navigation()).permissions).toEqual(['domain.read'])
    expect((await navigation()).menuList.every((row) => row.right === null || row.right === 'domain.read')).toBe(true)
    await test.db
      .updateTable('role')
      .set({ rights: ['domain.read', 'record.read', 'no.such.right'] })
      .where('name', 'like', 'role-%')
      .execute()
    expect((await navigation()).permissions.sort()).toEqual(['domain.read', 'record.read'])
  })

  it('cannot be begun or ended from another site', async () => {
    const own = await signIn()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    ] as Record<string, string>[]) {
      expect((await login({ username: 'admin', password }, { headers })).body.problem).toBe('cross_site')
      expect((await test.app.inject({ method: 'POST', url: '/api/sys/logout', headers: { ...own, ...headers } })).json()).toMatchObject({
        problem: 'cross_site',
      })
    }
    expect(await get('sys/menu/nav', own)).toMatchObject({ code: 1 })
  })
})

it('an ordinary user signs in and out, and reaches nothing of the administrators’', async () => {
  await setRules({ captcha: 'never' })
  const { username } = await newAccount({ type: 2 })
  const { body, cookie } = await login({ username, password })
  const headers = { cookie, token: body.token! }
  expect(await get('sys/menu/nav', headers)).toMatchObject({ code: 1, user: { kind: 'user' } })
  expect(await get('sys/user/session/list?userId=1', headers)).toMatchObject({ problem: 'right_missing' })
})
