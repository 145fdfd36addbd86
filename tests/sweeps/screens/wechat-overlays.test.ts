import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { wechatPushPath } from '@nameplane/contract/account/wechat'
import { wechatAccount } from '@nameplane/contract/system/settings/wechat-sign-in'
import { setting } from '@nameplane/contract/system/setting'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../../support/browser.ts'
import { adminName, adminPassword, startPlatform, type RunningPlatform } from '../../support/platform.ts'
import { expectAccessible, expectQuiet } from '../../support/soundness.ts'
import { startFakeWechat, wechatApi, wechatKeys, type FakeWechat } from '../../support/fake-wechat.ts'
import { ada } from '../../support/wechat-sign-ins.ts'

/* What signing in by WeChat opens, before somebody is signed in and after, in both languages and both themes, on a desk and on a phone. */
let fake: FakeWechat
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let say: (zh: string, en: string) => string

beforeAll(async () => {
  fake = await startFakeWechat()
  fake.follow(ada)
  platform = await startPlatform({ variables: { TEST_PEERS: JSON.stringify({ [wechatApi]: fake.baseUrl }) } })
  await platform.call(setting.save, { paramKey: wechatAccount.key, paramValue: wechatKeys.account, status: 1 })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await fake?.close()
})
afterEach(async () => {
  await visitor?.close()
  for (const table of ['wechat_binding', 'wechat_scan'] as const) await platform.db.deleteFrom(table).execute()
})

const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
const dialog = (): Locator => page.getByRole('dialog').last()
const code = (): Locator => page.getByRole('img', { name: say('微信二维码', 'WeChat QR code') })
const digits = (): Locator => page.getByLabel(say('公众号发来的 6 位验证码', '6-digit code from the official account'))

async function bindNow(): Promise<void> {
  const { id } = await platform.db.selectFrom('account').select('id').where('username', '=', adminName).executeTakeFirstOrThrow()
  await platform.db
    .insertInto('wechat_binding')
    .values({ account_id: id, identity_digest: Buffer.alloc(32, 5) })
    .execute()
}

async function scanNow(): Promise<void> {
  const { query, body } = await fake.scanned(fake.scenes.at(-1)!, ada.openId)
  await fetch(new URL(`${wechatPushPath}?${query}`, platform.url), { method: 'POST', headers: { 'content-type': 'text/xml' }, body })
}

async function beginToBind(): Promise<void> {
  await button('绑定微信', 'Link WeChat').click()
  await dialog().getByLabel(say('登录密码', 'Your password')).fill(adminPassword)
}

async function showCode(): Promise<void> {
  await beginToBind()
  await button('下一步', 'Next').click()
  await code().waitFor()
}

/** What opens, where, and for whom. */
const overlays: readonly (readonly [name: string, path: string, open: () => Promise<unknown>])[] = [
  [
    'sign-in-code',
    '/login',
    async () => {
      await button('微信扫码登录', 'Sign in with WeChat').click()
      await code().waitFor()
    },
  ],
  [
    'sign-in-unbound',
    '/login',
    async () => {
      await button('微信扫码登录', 'Sign in with WeChat').click()
      await code().waitFor()
      await scanNow()
      await button('重新扫码', 'Scan again').waitFor()
    },
  ],
  ['bind', '/account/security', beginToBind],
  ['bind-code', '/account/security', showCode],
  [
    'bind-digits',
    '/account/security',
    async () => {
      await showCode()
      await scanNow()
      await dialog().getByRole('status').waitFor()
      await digits().fill('000000')
      await button('绑定', 'Link').last().click()
      await dialog().getByRole('alert').waitFor()
    },
  ],
  [
    'unbind',
    '/account/security',
    async () => {
      await bindNow()
      await page.reload()
      await button('解绑微信', 'Unlink WeChat').click()
      await dialog().getByLabel(say('登录密码', 'Your password')).waitFor()
    },
  ],
  [
    'test',
    '/system/config/wechat-code/account',
    async () => {
      await button('测试', 'Test').click()
      await dialog()
        .getByRole('button', { name: say('测试', 'Test'), exact: true })
        .click()
      await dialog().getByText(say('微信已响应', 'WeChat responded')).waitFor()
    },
  ],
]

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  test.each(overlays)('%s is sound', async (name, path, open) => {
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    say = (zh, en) => (language === 'zh' ? zh : en)
    if (path === '/login') await visitor.open(path)
    else await signIn(visitor, path)
    await visitor.quiet()
    await open()
    await expectQuiet(visitor, name)
    await takePicture(page, `overlay-wechat-${name}-${language}-${widthPx}`)
    await expectAccessible(page, name)
  })
})
