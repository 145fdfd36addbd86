import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { factor } from '@nameplane/contract/account/factor'
import { role } from '@nameplane/contract/account/role'
import { session } from '@nameplane/contract/account/session'
import { user } from '@nameplane/contract/account/user'
import { rightsOpening } from '@nameplane/contract/endpoint'
import { endpoints } from '@nameplane/contract/endpoints'
import { rights } from '@nameplane/contract/rights'
import { writeLoginRules } from '../../server/src/features/account/session/login-rules.ts'
import { browserSession, withoutCaptcha } from '../support/app-accounts.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { fingerprintOf } from '../support/fingerprint.ts'
import { inputSchemaOf, plainValue } from '../support/hostile-input.ts'
import { actAs, type BrowserSession } from '../support/impersonation.ts'
import { rawCall } from '../support/raw-call.ts'
import { codeOf, forgetFactors } from '../support/sign-in-ways.ts'
import { makeFixtureWorld, type FixtureWorld } from '../support/fixture-world.ts'
import { validCalls } from '../support/valid-calls.ts'

/*
 * Sessions that are none, not yet or not any more: every call of the contract but those that release them refuses, with
 * the same code, and changes nothing.
 */
let platform: TestApp
let world: FixtureWorld

beforeAll(async () => {
  platform = await createTestApp()
  await withoutCaptcha(platform)
  world = await makeFixtureWorld(platform)
})
afterAll(async () => {
  await platform.close()
})

type Headers = Record<string, string>
const guarded = endpoints.map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint })).filter(({ endpoint }) => endpoint.access !== 'public')
const password = 'correct horse 7'

async function signedIn(): Promise<Headers> {
  const { cookie, token } = await browserSession(platform)
  return { cookie, token }
}

async function problemAt(name: string, headers: Headers): Promise<string> {
  const { endpoint } = guarded.find((row) => row.name === name)!
  const input = validCalls[name]?.(world) ?? (plainValue(inputSchemaOf(endpoint)) as Record<string, unknown>)
  const answer = await rawCall(platform.app, endpoint, input, { headers })
  return answer.json<{ problem?: string }>().problem ?? 'answered'
}

/** Every guarded call with these headers, but those named, refuses with this problem. */
async function expectRefused(headers: Headers, problem: string, but: readonly string[] = []): Promise<void> {
  const before = await fingerprintOf(platform.db)
  for (const { name } of guarded.filter((row) => !but.includes(row.name))) expect([name, await problemAt(name, headers)]).toEqual([name, problem])
  expect(await fingerprintOf(platform.db)).toEqual(before)
}

describe('a sign-in that waits for its second factor', () => {
  test('is no session: its ticket opens nothing, as cookie, as token, as both', async () => {
    const { data } = await platform.call(factor.totpOffer, { password })
    await platform.call(factor.totpSave, { seal: data.seal, code: codeOf(data.secret, -1) })
    const answer = await platform.app.inject({ method: 'POST', url: '/api/sys/login', payload: { username: 'admin', password } })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const { ticket } = answer.json<{ second: { ticket: string } }>().second
    await expectRefused({ cookie: `np_session=${ticket}`, token: ticket }, 'session_lost')
    await expectRefused({ authorization: `Bearer ${ticket}` }, 'session_lost')

    const done = await platform.app.inject({ method: 'POST', url: '/api/sys/login/second', payload: { ticket, method: 'totp', code: codeOf(data.secret) } })
    const cookie = String(done.headers['set-cookie']).split(';')[0]!
    const { token } = done.json<{ token: string }>()
    expect(cookie).not.toContain(ticket)
    expect(token).not.toBe(ticket)
    expect(await problemAt('session.navigation', { cookie, token })).toBe('answered')
    await forgetFactors(platform)
  })
})

describe('a locked session', () => {
  const releases = guarded.filter(({ endpoint }) => endpoint.whileRestricted.includes('locked')).map(({ name }) => name)

  test('answers unlocking and signing out, and nothing else', async () => {
    expect(releases.sort()).toEqual(['session.lock', 'session.logout', 'session.unlock'])
    const headers = await signedIn()
    await rawCall(platform.app, session.lock, {}, { headers })
    await expectRefused(headers, 'session_locked', releases)
    const wrong = await rawCall(platform.app, session.unlock, { password: 'wrong' }, { headers })
    expect(wrong.json()).toMatchObject({ problem: 'password_wrong', fields: { password: 'password_wrong' } })
    expect(await problemAt('session.navigation', headers)).toBe('session_locked')
    expect((await rawCall(platform.app, session.unlock, { password }, { headers })).json()).toMatchObject({ code: 1 })
    expect(await problemAt('session.navigation', headers)).toBe('answered')
  })

  test('locks no other session of the same account, and no API token', async () => {
    const [own, other] = [await signedIn(), await signedIn()]
    await rawCall(platform.app, session.lock, {}, { headers: own })
    expect(await problemAt('session.navigation', other)).toBe('answered')
    expect((await rawCall(platform.app, session.navigation, {}, { token: platform.adminToken })).json()).toMatchObject({ code: 1 })
  })

  test('counts wrong passwords as failed sign-ins', async () => {
    const headers = await signedIn()
    await rawCall(platform.app, session.lock, {}, { headers })
    const problems = []
    for (let count = 0; count < 6; count += 1)
      problems.push((await rawCall(platform.app, session.unlock, { password: 'wrong' }, { headers })).json<{ problem: string }>().problem)
    expect(problems).toEqual([...Array<string>(5).fill('password_wrong'), 'login_locked'])
    expect((await rawCall(platform.app, session.unlock, { password }, { headers })).json()).toMatchObject({ problem: 'login_locked' })
    await platform.db.deleteFrom('sign_in_failure').execute()
  })
})

describe('a session whose role asks for a second factor', () => {
  const releases = guarded.filter(({ endpoint }) => endpoint.whileRestricted.includes('enrolment')).map(({ name }) => name)

  test('answers what sets one up and signing out, and nothing else', async () => {
    expect(releases.sort()).toEqual(['factor.passkeyOffer', 'factor.passkeySave', 'factor.status', 'factor.totpOffer', 'factor.totpSave', 'session.logout'])
    const headers = await signedIn()
    await platform.db.transaction().execute((tx) => writeLoginRules(tx, { secondFactorRoles: [0] }))
    await expectRefused(headers, 'second_factor_enrolment', releases)
    await platform.db.transaction().execute((tx) => writeLoginRules(tx, { secondFactorRoles: [] }))
    expect(await problemAt('session.navigation', headers)).toBe('answered')
  })
})

describe('a session that has ended', () => {
  const adminId = async () => (await platform.db.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()).id

  test.each<[string, (headers: Headers) => Promise<unknown>]>([
    ['by signing out', (headers) => rawCall(platform.app, session.logout, {}, { headers })],
    ['from another session', async () => rawCall(platform.app, session.endOthers, {}, { headers: await signedIn() })],
    ['by whoever may', async () => platform.call(session.endOf, { userId: await adminId() })],
    [
      'since administrators may not work from here',
      () => platform.db.transaction().execute((tx) => writeLoginRules(tx, { administratorNetworks: ['198.51.100.0/24', '2001:db8::/32'] })),
    ],
  ])('%s answers nothing', async (_, end) => {
    const headers = await signedIn()
    expect(await problemAt('session.navigation', headers)).toBe('answered')
    await end(headers)
    await expectRefused(headers, 'session_lost')
    await platform.db.transaction().execute((tx) => writeLoginRules(tx, { administratorNetworks: [] }))
  })
})

/** Somebody else than the first administrator, whom that one can do everything to. */
type Person = { kind: 'administrator' | 'user'; id: number; username: string; password: string; roleId: number | null }
const personPassword = 'tulip-Ferry-29-moss'
let persons = 0

async function newPerson(kind: Person['kind']): Promise<Person> {
  const username = `${kind}-${(persons += 1)}`
  const fields = { username, password: personPassword }
  if (kind === 'user') return { kind, id: (await platform.call(user.save, fields)).data.id, username, password: personPassword, roleId: null }
  const roleId = (await platform.call(role.save, { name: `all of ${username}`, rights: [...rights], dataScope: 'all' })).data.id
  return { kind, id: (await platform.call(admin.save, { ...fields, roleIds: [roleId] })).data.id, username, password: personPassword, roleId }
}

async function signedInAs({ username, password }: Person): Promise<Headers> {
  const answer = await platform.app.inject({ method: 'POST', url: '/api/sys/login', payload: { username, password } })
  return { cookie: String(answer.headers['set-cookie']).split(';')[0]!, token: answer.json<{ token: string }>().token }
}

const byAdministrator = (kind: Person['kind']) => (kind === 'administrator' ? admin : user)

describe.each(['administrator', 'user'] as const)('a session of an ordinary %s', (kind) => {
  test.each<[string, (person: Person, headers: Headers) => Promise<unknown>]>([
    ['signed out', (_, headers) => rawCall(platform.app, session.logout, {}, { headers })],
    [
      'set a new password elsewhere',
      async (person) =>
        rawCall(platform.app, admin.password, { password: person.password, newPassword: 'plum-Harbour-41-fern' }, { headers: await signedInAs(person) }),
    ],
    ['was given a new password', ({ id }) => platform.call(admin.password, { id, newPassword: 'plum-Harbour-41-fern' })],
    ['was disabled', ({ id }) => platform.call(byAdministrator(kind).status, { ids: [id], status: 0 })],
    ['was deleted', ({ id }) => platform.call(byAdministrator(kind).delete, { ids: [id] })],
  ])('who %s answers nothing', async (_, end) => {
    const person = await newPerson(kind)
    const headers = await signedInAs(person)
    expect(await problemAt('session.navigation', headers)).toBe('answered')
    await end(person, headers)
    await expectRefused(headers, 'session_lost')
  })
})

describe('a session whose account has lost its rights', () => {
  const free = guarded.filter(({ endpoint }) => rightsOpening(endpoint).length === 0).map(({ name }) => name)

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['since its role holds none any more', ({ roleId }) => platform.call(role.update, { id: roleId!, name: 'of nothing', rights: [], dataScope: 'all' })],
    ['since the role was taken away', ({ id }) => platform.call(admin.update, { id, roleIds: [] })],
  ])('%s, is refused what needs one', async (_, change) => {
    const person = await newPerson('administrator')
    const headers = await signedInAs(person)
    expect(await problemAt('domain.list', headers)).toBe('answered')
    await change(person)
    await expectRefused(headers, 'right_missing', free)
    expect(await problemAt('session.navigation', headers)).toBe('answered')
  })
})

describe('a session in which an administrator acts as a user', () => {
  test.each<[string, (administrator: Person, customer: Person, headers: Headers) => Promise<unknown>]>([
    ['the administrator returned', (_administrator, _customer, headers) => rawCall(platform.app, user.endImpersonation, {}, { headers })],
    ['it was signed out', (_administrator, _customer, headers) => rawCall(platform.app, session.logout, {}, { headers })],
    ['the administrator was disabled', ({ id }) => platform.call(admin.status, { ids: [id], status: 0 })],
    ['the administrator was deleted', ({ id }) => platform.call(admin.delete, { ids: [id] })],
    ['the administrator was given a new password', ({ id }) => platform.call(admin.password, { id, newPassword: 'plum-Harbour-41-fern' })],
    ['the administrator may not act as users any more', ({ id }) => platform.call(admin.update, { id, roleIds: [] })],
    ['the user was disabled', (_administrator, { id }) => platform.call(user.status, { ids: [id], status: 0 })],
    ['the user was deleted', (_administrator, { id }) => platform.call(user.delete, { ids: [id] })],
  ])('answers nothing since %s', async (_, end) => {
    const [administrator, customer] = [await newPerson('administrator'), await newPerson('user')]
    const headers = await actAs(platform, (await signedInAs(administrator)) as BrowserSession, customer.id)
    expect(await problemAt('session.navigation', headers)).toBe('answered')
    await end(administrator, customer, headers)
    await expectRefused(headers, 'session_lost')
  })
})

describe('administrators who may work from some networks only', () => {
  const login = async (address: string) =>
    (await platform.app.inject({ method: 'POST', url: '/api/sys/login', remoteAddress: address, payload: { username: 'admin', password } })).json<{
      problem?: string
    }>().problem ?? 'signed in'

  test.each([
    ['192.0.2.77', 'signed in'],
    ['::ffff:192.0.2.77', 'signed in'],
    ['2001:db8:1::9', 'signed in'],
    ['203.0.113.5', 'signed in'],
    ['203.0.113.6', 'login_refused'],
    ['192.0.3.1', 'login_refused'],
    ['2001:db9::1', 'login_refused'],
  ])('from %s: %s', async (address, outcome) => {
    await platform.db
      .transaction()
      .execute((tx) => writeLoginRules(tx, { administratorNetworks: ['192.0.2.0/24', '2001:db8::/32', '203.0.113.5'], lockAddressAfterFailures: 1000 }))
    expect(await login(address)).toBe(outcome)
    await platform.db.transaction().execute((tx) => writeLoginRules(tx, { administratorNetworks: [] }))
    await platform.db.deleteFrom('sign_in_failure').execute()
  })

  test('reach nothing with an API token from elsewhere, while users are not concerned', async () => {
    await platform.db.transaction().execute((tx) => writeLoginRules(tx, { administratorNetworks: ['192.0.2.0/24'] }))
    expect((await rawCall(platform.app, session.navigation, {}, { token: platform.adminToken })).json()).toMatchObject({ problem: 'session_lost' })
    await platform.db.transaction().execute((tx) => writeLoginRules(tx, { administratorNetworks: [] }))
  })
})
