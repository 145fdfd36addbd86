import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wechatPushPath } from '@nameplane/contract/account/wechat'
import { inOtherLanguage, newVisitor, openBrowser, signIn, takePicture, type Visitor, type VisitorOptions } from '../support/browser.ts'
import { adminPassword, startPlatform, type RunningPlatform } from '../support/platform.ts'
import { saveSetting } from '../support/setting-form.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { startFakeWechat, wechatApi, wechatKeys, type PushRequest, type FakeWechat } from '../support/fake-wechat.ts'

/* WeChat from its settings to the console: the picture in the footer, a website application, an official account; bound, used, unbound. */
const ada = { openId: 'oAda_0123456789-abcdefgh', unionId: 'u_Ada' }
const bob = { openId: 'oBob_0123456789-abcdefgh', unionId: 'u_Bob' }
let fake: FakeWechat
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  fake = await startFakeWechat()
  fake.follow(ada)
  fake.follow(bob)
  platform = await startPlatform({ variables: { TEST_PEERS: JSON.stringify({ [wechatApi]: fake.baseUrl }) } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await fake?.close()
})
beforeEach(async () => {
  for (const table of ['wechat_binding', 'wechat_scan', 'wechat_push', 'sign_in_failure'] as const) await platform.db.deleteFrom(table).execute()
  await platform.db.updateTable('system_config').set({ status: 0, param_value: '{}' }).where('param_key', 'like', 'WECHAT_%').execute()
})
afterEach(() => visitor?.close())

/** A point as PNG, large enough to be looked at. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const button = (zh: string, en: string) => page.getByRole('button', { name: say(zh, en), exact: true })
  const dialog = () => page.getByRole('dialog').last()

  async function arrive(options: VisitorOptions = {}): Promise<void> {
    visitor = await newVisitor(browser, platform, { language, ...options })
    page = visitor.page
  }

  /** What WeChat's own page does once somebody has agreed there, or has not; with several, one after the other. */
  async function atWechat(...visits: ({ openId: string; unionId: string } | null)[]): Promise<void> {
    await page.unroute('https://open.weixin.qq.com/**')
    await page.route('https://open.weixin.qq.com/**', async (route) => {
      const asked = new URL(route.request().url()).searchParams
      expect(asked.get('appid')).toBe(wechatKeys.website.appId)
      const agreed = visits.length > 1 ? visits.shift() : visits[0]
      const code = agreed ? `code=${fake.agree(agreed)}&` : ''
      await route.fulfill({ status: 302, headers: { location: `${asked.get('redirect_uri')!}?${code}state=${asked.get('state')!}` } })
    })
  }

  async function setUp(path: string, fields: Record<string, string>, name: string): Promise<void> {
    await visitor.open(path)
    await page.getByRole('checkbox', { name: say('启用', 'Enabled'), exact: true }).check()
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(new RegExp(`^${label.replace(/[()（）]/g, '.')}\\*?$`)).fill(value)
    await takePicture(page, `wechat-${name}-${language}`)
    await expectAccessible(page, name)
    await button('测试', 'Test').click()
    await dialog()
      .getByRole('button', { name: say('测试', 'Test'), exact: true })
      .click()
    await dialog().getByText(say('微信已响应', 'WeChat responded')).waitFor()
    await dialog()
      .getByRole('button', { name: say('关闭', 'Close'), exact: true })
      .last()
      .click()
    await saveSetting(page, button('保存配置', 'Save'))
    await expectQuiet(visitor, name)
  }

  const setUpWebsite = () =>
    setUp('/system/config/wechat-code/website', { AppID: wechatKeys.website.appId, AppSecret: wechatKeys.website.appSecret }, 'website')
  const setUpAccount = () =>
    setUp(
      '/system/config/wechat-code/account',
      {
        AppID: wechatKeys.account.appId,
        AppSecret: wechatKeys.account.appSecret,
        [say('令牌（Token）', 'Token')]: wechatKeys.account.token,
        [say('消息加解密密钥（EncodingAESKey）', 'EncodingAESKey')]: wechatKeys.account.encodingAesKey,
      },
      'account',
    )

  async function beginToBind(): Promise<void> {
    await visitor.open('/account/security')
    await button('绑定微信', 'Link WeChat').click()
    await dialog().getByLabel(say('登录密码', 'Your password')).fill(adminPassword)
    await takePicture(page, `wechat-bind-${language}`)
    await expectAccessible(page, 'bind')
    await dialog()
      .getByRole('button', { name: say('下一步', 'Next'), exact: true })
      .click()
  }

  async function signOut(): Promise<void> {
    await button('账号菜单', 'Account menu').click()
    await button('退出登录', 'Sign out').click()
    await page.getByRole('heading', { name: say('登录控制台', 'Sign in to the console') }).waitFor()
  }

  const push = async ({ query, body }: PushRequest): Promise<string> => {
    const answer = await fetch(new URL(`${wechatPushPath}?${query}`, platform.url), { method: 'POST', headers: { 'content-type': 'text/xml' }, body })
    expect(answer.status).toBe(200)
    return fake.wordsOf(await answer.text())
  }

  test('the picture is uploaded and stands among the contacts', async () => {
    await arrive()
    await signIn(visitor)
    await visitor.open('/system/config/wechat-code')
    await page.locator('input[type=file]').setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('img').first().waitFor()
    await page.getByRole('checkbox', { name: say('启用', 'Enabled'), exact: true }).check()
    await page.getByLabel(say('说明（中文）', 'Caption (Chinese)')).fill('扫码联系客服')
    await page.getByLabel(say('说明（英文）', 'Caption (English)')).fill('Scan to reach support')
    await saveSetting(page, button('保存配置', 'Save'))
    await page
      .locator('footer')
      .getByRole('button', { name: say('微信', 'WeChat') })
      .click()
    await page.getByText(say('扫码联系客服', 'Scan to reach support')).last().waitFor()
    await takePicture(page, `wechat-picture-${language}`)
    await expectAccessible(page, 'picture')
    expect(visitor.complaints).toEqual([])
  })

  test('a website application signs in whoever is bound, tells whoever is not, and unbinds', async () => {
    await arrive()
    await visitor.open('/login')
    await page.getByLabel(say('密码', 'Password'), { exact: true }).waitFor()
    expect(await button('微信扫码登录', 'Sign in with WeChat').count()).toBe(0)
    await signIn(visitor)
    await setUpWebsite()

    // Somebody does not agree, and then does.
    await atWechat(null)
    await beginToBind()
    await page
      .getByRole('alert')
      .filter({ hasText: say('已在微信中取消', 'Cancelled in WeChat') })
      .waitFor()
    await atWechat(ada)
    await beginToBind()
    await button('解绑微信', 'Unlink WeChat').waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/account/security')
    await takePicture(page, `wechat-bound-${language}`)
    await expectAccessible(page, 'bound')
    await signOut()

    // The way that was remembered survives the way to WeChat and back.
    await visitor.open('/login?redirect=%2Faccount%2Fsecurity')
    await button('微信扫码登录', 'Sign in with WeChat').waitFor()
    await takePicture(page, `wechat-login-${language}`)
    await expectAccessible(page, 'login')
    await atWechat(bob)
    await button('微信扫码登录', 'Sign in with WeChat').click()
    await page
      .getByRole('alert')
      .filter({ hasText: say('该微信尚未绑定账号', 'No account is linked to this WeChat') })
      .waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/login?redirect=%2Faccount%2Fsecurity')
    await takePicture(page, `wechat-unbound-${language}`)
    await expectAccessible(page, 'unbound')
    await atWechat(null)
    await button('重新扫码', 'Scan again').click()
    await page
      .getByRole('alert')
      .filter({ hasText: say('已在微信中取消', 'Cancelled in WeChat') })
      .waitFor()
    // Once more, by somebody who presses the button as soon as it is there.
    await page.addInitScript(`new MutationObserver((_, observer) => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '${say('重新扫码', 'Scan again')}')
      if (!button) return
      observer.disconnect()
      button.click()
    }).observe(document, { childList: true, subtree: true })`)
    await atWechat(null, ada)
    await button('重新扫码', 'Scan again').click()
    await page.getByRole('heading', { name: say('账号安全', 'Account security'), level: 1 }).waitFor()
    expect(page.url()).not.toMatch(/code=|state=/)

    await button('解绑微信', 'Unlink WeChat').click()
    await dialog().getByLabel(say('登录密码', 'Your password')).fill(adminPassword)
    await dialog()
      .getByRole('button', { name: say('解绑', 'Unlink'), exact: true })
      .click()
    await button('绑定微信', 'Link WeChat').waitFor()
    expect(await platform.db.selectFrom('wechat_binding').selectAll().execute()).toEqual([])
    expect(visitor.complaints).toEqual([])
  })

  test('an official account sends six digits to whoever scans its code', async () => {
    await arrive()
    await signIn(visitor)
    await setUpAccount()
    await beginToBind()
    await dialog()
      .getByRole('img', { name: say('微信二维码', 'WeChat QR code') })
      .waitFor()
    await takePicture(page, `wechat-bind-code-${language}`)
    await expectAccessible(page, 'code to bind')
    const toBind = await push(await fake.scanned(fake.scenes.at(-1)!, ada.openId))
    await dialog().getByText(say('已扫码', 'Scanned.')).waitFor()
    await dialog().getByLabel(say('公众号发来的 6 位验证码', '6-digit code from the official account')).fill('000000')
    await dialog()
      .getByRole('button', { name: say('绑定', 'Link'), exact: true })
      .click()
    await dialog().getByText(say('验证码错误，请输入微信中显示的验证码', 'Incorrect code')).waitFor()
    await dialog()
      .getByLabel(say('公众号发来的 6 位验证码', '6-digit code from the official account'))
      .fill(` ${/\d{6}/.exec(toBind)![0]} `)
    await dialog()
      .getByRole('button', { name: say('绑定', 'Link'), exact: true })
      .click()
    await button('解绑微信', 'Unlink WeChat').waitFor()
    await signOut()

    const scan = (person: { openId: string }) => fake.scanned(fake.scenes.at(-1)!, person.openId).then(push)
    /** Asks for a code, and waits for one that was not there before. */
    const askForCode = async (press: Locator): Promise<void> => {
      const before = fake.scenes.length
      await press.click()
      await expect.poll(() => fake.scenes.length).toBeGreaterThan(before)
      await page.getByRole('img', { name: say('微信二维码', 'WeChat QR code') }).waitFor()
    }
    await askForCode(button('微信扫码登录', 'Sign in with WeChat'))
    await takePicture(page, `wechat-login-code-${language}`)
    await expectAccessible(page, 'code to sign in')
    await scan(bob)
    await page
      .getByRole('alert')
      .filter({ hasText: say('该微信尚未绑定账号', 'No account is linked to this WeChat') })
      .waitFor()
    await askForCode(button('重新扫码', 'Scan again'))
    const words = await scan(ada)
    const field = page.getByLabel(say('公众号发来的 6 位验证码', '6-digit code from the official account'))
    await field.waitFor()
    await takePicture(page, `wechat-login-digits-${language}`)
    await expectAccessible(page, 'digits')
    await field.fill('000000')
    await button('登录', 'Sign in').click()
    const refused = { zh: '验证码错误，请输入微信中显示的验证码', en: 'Incorrect code. Enter the code shown in WeChat.' }
    const refusedIn = (shown: 'zh' | 'en') => page.getByRole('alert').filter({ hasText: refused[shown] }).waitFor()
    await refusedIn(language)
    await takePicture(page, `wechat-login-wrong-digits-${language}`)
    await inOtherLanguage(page, () => refusedIn(language === 'zh' ? 'en' : 'zh'))
    await refusedIn(language)
    await field.fill(/\d{6}/.exec(words)![0])
    await button('登录', 'Sign in').click()
    await page.locator('main[data-screen="/home/dashboard"]').waitFor()
    expect(visitor.complaints).toEqual([])
  })
})

test.each([
  ['zh', 'light', 390],
  ['en', 'dark', 390],
  ['zh', 'dark', 1440],
  ['en', 'light', 1440],
] as const)('fits and is legible: %s, %s, %i pixels', async (language, theme, widthPx) => {
  await platform.call((await import('@nameplane/contract/system/setting')).setting.save, {
    paramKey: 'WECHAT_ACCOUNT',
    paramValue: wechatKeys.account,
    status: 1,
  })
  visitor = await newVisitor(browser, platform, { language, theme, widthPx })
  page = visitor.page
  await visitor.open('/login')
  const button = page.getByRole('button', { name: language === 'zh' ? '微信扫码登录' : 'Sign in with WeChat', exact: true })
  await button.waitFor()
  await takePicture(page, `wechat-look-login-${language}-${theme}-${widthPx}`)
  await button.click()
  await page.getByRole('img', { name: language === 'zh' ? '微信二维码' : 'WeChat QR code' }).waitFor()
  await takePicture(page, `wechat-look-code-${language}-${theme}-${widthPx}`)
  await expectAccessible(page, 'code')
  await expectQuiet(visitor, 'code')
  await page.getByRole('button', { name: language === 'zh' ? '使用密码登录' : 'Sign in with password', exact: true }).click()
  await signIn(visitor)
  for (const path of ['/system/config/wechat-code', '/system/config/wechat-code/website', '/system/config/wechat-code/account', '/account/security']) {
    await visitor.open(path)
    await visitor.quiet()
    await takePicture(page, `wechat-look-${path.split('/').at(-1)!}-${language}-${theme}-${widthPx}`)
    await expectAccessible(page, path)
    await expectQuiet(visitor, path)
  }
})
