import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wechat, wechatPushPath } from '@nameplane/contract/account/wechat'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { wechatAccount } from '@nameplane/contract/system/settings/wechat-sign-in'
import { withoutCaptcha } from '../../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../../tests/support/app.ts'
import { rawCall } from '../../../../../../tests/support/raw-call.ts'
import { setSetting } from '../../../../../../tests/support/settings.ts'
import { encryptForApp, sha1, startFakeWechat, wechatApi, wechatKeys, type PushRequest, type FakeWechat } from '../../../../../../tests/support/fake-wechat.ts'
import { placeFakes } from '../../../../integrations/http/loopback.testing.ts'

const password = 'correct horse 7'
const ada = { openId: 'oAda_0123456789-abcdefgh', unionId: 'u_Ada' }
const { token: word } = wechatKeys.account

let test: TestApp
let fake: FakeWechat
let restore: () => void
beforeAll(async () => {
  test = await createTestApp()
  await withoutCaptcha(test)
  fake = await startFakeWechat()
})
afterAll(async () => {
  await fake.close()
  await test.close()
})
beforeEach(async () => {
  restore = placeFakes({ [wechatApi]: fake.baseUrl })
  for (const table of ['wechat_binding', 'wechat_scan', 'wechat_push', 'sign_in_failure', 'sign_in_attempt'] as const) await test.db.deleteFrom(table).execute()
  await setSetting(test.db, wechatAccount, wechatKeys.account)
  fake.follow(ada)
})
afterEach(() => restore())

type Scan = { state: string; url: string; cookie: string; scene: string }

async function begin(): Promise<Scan> {
  const answer = await rawCall(test.app, wechat.begin, {})
  const { scan } = answer.json<{ data: { scan: { state: string; url: string } } }>().data
  return { ...scan, cookie: String(answer.headers['set-cookie']).split(';')[0]!, scene: fake.scenes.at(-1)! }
}
const stateOf = async ({ state, cookie }: Scan) =>
  (await rawCall(test.app, wechat.state, { state }, { headers: { cookie } })).json<{ data: { state: string } }>().data.state
const finish = async ({ state, cookie }: Scan, code: string) =>
  (await rawCall(test.app, wechat.finish, { state, code }, { headers: { cookie } })).json<{ token?: string; problem?: string }>()
const push = ({ query, body }: PushRequest, type = 'text/xml') =>
  test.app.inject({ method: 'POST', url: `${wechatPushPath}?${query}`, headers: { 'content-type': type }, payload: body })
const codeIn = (words: string): string => /\d{6}/.exec(words)![0]

async function bindAda(): Promise<void> {
  const { scan } = (await test.call(wechat.bindBegin, { password })).data
  const answer = await push(await fake.scanned(fake.scenes.at(-1)!, ada.openId))
  expect((await test.call(wechat.bindState, { state: scan!.state })).data.state).toBe('scanned')
  await test.call(wechat.bind, { state: scan!.state, code: codeIn(await fake.wordsOf(answer.body)) })
}

describe.each([true, false])('an official account, encrypted: %s', (encrypted) => {
  beforeEach(() => setSetting(test.db, wechatAccount, { encodingAesKey: encrypted ? wechatKeys.account.encodingAesKey : '' }))

  it('binds a WeChat and signs it in by the six digits it is told', async () => {
    const { scan } = (await test.call(wechat.bindBegin, { password })).data
    expect(scan).toMatchObject({ way: 'account', url: expect.stringMatching(/^http:\/\/weixin\.qq\.com\/q\//) as string })
    const told = await push(await fake.scanned(fake.scenes.at(-1)!, ada.openId, { encrypted }))
    expect([told.statusCode, told.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    expect(told.body.includes('<Encrypt>')).toBe(encrypted)
    const words = await fake.wordsOf(told.body)
    expect(words).toMatch(/^Nameplane：绑定验证码 \d{6}，5 分钟内有效。将绑定到账号 admin。/)
    await test.call(wechat.bind, { state: scan!.state, code: codeIn(words) })

    const begun = await begin()
    expect(await stateOf(begun)).toBe('waiting')
    const answer = await push(await fake.scanned(begun.scene, ada.openId, { encrypted }))
    expect(await stateOf(begun)).toBe('scanned')
    const signIn = await fake.wordsOf(answer.body)
    expect(signIn).toMatch(/登录验证码 \d{6}，5 分钟内有效。登录来自 127\.0\.0\.1。/)
    expect((await finish(begun, codeIn(signIn))).token).toBeDefined()
    expect(await stateOf(begun)).toBe('expired')
  })
})

describe('a scan of an official account', () => {
  it('by somebody who follows it only now counts as well', async () => {
    await bindAda()
    const begun = await begin()
    const pushed = await fake.pushed({
      ToUserName: 'gh_0123456789ab',
      FromUserName: ada.openId,
      CreateTime: Math.floor(Date.now() / 1000),
      MsgType: 'event',
      Event: 'subscribe',
      EventKey: `qrscene_${begun.scene}`,
      Ticket: 'T',
    })
    expect((await finish(begun, codeIn(await fake.wordsOf((await push(pushed)).body)))).token).toBeDefined()
  })

  it('by a WeChat that is bound to nobody is told so, in WeChat, in the browser and in the log', async () => {
    await setSetting(test.db, siteSettings, { basic: { webName: 'Example DNS', lang: 'en' } as never })
    const begun = await begin()
    const words = await fake.wordsOf((await push(await fake.scanned(begun.scene, ada.openId))).body)
    expect(words).toBe('Example DNS: No account is linked to this WeChat. Sign in with your password, then link it under Account security.')
    expect(await stateOf(begun)).toBe('unbound')
    expect((await finish(begun, '000000')).problem).toBe('wechat_code_wrong')
    expect(await test.db.selectFrom('sign_in_attempt').select(['username', 'result', 'address']).execute()).toEqual([
      { username: '', result: 'wechat_unbound', address: '127.0.0.1' },
    ])
    await setSetting(test.db, siteSettings, { basic: {} })
  })

  it('is over after five wrong codes', async () => {
    await bindAda()
    const begun = await begin()
    const code = codeIn(await fake.wordsOf((await push(await fake.scanned(begun.scene, ada.openId))).body))
    const wrong = code === '111111' ? '222222' : '111111'
    for (let tries = 0; tries < 5; tries += 1) expect((await finish(begun, wrong)).problem).toBe('wechat_code_wrong')
    expect((await finish(begun, code)).problem).toBe('wechat_scan_expired')
  })

  it('is finished by nobody who has the code and not the browser', async () => {
    await bindAda()
    const begun = await begin()
    const code = codeIn(await fake.wordsOf((await push(await fake.scanned(begun.scene, ada.openId))).body))
    const other = await begin()
    expect((await finish({ ...begun, cookie: other.cookie }, code)).problem).toBe('wechat_scan_expired')
    expect(await stateOf({ ...begun, cookie: other.cookie })).toBe('expired')
    expect((await finish(begun, code)).token).toBeDefined()
  })

  it('is not finished before anybody has scanned', async () => {
    await bindAda()
    const begun = await begin()
    for (const code of ['000000', 'null', 'undefined']) expect((await finish(begun, code)).problem).toBe('wechat_code_wrong')
  })

  it('belongs to whoever scanned first', async () => {
    const bob = { openId: 'oBob_0123456789', unionId: 'u_Bob' }
    fake.follow(bob)
    await bindAda()
    const begun = await begin()
    const code = codeIn(await fake.wordsOf((await push(await fake.scanned(begun.scene, ada.openId))).body))
    expect((await push(await fake.scanned(begun.scene, bob.openId))).body).toBe('success')
    expect((await finish(begun, code)).token).toBeDefined()
  })

  it('belongs to one of those who scan at the same moment', async () => {
    const people = ['One', 'Two', 'Three', 'Four'].map((name) => ({ openId: `o${name}_0123456789`, unionId: `u_${name}` }))
    for (const person of people) fake.follow(person)
    const { scan } = (await test.call(wechat.bindBegin, { password })).data
    const pushes = await Promise.all(people.map((person) => fake.scanned(fake.scenes.at(-1)!, person.openId)))
    const answers = await Promise.all(pushes.map((pushed) => push(pushed)))
    const told = answers.filter(({ body }) => body !== 'success')
    expect(told).toHaveLength(1)
    await test.call(wechat.bind, { state: scan!.state, code: codeIn(await fake.wordsOf(told[0]!.body)) })
  })

  it('waits for another scan when WeChat does not say who it was', async () => {
    await bindAda()
    const begun = await begin()
    fake.failNext('status-500', 'status-500', 'status-500')
    expect(await fake.wordsOf((await push(await fake.scanned(begun.scene, ada.openId))).body)).toContain('微信没有响应')
    expect(await stateOf(begun)).toBe('waiting')
    expect(await fake.wordsOf((await push(await fake.scanned(begun.scene, ada.openId))).body)).toMatch(/\d{6}/)
  })

  it('is begun with a token that has ended by fetching another', async () => {
    await begin()
    fake.endToken()
    expect((await begin()).url).toMatch(/^http:\/\/weixin\.qq\.com\/q\//)
  })

  it('keeps neither the scene, nor the code, nor who scanned', async () => {
    const begun = await begin()
    await push(await fake.scanned(begun.scene, ada.openId))
    const row = JSON.stringify(await test.db.selectFrom('wechat_scan').selectAll().execute())
    expect(row).not.toMatch(new RegExp(`${begun.scene}|${begun.state}|${ada.openId}|u_Ada`))
  })
})

describe('the check of the address', () => {
  const at = async (changed: Record<string, string | null> = {}, off = 0, signedBy: string = word) => {
    const [timestamp, nonce] = [String(Math.floor((Date.now() + off) / 1000)), '1320562132']
    const query = new URLSearchParams({ signature: await sha1(signedBy, timestamp, nonce), timestamp, nonce, echostr: '4375120948345356249' })
    for (const [name, value] of Object.entries(changed))
      if (value === null) query.delete(name)
      else query.set(name, value)
    const { statusCode, body, headers } = await test.app.inject({ method: 'GET', url: `${wechatPushPath}?${query.toString()}` })
    return { statusCode, body, type: headers['content-type'] }
  }
  it('is answered with what WeChat sent', async () => {
    expect(await at()).toEqual({ statusCode: 200, body: '4375120948345356249', type: 'text/plain; charset=utf-8' })
  })
  it('is refused without the token, at another time, in another form', async () => {
    for (const refused of [
      await at({}, 0, 'anotherToken'),
      await at({}, 330_000),
      await at({}, -330_000),
      await at({ signature: null }),
      await at({ signature: '0'.repeat(40) }),
      await at({ nonce: '1320562133' }),
      await at({ timestamp: '1320562133' }),
      await at({ echostr: null }),
      await at({ echostr: '<script>alert(1)</script>' }),
      await at({ echostr: 'a b' }),
      await at({ echostr: '' }),
    ])
      expect([refused.statusCode, refused.body]).toEqual([403, 'refused'])
  })
})

describe('a push that is not WeChat’s', () => {
  type Made = { query: URLSearchParams; body: string }
  const now = (): string => String(Math.floor(Date.now() / 1000))

  let nonces = 1_320_562_132
  /** A push signed and encrypted throughout, with any part replaced before that. */
  async function made(scene: string, of: { inner?: (plain: string) => string; appId?: string; word?: string; off?: number } = {}): Promise<Made> {
    const timestamp = String(Math.floor((Date.now() + (of.off ?? 0)) / 1000))
    const nonce = String((nonces += 1))
    const plain = `<xml><ToUserName><![CDATA[gh_0]]></ToUserName><FromUserName><![CDATA[${ada.openId}]]></FromUserName><CreateTime>${now()}</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[SCAN]]></Event><EventKey><![CDATA[${scene}]]></EventKey></xml>`
    const sealed = await encryptForApp((of.inner ?? ((text) => text))(plain), of.appId)
    const signer = of.word ?? word
    return {
      query: new URLSearchParams({
        signature: await sha1(signer, timestamp, nonce),
        timestamp,
        nonce,
        openid: ada.openId,
        encrypt_type: 'aes',
        msg_signature: await sha1(signer, timestamp, nonce, sealed),
      }),
      body: `<xml><ToUserName><![CDATA[gh_0]]></ToUserName><Encrypt><![CDATA[${sealed}]]></Encrypt></xml>`,
    }
  }
  const without = (name: string) => (of: Made) => void of.query.delete(name)
  const twice = (name: string) => (of: Made) => void of.query.append(name, of.query.get(name)!)
  const setTo = (name: string, value: string) => (of: Made) => void of.query.set(name, value)
  const flipped = (name: string) => (of: Made) => {
    const value = of.query.get(name)!
    of.query.set(name, (value.startsWith('0') ? '1' : '0') + value.slice(1))
  }
  const names = ['signature', 'timestamp', 'nonce', 'encrypt_type', 'msg_signature'] as const
  const body = (change: (text: string) => string) => (of: Made) => void (of.body = change(of.body))
  const outer: [string, (of: Made) => void][] = [
    ...names.map((name): [string, (of: Made) => void] => [`without ${name}`, without(name)]),
    ...names.map((name): [string, (of: Made) => void] => [`with ${name} twice`, twice(name)]),
    ...(['signature', 'timestamp', 'nonce', 'msg_signature'] as const).map((name): [string, (of: Made) => void] => [`with another ${name}`, flipped(name)]),
    ['with an empty signature', setTo('signature', '')],
    ['with a signature in capitals', (of) => of.query.set('signature', of.query.get('signature')!.toUpperCase().replace(/^/, 'A').slice(0, 40))],
    ['with a signature of the message in its place', (of) => of.query.set('signature', of.query.get('msg_signature')!)],
    ['with a signature of the query for the message', (of) => of.query.set('msg_signature', of.query.get('signature')!)],
    ['said to be plain', setTo('encrypt_type', 'raw')],
    ['said to be encrypted otherwise', setTo('encrypt_type', 'AES')],
    ['without a body', body(() => '')],
    ['with a body of JSON', body(() => '{"Encrypt":"a"}')],
    ['with a document type', body((text) => `<!DOCTYPE xml [<!ENTITY a SYSTEM "file:///etc/passwd">]>${text}`)],
    ['with a declaration', body((text) => `<?xml version="1.0"?>${text}`)],
    ['with a comment', body((text) => text.replace('<ToUserName>', '<!-- --><ToUserName>'))],
    ['with an entity', body((text) => text.replace('gh_0', ']]>&amp;<![CDATA['))],
    ['with its text twice', body((text) => text.replace('</xml>', `${/<Encrypt>[^]*<\/Encrypt>/.exec(text)![0]}</xml>`))],
    ['with a plain message beside nothing', body((text) => text.replace(/<Encrypt>[^]*<\/Encrypt>/, ''))],
    [
      'with a changed text',
      body((text) => text.replace(/(CDATA\[[A-Za-z0-9+/]{40})(.)/, (_, before: string, letter: string) => before + (letter === 'A' ? 'B' : 'A'))),
    ],
    ['with a text cut short', body((text) => text.replace(/(CDATA\[[A-Za-z0-9+/]{40})[A-Za-z0-9+/=]*/, '$1'))],
    ['with another’s text', body((text) => text.replace(/<Encrypt>[^]*<\/Encrypt>/, '<Encrypt><![CDATA[AAAA]]></Encrypt>'))],
    ['with a nonce of other letters', setTo('nonce', "1' or '1")],
    ['with a time in milliseconds', (of) => of.query.set('timestamp', `${of.query.get('timestamp')!}000`)],
  ]
  it.each(outer)('%s is refused and changes nothing', async (_, change) => {
    await bindAda()
    const begun = await begin()
    const pushed = await made(begun.scene)
    change(pushed)
    const answer = await push({ query: pushed.query.toString(), body: pushed.body })
    expect([answer.statusCode, answer.body]).toEqual([403, 'refused'])
    expect(await stateOf(begun)).toBe('waiting')
  })

  const inner: [string, Parameters<typeof made>[1], string][] = [
    ['signed with another token', { word: 'another' }, 'refused'],
    ['encrypted for another application', { appId: 'wx00000000000000cc' }, 'refused'],
    ['of six minutes ago', { off: -360_000 }, 'refused'],
    ['of six minutes from now', { off: 360_000 }, 'refused'],
    ['with an entity inside', { inner: (text) => text.replace('<ToUserName>', '<A>&a;</A><ToUserName>') }, 'refused'],
    ['with a document type inside', { inner: (text) => `<!DOCTYPE xml>${text}` }, 'refused'],
    ['with a declaration inside', { inner: (text) => `<?xml version="1.0"?>${text}` }, 'refused'],
    ['from somebody else than the query says', { inner: (text) => text.replace(ada.openId, 'oEve') }, 'success'],
    ['of an old event', { inner: (text) => text.replace(/<CreateTime>\d+/, '<CreateTime>1409735668') }, 'success'],
    ['of no time', { inner: (text) => text.replace(/<CreateTime>\d+<\/CreateTime>/, '') }, 'success'],
    ['with two scenes', { inner: (text) => text.replace('<EventKey>', '<EventKey>0</EventKey><EventKey>') }, 'success'],
    ['of another event', { inner: (text) => text.replace('[SCAN]', '[CLICK]') }, 'success'],
    ['of a text message', { inner: (text) => text.replace('[event]', '[text]') }, 'success'],
    ['of a scene in capitals', { inner: (text) => text.replace(/\[([0-9a-f]{32})\]/, (_, scene: string) => `[${scene.toUpperCase()}]`) }, 'success'],
    ['of a scene and more', { inner: (text) => text.replace(/\[([0-9a-f]{32})\]/, '[$10]') }, 'success'],
    ['of a scene behind the other event’s prefix', { inner: (text) => text.replace(/\[([0-9a-f]{32})\]/, '[qrscene_$1]') }, 'success'],
    ['of a follower without the prefix', { inner: (text) => text.replace('[SCAN]', '[subscribe]') }, 'success'],
    ['of nested parts', { inner: (text) => text.replace('<EventKey>', '<ScanCodeInfo><ScanType>a</ScanType></ScanCodeInfo><EventKey>') }, 'success'],
  ]
  it.each(inner)('%s signs nobody in', async (_, changed, said) => {
    await bindAda()
    const begun = await begin()
    const pushed = await made(begun.scene, changed)
    const answer = await push({ query: pushed.query.toString(), body: pushed.body })
    expect([answer.statusCode, answer.body]).toEqual([said === 'success' ? 200 : 403, said])
    expect(await stateOf(begun)).toBe('waiting')
  })

  it('is one of at least fifty, beside one that is', async () => {
    expect(outer.length + inner.length).toBeGreaterThanOrEqual(50)
    await bindAda()
    const begun = await begin()
    const pushed = await made(begun.scene)
    expect((await push({ query: pushed.query.toString(), body: pushed.body })).statusCode).toBe(200)
    expect(await stateOf(begun)).toBe('scanned')
  })

  it('is one that came before, also with another body in plain mode', async () => {
    await bindAda()
    const begun = await begin()
    const pushed = await fake.scanned(begun.scene, ada.openId)
    expect((await push(pushed)).statusCode).toBe(200)
    expect((await push(pushed)).statusCode).toBe(403)
    await setSetting(test.db, wechatAccount, { encodingAesKey: '' })
    const other = await begin()
    const text = await fake.pushed(
      { ToUserName: 'gh', FromUserName: ada.openId, CreateTime: Number(now()), MsgType: 'text', Content: 'hello' },
      { encrypted: false },
    )
    expect((await push(text)).body).toBe('success')
    const forged = (await fake.scanned(other.scene, ada.openId, { encrypted: false })).body
    expect((await push({ query: text.query, body: forged })).statusCode).toBe(403)
    expect(await stateOf(other)).toBe('waiting')
  })

  it('is a plain one where the account encrypts, and an encrypted one where it does not', async () => {
    const begun = await begin()
    expect((await push(await fake.scanned(begun.scene, ada.openId, { encrypted: false }))).statusCode).toBe(403)
    await setSetting(test.db, wechatAccount, { encodingAesKey: '' })
    expect((await push(await fake.scanned(begun.scene, ada.openId, { encrypted: true }))).statusCode).toBe(403)
    expect(await stateOf(begun)).toBe('waiting')
  })

  it('is any at all while the account is not set up, and too long a body', async () => {
    const begun = await begin()
    const pushed = await fake.scanned(begun.scene, ada.openId)
    expect((await push({ ...pushed, body: `<xml>${' '.repeat(20_000)}</xml>` })).statusCode).toBe(413)
    await test.db.updateTable('system_config').set({ status: 0 }).where('param_key', '=', wechatAccount.key).execute()
    expect((await push(pushed)).statusCode).toBe(403)
  })
})
