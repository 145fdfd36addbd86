import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { preference } from '@nameplane/contract/account/preference'
import { savedFilter } from '@nameplane/contract/account/saved-filter'
import { session } from '@nameplane/contract/account/session'
import { message } from '@nameplane/contract/account/message'
import type { DataScope } from '@nameplane/contract/account/role'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { log } from '@nameplane/contract/dns/log'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { endpoints } from '@nameplane/contract/endpoints'
import type { Right } from '@nameplane/contract/rights'
import { browserSession, withoutCaptcha } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { actAs, type BrowserSession } from '../../../../../tests/support/impersonation.ts'
import { rawCall } from '../../../../../tests/support/raw-call.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { firstBrokenAuditEntry } from '../../../audit/audit-verification.ts'

const test = await createTestApp()
afterAll(() => test.close())
await withoutCaptcha(test)

let made = 0
async function newUser(status = 1): Promise<{ id: number; username: string }> {
  const username = `customer-${(made += 1)}`
  return { id: (await test.call(user.save, { username, password: 'pass1', status })).data.id, username }
}

type Scope = { dataScope: DataScope; serviceGroupIds?: readonly number[] }

/** An administrator with these rights, signed in. */
async function newAdmin(
  rights: readonly Right[],
  { dataScope, serviceGroupIds = [] }: Scope = { dataScope: 'all' },
): Promise<{ id: number; own: BrowserSession }> {
  const username = `colleague-${(made += 1)}`
  const password = 'tulip-Ferry-29-moss'
  const { id } = (await test.call(admin.save, { username, password })).data
  const role = await test.db
    .insertInto('role')
    .values({ name: username, rights: [...rights], data_scope: dataScope })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const serviceGroupId of serviceGroupIds)
    await test.db.insertInto('role_service_group').values({ role_id: role.id, service_group_id: serviceGroupId }).execute()
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
    const entries = await test.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_kind', 'actor_id', 'actor_name', 'acting_as_id', 'acting_as_name', 'target_name'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const administrator = { actor_kind: 'administrator', actor_id: 1, actor_name: 'admin' }
    expect(entries).toEqual([
      { action: 'domain.create', ...administrator, acting_as_id: customer.id, acting_as_name: customer.username, target_name: 'added-for-them.example' },
      { action: 'user.impersonate', ...administrator, acting_as_id: null, acting_as_name: null, target_name: customer.username },
    ])
    expect(await firstBrokenAuditEntry(test.db)).toBeNull()
    // Whoever takes the user out of the entry, or puts another one in, breaks the chain.
    const last = await test.db.selectFrom('audit_entry').select('id').where('target_name', '=', 'added-for-them.example').executeTakeFirstOrThrow()
    for (const forged of [{ acting_as_id: null, acting_as_name: null }, { acting_as_name: 'somebody else' }]) {
      await test.db.updateTable('audit_entry').set(forged).where('id', '=', last.id).execute()
      expect(await firstBrokenAuditEntry(test.db)).toBe(last.id)
    }
    await test.db.updateTable('audit_entry').set({ acting_as_id: customer.id, acting_as_name: customer.username }).where('id', '=', last.id).execute()
    expect(await firstBrokenAuditEntry(test.db)).toBeNull()
  })

  it("is found in the administrators' log by either name, and so is what was refused meanwhile", async () => {
    const customer = await newUser()
    const acting = await actAs(test, await browserSession(test), customer.id)
    await as(acting, domain.save, { domain: `logged-${customer.id}.example` })
    expect(await as(acting, user.delete, { ids: [customer.id] })).toMatchObject({ problem: 'right_missing' })
    const both = [
      { action: 'user.delete', actor: 'admin', actingAs: customer.username, result: 'right_missing' },
      { action: 'domain.create', actor: 'admin', actingAs: customer.username, result: 'ok' },
    ]
    const found = async (filters: { actor?: string; search?: string }) =>
      (await test.call(log.operations, { audience: 'admin', ...filters })).data.list.filter((row) => row.actingAs === customer.username)
    expect(await found({ actor: 'admin' })).toMatchObject(both)
    expect(await found({ search: customer.username })).toMatchObject(both)
    expect((await test.call(log.operations, { audience: 'users', search: customer.username })).data.list).toEqual([])
  })

  it('reads no message for the user', async () => {
    const customer = await newUser()
    const sent = { title: 'for their eyes', content: '<p>x</p>', type: 1, accountIds: [customer.id] }
    const { id } = (await test.call(message.save, { ...sent, audience: 'selected', action: 'publish' })).data
    const acting = await actAs(test, await browserSession(test), customer.id)
    expect(await as(acting, message.detail, { id })).toMatchObject({ data: { title: 'for their eyes', readStatus: 0 } })
    expect(await as(acting, message.read, { ids: [id] })).toMatchObject({ problem: 'impersonation_refused' })
    expect(await as(acting, message.read, { all: true })).toMatchObject({ problem: 'impersonation_refused' })
    expect(await as(acting, message.unread)).toMatchObject({ data: { unread: 1 } })
    expect(await as(acting, message.detail, { id })).toMatchObject({ data: { readStatus: 0 } })
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

  it('cannot touch what belongs to the person: password, second factors, tokens, sessions, how tables look, saved filters', async () => {
    const acting = await actAs(test, await browserSession(test), (await newUser()).id)
    expect(await as(acting, admin.password, { password: 'pass1', newPassword: 'pass2' })).toMatchObject({ problem: 'impersonation_refused' })
    const personal = endpoints.filter(
      ({ noun, verb, endpoint }) =>
        endpoint.effect === 'write' &&
        endpoint.users === 'own' &&
        (['factor', 'apiToken', 'savedFilter', 'preference'].includes(noun) ||
          ['session.end', 'session.endOthers', 'admin.password'].includes(`${noun}.${verb}`)),
    )
    expect(personal.length).toBeGreaterThanOrEqual(7)
    for (const { noun, verb, endpoint } of personal) expect([noun, verb, (await as(acting, endpoint)).problem]).toEqual([noun, verb, 'impersonation_refused'])
  })

  it('sees how the user’s tables look and what they saved, and leaves it so', async () => {
    const customer = await newUser()
    const own = { screen: '/dns/domain/list', name: 'mine', filters: { status: '1' } }
    const owner = await test.db
      .insertInto('saved_filter')
      .values({ account_id: customer.id, ...own, filters: JSON.stringify(own.filters) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const acting = await actAs(test, await browserSession(test), customer.id)
    const listed = { data: { list: [{ id: owner.id, name: 'mine', filters: own.filters }] } }
    expect(await as(acting, savedFilter.list, { screen: own.screen })).toMatchObject(listed)
    for (const [endpoint, input] of [
      [savedFilter.save, { ...own, name: 'theirs' }],
      [savedFilter.update, { id: owner.id, name: 'renamed' }],
      [savedFilter.delete, { ids: [owner.id] }],
      [preference.saveTable, { preference: { stripe: 1 } }],
    ] as const)
      expect(await as(acting, endpoint, input)).toMatchObject({ problem: 'impersonation_refused' })
    expect(await as(acting, savedFilter.list, { screen: own.screen })).toMatchObject(listed)
    expect(await as(acting, preference.table)).toMatchObject({ code: 1, data: null })
  })

  it('acts as nobody further, and as no administrator, disabled or missing user', async () => {
    const own = await browserSession(test)
    const acting = await actAs(test, own, (await newUser()).id)
    expect(await as(acting, user.impersonate, { id: (await newUser()).id })).toMatchObject({ problem: 'right_missing' })
    expect(await as(own, user.impersonate, { id: 1 })).toMatchObject({ problem: 'impersonation_own_only' })
    expect(await as(own, user.impersonate, { id: (await newUser(0)).id })).toMatchObject({ problem: 'impersonation_own_only' })
    expect(await as(own, user.impersonate, { id: 999_999 })).toMatchObject({ problem: 'account_missing' })
  })

  it('may as the user nothing they may not do themselves', async () => {
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

describe('an administrator of limited reach', () => {
  const held: readonly Right[] = ['user.impersonate', 'user.read', 'domain.read', 'domain.write']
  let kept: number
  beforeAll(async () => {
    const servers = { mname: 'ns1.example.net', rname: 'hostmaster.example.net', ns1: 'ns1.example.net', ns2: 'ns2.example.net' }
    kept = (await test.call(serviceGroup.save, { name: 'kept', ...servers })).data.id
  })

  /** A user with a domain in that group and one elsewhere. */
  async function customerOfBoth(): Promise<{ id: number; username: string; keptDomain: number }> {
    const customer = await newUser()
    const keptDomain = (await test.call(domain.save, { domain: `kept-${customer.id}.example`, userId: customer.id, serviceGroupId: kept })).data.id
    await test.call(domain.save, { domain: `other-${customer.id}.example`, userId: customer.id })
    return { ...customer, keptDomain }
  }

  it('sees as a user of their groups all that the user sees', async () => {
    const customer = await customerOfBoth()
    const { own } = await newAdmin(held, { dataScope: 'groups', serviceGroupIds: [kept] })
    const acting = await actAs(test, own, customer.id)
    expect(await as(acting, domain.list)).toMatchObject({ data: { totalCount: 2 } })
    expect(await as(acting, domain.update, { id: customer.keptDomain, remark: 'done for them' })).toMatchObject({ code: 1 })
  })

  it('acts as nobody else', async () => {
    const elsewhere = await newUser()
    await test.call(domain.save, { domain: 'elsewhere.example', userId: elsewhere.id })
    const ofGroups = await newAdmin(held, { dataScope: 'groups', serviceGroupIds: [kept] })
    const ofOwn = await newAdmin(held, { dataScope: 'own' })
    const customer = await customerOfBoth()
    for (const [{ own }, id] of [
      [ofGroups, elsewhere.id],
      [ofGroups, (await newUser()).id],
      [ofOwn, customer.id],
    ] as const)
      expect(await as(own, user.impersonate, { id })).toMatchObject({ problem: 'impersonation_beyond_reach' })
  })

  it('is out at once when the user is not within reach any more', async () => {
    const customer = await customerOfBoth()
    const { own } = await newAdmin(held, { dataScope: 'groups', serviceGroupIds: [kept] })
    const acting = await actAs(test, own, customer.id)
    expect(await isOpen(acting)).toBe(true)
    await test.call(domain.update, { id: customer.keptDomain, serviceGroupId: 1 })
    expect(await isOpen(acting)).toBe(false)
  })
})

it('somebody without the right acts as nobody', async () => {
  const token = await test.tokenWith(['user.read', 'user.write', 'admin.write'])
  expect(await refusalOf(test.call(user.impersonate, { id: (await newUser()).id }, token))).toMatchObject({ problem: 'right_missing' })
})
