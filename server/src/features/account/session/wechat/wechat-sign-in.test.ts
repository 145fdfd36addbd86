import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { session } from '@nameplane/contract/account/session'
import { wechat, wechatReturnPath } from '@nameplane/contract/account/wechat'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { wechatAccount, wechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import type { Endpoint, Sent } from '@nameplane/contract/endpoint'
import { administratorWith, withoutCaptcha } from '../../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../../tests/support/app.ts'
import { rawCall } from '../../../../../../tests/support/raw-call.ts'
import { setSetting } from '../../../../../../tests/support/settings.ts'
import { codeOf, forgetFactors } from '../../../../../../tests/support/sign-in-ways.ts'
import { startWechatPeer, wechatApi, wechatKeys, type WechatPeer, type WechatPerson } from '../../../../../../tests/support/wechat-peer.ts'
import { factor } from '@nameplane/contract/account/factor'
import { placePeers } from '../../../../outside/http/loopback.testing.ts'
import { deleteOldScans } from './wechat-scan.store.ts'

const password = 'correct horse 7'
const ada: WechatPerson = { openId: 'oAda_0123456789-abcdefgh', unionId: 'u_Ada' }
const bob: WechatPerson = { openId: 'oBob_0123456789-abcdefgh', unionId: 'u_Bob' }

let test: TestApp
let peer: WechatPeer
let restore: () => void
beforeAll(async () => {
  test = await createTestApp()
  await withoutCaptcha(test)
  peer = await startWechatPeer()
})
afterAll(async () => {
  await peer.close()
  await test.close()
})
beforeEach(async () => {
  restore = placePeers({ [wechatApi]: peer.baseUrl })
  peer.tokenNamesUnion = true
  for (const table of ['wechat_binding', 'wechat_scan', 'wechat_push', 'sign_in_failure', 'sign_in_attempt'] as const) await test.db.deleteFrom(table).execute()
  await forgetFactors(test)
  await use('website')
})
afterEach(() => restore())

async function use(way: 'website' | 'account' | null): Promise<void> {
  if (way === 'website') await setSetting(test.db, wechatWebsite, wechatKeys.website)
  if (way === 'account') await setSetting(test.db, wechatAccount, wechatKeys.account)
  const off = [wechatWebsite.key, wechatAccount.key].filter(
    (key) => key !== (way === 'website' ? wechatWebsite.key : way === 'account' ? wechatAccount.key : ''),
  )
  await test.db.updateTable('system_config').set({ status: 0 }).where('param_key', 'in', off).execute()
}

type Answer = { problem?: string; token?: string; second?: { ticket: string; methods: string[] }; data?: Record<string, unknown> }

/** A browser that is not signed in, with the cookies it was given. */
function browser(agent = 'a browser', address?: string) {
  let cookie = ''
  return {
    get cookie() {
      return cookie
    },
    async call<E extends Endpoint>(endpoint: E, input: Sent<E>, headers: Record<string, string> = {}): Promise<Answer> {
      const answer = await rawCall(test.app, endpoint, input, {
        headers: { 'user-agent': agent, ...(cookie === '' ? {} : { cookie }), ...(address ? { 'x-forwarded-for': address } : {}), ...headers },
      })
      const given = [answer.headers['set-cookie'] ?? []].flat()
      for (const one of given) if (one.startsWith('np_wechat=')) cookie = one.split(';')[0]!
      return answer.json<Answer>()
    },
    async begin(): Promise<{ way: string; state: string; url: string }> {
      return (await this.call(wechat.begin, {})).data!['scan'] as { way: string; state: string; url: string }
    },
  }
}

async function bindTo(person: WechatPerson, token = test.adminToken): Promise<void> {
  const { scan } = (await test.call(wechat.bindBegin, { password }, token)).data
  await test.call(wechat.bind, { state: scan!.state, code: peer.agree(person) }, token)
}

async function signInAs(person: WechatPerson, who = browser()): Promise<Answer> {
  const { state } = await who.begin()
  return who.call(wechat.finish, { state, code: peer.agree(person) })
}

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (cause: { refusal: { problem: string } }) => cause.refusal.problem,
  )
const attempts = () => test.db.selectFrom('sign_in_attempt').select(['username', 'result', 'second_factor']).orderBy('id').execute()

describe('by a website application', () => {
  it('sends the browser to WeChat’s page, with a state of 128 bits, and back to the address it came from', async () => {
    const states = new Set<string>()
    for (let count = 0; count < 5; count += 1) {
      const { url, state, way } = await browser().begin()
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

  it('signs in whom a WeChat is bound to, and notes it as any sign-in', async () => {
    await bindTo(ada)
    const answer = await signInAs(ada)
    expect(answer.token).toMatch(/^[\w-]{43}$/)
    expect(await attempts()).toEqual([{ username: 'admin', result: 'ok', second_factor: '' }])
    const entry = await test.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'session.create', actor_name: 'admin', after: { address: '127.0.0.1', way: 'wechat' } })
    expect((await test.call(wechat.binding, {})).data.binding!.lastUseTime).not.toBeNull()
  })

  it('opens a session that answers and lasts as long as the rules say', async () => {
    await setSetting(test.db, loginRules, { captcha: 'never', sessionSeconds: 1800 })
    await bindTo(ada)
    const who = browser()
    const { state } = await who.begin()
    const answer = await rawCall(test.app, wechat.finish, { state, code: peer.agree(ada) }, { headers: { cookie: who.cookie } })
    expect(answer.json()).toMatchObject({ code: 1, expire: 1800 })
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    expect(cookies.find((one) => one.startsWith('np_session='))).toMatch(/Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict/)
    expect(cookies.find((one) => one.startsWith('np_wechat='))).toMatch(/^np_wechat=;/)
    const headers = { cookie: cookies.find((one) => one.startsWith('np_session='))!.split(';')[0]!, token: answer.json<Answer>().token! }
    expect((await rawCall(test.app, session.navigation, {}, { headers })).json()).toMatchObject({ code: 1, user: { username: 'admin' } })
  })

  it('says plainly that a WeChat has to be bound first, and notes that too', async () => {
    const answer = await signInAs(bob)
    expect(answer.problem).toBe('wechat_unbound')
    expect(await attempts()).toEqual([{ username: '', result: 'wechat_unbound', second_factor: '' }])
  })

  it('knows people by their union id, whichever answer names it, and by the open id of this application where there is none', async () => {
    await bindTo(ada)
    peer.tokenNamesUnion = false
    expect((await signInAs({ ...ada, openId: 'oOther_0123456789' })).token).toBeDefined()
    const alone = { openId: 'oAlone_0123456789' }
    await test.call(wechat.unbind, { password })
    await bindTo(alone)
    expect((await signInAs(alone)).token).toBeDefined()
    expect((await signInAs({ ...alone, unionId: 'u_of_somebody_else' })).problem).toBe('wechat_unbound')
    await setSetting(test.db, wechatWebsite, { appId: 'wx00000000000000cc' })
    expect(peer.calls.length).toBeGreaterThan(0)
    await setSetting(test.db, wechatWebsite, wechatKeys.website)
  })

  it('keeps nothing of a WeChat but a keyed digest and two times', async () => {
    await bindTo(ada)
    const row = await test.db.selectFrom('wechat_binding').selectAll().executeTakeFirstOrThrow()
    expect(Object.keys(row).toSorted()).toEqual(['account_id', 'created_at', 'identity_digest', 'last_used_at'])
    expect(row.identity_digest).toHaveLength(32)
    for (const table of ['wechat_scan', 'audit_entry', 'sign_in_attempt'] as const)
      expect(JSON.stringify(await test.db.selectFrom(table).selectAll().execute())).not.toMatch(/u_Ada|oAda_/)
  })

  it('uses a state once', async () => {
    await bindTo(ada)
    const who = browser()
    const { state } = await who.begin()
    expect((await who.call(wechat.finish, { state, code: peer.agree(ada) })).token).toBeDefined()
    expect((await who.call(wechat.finish, { state, code: peer.agree(ada) })).problem).toBe('wechat_scan_expired')
  })

  it('uses a state once also when it comes twice at the same moment', async () => {
    await bindTo(ada)
    const who = browser()
    const { state } = await who.begin()
    const { cookie } = who
    const answers = await Promise.all(
      [1, 2, 3, 4].map(async () => (await rawCall(test.app, wechat.finish, { state, code: peer.agree(ada) }, { headers: { cookie } })).json<Answer>()),
    )
    expect(answers.filter((answer) => answer.token)).toHaveLength(1)
  })

  it('takes a state from no other browser, and leaves it to the one that began', async () => {
    await bindTo(ada)
    const who = browser()
    const { state } = await who.begin()
    const other = browser()
    await other.begin()
    const calls = peer.calls.length
    expect((await other.call(wechat.finish, { state, code: peer.agree(ada) })).problem).toBe('wechat_scan_expired')
    expect((await browser().call(wechat.finish, { state, code: peer.agree(ada) })).problem).toBe('wechat_scan_expired')
    expect(peer.calls.length).toBe(calls)
    expect((await who.call(wechat.finish, { state, code: peer.agree(ada) })).token).toBeDefined()
  })

  it('takes a state that binds for no sign-in, and one that signs in for no binding', async () => {
    await bindTo(ada)
    const who = browser()
    const { state } = await who.begin()
    expect(await refusalOf(test.call(wechat.bind, { state, code: peer.agree(bob) }))).toBe('wechat_scan_expired')
    await test.call(wechat.unbind, { password })
    const { scan } = (await test.call(wechat.bindBegin, { password })).data
    expect((await who.call(wechat.finish, { state: scan!.state, code: peer.agree(ada) })).problem).toBe('wechat_scan_expired')
  })

  it('takes a state for five minutes', async () => {
    await bindTo(ada)
    const age = async (seconds: number) => {
      const who = browser()
      const { state } = await who.begin()
      await test.db
        .updateTable('wechat_scan')
        .set({ created_at: new Date(Date.now() - seconds * 1000) })
        .execute()
      return who.call(wechat.finish, { state, code: peer.agree(ada) })
    }
    expect((await age(290)).token).toBeDefined()
    expect((await age(301)).problem).toBe('wechat_scan_expired')
    await deleteOldScans(test.db)
    expect(await test.db.selectFrom('wechat_scan').select('state_hash').execute()).toEqual([])
  })

  it.each([
    ['a code that WeChat never gave', () => '0'.repeat(32), 'wechat_scan_expired'],
    ['an empty code', () => '', 'required'],
    ['a code with a line break', () => 'a\nb', 'wechat_code_wrong'],
    ['a code with an ampersand', () => 'a&secret=b', 'wechat_code_wrong'],
  ])('does not sign in with %s', async (_, code, problem) => {
    await bindTo(ada)
    const who = browser()
    const { state } = await who.begin()
    expect((await who.call(wechat.finish, { state, code: code() })).problem).toBe(problem)
  })

  it('does not sign in twice with one code of WeChat', async () => {
    await bindTo(ada)
    const code = peer.agree(ada)
    const [first, second] = [browser(), browser()]
    const states = [await first.begin(), await second.begin()]
    expect((await first.call(wechat.finish, { state: states[0]!.state, code })).token).toBeDefined()
    expect((await second.call(wechat.finish, { state: states[1]!.state, code })).problem).toBe('wechat_scan_expired')
  })

  it('says when WeChat is silent or refuses, without naming a key, and counts no wrong try', async () => {
    await bindTo(ada)
    const finish = async () => {
      const who = browser()
      const { state } = await who.begin()
      return who.call(wechat.finish, { state, code: peer.agree(ada) })
    }
    peer.failNext('reset')
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

describe('the rules of signing in', () => {
  it('ask for the second factor after the scan', async () => {
    const { data } = await test.call(factor.totpOffer, { password })
    await test.call(factor.totpSave, { seal: data.seal, code: codeOf(data.secret, -1) })
    await bindTo(ada)
    const answer = await signInAs(ada)
    expect(answer.token).toBeUndefined()
    expect(answer.second!.methods).toContain('totp')
    expect(await attempts()).toEqual([{ username: 'admin', result: 'second_factor_asked', second_factor: '' }])
    const done = await test.call(session.second, { ticket: answer.second!.ticket, method: 'totp', code: codeOf(data.secret) }, null)
    expect(done.token).toBeDefined()
  })

  it('hold a session whose role asks for a second factor that is not set up', async () => {
    await bindTo(ada)
    await setSetting(test.db, loginRules, { captcha: 'never', secondFactorRoles: [0] })
    const who = browser()
    const { state } = await who.begin()
    const answer = await rawCall(test.app, wechat.finish, { state, code: peer.agree(ada) }, { headers: { cookie: who.cookie } })
    const cookie = [answer.headers['set-cookie'] ?? []].flat().find((one) => one.startsWith('np_session='))!
    const held = await rawCall(test.app, session.navigation, {}, { headers: { cookie: cookie.split(';')[0]!, token: answer.json<Answer>().token! } })
    expect(held.json()).toMatchObject({ problem: 'second_factor_enrolment' })
    await setSetting(test.db, loginRules, { secondFactorRoles: [] })
  })

  it('keep administrators out from elsewhere', async () => {
    await bindTo(ada)
    await setSetting(test.db, loginRules, { captcha: 'never', administratorNetworks: ['192.0.2.0/24'] })
    expect((await signInAs(ada)).problem).toBe('wechat_refused')
    expect((await attempts()).at(-1)).toMatchObject({ username: 'admin', result: 'network' })
    await setSetting(test.db, loginRules, { administratorNetworks: [] })
    expect((await signInAs(ada)).token).toBeDefined()
  })

  it('keep a disabled account out', async () => {
    const other = await administratorWith(test, ['domain.read'])
    const { password_hash } = await test.db.selectFrom('account').select('password_hash').where('username', '=', 'admin').executeTakeFirstOrThrow()
    await test.db.updateTable('account').set({ password_hash }).where('id', '=', other.accountId).execute()
    await bindTo(bob, other.token)
    await test.db.updateTable('account').set({ status: 0 }).where('id', '=', other.accountId).execute()
    expect((await signInAs(bob)).problem).toBe('wechat_refused')
    expect((await attempts()).at(-1)).toMatchObject({ username: other.username, result: 'disabled' })
    await test.db.updateTable('account').set({ status: 1, type: 2 }).where('id', '=', other.accountId).execute()
    expect((await signInAs(bob)).problem, 'an ordinary user').toBe('wechat_unbound')
  })

  it('hold a locked name to its lock, whatever the scan', async () => {
    await bindTo(ada)
    await setSetting(test.db, loginRules, { captcha: 'never', lockAfterFailures: 3 })
    for (let count = 0; count < 3; count += 1) await refusalOf(test.call(session.login, { username: 'admin', password: 'wrong' }, null))
    expect((await signInAs(ada)).problem).toBe('login_locked')
    expect((await attempts()).at(-1)).toMatchObject({ username: 'admin', result: 'locked' })
  })

  it('hold a locked address to its lock before WeChat is asked', async () => {
    await setSetting(test.db, loginRules, { captcha: 'never', lockAfterFailures: 10, lockAddressAfterFailures: 10 })
    for (let count = 0; count < 10; count += 1) expect((await signInAs(bob)).problem).toBe('wechat_unbound')
    const calls = peer.calls.length
    expect((await signInAs(bob)).problem).toBe('login_locked')
    expect(peer.calls.length).toBe(calls)
  })

  it('let one address begin so many scans and no more', async () => {
    const who = browser()
    for (let count = 0; count < 20; count += 1) expect((await who.begin()).state).toBeDefined()
    expect((await who.call(wechat.begin, {})).problem).toBe('too_many_requests')
  })
})

describe('a binding', () => {
  it('needs the password to begin and to end', async () => {
    expect(await refusalOf(test.call(wechat.bindBegin, { password: 'wrong' }))).toBe('password_wrong')
    await bindTo(ada)
    expect(await refusalOf(test.call(wechat.unbind, { password: 'wrong' }))).toBe('password_wrong')
    await test.call(wechat.unbind, { password })
    expect((await test.call(wechat.binding, {})).data).toEqual({ way: 'website', binding: null })
    expect(await refusalOf(test.call(wechat.unbind, { password }))).toBe('wechat_missing')
    expect((await signInAs(ada)).problem).toBe('wechat_unbound')
    const actions = (await test.db.selectFrom('audit_entry').select('action').where('action', 'like', 'wechat.%').orderBy('id', 'desc').limit(2).execute()).map(
      ({ action }) => action,
    )
    expect(actions).toEqual(['wechat.unbind', 'wechat.bind'])
  })

  it('is one for each account, and one WeChat is never two accounts’', async () => {
    await bindTo(ada)
    expect(await refusalOf(test.call(wechat.bindBegin, { password }))).toBe('wechat_bound')
    const other = await administratorWith(test, [])
    const { password_hash } = await test.db.selectFrom('account').select('password_hash').where('username', '=', 'admin').executeTakeFirstOrThrow()
    await test.db.updateTable('account').set({ password_hash }).where('id', '=', other.accountId).execute()
    expect(await refusalOf(bindTo(ada, other.token))).toBe('wechat_taken')
    expect((await test.call(wechat.binding, {}, other.token)).data.binding).toBeNull()
  })

  it('is made once when two accounts bind the same WeChat at once', async () => {
    const { password_hash } = await test.db.selectFrom('account').select('password_hash').where('username', '=', 'admin').executeTakeFirstOrThrow()
    const others = await Promise.all([administratorWith(test, []), administratorWith(test, []), administratorWith(test, [])])
    for (const one of others) await test.db.updateTable('account').set({ password_hash }).where('id', '=', one.accountId).execute()
    const outcomes = await Promise.all(others.map((one) => refusalOf(bindTo(ada, one.token))))
    expect(outcomes.toSorted()).toEqual(['answered', 'wechat_taken', 'wechat_taken'])
  })

  it('of one account is finished by no other', async () => {
    const other = await administratorWith(test, [])
    const { scan } = (await test.call(wechat.bindBegin, { password })).data
    expect(await refusalOf(test.call(wechat.bind, { state: scan!.state, code: peer.agree(ada) }, other.token))).toBe('wechat_scan_expired')
    await test.call(wechat.bind, { state: scan!.state, code: peer.agree(ada) })
  })

  it('ends when somebody else sets the password anew', async () => {
    const other = await administratorWith(test, [])
    const { password_hash } = await test.db.selectFrom('account').select('password_hash').where('username', '=', 'admin').executeTakeFirstOrThrow()
    await test.db.updateTable('account').set({ password_hash }).where('id', '=', other.accountId).execute()
    await bindTo(bob, other.token)
    await test.call(admin.password, { id: other.accountId, newPassword: 'tulip-Ferry-29-moss', passwordAgain: 'tulip-Ferry-29-moss', resetDue: false })
    expect((await signInAs(bob)).problem).toBe('wechat_unbound')
  })
})

describe('while it is off', () => {
  it('the form says nothing of it and nothing begins or ends', async () => {
    await bindTo(ada)
    const who = browser()
    const { state } = await who.begin()
    await use(null)
    expect((await test.call(session.form, {}, null)).data).not.toHaveProperty('wechat')
    expect((await test.call(wechat.begin, {}, null)).data.scan).toBeNull()
    expect((await who.call(wechat.finish, { state, code: peer.agree(ada) })).problem).toBe('wechat_off')
    expect((await test.call(wechat.binding, {})).data).toMatchObject({ way: null, binding: { lastUseTime: null } })
    await use('website')
    expect((await test.call(session.form, {}, null)).data).toMatchObject({ wechat: 'website' })
    await use('account')
    expect((await test.call(session.form, {}, null)).data).toMatchObject({ wechat: 'account' })
  })
})
