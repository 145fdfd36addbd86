import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { session } from '@nameplane/contract/account/session'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { endpoints } from '@nameplane/contract/endpoints'
import type { Right } from '@nameplane/contract/rights'
import { browserSession, withoutCaptcha } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { actAs, type BrowserSession } from '../../../../../tests/support/impersonation.ts'
import { rawCall } from '../../../../../tests/support/raw-call.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await withoutCaptcha(test)
})
afterAll(() => test.close())

let made = 0
async function newUser(status = 1): Promise<{ id: number; username: string }> {
  const username = `customer-${(made += 1)}`
  return { id: (await test.call(user.save, { username, password: 'pass1', status })).data.id, username }
}

/** An administrator with these rights, signed in. */
async function newAdmin(rights: readonly Right[]): Promise<{ id: number; own: BrowserSession }> {
  const username = `colleague-${(made += 1)}`
  const password = 'tulip-Ferry-29-moss'
  const { id } = (await test.call(admin.save, { username, password })).data
  const role = await test.db
    .insertInto('role')
    .values({ name: username, rights: [...rights] })
    .returning('id')
    .executeTakeFirstOrThrow()
  await test.call(admin.update, { id, roleIds: [role.id] })
  const answer = await test.app.inject({ method: 'POST', url: '/api/sys/login', payload: { username, password } })
  return { id, own: { cookie: String(answer.headers['set-cookie']).split(';')[0]!, token: answer.json<{ token: string }>().token } }
}

type Body = Record<string, unknown> & { code: number; problem?: string; token?: string | null }
const as = async (own: BrowserSession, endpoint: Parameters<typeof rawCall>[1], input: object = {}): Promise<Body> =>
  (await rawCall(test.app, endpoint, input, { headers: own })).json<Body>()
const isOpen = async (own: BrowserSession): Promise<boolean> => (await as(own, admin.info)).code === 1

describe('an administrator who acts as a user', () => {
  it('sees what the user sees and is told who acts', async () => {
    const customer = await newUser()
    const { id } = (await test.call(domain.save, { domain: 'customers-own.example', userId: customer.id })).data
    await test.call(domain.save, { domain: 'of-somebody-else.example' })
    const acting = await actAs(test, await browserSession(test), customer.id)
    expect(await as(acting, session.navigation)).toMatchObject({
      user: { ...{ username: customer.username, userId: customer.id }, kind: 'user', impersonator: 'admin' },
    })
    expect(await as(acting, domain.list)).toMatchObject({ data: { totalCount: 1, list: [{ id }] } })
    expect(await as(acting, user.list)).toMatchObject({ problem: 'right_missing' })
  })

  it('leaves both names in every trail', async () => {
    const customer = await newUser()
    const acting = await actAs(test, await browserSession(test), customer.id)
    const saved = await as(acting, domain.save, { domain: 'added-for-them.example' })
    expect(saved).toMatchObject({ code: 1 })
    const entries = await test.db.selectFrom('audit_entry').select(['action', 'actor_name', 'actor_id', 'target_name']).orderBy('id', 'desc').limit(2).execute()
    expect(entries).toEqual([
      { action: 'domain.create', actor_name: `admin → ${customer.username}`, actor_id: customer.id, target_name: 'added-for-them.example' },
      { action: 'user.impersonate', actor_name: 'admin', actor_id: 1, target_name: customer.username },
    ])
  })

  it('returns to a session of their own under new secrets, and the other one is over', async () => {
    const own = await browserSession(test)
    const acting = await actAs(test, own, (await newUser()).id)
    const answer = await rawCall(test.app, user.endImpersonation, {}, { headers: acting })
    const back = { cookie: String(answer.headers['set-cookie']).split(';')[0]!, token: answer.json<{ token: string }>().token }
    expect(await as(back, admin.info)).toMatchObject({ data: { username: 'admin' } })
    expect([await isOpen(acting), await isOpen(own)]).toEqual([false, false])
    expect(await as(back, user.endImpersonation)).toMatchObject({ problem: 'impersonation_none' })
  })

  it('cannot touch what belongs to the person: password, second factors, tokens, sessions', async () => {
    const acting = await actAs(test, await browserSession(test), (await newUser()).id)
    expect(await as(acting, admin.password, { password: 'pass1', newPassword: 'pass2' })).toMatchObject({ problem: 'impersonation_refused' })
    const personal = endpoints.filter(
      ({ noun, verb, endpoint }) =>
        endpoint.effect === 'write' &&
        endpoint.users === 'own' &&
        (['factor', 'apiToken'].includes(noun) || ['session.end', 'session.endOthers', 'admin.password'].includes(`${noun}.${verb}`)),
    )
    expect(personal.length).toBeGreaterThanOrEqual(3)
    for (const { noun, verb, endpoint } of personal) expect([noun, verb, (await as(acting, endpoint)).problem]).toEqual([noun, verb, 'impersonation_refused'])
  })

  it('acts as nobody further, and as no administrator, disabled or missing user', async () => {
    const own = await browserSession(test)
    const acting = await actAs(test, own, (await newUser()).id)
    expect(await as(acting, user.impersonate, { id: (await newUser()).id })).toMatchObject({ problem: 'right_missing' })
    expect(await as(own, user.impersonate, { id: 1 })).toMatchObject({ problem: 'impersonation_own_only' })
    expect(await as(own, user.impersonate, { id: (await newUser(0)).id })).toMatchObject({ problem: 'impersonation_own_only' })
    expect(await as(own, user.impersonate, { id: 999_999 })).toMatchObject({ problem: 'account_missing' })
  })

  it('may as the user no more than as themselves', async () => {
    const customer = await newUser()
    await test.call(domain.save, { domain: 'looked-at.example', userId: customer.id })
    const { own } = await newAdmin(['user.impersonate', 'user.read', 'domain.read'])
    const acting = await actAs(test, own, customer.id)
    expect(await as(acting, domain.list)).toMatchObject({ data: { totalCount: 1 } })
    expect(await as(acting, domain.save, { domain: 'not-allowed.example' })).toMatchObject({ problem: 'right_missing' })
  })

  it('is out at once when they sign out, are disabled, lose the right, or when the user is disabled', async () => {
    const begin = async () => {
      const colleague = await newAdmin(['user.impersonate'])
      const customer = await newUser()
      return { ...colleague, customer, acting: await actAs(test, colleague.own, customer.id) }
    }
    const disabled = await begin()
    await test.call(admin.status, { ids: [disabled.id], status: 0 })
    const demoted = await begin()
    await test.call(admin.update, { id: demoted.id, roleIds: [] })
    const left = await begin()
    await as(left.acting, session.logout)
    const reset = await begin()
    await test.call(admin.password, { id: reset.id, newPassword: 'plum-Harbour-41-fern' })
    const ended = await begin()
    await test.call(user.status, { ids: [ended.customer.id], status: 0 })
    for (const { acting } of [disabled, demoted, left, reset, ended]) expect(await isOpen(acting)).toBe(false)
    expect([await isOpen(left.own), await isOpen(disabled.own), await isOpen(demoted.own), await isOpen(ended.own)]).toEqual([false, false, true, true])
  })

  it('begins by the GET of the specification too, from this site only and never by a link', async () => {
    const own = await browserSession(test)
    const { id } = await newUser()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }, { 'sec-fetch-mode': 'navigate' }] as Record<string, string>[])
      expect((await rawCall(test.app, user.backLogin, { id }, { headers: { ...own, ...headers } })).json()).toMatchObject({ problem: 'cross_site' })
    expect((await rawCall(test.app, user.backLogin, { id }, { headers: { cookie: own.cookie } })).json()).toMatchObject({ code: 401 })
    const answer = await rawCall(test.app, user.backLogin, { id }, { headers: { ...own, 'sec-fetch-site': 'same-origin' } })
    expect(answer.json()).toMatchObject({ code: 1, data: { id } })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('by an API token has no session to return to', async () => {
    const { token } = await test.call(user.impersonate, { id: (await newUser()).id })
    const row = await test.db.selectFrom('session').select(['parent_secret_hash', 'impersonator_id']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect([token.length > 20, row]).toEqual([true, { parent_secret_hash: null, impersonator_id: 1 }])
  })
})

it('somebody without the right acts as nobody', async () => {
  const token = await test.tokenWith(['user.read', 'user.write', 'admin.write'])
  expect(await refusalOf(test.call(user.impersonate, { id: (await newUser()).id }, token))).toMatchObject({ problem: 'right_missing' })
})
