import { afterAll, describe, expect, it } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { user, type User } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import type { Sent } from '@nameplane/contract/endpoint'
import { browserSession, withoutCaptcha } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { trailOf } from '../../../../../tests/support/audit-trail.ts'
import { rawCall } from '../../../../../tests/support/raw-call.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'

const test = await createTestApp()
afterAll(() => test.close())
await withoutCaptcha(test)

let made = 0
async function add(more: Partial<Sent<typeof user.save>> = {}): Promise<{ id: number; username: string }> {
  const username = more.username ?? `person.${(made += 1)}`
  return { id: (await test.call(user.save, { username, password: 'pass1', ...more })).data.id, username }
}
const find = async (id: number): Promise<User | undefined> => (await test.call(user.list, { limit: 200 })).data.list.find((row) => row.id === id)
const listed = async (filter: Sent<typeof user.list>): Promise<string[]> => (await test.call(user.list, filter)).data.list.map((row) => row.username)
const updated = async (sent: Sent<typeof user.update>): Promise<unknown> => refusalOf(test.call(user.update, sent))

async function signIn(username: string, password = 'pass1'): Promise<{ cookie: string; token: string } | null> {
  const answer = await test.app.inject({ method: 'POST', url: '/api/sys/login', payload: { username, password } })
  const { token } = answer.json<{ token?: string }>()
  return token === undefined ? null : { cookie: String(answer.headers['set-cookie']).split(';')[0]!, token }
}

describe('a user', () => {
  it('keeps every field, and shows none of the password', async () => {
    const { id, username } = await add({
      type: 4,
      email: 'Ada@Example.net',
      mobile: '13800138000',
      tags: 'vip, north,vip',
      verified: 1,
      remark: '大客户',
      language: 'en',
      unvalidModel: ['/dns/domain/list'],
      resetDue: true,
    })
    const row = await find(id)
    expect(row).toMatchObject({
      username,
      type: 4,
      email: 'Ada@Example.net',
      mobile: '13800138000',
      tags: ['vip', 'north'],
      verified: 1,
      remark: '大客户',
      language: 'en',
      unvalidModel: ['/dns/domain/list'],
      resetDue: true,
      status: 1,
      balanceCents: 0,
      domainCount: 0,
      lastSignInTime: null,
      rowVersion: 1,
    })
    expect(Object.keys(row!).some((field) => /password|hash/i.test(field))).toBe(false)
  })

  it.each<[string, Partial<Sent<typeof user.save>>, Record<string, string>, string]>([
    ['without a name', { username: '' }, { username: 'required' }, '不能为空'],
    ['with a name of two letters', { username: 'ab' }, { username: 'invalid_username' }, '用户名格式错误，只能包含字母、数字和 @ . _ -（3～30）'],
    ['with a Chinese name', { username: '张三丰' }, { username: 'invalid_username' }, '用户名格式错误，只能包含字母、数字和 @ . _ -（3～30）'],
    ['with a password of three signs', { password: 'abc' }, { password: 'invalid_password' }, '密码格式错误，不能包含中文（4~32）'],
    ['with a Chinese password', { password: '密码密码' }, { password: 'invalid_password' }, '密码格式错误，不能包含中文（4~32）'],
    ['with two passwords', { passwordAgain: 'pass2' }, { passwordAgain: 'passwords_differ' }, '两次输入的密码不一致'],
    ['with half a mail address', { email: 'ada@' }, { email: 'invalid_email' }, '邮箱地址格式错误'],
    ['with a telephone number that does not begin with 1', { mobile: '23800138000' }, { mobile: 'invalid_phone' }, '手机号格式错误'],
    ['as an administrator', { type: 1 }, { type: 'number_too_small' }, '不能小于 2'],
    ['of a level that is not there', { type: 12 }, { type: 'number_too_big' }, '不能大于 11'],
    ['with a path that is none', { unvalidModel: ['javascript:x'] }, { 'unvalidModel.0': 'invalid_value' }, '内容格式错误'],
  ])('is refused %s', async (_, more, fields, message) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/sys/app_user/save',
      headers: { authorization: `Bearer ${test.adminToken}` },
      payload: { username: 'refused', password: 'pass1', ...more },
    })
    expect(answer.json()).toMatchObject({ fields, msg: message })
  })

  it('has a name, an address and a number of its own, in whatever case', async () => {
    await add({ username: 'taken', email: 'taken@example.net', mobile: '13900000001' })
    expect(await refusalOf(add({ username: 'TAKEN', email: 'Taken@Example.net', mobile: '13900000001' }))).toMatchObject({
      fields: { username: 'username_taken', email: 'email_taken', mobile: 'mobile_taken' },
    })
    const other = await add()
    expect(await updated({ id: other.id, email: 'TAKEN@example.net' })).toMatchObject({ problem: 'email_taken' })
    const [one, two] = await Promise.allSettled([add({ username: 'at.once' }), add({ username: 'At.Once' })])
    expect([one.status, two.status].sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is changed field by field, and only as it was seen', async () => {
    const { id, username } = await add({ tags: ['a'], remark: 'first' })
    await test.call(user.update, { id, rowVersion: 1, remark: 'second' })
    expect(await find(id)).toMatchObject({ remark: 'second', tags: ['a'], username, rowVersion: 2 })
    expect(await updated({ id, rowVersion: 1, remark: 'third' })).toMatchObject({ problem: 'changed_meanwhile' })
    await test.call(user.update, { id, rowVersion: 2, remark: 'second' })
    expect(await find(id)).toMatchObject({ rowVersion: 2 })
  })

  it('is no administrator, to none of its calls', async () => {
    const { id } = (await test.call(admin.save, { username: 'real.admin', password: 'tulip-Ferry-29-moss' })).data
    const { data } = await test.call(user.list, { search: 'real.admin' })
    expect(data.list).toEqual([])
    for (const attempt of [
      () => test.call(user.update, { id, remark: 'x' }),
      () => test.call(user.status, { ids: [id], status: 0 }),
      () => test.call(user.delete, { ids: [id] }),
      () => test.call(user.tag, { ids: [id], add: ['x'] }),
      () => test.call(user.requirePassword, { ids: [id] }),
    ])
      expect(await refusalOf(attempt())).toMatchObject({ problem: 'account_missing' })
  })

  it('loses its sessions at once when disabled or deleted', async () => {
    const { id, username } = await add()
    const session = (await signIn(username))!
    const isSignedIn = async (): Promise<boolean> => (await rawCall(test.app, admin.info, {}, { headers: session })).json<{ code: number }>().code === 1
    expect(await isSignedIn()).toBe(true)
    await test.call(user.status, { ids: [id], status: 0 })
    expect(await isSignedIn()).toBe(false)
    expect(await signIn(username)).toBeNull()
    await test.call(user.status, { ids: [id], status: 1 })
    expect(await isSignedIn()).toBe(false)
    const again = (await signIn(username))!
    await test.call(user.delete, { ids: [id] })
    expect((await rawCall(test.app, admin.info, {}, { headers: again })).json()).toMatchObject({ code: 401 })
    expect(await signIn(username)).toBeNull()
  })

  it('that owns domains, in the recycle bin too, or money is not deleted, nor is anybody of the same call', async () => {
    const [owner, rich, free] = [await add(), await add(), await add()]
    const ids = await Promise.all(['a', 'b'].map(async (name) => (await test.call(domain.save, { domain: `${name}.owned.example`, userId: owner.id })).data.id))
    await test.call(domain.delete, { ids: [ids[0]!] })
    await test.db.updateTable('account').set({ balance_cents: 1 }).where('id', '=', rich.id).execute()
    expect(await refusalOf(test.call(user.delete, { ids: [owner.id, free.id] }))).toMatchObject({
      problem: 'account_owns_domains',
      msg: `${owner.username} owns 2 domains and cannot be deleted`,
    })
    expect(await refusalOf(test.call(user.delete, { ids: [rich.id, free.id] }))).toMatchObject({ problem: 'account_has_balance' })
    expect(await find(free.id)).toBeDefined()
    expect(await find(owner.id)).toMatchObject({ domainCount: 1 })
  })

  it('gets tags and loses them among many, as far as there is room', async () => {
    const [one, other] = [await add({ tags: ['old', 'vip'] }), await add()]
    await test.call(user.tag, { ids: [one.id, other.id], add: ['vip', 'north'], remove: 'old' })
    expect([(await find(one.id))!.tags, (await find(other.id))!.tags]).toEqual([
      ['vip', 'north'],
      ['vip', 'north'],
    ])
    const many = Array.from({ length: 19 }, (_, index) => `tag-${index}`)
    expect(await refusalOf(test.call(user.tag, { ids: [one.id], add: many }))).toMatchObject({ problem: 'too_many_entries' })
    expect((await test.call(user.tags, {})).data.find((row) => row.tag === 'old')).toBeUndefined()
    const counts = (await test.call(user.tags, {})).data.map((row) => row.count)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  })

  it('is found by what is known of it', async () => {
    await add({ username: 'found.me', email: 'needle@example.net', mobile: '13700000002', remark: 'in the haystack', tags: ['hay'], verified: 1 })
    await add({ username: 'agent.smith', type: 3, remark: 'haystack too' })
    for (const search of ['FOUND', 'needle@', '1370000', 'the haystack']) expect(await listed({ search })).toEqual(['found.me'])
    expect(await listed({ search: 'haystack', kind: 'agent' })).toEqual(['agent.smith'])
    expect(await listed({ search: 'haystack', kind: 'user' })).toEqual(['found.me'])
    expect(await listed({ tag: 'hay', verified: 1, status: 1 })).toEqual(['found.me'])
    expect(await listed({ tag: 'ha' })).toEqual([])
    expect(await listed({ search: 'haystack', sidx: 'type', order: 'asc' })).toEqual(['found.me', 'agent.smith'])
  })
})

describe('a new password that is due', () => {
  it('stands before everything but setting it, asking who one is, and leaving', async () => {
    const { id, username } = await add()
    await test.call(user.requirePassword, { ids: [id] })
    const session = (await signIn(username))!
    const as = async (endpoint: Parameters<typeof rawCall>[1], input: object = {}) =>
      (await rawCall(test.app, endpoint, input, { headers: session })).json<{
        code: number
        problem?: string
        permissions?: string[]
        user?: { resetDue: boolean }
      }>()
    expect(await as(domain.list)).toMatchObject({ problem: 'password_change_due' })
    const nav = (await test.app.inject({ url: '/api/sys/menu/nav', headers: session })).json<{
      menuList: { path: string }[]
      permissions: string[]
      user: unknown
    }>()
    expect(nav).toMatchObject({ permissions: [], user: { resetDue: true, username } })
    expect(await as(admin.info)).toMatchObject({ code: 1 })
    expect(await as(admin.password, { password: 'pass1', newPassword: 'pass2' })).toMatchObject({ code: 1 })
    expect(await as(domain.list)).toMatchObject({ code: 1 })
    expect(await find(id)).toMatchObject({ resetDue: false })
  })
})

describe('the users', () => {
  it.each([
    ['list', 'user.read', user.list, {}],
    ['tags', 'user.read', user.tags, {}],
    ['export', 'user.read', user.export, {}],
    ['save', 'user.write', user.save, { username: 'nobody.x', password: 'pass1' }],
    ['update', 'user.write', user.update, { id: 1 }],
    ['status', 'user.write', user.status, { ids: [1], status: 0 }],
    ['tag', 'user.write', user.tag, { ids: [1] }],
    ['require', 'user.write', user.requirePassword, { ids: [1] }],
    ['delete', 'user.delete', user.delete, { ids: [1] }],
    ['import', 'user.write', user.import, { text: 'username' }],
    ['impersonate', 'user.impersonate', user.impersonate, { id: 1 }],
    ['back/login', 'user.impersonate', user.backLogin, { id: 1 }],
  ] as const)('%s asks for the right %s', async (_, right, endpoint, input) => {
    const ofUsers = (['user.read', 'user.write', 'user.delete'] as const).filter((one) => one !== right)
    const others = await test.tokenWith(['domain.read', 'admin.read', 'admin.write', 'admin.delete', ...ofUsers])
    expect((await rawCall(test.app, endpoint, input, { token: others })).json()).toMatchObject({ problem: 'right_missing' })
  })

  it('leave audit entries with what changed, and no password', async () => {
    const { id } = await add({ remark: 'before', password: 'a-secret-word' })
    await test.call(user.update, { id, remark: 'after' })
    await test.call(user.status, { ids: [id], status: 0 })
    await test.call(user.delete, { ids: [id] })
    const entries = await trailOf(test, 'user', id)
    expect(entries.map((entry) => entry.action)).toEqual(['user.create', 'user.update', 'user.disable', 'user.delete'])
    expect(entries[1]).toMatchObject({ before: { remark: 'before' }, after: { remark: 'after' } })
    expect(JSON.stringify(entries)).not.toContain('a-secret-word')
  })

  it('see of themselves what anybody sees of themselves, and nobody else', async () => {
    const [own, other] = [await add({ remark: 'mine' }), await add()]
    const headers = (await signIn(own.username))!
    expect((await rawCall(test.app, admin.info, {}, { headers })).json()).toMatchObject({ data: { userId: own.id, kind: 'user', remark: 'mine' } })
    for (const id of [other.id, 1]) {
      expect((await rawCall(test.app, admin.info, { id }, { headers })).json()).toMatchObject({ problem: 'right_missing' })
      expect((await rawCall(test.app, admin.password, { id, newPassword: 'pass9' }, { headers })).json()).toMatchObject({ problem: 'right_missing' })
    }
    expect((await rawCall(test.app, user.list, {}, { headers })).json()).toMatchObject({ problem: 'right_missing' })
    expect((await rawCall(test.app, admin.info, {}, { headers: await browserSession(test) })).json()).toMatchObject({
      data: { username: 'admin', isSuper: true },
    })
  })
})
