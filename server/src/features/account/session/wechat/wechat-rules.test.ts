import { describe, expect, it } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { factor } from '@nameplane/contract/account/factor'
import { session } from '@nameplane/contract/account/session'
import { wechat } from '@nameplane/contract/account/wechat'
import { setting } from '@nameplane/contract/system/setting'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { wechatAccount, wechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import { administratorWith } from '../../../../../../tests/support/app-accounts.ts'
import { rawCall } from '../../../../../../tests/support/raw-call.ts'
import { setSetting } from '../../../../../../tests/support/settings.ts'
import { codeOf } from '../../../../../../tests/support/sign-in-ways.ts'
import { wechatKeys } from '../../../../../../tests/support/fake-wechat.ts'
import { wechatScene } from '../../../../../../tests/support/wechat-scene.ts'
import { ada, bob, newWechatBrowser, refusalOf, type WechatAnswer } from '../../../../../../tests/support/wechat-sign-ins.ts'

const password = 'correct horse 7'

const { test, fake, we } = await wechatScene()

describe('the rules of signing in', () => {
  it('ask for the second factor after the scan', async () => {
    const { data } = await test.call(factor.totpOffer, { password })
    await test.call(factor.totpSave, { seal: data.seal, code: codeOf(data.secret, -1) })
    await we.bindTo(ada)
    const answer = await we.signInAs(ada)
    expect(answer.token).toBeUndefined()
    expect(answer.second!.methods).toContain('totp')
    expect(await we.attempts()).toEqual([{ username: 'admin', result: 'second_factor_asked', second_factor: '' }])
    const done = await test.call(session.second, { ticket: answer.second!.ticket, method: 'totp', code: codeOf(data.secret) }, null)
    expect(done.token).toBeDefined()
  })

  it('hold a session whose role asks for a second factor that is not set up', async () => {
    await we.bindTo(ada)
    await setSetting(test.db, loginRules, { captcha: 'never', secondFactorRoles: [0] })
    const who = newWechatBrowser(test)
    const { state } = await who.begin()
    const answer = await rawCall(test.app, wechat.finish, { state, code: fake.agree(ada) }, { headers: { cookie: who.cookie() } })
    const cookie = [answer.headers['set-cookie'] ?? []].flat().find((one) => one.startsWith('np_session='))!
    const held = await rawCall(test.app, session.navigation, {}, { headers: { cookie: cookie.split(';')[0]!, token: answer.json<WechatAnswer>().token! } })
    expect(held.json()).toMatchObject({ problem: 'second_factor_enrolment' })
    await setSetting(test.db, loginRules, { secondFactorRoles: [] })
  })

  it('keep administrators out from elsewhere', async () => {
    await we.bindTo(ada)
    await setSetting(test.db, loginRules, { captcha: 'never', administratorNetworks: ['192.0.2.0/24'] })
    expect((await we.signInAs(ada)).problem).toBe('wechat_refused')
    expect((await we.attempts()).at(-1)).toMatchObject({ username: 'admin', result: 'network' })
    await setSetting(test.db, loginRules, { administratorNetworks: [] })
    expect((await we.signInAs(ada)).token).toBeDefined()
  })

  it('keep a disabled account out', async () => {
    const other = await administratorWith(test, ['domain.read'])
    await we.sharePassword(other.accountId)
    await we.bindTo(bob, other.token)
    await test.db.updateTable('account').set({ status: 0 }).where('id', '=', other.accountId).execute()
    expect((await we.signInAs(bob)).problem).toBe('wechat_refused')
    expect((await we.attempts()).at(-1)).toMatchObject({ username: other.username, result: 'disabled' })
    await test.db.updateTable('account').set({ status: 1, type: 2 }).where('id', '=', other.accountId).execute()
    expect((await we.signInAs(bob)).problem, 'an ordinary user').toBe('wechat_unbound')
  })

  it('hold a locked name to its lock, whatever the scan', async () => {
    await we.bindTo(ada)
    await setSetting(test.db, loginRules, { captcha: 'never', lockAfterFailures: 3 })
    for (let count = 0; count < 3; count += 1) await refusalOf(test.call(session.login, { username: 'admin', password: 'wrong' }, null))
    expect((await we.signInAs(ada)).problem).toBe('login_locked')
    expect((await we.attempts()).at(-1)).toMatchObject({ username: 'admin', result: 'locked' })
  })

  it('hold a locked address to its lock before WeChat is asked', async () => {
    await setSetting(test.db, loginRules, { captcha: 'never', lockAfterFailures: 10, lockAddressAfterFailures: 10 })
    for (let count = 0; count < 10; count += 1) expect((await we.signInAs(bob)).problem).toBe('wechat_unbound')
    const calls = fake.calls.length
    expect((await we.signInAs(bob)).problem).toBe('login_locked')
    expect(fake.calls.length).toBe(calls)
  })

  it('let one address begin so many scans and no more', async () => {
    const who = newWechatBrowser(test)
    for (let count = 0; count < 20; count += 1) expect((await who.begin()).state).toBeDefined()
    expect((await who.call(wechat.begin, {})).problem).toBe('too_many_requests')
  })
})

describe('a binding', () => {
  it('needs the password to begin and to end', async () => {
    expect(await refusalOf(test.call(wechat.bindBegin, { password: 'wrong' }))).toBe('password_wrong')
    await we.bindTo(ada)
    expect(await refusalOf(test.call(wechat.unbind, { password: 'wrong' }))).toBe('password_wrong')
    await test.call(wechat.unbind, { password })
    expect((await test.call(wechat.binding, {})).data).toEqual({ way: 'website', binding: null })
    expect(await refusalOf(test.call(wechat.unbind, { password }))).toBe('wechat_missing')
    expect((await we.signInAs(ada)).problem).toBe('wechat_unbound')
    const actions = (await test.db.selectFrom('audit_entry').select('action').where('action', 'like', 'wechat.%').orderBy('id', 'desc').limit(2).execute()).map(
      ({ action }) => action,
    )
    expect(actions).toEqual(['wechat.unbind', 'wechat.bind'])
  })

  it('is one for each account, and one WeChat is never two accounts’', async () => {
    await we.bindTo(ada)
    expect(await refusalOf(test.call(wechat.bindBegin, { password }))).toBe('wechat_bound')
    const other = await administratorWith(test, [])
    await we.sharePassword(other.accountId)
    expect(await refusalOf(we.bindTo(ada, other.token))).toBe('wechat_taken')
    expect((await test.call(wechat.binding, {}, other.token)).data.binding).toBeNull()
  })

  it('is made once when two accounts bind the same WeChat at once', async () => {
    const others = await Promise.all([administratorWith(test, []), administratorWith(test, []), administratorWith(test, [])])
    for (const one of others) await we.sharePassword(one.accountId)
    const outcomes = await Promise.all(others.map((one) => refusalOf(we.bindTo(ada, one.token))))
    expect(outcomes.toSorted()).toEqual(['answered', 'wechat_taken', 'wechat_taken'])
  })

  it('of one account is finished by no other', async () => {
    const other = await administratorWith(test, [])
    const { scan } = (await test.call(wechat.bindBegin, { password })).data
    expect(await refusalOf(test.call(wechat.bind, { state: scan!.state, code: fake.agree(ada) }, other.token))).toBe('wechat_scan_expired')
    await test.call(wechat.bind, { state: scan!.state, code: fake.agree(ada) })
  })

  it('ends when somebody else sets the password anew', async () => {
    const other = await administratorWith(test, [])
    await we.sharePassword(other.accountId)
    await we.bindTo(bob, other.token)
    await test.call(admin.password, { id: other.accountId, newPassword: 'tulip-Ferry-29-moss', passwordAgain: 'tulip-Ferry-29-moss', resetDue: false })
    expect((await we.signInAs(bob)).problem).toBe('wechat_unbound')
  })
})

describe('one way', () => {
  it('switched on switches the other off, and bindings of one open platform account stay', async () => {
    const save = ({ key }: { key: string }, paramValue: object) => test.call(setting.save, { paramKey: key, paramValue, status: 1 })
    await save(wechatWebsite, wechatKeys.website)
    await we.bindTo(ada)
    await save(wechatAccount, wechatKeys.account)
    expect((await test.call(setting.ofKey, { key: wechatWebsite.key })).config.status).toBe(0)
    expect((await test.call(wechat.binding, {})).data).toMatchObject({ way: 'account', binding: {} })
    const { paramValue } = (await test.call(setting.ofKey, { key: wechatAccount.key })).config
    expect(JSON.parse(paramValue)).toMatchObject({ appSecret: '******', token: '******', encodingAesKey: '******' })
    await save(wechatWebsite, wechatKeys.website)
    expect((await we.signInAs(ada)).token).toBeDefined()
  })
})

describe('while it is off', () => {
  it('as well as while its secrets open no more, a password signs in', async () => {
    await test.db
      .updateTable('system_config')
      .set({ param_value: JSON.stringify({ ...wechatKeys.website, appSecret: `s1.${'A'.repeat(60)}` }) })
      .where('param_key', '=', wechatWebsite.key)
      .execute()
    expect((await test.call(session.form, {}, null)).data).not.toHaveProperty('wechat')
    expect((await test.call(session.login, { username: 'admin', password }, null)).token).toBeDefined()
    await test.db.updateTable('system_config').set({ param_value: '{}' }).where('param_key', '=', wechatWebsite.key).execute()
    await we.use('website')
  })

  it('the form says nothing of it and nothing begins or ends', async () => {
    await we.bindTo(ada)
    const who = newWechatBrowser(test)
    const { state } = await who.begin()
    await we.use(null)
    expect((await test.call(session.form, {}, null)).data).not.toHaveProperty('wechat')
    expect((await test.call(wechat.begin, {}, null)).data.scan).toBeNull()
    expect((await who.call(wechat.finish, { state, code: fake.agree(ada) })).problem).toBe('wechat_off')
    expect((await test.call(wechat.binding, {})).data).toMatchObject({ way: null, binding: { lastUseTime: null } })
    await we.use('website')
    expect((await test.call(session.form, {}, null)).data).toMatchObject({ wechat: 'website' })
    await we.use('account')
    expect((await test.call(session.form, {}, null)).data).toMatchObject({ wechat: 'account' })
  })
})
