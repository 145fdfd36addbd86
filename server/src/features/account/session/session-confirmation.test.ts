import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { apiToken } from '@nameplane/contract/account/api-token'
import { factor } from '@nameplane/contract/account/factor'
import { role } from '@nameplane/contract/account/role'
import { session, type SecondStep } from '@nameplane/contract/account/session'
import { domain } from '@nameplane/contract/dns/domain'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { Right } from '@nameplane/contract/rights'
import { browserSession, withoutCaptcha } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { ageConfirmations } from '../../../../../tests/support/confirmations.ts'
import { holdClock } from '../../../../../tests/support/held-clock.ts'
import { actAs } from '../../../../../tests/support/impersonation.ts'
import { rawCall } from '../../../../../tests/support/raw-call.ts'
import { codeOf, forgetFactors, passkeyOrigin } from '../../../../../tests/support/sign-in-ways.ts'
import { softwarePasskey } from '../../../../../tests/support/software-passkey.ts'
import { hashPassword } from './password.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await withoutCaptcha(test)
})
afterAll(() => test.close())
afterEach(async () => {
  await forgetFactors(test)
  await test.db.deleteFrom('sign_in_failure').execute()
})

const password = 'correct horse 7'
const due = 'session_confirmation_due'
type Headers = Record<string, string>
type Body = { problem?: string; second?: SecondStep; fields?: Record<string, string>; msg: string }

const bodyOf = async (endpoint: Endpoint, input: unknown, headers: Headers): Promise<Body> =>
  (await rawCall(test.app, endpoint, input, { headers })).json<Body>()
const problemOf = async (endpoint: Endpoint, input: unknown, headers: Headers): Promise<string> => (await bodyOf(endpoint, input, headers)).problem ?? 'done'

let names = 0
const newName = (): string => `confirmed-${(names += 1)}`
const newRole = (rights: Right[] = ['domain.read']) => ({ name: newName(), rights, menuIds: [], dataScope: 'all' as const, serviceGroupIds: [] })
/** A change by a right that opens all others. */
const change = (headers: Headers): Promise<string> => problemOf(role.save, newRole(), headers)
const confirm = (headers: Headers, typed = password): Promise<string> => problemOf(session.confirm, { password: typed }, headers)

/** A session that was confirmed just too long ago. */
async function agedSession(): Promise<Headers> {
  const headers = await browserSession(test)
  await ageConfirmations(test)
  return headers
}

const lastEntry = () => test.db.selectFrom('audit_entry').select(['action', 'after']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

async function setUpTotp(): Promise<string> {
  const { data } = await test.call(factor.totpOffer, { password })
  await test.call(factor.totpSave, { seal: data.seal, code: codeOf(data.secret, -1) })
  return data.secret
}

async function askedStep(headers: Headers): Promise<SecondStep> {
  return (await bodyOf(session.confirm, { password }, headers)).second!
}

describe('a session', () => {
  it.each([
    [0, 'done'],
    [limits.sessionConfirmedSeconds - 1, 'done'],
    [limits.sessionConfirmedSeconds, due],
  ])('that was confirmed %i s ago, changing by a right that opens all others: %s', async (seconds, outcome) => {
    const headers = await browserSession(test)
    holdClock()
    await ageConfirmations(test, seconds)
    expect(await change(headers)).toBe(outcome)
  })

  it('is confirmed by the sign-in that began it, and not at all when it is from before there were confirmations', async () => {
    const headers = await browserSession(test)
    expect(await change(headers)).toBe('done')
    await test.db.updateTable('session').set({ confirmed_at: null }).execute()
    expect(await change(headers)).toBe(due)
  })

  it('is asked in the caller’s language, and the question is no refusal that the log keeps', async () => {
    const headers = await agedSession()
    await test.db.deleteFrom('refused_write').execute()
    expect((await bodyOf(role.save, newRole(), { ...headers, 'accept-language': 'en' })).msg).toBe('Confirm your identity to do this')
    expect((await bodyOf(role.save, newRole(), { ...headers, 'accept-language': 'zh' })).msg).toBe('请先确认身份，再执行此操作')
    expect(await test.db.selectFrom('refused_write').select('problem').execute()).toEqual([])
  })

  it('reads, and changes by other rights, without being asked', async () => {
    const headers = await agedSession()
    expect(await problemOf(role.list, {}, headers)).toBe('done')
    expect(await problemOf(domain.save, { domain: `${newName()}.example` }, headers)).toBe('done')
  })

  it('that lacks the right hears that, not the question', async () => {
    const headers = await agedSession()
    const roleId = (await test.call(role.save, newRole(['role.read']))).data.id
    expect(await problemOf(role.delete, { ids: [roleId] }, { ...headers, 'as-role': String(roleId) })).toBe('right_missing')
  })
})

describe('the password', () => {
  it('confirms the session that gave it, and no other one of the account', async () => {
    const [own, other] = [await browserSession(test), await agedSession()]
    expect([await change(own), await change(other)]).toEqual([due, due])
    expect(await confirm(own)).toBe('done')
    expect(await lastEntry()).toMatchObject({ action: 'session.confirm', after: { address: '127.0.0.1' } })
    expect([await change(own), await change(other)]).toEqual(['done', due])
  })

  it('that is wrong is said at its field, noted as a failed sign-in, and ends nothing', async () => {
    const headers = await agedSession()
    expect(await bodyOf(session.confirm, { password: 'wrong' }, headers)).toMatchObject({ problem: 'password_wrong', fields: { password: 'password_wrong' } })
    expect(await lastEntry()).toMatchObject({ action: 'session.refuse', after: { reason: 'confirmation' } })
    expect([await change(headers), await problemOf(role.list, {}, headers)]).toEqual([due, 'done'])
    expect(await confirm(headers)).toBe('done')
  })

  it('is looked at five times only, and then locks signing in too', async () => {
    const headers = await agedSession()
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => confirm(headers, 'wrong')))
    expect([outcomes.filter((one) => one === 'password_wrong').length, outcomes.filter((one) => one === 'login_locked').length]).toEqual([5, 7])
    expect(await confirm(headers)).toBe('login_locked')
    expect(await problemOf(session.login, { username: 'admin', password }, {})).toBe('login_locked')
    expect(await change(headers)).toBe(due)
  })

  it('of a disabled account confirms nothing', async () => {
    const username = newName()
    const { id } = await test.db
      .insertInto('account')
      .values({ username, type: 1, is_super: true, password_hash: await hashPassword(password), language: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const answer = await rawCall(test.app, session.login, { username, password })
    const headers = { cookie: String(answer.headers['set-cookie']).split(';')[0]!, token: answer.json<{ token: string }>().token }
    await ageConfirmations(test)
    expect(await change(headers)).toBe(due)
    await test.db.updateTable('account').set({ status: 0 }).where('id', '=', id).execute()
    expect([await confirm(headers), await change(headers)]).toEqual(['session_lost', 'session_lost'])
    const { confirmed_at } = await test.db.selectFrom('session').select('confirmed_at').where('account_id', '=', id).executeTakeFirstOrThrow()
    expect(confirmed_at!.getTime()).toBeLessThan(Date.now() - 1000 * (limits.sessionConfirmedSeconds - 60))
  })
})

describe('unlocking', () => {
  const lock = (headers: Headers) => problemOf(session.lock, {}, headers)
  const unlock = (headers: Headers, typed = password) => problemOf(session.unlock, { password: typed }, headers)

  it('confirms the session that was unlocked, and no other one of the account', async () => {
    const [own, other] = [await browserSession(test), await agedSession()]
    await lock(own)
    expect(await unlock(own, 'wrong')).toBe('password_wrong')
    const { confirmed_at } = await test.db.selectFrom('session').select('confirmed_at').where('locked_at', 'is not', null).executeTakeFirstOrThrow()
    expect(confirmed_at!.getTime()).toBeLessThan(Date.now() - 1000 * (limits.sessionConfirmedSeconds - 60))
    expect(await unlock(own)).toBe('done')
    expect(await lastEntry()).toMatchObject({ action: 'session.unlock' })
    expect([await change(own), await change(other)]).toEqual(['done', due])
  })

  it('does not where confirming asks for a second factor too', async () => {
    const headers = await agedSession()
    await setUpTotp()
    await lock(headers)
    expect([await unlock(headers), await change(headers)]).toEqual(['done', due])
  })

  it('does not where an administrator acts as a user', async () => {
    const { id } = await test.db
      .insertInto('account')
      .values({ username: newName(), type: 2, password_hash: '', language: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const headers = await actAs(test, await browserSession(test), id)
    await ageConfirmations(test)
    await lock(headers)
    expect(await unlock(headers)).toBe('done')
    const { confirmed_at } = await test.db.selectFrom('session').select('confirmed_at').where('account_id', '=', id).executeTakeFirstOrThrow()
    expect(confirmed_at?.getTime() ?? 0).toBeLessThan(Date.now() - 1000 * (limits.sessionConfirmedSeconds - 60))
  })
})

describe('where the account has a second factor', () => {
  it('the password alone confirms nothing; the code of the app does', async () => {
    holdClock()
    const secret = await setUpTotp()
    const headers = await test.app
      .inject({
        method: 'POST',
        url: '/api/sys/login/second',
        payload: { ticket: (await test.call(session.login, { username: 'admin', password }, null)).second!.ticket, method: 'totp', code: codeOf(secret) },
      })
      .then((answer) => ({ cookie: String(answer.headers['set-cookie']).split(';')[0]!, token: answer.json<{ token: string }>().token }))
    expect(await change(headers)).toBe('done')
    await ageConfirmations(test)
    const { ticket, methods } = await askedStep(headers)
    expect([methods, await change(headers)]).toEqual([['totp', 'recovery'], due])
    expect(await bodyOf(session.confirmSecond, { ticket, method: 'totp', code: '000000' }, headers)).toMatchObject({
      problem: 'second_factor_wrong',
      fields: { code: 'second_factor_wrong' },
    })
    expect(await lastEntry()).toMatchObject({ action: 'factor.refuse', after: { method: 'totp' } })
    expect(await problemOf(session.confirmSecond, { ticket, method: 'totp', code: codeOf(secret) }, headers)).toBe('second_factor_used')
    expect(await change(headers)).toBe(due)
    expect(await problemOf(session.confirmSecond, { ticket, method: 'totp', code: codeOf(secret, 1) }, headers)).toBe('done')
    expect(await lastEntry()).toMatchObject({ action: 'session.confirm', after: { secondFactor: 'totp' } })
    expect(await change(headers)).toBe('done')
    await ageConfirmations(test)
    expect(await problemOf(session.confirmSecond, { ticket, method: 'totp', code: codeOf(secret, 1) }, headers)).toBe('sign_in_expired')
  })

  it('a recovery code or a passkey does it too', async () => {
    const headers = await agedSession()
    const key = softwarePasskey()
    const { data } = await test.call(factor.passkeyOffer, { password })
    const response = key.create({ challenge: String(data.options['challenge']), origin: passkeyOrigin })
    const { recoveryCodes } = (await test.call(factor.passkeySave, { seal: data.seal, name: 'laptop', response })).data
    const step = await askedStep(headers)
    const signed = key.get({ challenge: String(step.passkeyOptions!['challenge']), origin: passkeyOrigin })
    expect(await problemOf(session.confirmSecond, { ticket: step.ticket, method: 'passkey', response: { ...signed, id: 'another' } }, headers)).toBe(
      'passkey_refused',
    )
    expect(await change(headers)).toBe(due)
    expect(await problemOf(session.confirmSecond, { ticket: step.ticket, method: 'passkey', response: signed }, headers)).toBe('done')
    expect(await change(headers)).toBe('done')
    await ageConfirmations(test)
    const { ticket } = await askedStep(headers)
    expect(await problemOf(session.confirmSecond, { ticket, method: 'recovery', code: recoveryCodes![0]! }, headers)).toBe('done')
    expect(await change(headers)).toBe('done')
  })

  it('wrong codes lock it, whatever session they come from', async () => {
    holdClock()
    const headers = await agedSession()
    const secret = await setUpTotp()
    const { ticket } = await askedStep(headers)
    const outcomes: string[] = []
    for (let count = 0; count < 6; count += 1) outcomes.push(await problemOf(session.confirmSecond, { ticket, method: 'totp', code: '000000' }, headers))
    expect(outcomes).toEqual([...Array<string>(5).fill('second_factor_wrong'), 'login_locked'])
    expect(await problemOf(session.confirmSecond, { ticket, method: 'totp', code: codeOf(secret) }, headers)).toBe('login_locked')
    expect(await change(headers)).toBe(due)
  })

  it('a ticket of another account confirms nothing and counts against nobody', async () => {
    holdClock()
    const headers = await agedSession()
    const secret = await setUpTotp()
    const { ticket } = await askedStep(headers)
    const username = newName()
    await test.db
      .insertInto('account')
      .values({ username, type: 1, is_super: true, password_hash: await hashPassword(password), language: null })
      .execute()
    const answer = await rawCall(test.app, session.login, { username, password })
    const theirs = { cookie: String(answer.headers['set-cookie']).split(';')[0]!, token: answer.json<{ token: string }>().token }
    await ageConfirmations(test)
    for (let count = 0; count < 6; count += 1)
      expect(await problemOf(session.confirmSecond, { ticket, method: 'totp', code: '000000' }, theirs)).toBe('sign_in_expired')
    expect(await problemOf(session.confirmSecond, { ticket, method: 'totp', code: codeOf(secret) }, theirs)).toBe('sign_in_expired')
    expect(await change(theirs)).toBe(due)
    expect(await problemOf(session.confirmSecond, { ticket, method: 'totp', code: codeOf(secret) }, headers)).toBe('done')
  })
})

describe('an API token', () => {
  it('is not asked, and has nothing to confirm', async () => {
    await ageConfirmations(test)
    expect(await change({ authorization: `Bearer ${test.adminToken}` })).toBe('done')
    expect(await confirm({ authorization: `Bearer ${test.adminToken}` })).toBe('session_needed')
  })
})

describe('rights that open all others are handed on by a confirmed session only', () => {
  const plain = { name: 'a key', scopes: ['domain.read'], password }
  const opening = { name: 'a key', scopes: ['domain.read', 'backup.write'], password }

  it('in a key: one that is made, one that is changed, and one that has all rights of its owner', async () => {
    const headers = await agedSession()
    const made = await bodyOf(apiToken.save, plain, headers)
    const { id } = (made as unknown as { data: { id: number } }).data
    expect(await problemOf(apiToken.save, opening, headers)).toBe(due)
    expect(await problemOf(apiToken.save, { ...plain, scopes: null }, headers)).toBe(due)
    expect(await problemOf(apiToken.update, { id, ...opening }, headers)).toBe(due)
    expect(await problemOf(apiToken.update, { id, ...plain, name: 'renamed' }, headers)).toBe('done')
    await confirm(headers)
    expect([await problemOf(apiToken.save, opening, headers), await problemOf(apiToken.update, { id, ...opening }, headers)]).toEqual(['done', 'done'])
  })

  it('in a role of an administrator, in a super administrator, and in what one signs in with', async () => {
    const headers = await agedSession()
    const roleOf = async (right: Right) => (await test.call(role.save, newRole([right]))).data.id
    const [low, high] = [await roleOf('domain.read'), await roleOf('role.write')]
    const account = (more: object) => ({ username: newName(), password: 'tulip ferry 29', passwordAgain: 'tulip ferry 29', ...more })
    const made = await bodyOf(admin.save, account({ roleIds: [low] }), headers)
    const { id } = (made as unknown as { data: { id: number } }).data
    expect(await problemOf(admin.save, account({ roleIds: [low, high] }), headers)).toBe(due)
    expect(await problemOf(admin.save, account({ isSuper: true }), headers)).toBe(due)
    expect(await problemOf(admin.update, { id, roleIds: [high] }, headers)).toBe(due)
    expect(await problemOf(admin.update, { id, isSuper: true }, headers)).toBe(due)
    expect(await problemOf(admin.update, { id, remark: 'on leave' }, headers)).toBe('done')
    await confirm(headers)
    expect(await problemOf(admin.update, { id, roleIds: [high], isSuper: true }, headers)).toBe('done')
    await ageConfirmations(test)
    expect(await problemOf(admin.update, { id, remark: 'back again' }, headers)).toBe('done')
    // Codes that reset the password go there.
    expect(await problemOf(admin.update, { id, email: 'elsewhere@example.org' }, headers)).toBe(due)
    expect(await problemOf(admin.update, { id, mobile: '13800138000' }, headers)).toBe(due)
    expect(await problemOf(admin.password, { id, newPassword: 'plum-Harbour-41-fern' }, headers)).toBe(due)
    await confirm(headers)
    expect(await problemOf(admin.update, { id, email: 'elsewhere@example.org', mobile: '13800138000' }, headers)).toBe('done')
    expect(await problemOf(admin.password, { id, newPassword: 'plum-Harbour-41-fern' }, headers)).toBe('done')
    // What is taken away needs as much authority as what is given.
    await ageConfirmations(test)
    expect(await problemOf(admin.update, { id, isSuper: false }, headers)).toBe(due)
  })
})
