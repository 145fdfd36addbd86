import { describe, expect, it } from 'vitest'
import { session } from '@nameplane/contract/account/session'
import { wechat, wechatReturnPath } from '@nameplane/contract/account/wechat'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { wechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import { rawCall } from '../../../../../../tests/support/raw-call.ts'
import { setSetting } from '../../../../../../tests/support/settings.ts'
import { wechatKeys } from '../../../../../../tests/support/fake-wechat.ts'
import { wechatScene } from '../../../../../../tests/support/wechat-scene.ts'
import { ada, bob, newWechatBrowser, refusalOf, type WechatAnswer } from '../../../../../../tests/support/wechat-sign-ins.ts'
import { holdClock } from '../../../../../../tests/support/held-clock.ts'
import { steadyIn } from '../../../../time/steady-time.ts'
import { deleteAged } from '../../../../app/retention.ts'

const password = 'correct horse 7'

const { test, fake, we } = await wechatScene()

describe('by a website application', () => {
  it('sends the browser to WeChat’s page, with a state of 128 bits, and back to the address it came from', async () => {
    const states = new Set<string>()
    for (let count = 0; count < 5; count += 1) {
      const { url, state, way } = await newWechatBrowser(test).begin()
      expect(way).toBe('website')
      const page = new URL(url)
      expect(page.origin + page.pathname + page.hash).toBe('https://open.weixin.qq.com/connect/qrconnect#wechat_redirect')
      expect(Object.fromEntries(page.searchParams)).toEqual({
        appid: wechatKeys.website.appId,
        redirect_uri: `http://localhost:80${wechatReturnPath('sign-in')}`,
        response_type: 'code',
        scope: 'snsapi_login',
        state,
      })
      expect(state).toMatch(/^[0-9a-f]{32}$/)
      states.add(state)
    }
    expect(states.size).toBe(5)
  })

  it('gives the browser a cookie that no script and no other site can use', async () => {
    const answer = await rawCall(test.app, wechat.begin, {})
    expect(String(answer.headers['set-cookie'])).toMatch(/^np_wechat=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/)
  })

  it('signs in whom a WeChat is bound to, and notes it as every sign-in', async () => {
    await we.bindTo(ada)
    const answer = await we.signInAs(ada)
    expect(answer.token).toMatch(/^[\w-]{43}$/)
    expect(await we.attempts()).toEqual([{ username: 'admin', result: 'ok', second_factor: '' }])
    const entry = await test.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'session.create', actor_name: 'admin', after: { address: '127.0.0.1', way: 'wechat' } })
    expect((await test.call(wechat.binding, {})).data.binding!.lastUseTime).not.toBeNull()
  })

  it('opens a session that answers and lasts as long as the rules say', async () => {
    await setSetting(test.db, loginRules, { captcha: 'never', sessionSeconds: 1800 })
    await we.bindTo(ada)
    const who = newWechatBrowser(test)
    const { state } = await who.begin()
    const answer = await rawCall(test.app, wechat.finish, { state, code: fake.agree(ada) }, { headers: { cookie: who.cookie() } })
    expect(answer.json()).toMatchObject({ code: 1, expire: 1800 })
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    expect(cookies.find((one) => one.startsWith('np_session='))).toMatch(/Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict/)
    expect(cookies.find((one) => one.startsWith('np_wechat='))).toMatch(/^np_wechat=;/)
    const headers = { cookie: cookies.find((one) => one.startsWith('np_session='))!.split(';')[0]!, token: answer.json<WechatAnswer>().token! }
    expect((await rawCall(test.app, session.navigation, {}, { headers })).json()).toMatchObject({ code: 1, user: { username: 'admin' } })
  })

  it('says plainly that a WeChat has to be bound first, and notes that too', async () => {
    const answer = await we.signInAs(bob)
    expect(answer.problem).toBe('wechat_unbound')
    expect(await we.attempts()).toEqual([{ username: '', result: 'wechat_unbound', second_factor: '' }])
  })

  it('knows people by their union id, whichever answer names it, and by the open id of this application where there is none', async () => {
    await we.bindTo(ada)
    fake.tokenNamesUnion = false
    expect((await we.signInAs({ ...ada, openId: 'oOther_0123456789' })).token).toBeDefined()
    const alone = { openId: 'oAlone_0123456789' }
    await test.call(wechat.unbind, { password })
    await we.bindTo(alone)
    expect((await we.signInAs(alone)).token).toBeDefined()
    expect((await we.signInAs({ ...alone, unionId: 'u_of_somebody_else' })).problem).toBe('wechat_unbound')
    await setSetting(test.db, wechatWebsite, { appId: 'wx00000000000000cc' })
    expect(fake.calls.length).toBeGreaterThan(0)
    await setSetting(test.db, wechatWebsite, wechatKeys.website)
  })

  it('keeps nothing of a WeChat but a keyed digest and two times', async () => {
    await we.bindTo(ada)
    const row = await test.db.selectFrom('wechat_binding').selectAll().executeTakeFirstOrThrow()
    expect(Object.keys(row).toSorted()).toEqual(['account_id', 'created_at', 'identity_digest', 'last_used_at'])
    expect(row.identity_digest).toHaveLength(32)
    for (const table of ['wechat_scan', 'audit_entry', 'sign_in_attempt'] as const)
      expect(JSON.stringify(await test.db.selectFrom(table).selectAll().execute())).not.toMatch(/u_Ada|oAda_/)
  })

  it('uses a state once', async () => {
    await we.bindTo(ada)
    const who = newWechatBrowser(test)
    const { state } = await who.begin()
    expect((await who.call(wechat.finish, { state, code: fake.agree(ada) })).token).toBeDefined()
    expect((await who.call(wechat.finish, { state, code: fake.agree(ada) })).problem).toBe('wechat_scan_expired')
  })

  it('uses a state once also when it comes twice at the same moment', async () => {
    await we.bindTo(ada)
    const who = newWechatBrowser(test)
    const { state } = await who.begin()
    const cookie = who.cookie()
    const answers = await Promise.all(
      [1, 2, 3, 4].map(async () => (await rawCall(test.app, wechat.finish, { state, code: fake.agree(ada) }, { headers: { cookie } })).json<WechatAnswer>()),
    )
    expect(answers.filter((answer) => answer.token)).toHaveLength(1)
  })

  it('takes a state from no other browser, and leaves it to the one that began', async () => {
    await we.bindTo(ada)
    const who = newWechatBrowser(test)
    const { state } = await who.begin()
    const other = newWechatBrowser(test)
    await other.begin()
    const calls = fake.calls.length
    expect((await other.call(wechat.finish, { state, code: fake.agree(ada) })).problem).toBe('wechat_scan_expired')
    expect((await newWechatBrowser(test).call(wechat.finish, { state, code: fake.agree(ada) })).problem).toBe('wechat_scan_expired')
    expect(fake.calls.length).toBe(calls)
    expect((await who.call(wechat.finish, { state, code: fake.agree(ada) })).token).toBeDefined()
  })

  it('takes a state that binds for no sign-in, and one that signs in for no binding', async () => {
    await we.bindTo(ada)
    const who = newWechatBrowser(test)
    const { state } = await who.begin()
    expect(await refusalOf(test.call(wechat.bind, { state, code: fake.agree(bob) }))).toBe('wechat_scan_expired')
    await test.call(wechat.unbind, { password })
    const { scan } = (await test.call(wechat.bindBegin, { password })).data
    expect((await who.call(wechat.finish, { state: scan!.state, code: fake.agree(ada) })).problem).toBe('wechat_scan_expired')
  })

  it('takes a state for five minutes', async () => {
    holdClock()
    await we.bindTo(ada)
    const age = async (seconds: number) => {
      const who = newWechatBrowser(test)
      const { state } = await who.begin()
      await test.db
        .updateTable('wechat_scan')
        .set({ created_at: steadyIn(-seconds) })
        .execute()
      return who.call(wechat.finish, { state, code: fake.agree(ada) })
    }
    expect((await age(299)).token).toBeDefined()
    expect((await age(301)).problem).toBe('wechat_scan_expired')
    await deleteAged(test.db, 'wechatScan')
    expect(await test.db.selectFrom('wechat_scan').select('state_hash').execute()).toEqual([])
  })

  it.each([
    ['a code that WeChat never gave', () => '0'.repeat(32), 'wechat_scan_expired'],
    ['an empty code', () => '', 'required'],
    ['a code with a line break', () => 'a\nb', 'wechat_code_wrong'],
    ['a code with an ampersand', () => 'a&secret=b', 'wechat_code_wrong'],
  ])('does not sign in with %s', async (_, code, problem) => {
    await we.bindTo(ada)
    const who = newWechatBrowser(test)
    const { state } = await who.begin()
    expect((await who.call(wechat.finish, { state, code: code() })).problem).toBe(problem)
  })

  it('does not sign in twice with one code of WeChat', async () => {
    await we.bindTo(ada)
    const code = fake.agree(ada)
    const [first, second] = [newWechatBrowser(test), newWechatBrowser(test)]
    const states = [await first.begin(), await second.begin()]
    expect((await first.call(wechat.finish, { state: states[0]!.state, code })).token).toBeDefined()
    expect((await second.call(wechat.finish, { state: states[1]!.state, code })).problem).toBe('wechat_scan_expired')
  })

  it('says when WeChat is silent or refuses, without naming a key, and counts no wrong try', async () => {
    await we.bindTo(ada)
    const finish = async () => {
      const who = newWechatBrowser(test)
      const { state } = await who.begin()
      return who.call(wechat.finish, { state, code: fake.agree(ada) })
    }
    fake.failNext('reset')
    expect((await finish()).problem).toBe('wechat_unanswered')
    await setSetting(test.db, wechatWebsite, { appSecret: 'c3'.repeat(16) })
    const refused = await finish()
    expect(refused).toMatchObject({ problem: 'wechat_failed' })
    expect(JSON.stringify(refused)).toContain('40125')
    expect(JSON.stringify(refused)).not.toContain('c3c3')
    expect(await test.db.selectFrom('sign_in_failure').select('failures').where('failures', '>', 0).execute()).toEqual([])
  })

  it('sends whoever comes back on to the console, with nothing that is not WeChat’s', async () => {
    const state = 'ab'.repeat(16)
    const at = async (url: string) => {
      const { statusCode, headers } = await test.app.inject({ method: 'GET', url })
      return [statusCode, headers['location'], headers['cache-control']]
    }
    expect(await at(`${wechatReturnPath('sign-in')}?code=0abc&state=${state}`)).toEqual([302, `/#/login?state=${state}&code=0abc`, 'no-store'])
    expect(await at(`${wechatReturnPath('bind')}?code=0abc&state=${state}`)).toEqual([302, `/#/account/security?state=${state}&code=0abc`, 'no-store'])
    expect(await at(`${wechatReturnPath('sign-in')}?state=${state}`)).toEqual([302, `/#/login?state=${state}&code=`, 'no-store'])
    for (const query of ['', '?code=a', `?state=${state}0&code=a`, `?state=${state}&code=a%26redirect=//evil.example`, '?state=//evil.example&code=a'])
      expect(await at(wechatReturnPath('sign-in') + query)).toEqual([302, '/#/login', 'no-store'])
  })
})
