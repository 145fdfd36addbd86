import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WechatAccount, WechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import { fakeFaults, startFakeOutside } from '../../../../tests/support/fake-outside.ts'
import { startFakeWechat, wechatApi, wechatKeys, type FakeWechat } from '../../../../tests/support/fake-wechat.ts'
import { placeFakes } from '../http/loopback.testing.ts'
import type { TestCircumstances } from '../../settings/setting-tester.ts'
import { wechatAccountClient } from './wechat-account.ts'
import { wechatTesters } from './wechat-testers.ts'
import { wechatWebsiteClient } from './wechat-website.ts'

const ada = { openId: 'oAda_0123456789', unionId: 'u_Ada' }
const scene = '0123456789abcdef'.repeat(2)
let fake: FakeWechat
let restore: () => void
let website: WechatWebsite
let account: WechatAccount
beforeAll(async () => void (fake = await startFakeWechat()))
afterAll(() => fake.close())
beforeEach(() => {
  restore = placeFakes({ [wechatApi]: fake.baseUrl }, { impatience: { totalMs: 250, connectMs: 150 } })
  website = { ...wechatKeys.website, apiAddress: wechatApi }
  account = { ...wechatKeys.account, apiAddress: wechatApi }
  fake.tokenNamesUnion = true
  fake.follow(ada)
})
afterEach(() => {
  fake.failAlways(null)
  restore()
})
const codeOfProblem = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (cause: { name: string; code: string; message: string }) => {
      expect(cause.name).toBe('WechatProblem')
      expect(cause.message).not.toMatch(/a1a1|b2b2|T_|P_|oAda|u_Ada/)
      return cause.code
    },
  )

describe('a website application', () => {
  const identityOf = (code: string, setting = website) => wechatWebsiteClient(setting).identityOf(code)

  it('turns a code into the union id, whichever answer names it', async () => {
    expect(await identityOf(fake.agree(ada))).toBe('union:u_Ada')
    fake.tokenNamesUnion = false
    expect(await identityOf(fake.agree(ada))).toBe('union:u_Ada')
    expect(await identityOf(fake.agree({ openId: 'oAlone' }))).toBe('open:wx00000000000000aa:oAlone')
  })
  it('has a code used once', async () => {
    const code = fake.agree(ada)
    await identityOf(code)
    expect(await codeOfProblem(identityOf(code))).toBe('40163')
    expect(await codeOfProblem(identityOf('0'.repeat(32)))).toBe('40029')
  })
  it('is told which of its keys is wrong', async () => {
    expect(await codeOfProblem(identityOf(fake.agree(ada), { ...website, appSecret: 'x'.repeat(32) }))).toBe('40125')
    expect(await codeOfProblem(identityOf(fake.agree(ada), { ...website, appId: 'wx0000000000000000' }))).toBe('40013')
  })
  it.each(fakeFaults)('has no identity when WeChat fails by %s, and asks with a code once', async (fault) => {
    const code = fake.agree(ada)
    const before = fake.calls.filter(({ path }) => path === '/sns/oauth2/access_token').length
    fake.failAlways(fault)
    expect(await codeOfProblem(identityOf(code))).toMatch(/^(unreachable|timed-out|too-large|redirected|bad-answer|resting)$/)
    expect(fake.calls.filter(({ path }) => path === '/sns/oauth2/access_token').length - before).toBeLessThanOrEqual(1)
    fake.failAlways(null)
    if (fault === 'answer-lost') expect(await codeOfProblem(identityOf(code))).toBe('40163')
  })
})

describe('an official account', () => {
  const client = () => wechatAccountClient(account)

  it('makes codes that lead to WeChat, and knows its followers', async () => {
    expect(await client().code(scene, 300)).toMatch(/^http:\/\/weixin\.qq\.com\/q\//)
    expect(fake.scenes.at(-1)).toBe(scene)
    expect(await client().identityOf(ada.openId)).toBe('union:u_Ada')
    expect(await codeOfProblem(client().identityOf('oNobody'))).toBe('40003')
  })
  it('asks for a token once, and again when it has ended', async () => {
    const asked = () => fake.calls.filter(({ path }) => path === '/cgi-bin/stable_token').length
    await client().code(scene, 300)
    const before = asked()
    await client().code(scene, 300)
    expect(asked()).toBe(before)
    fake.endToken()
    await client().code(scene, 300)
    expect(asked()).toBe(before + 1)
  })
  it('has another token made when WeChat gives the ended one out again, and gives up after that', async () => {
    await client().code(scene, 300)
    fake.keepEndedToken()
    await client().code(scene, 300)
    const forced = fake.calls.filter(({ path, body }) => path === '/cgi-bin/stable_token' && body.includes('"force_refresh":true'))
    expect(forced).toHaveLength(1)
  })
  it('is told which of its keys is wrong', async () => {
    const wrong = (changed: Partial<WechatAccount>) => codeOfProblem(wechatAccountClient({ ...account, ...changed }).code(scene, 300))
    expect(await wrong({ appSecret: 'x'.repeat(32) })).toBe('40125')
    expect(await wrong({ appId: 'wx0000000000000000' })).toBe('40013')
  })
  it.each(fakeFaults)('has no code when WeChat fails by %s, and is well afterwards', async (fault) => {
    fake.failAlways(fault)
    expect(await codeOfProblem(client().code(scene, 300))).toMatch(/^(unreachable|timed-out|too-large|redirected|bad-answer|resting)$/)
    expect(await codeOfProblem(client().identityOf(ada.openId))).toMatch(/^(unreachable|timed-out|too-large|redirected|bad-answer|resting)$/)
  })
})

describe('an answer that WeChat would not give', () => {
  const goodToken = { access_token: 'T_abc', expires_in: 7200, openid: 'oAda', unionid: '' }
  const ways: [string, string, object | string, () => Promise<unknown>][] = [
    ...(
      [
        ['names nobody', { ...goodToken, openid: undefined }],
        ['names somebody by a number', { ...goodToken, openid: 5 }],
        ['names somebody in other letters', { ...goodToken, openid: 'o Ada\n' }],
        ['has a union id of other letters', { ...goodToken, unionid: 'u&a' }],
        ['has no token', { ...goodToken, access_token: undefined }],
        ['has a token of other letters', { ...goodToken, access_token: 'T abc' }],
        ['is a list', []],
        ['is no JSON', 'ok'],
      ] as const
    ).map(([name, answer]): [string, string, object | string, () => Promise<unknown>] => [
      name,
      '/sns/oauth2/access_token',
      answer as object | string,
      () => wechatWebsiteClient(website).identityOf('0abc'),
    ]),
    ['tells of another person', '/sns/userinfo', { openid: 'oEve', unionid: 'u_Eve' }, () => wechatWebsiteClient(website).identityOf('0abc')],
    ['tells of nobody', '/sns/userinfo', { unionid: 'u_Eve' }, () => wechatWebsiteClient(website).identityOf('0abc')],
    ['tells of another follower', '/cgi-bin/user/info', { openid: 'oEve', unionid: 'u_Eve' }, () => fresh().identityOf('oAda')],
    ['ends at once', '/cgi-bin/stable_token', { access_token: 'T', expires_in: 0 }, () => fresh().code(scene, 300)],
    ['ends in words', '/cgi-bin/stable_token', { access_token: 'T', expires_in: 'soon' }, () => fresh().code(scene, 300)],
    ...['https://evil.example/q/1', 'http://weixin.qq.com.evil.example/q/1', 'javascript:alert(1)', 'http://weixin.qq.com/r/1', '', 5].map(
      (url): [string, string, object, () => Promise<unknown>] => [
        `leads to ${url}`,
        '/cgi-bin/qrcode/create',
        { ticket: 'g', url },
        () => fresh().code(scene, 300),
      ],
    ),
  ]
  let applications = 100_000
  /** An application of its own, so that no token is kept for it. */
  const fresh = () => wechatAccountClient({ ...account, appId: `wx${(applications += 1)}` })

  it.each(ways)('%s: %s is believed by nobody', async (_, path, crooked, call) => {
    const good: Record<string, object> = {
      '/sns/oauth2/access_token': goodToken,
      '/sns/userinfo': { openid: 'oAda', unionid: 'u_Ada' },
      '/cgi-bin/stable_token': { access_token: 'T', expires_in: 7200 },
      '/cgi-bin/user/info': { openid: 'oAda', unionid: 'u_Ada' },
      '/cgi-bin/qrcode/create': { ticket: 'g', url: 'http://weixin.qq.com/q/1' },
    }
    const answers = { ...good }
    const other = await startFakeOutside((asked) => ({ body: answers[asked.path]! }))
    const back = placeFakes({ [wechatApi]: other.baseUrl })
    await call()
    answers[path] = crooked as object
    expect(await codeOfProblem(call())).toBe('bad-answer')
    back()
    await other.close()
  })
})

describe('the test button', () => {
  const circumstances = (language: 'zh' | 'en'): TestCircumstances => ({ db: undefined as never, target: '', language, signal: AbortSignal.timeout(3000) })
  const tried = (index: number, value: object, language: 'zh' | 'en' = 'en') =>
    (wechatTesters[index]!.test as (value: unknown, of: TestCircumstances) => Promise<{ isPassed: boolean; message: string }>)(value, circumstances(language))

  it('passes with good keys, in both ways and languages', async () => {
    expect(await tried(0, website)).toEqual({ isPassed: true, message: 'WeChat responded, AppID and AppSecret are valid' })
    expect(await tried(0, website, 'zh')).toEqual({ isPassed: true, message: '微信已响应，AppID 和 AppSecret 有效' })
    expect(await tried(1, account)).toEqual({ isPassed: true, message: 'WeChat responded, QR codes can be created' })
    expect(await tried(1, account, 'zh')).toEqual({ isPassed: true, message: '微信已响应，可以生成二维码' })
  })
  it('says what is wrong, and no secret', async () => {
    expect(await tried(0, { ...website, appSecret: 'x'.repeat(32) })).toEqual({
      isPassed: false,
      message: 'Website app unavailable: incorrect AppSecret (40125)',
    })
    expect(await tried(1, { ...account, appId: 'wx0' }, 'zh')).toEqual({ isPassed: false, message: '微信公众号不可用：AppID 错误（40013）' })
    fake.failAlways('status-500')
    expect((await tried(1, { ...account, appSecret: 'y'.repeat(32) })).isPassed).toBe(false)
  })
})
