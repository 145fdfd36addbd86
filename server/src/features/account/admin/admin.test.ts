import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admin, type Admin } from '@nameplane/contract/account/admin'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import type { Sent } from '@nameplane/contract/endpoint'
import type { Right } from '@nameplane/contract/rights'
import { withoutCaptcha } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import type { BrowserSession } from '../../../../../tests/support/impersonation.ts'
import { rawCall } from '../../../../../tests/support/raw-call.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { sha256 } from '../session/session.store.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await withoutCaptcha(test)
})
afterAll(() => test.close())
beforeEach(async () => void (await test.db.deleteFrom('sign_in_failure').execute()))

const password = 'tulip-Ferry-29-moss'
let made = 0
async function add(more: Partial<Sent<typeof admin.save>> = {}): Promise<{ id: number; username: string }> {
  const username = more.username ?? `colleague.${(made += 1)}`
  return { id: (await test.call(admin.save, { username, password, ...more })).data.id, username }
}
async function newRole(rights: readonly Right[], name = `role ${(made += 1)}`): Promise<number> {
  return (
    await test.db
      .insertInto('role')
      .values({ name, rights: [...rights] })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}
const find = async (id: number): Promise<Admin | undefined> => (await test.call(admin.list, { limit: 200 })).data.list.find((row) => row.id === id)

/** An administrator with these rights, and a token that acts for them. */
async function withRights(rights: readonly Right[]): Promise<{ id: number; token: string }> {
  const { id, username } = await add({ roleIds: [await newRole(rights)] })
  const token = `np_of_${username}`
  await test.db
    .insertInto('api_token')
    .values({ account_id: id, name: 'test', token_hash: sha256(token), scopes: null })
    .execute()
  return { id, token }
}

async function signIn(username: string, word = password): Promise<BrowserSession | null> {
  const answer = await test.app.inject({ method: 'POST', url: '/api/sys/login', payload: { username, password: word } })
  const { token } = answer.json<{ token?: string }>()
  return token === undefined ? null : { cookie: String(answer.headers['set-cookie']).split(';')[0]!, token }
}
const isOpen = async (session: BrowserSession): Promise<boolean> =>
  (await rawCall(test.app, admin.info, {}, { headers: session })).json<{ code: number }>().code === 1

describe('an administrator', () => {
  it('has several roles, and every field comes back', async () => {
    const roleIds = [await newRole(['domain.read'], 'readers'), await newRole(['line.read'], 'liners')]
    const { id, username } = await add({
      roleIds,
      email: 'colleague@example.net',
      mobile: '13812345678',
      remark: 'night shift',
      language: 'en',
      resetDue: true,
    })
    expect(await find(id)).toMatchObject({
      username,
      roles: [
        { id: roleIds[1], name: 'liners' },
        { id: roleIds[0], name: 'readers' },
      ],
      isSuper: false,
      email: 'colleague@example.net',
      mobile: '13812345678',
      remark: 'night shift',
      language: 'en',
      resetDue: true,
      status: 1,
      rowVersion: 1,
    })
    await test.call(admin.update, { id, rowVersion: 1, roleIds: [roleIds[0]!], remark: '' })
    expect(await find(id)).toMatchObject({ roles: [{ name: 'readers' }], remark: '', email: 'colleague@example.net' })
    expect(await refusalOf(test.call(admin.update, { id, rowVersion: 1, remark: 'late' }))).toMatchObject({ problem: 'changed_meanwhile' })
    await test.call(admin.update, { id, roleIds: '' })
    expect(await find(id)).toMatchObject({ roles: [] })
  })

  it.each<[string, Partial<Sent<typeof admin.save>>, string]>([
    ['of eleven signs', { password: 'plum-Harbou' }, 'password_too_short'],
    ['that everybody tries first', { password: 'Password2026!!' }, 'password_common'],
    ['that is a common word with little beside it', { password: 'Ops-password-2026' }, 'password_guessable'],
    ['made of their name', { username: 'vermillion', password: 'vermillion-2026' }, 'password_common'],
    ['of Chinese signs', { password: '这是一个很长的中文密码哦' }, 'invalid_password'],
    ['typed differently the second time', { passwordAgain: 'plum-Harbour-41-fern' }, 'passwords_differ'],
    ['and with a role that is not there', { roleIds: [999_999] }, 'role_missing'],
  ])('is refused with a password %s', async (_, more, problem) => {
    expect(await refusalOf(add(more))).toMatchObject({ problem })
  })

  it('is found by name, role, state and standing', async () => {
    const roleId = await newRole(['domain.read'])
    const { id, username } = await add({ roleIds: [roleId], status: 0, remark: 'a needle' })
    const ids = async (query: Sent<typeof admin.list>) => (await test.call(admin.list, query)).data.list.map((row) => row.id)
    expect(await ids({ search: 'NEEDLE' })).toEqual([id])
    expect(await ids({ roleId, status: 0 })).toEqual([id])
    expect(await ids({ roleId, status: 1 })).toEqual([])
    expect(await ids({ search: username, isSuper: true })).toEqual([])
    expect((await ids({ isSuper: true })).length).toBeGreaterThan(0)
  })

  it('is out at once when disabled, deleted or given another password, and gets in again only with what is new', async () => {
    const [disabled, deleted, changed] = [await add(), await add(), await add()]
    const sessions = [(await signIn(disabled.username))!, (await signIn(deleted.username))!, (await signIn(changed.username))!]
    await test.call(admin.status, { ids: [disabled.id], status: 0 })
    await test.call(admin.delete, { ids: [deleted.id] })
    expect((await test.call(admin.password, { id: changed.id, newPassword: 'plum-Harbour-41-fern', resetDue: true })).data).toEqual({ sessionsEnded: 1 })
    for (const session of sessions) expect(await isOpen(session)).toBe(false)
    expect([await signIn(disabled.username), await signIn(deleted.username), await signIn(changed.username)]).toEqual([null, null, null])
    expect(await signIn(changed.username, 'plum-Harbour-41-fern')).not.toBeNull()
    expect(await find(changed.id)).toMatchObject({ resetDue: true })
  })

  it('who owns domains is not deleted', async () => {
    const { id } = await add()
    await test.call(domain.save, { domain: 'of-an-admin.example', userId: id })
    expect(await refusalOf(test.call(admin.delete, { ids: [id] }))).toMatchObject({ problem: 'account_owns_domains', params: { count: 1 } })
  })
})

describe('nobody', () => {
  it('deletes or disables themselves', async () => {
    const own = await withRights(['admin.read', 'admin.write', 'admin.delete'])
    for (const attempt of [
      () => test.call(admin.delete, { ids: [own.id] }, own.token),
      () => test.call(admin.status, { ids: [own.id], status: 0 }, own.token),
      () => test.call(admin.update, { id: own.id, status: 0 }, own.token),
      () => test.call(admin.delete, { ids: [1] }),
      () => test.call(admin.status, { ids: [1], status: 0 }),
    ])
      expect(await refusalOf(attempt())).toMatchObject({ problem: 'account_own' })
  })

  it('takes the last super administrator away, however', async () => {
    for (const attempt of [() => test.call(admin.update, { id: 1, isSuper: false }), () => test.call(admin.update, { id: 1, isSuper: false, status: 1 })])
      expect(await refusalOf(attempt())).toMatchObject({ problem: 'last_super_administrator' })
    // A disabled one does not count.
    const { id } = await add({ isSuper: true, status: 0 })
    expect(await refusalOf(test.call(admin.update, { id: 1, isSuper: false }))).toMatchObject({ problem: 'last_super_administrator' })
    await test.call(admin.delete, { ids: [id] })
  })

  it('takes it away by two calls at once', async () => {
    const pairs = await Promise.all(Array.from({ length: 4 }, () => add({ isSuper: true })))
    const tokens = await Promise.all(
      pairs.map(async ({ id, username }) => {
        await test.db
          .insertInto('api_token')
          .values({ account_id: id, name: 'test', token_hash: sha256(`np_${username}`), scopes: null })
          .execute()
        return `np_${username}`
      }),
    )
    // Each of five disables or demotes the next, all at the same moment.
    const ring = [{ id: 1, token: test.adminToken }, ...pairs.map(({ id }, index) => ({ id, token: tokens[index]! }))]
    const outcomes = await Promise.allSettled(
      ring.map(({ token }, index) => {
        const target = ring[(index + 1) % ring.length]!.id
        return index % 2 === 0 ? test.call(admin.update, { id: target, isSuper: false }, token) : test.call(admin.status, { ids: [target], status: 0 }, token)
      }),
    )
    const left = await test.db.selectFrom('account').select('id').where('is_super', '=', true).where('status', '=', 1).execute()
    expect(left.length).toBeGreaterThanOrEqual(1)
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(ring.length)
    // Who is left depends on which calls came first: the other rules begin with one super administrator again.
    await test.db.updateTable('account').set({ is_super: true, status: 1 }).where('id', '=', 1).execute()
    await test.call(admin.delete, { ids: pairs.map(({ id }) => id) })
  })

  it('grants more than they hold, nor makes anybody a super administrator', async () => {
    const own = await withRights(['admin.read', 'admin.write', 'domain.read'])
    const [within, beyond] = [await newRole(['domain.read']), await newRole(['domain.read', 'domain.write'])]
    const sent = { username: 'granted.one', password }
    expect(await refusalOf(test.call(admin.save, { ...sent, roleIds: [within, beyond] }, own.token))).toMatchObject({ problem: 'role_beyond_own' })
    expect(await refusalOf(test.call(admin.save, { ...sent, isSuper: true }, own.token))).toMatchObject({ problem: 'beyond_own_rights' })
    const { id } = (await test.call(admin.save, { ...sent, roleIds: [within] }, own.token)).data
    expect(await refusalOf(test.call(admin.update, { id, roleIds: [beyond] }, own.token))).toMatchObject({ problem: 'role_beyond_own' })
    expect(await refusalOf(test.call(admin.update, { id: own.id, roleIds: [beyond] }, own.token))).toMatchObject({ problem: 'role_beyond_own' })
    expect(await refusalOf(test.call(admin.update, { id, isSuper: true }, own.token))).toMatchObject({ problem: 'beyond_own_rights' })
  })

  it('touches an administrator who may do more than they do', async () => {
    const own = await withRights(['admin.read', 'admin.write', 'admin.delete', 'domain.read'])
    const stronger = await add({ roleIds: [await newRole(['platform.update'])] })
    for (const id of [1, stronger.id])
      for (const attempt of [
        () => test.call(admin.update, { id, remark: 'x' }, own.token),
        () => test.call(admin.status, { ids: [id], status: 0 }, own.token),
        () => test.call(admin.delete, { ids: [id] }, own.token),
        () => test.call(admin.password, { id, newPassword: 'plum-Harbour-41-fern' }, own.token),
      ])
        expect(await refusalOf(attempt())).toMatchObject({ problem: 'beyond_own_rights' })
  })
})

describe('a password of one’s own', () => {
  const change = async (session: BrowserSession, sent: object) =>
    (await rawCall(test.app, admin.password, sent, { headers: session })).json<Record<string, unknown>>()

  it('is changed with the old one; this session stays, all others end', async () => {
    const { username } = await add()
    const [here, elsewhere] = [(await signIn(username))!, (await signIn(username))!]
    expect(await change(here, { newPassword: 'plum-Harbour-41-fern' })).toMatchObject({ fields: { password: 'required' } })
    expect(await change(here, { password: 'wrong', newPassword: 'plum-Harbour-41-fern' })).toMatchObject({ problem: 'password_wrong' })
    expect(await change(here, { password, newPassword: password })).toMatchObject({ fields: { newPassword: 'password_unchanged' } })
    expect(await change(here, { password, newPassword: 'Password2026!!' })).toMatchObject({ fields: { newPassword: 'password_common' } })
    expect(await change(here, { password, newPassword: 'plum-Harbour-41-fern' })).toMatchObject({ code: 1, data: { sessionsEnded: 1 } })
    expect([await isOpen(here), await isOpen(elsewhere)]).toEqual([true, false])
    expect([await signIn(username), (await signIn(username, 'plum-Harbour-41-fern')) !== null]).toEqual([null, true])
  })

  it('is not found by trying: wrong old ones lock the account', async () => {
    const { username } = await add()
    const here = (await signIn(username))!
    for (let attempt = 0; attempt < 5; attempt++) await change(here, { password: `wrong-${attempt}`, newPassword: 'plum-Harbour-41-fern' })
    expect(await change(here, { password, newPassword: 'plum-Harbour-41-fern' })).toMatchObject({ problem: 'login_locked' })
  })
})

describe('another’s password', () => {
  it('needs the right to write that kind of account', async () => {
    const { id: userId } = (await test.call(user.save, { username: 'reset.me', password: 'pass1' })).data
    const { id: adminId } = await add()
    const [forUsers, forAdmins] = [await withRights(['user.write']), await withRights(['admin.write'])]
    expect(await refusalOf(test.call(admin.password, { id: adminId, newPassword: password }, forUsers.token))).toMatchObject({ problem: 'right_missing' })
    expect(await refusalOf(test.call(admin.password, { id: userId, newPassword: 'pass2' }, forAdmins.token))).toMatchObject({ problem: 'right_missing' })
    expect(await refusalOf(test.call(admin.password, { id: 999_999, newPassword: 'pass2' }, forAdmins.token))).toMatchObject({ problem: 'right_missing' })
    await test.call(admin.password, { id: userId, newPassword: 'pass2', resetDue: true }, forUsers.token)
    expect((await test.call(user.list, { search: 'reset.me' })).data.list).toMatchObject([{ resetDue: true }])
  })
})

describe('the calls of administrators', () => {
  it.each([
    ['list', 'admin.read', admin.list, {}],
    ['info of another', 'admin.read', admin.info, { id: 1 }],
    ['save', 'admin.write', admin.save, { username: 'nobody.y', password }],
    ['update', 'admin.write', admin.update, { id: 1 }],
    ['status', 'admin.write', admin.status, { ids: [1], status: 0 }],
    ['delete', 'admin.delete', admin.delete, { ids: [1] }],
    ['password of another', 'admin.write', admin.password, { id: 1, newPassword: password }],
  ] as const)('%s asks for the right %s', async (_, right, endpoint, input) => {
    const others = (['admin.read', 'admin.write', 'admin.delete'] as const).filter((one) => one !== right)
    const token = await test.tokenWith(['user.read', 'user.write', 'user.delete', ...others])
    expect((await rawCall(test.app, endpoint, input, { token })).json()).toMatchObject({ problem: 'right_missing' })
  })

  it('know no ordinary user, and answer the caller without an id', async () => {
    const { id } = (await test.call(user.save, { username: 'ordinary', password: 'pass1' })).data
    expect(await refusalOf(test.call(admin.info, { id }))).toMatchObject({ problem: 'account_missing' })
    expect(await refusalOf(test.call(admin.delete, { ids: [id] }))).toMatchObject({ problem: 'account_missing' })
    expect((await test.call(admin.info, {})).data).toMatchObject({ userId: 1, username: 'admin', kind: 'administrator', isSuper: true })
  })
})
