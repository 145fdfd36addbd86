import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { acmeAccount } from '@nameplane/contract/system/acme-account'
import { backup } from '@nameplane/contract/system/backup'
import { setting } from '@nameplane/contract/system/setting'
import { nodeEnrolment } from '@nameplane/contract/system/node-enrolment'
import { startFakeAcme, type FakeAcme } from '../../support/fake-acme.ts'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../../support/browser.ts'
import { adminPassword, type RunningPlatform } from '../../support/platform.ts'
import { expectAccessible, expectQuiet, startDemoPlatform } from '../../support/soundness.ts'

/* What opens over the settings, in both languages and both themes, on a desk and on a phone. */
let platform: RunningPlatform
let browser: Browser
let authority: FakeAcme
let visitor: Visitor
let page: Page
let say: (zh: string, en: string) => string

beforeAll(async () => {
  authority = await startFakeAcme({ origin: 'https://ca.example' })
  platform = await startDemoPlatform({ TEST_PEERS: JSON.stringify({ 'https://ca.example': authority.baseUrl }) })
  browser = await openBrowser()
  for (const lockSeconds of [1200, 1800]) {
    const { config: rules } = await platform.call(setting.ofKey, { key: 'LOGIN_CONFIG' })
    await platform.call(setting.update, { id: rules.id, paramValue: { ...(JSON.parse(rules.paramValue) as Record<string, unknown>), lockSeconds } })
  }
  await platform.call(backup.save, { parts: ['settings'], passphrase: backupKey })
  await platform.call(nodeEnrolment.save, { name: 'edge-1' })
  const fakeEmail = { host: '127.0.0.1', port: 1, username: 'platform@example.net', password: 'none' }
  await platform.call(setting.save, { paramKey: 'EMAIL_CONFIG', paramValue: fakeEmail, status: 1 })
  const ssl = { authority: 'other', directoryUrl: authority.directoryUrl, email: 'ssl@example.net' }
  await platform.call(setting.save, { paramKey: 'CERTIFICATE_AUTHORITY', paramValue: ssl, status: 1 })
  const { termsOfService } = (await platform.call(acmeAccount.terms, {})).data!
  await platform.call(acmeAccount.register, { isAgreed: 1, termsOfService })
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await authority?.close()
})

const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
const dialog = (): Locator => page.getByRole('dialog').last()
const restore = (): Locator => dialog().getByRole('button', { name: say('恢复到这一版', 'Restore this version'), exact: true })
const keyField = (zh: string, en: string): Locator => dialog().getByLabel(new RegExp(`^${say(zh, en)}\\*?$`))

const backupKey = 'a key of its own'

async function ofBackup(zh: string, en: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${say('更多操作', 'More actions')} nameplane_.+$`) })
    .first()
    .click()
  await page.getByRole('menuitem', { name: say(zh, en), exact: true }).click()
  await dialog().waitFor()
}

const overlays: readonly (readonly [name: string, path: string, open: () => Promise<unknown>])[] = [
  [
    'test',
    '/system/config/email/config',
    async () => {
      await button('测试', 'Test').click()
      await dialog().getByLabel(say('收件邮箱', 'Send to')).waitFor()
    },
  ],
  [
    'test-without-target',
    '/system/config/ns-check',
    async () => {
      await button('测试', 'Test').click()
      await dialog().waitFor()
    },
  ],
  [
    'history',
    '/system/config/login',
    async () => {
      await button('修改历史', 'History').click()
      await restore().first().waitFor()
    },
  ],
  [
    'restore',
    '/system/config/login',
    async () => {
      await button('修改历史', 'History').click()
      await restore().first().click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'key-form',
    '/system/config/login?tab=api&open=add',
    async () => {
      await dialog().getByLabel(say('只限以下权限', 'Only these permissions')).check()
      await dialog().getByRole('checkbox').nth(1).waitFor()
    },
  ],
  [
    'key-shown-once',
    '/system/config/login?tab=api&open=add',
    async () => {
      await keyField('名称', 'Name').fill(`sweep-${say('zh', 'en')}`)
      await keyField('登录密码', 'Your password').fill(adminPassword)
      await dialog().locator('button[type=submit]').click()
      await dialog().locator('code').waitFor()
    },
  ],
  [
    'picture-field',
    '/system/config/site/basic',
    async () => {
      const chooser = page.locator('input[type=file]').nth(1)
      await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: onePixel })
      await page.getByRole('img', { name: say('浅色背景标志', 'Logo for light backgrounds') }).waitFor()
    },
  ],
  ['new-backup', '/system/config/backup', () => button('创建备份', 'Create backup').first().click()],
  ['backup-key', '/system/config/backup', () => ofBackup('校验', 'Verify')],
  [
    'backup-compared',
    '/system/config/backup',
    async () => {
      await ofBackup('恢复', 'Restore')
      await dialog().getByLabel(say('备份密码', 'Backup passphrase'), { exact: true }).fill(backupKey)
      await dialog()
        .getByRole('button', { name: say('比较', 'Compare'), exact: true })
        .click()
      await dialog().getByText(say('由当前平台创建', 'by this platform'), { exact: false }).waitFor()
    },
  ],
  ['acme-terms', '/system/config/ssl?open=register', () => dialog().getByRole('link').waitFor()],
  [
    'acme-account-closed',
    '/system/config/ssl',
    async () => {
      await button('注销账户', 'Close account').click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'renewed-node-token',
    '/system/config/node?tab=check',
    async () => {
      await button('更换令牌', 'Replace token').click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'install-command',
    '/system/config/node?tab=install&open=add',
    async () => {
      await dialog()
        .locator('input[name=name]')
        .fill(`sweep-${say('zh', 'en')}`)
      await dialog().locator('button[type=submit]').click()
      await dialog().locator('pre').waitFor()
    },
  ],
  [
    'install-list',
    '/system/config/node?tab=install',
    async () => {
      await page.getByText('edge-1').first().waitFor()
      await button('删除', 'Delete').first().click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
]

/** A picture of one pixel. */
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  beforeAll(async () => {
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    say = (zh, en) => (language === 'zh' ? zh : en)
    await signIn(visitor)
  })
  afterAll(() => visitor.close())

  test.each(overlays)('%s is sound', async (name, path, open) => {
    await page.goto('about:blank')
    await visitor.open(path)
    await page.getByRole('navigation', { name: say('面包屑', 'Breadcrumb') }).waitFor()
    await visitor.quiet()
    await open()
    await expectQuiet(visitor, name)
    await takePicture(page, `overlay-setting-${name}-${language}-${widthPx}`)
    await expectAccessible(page, name)
  })
})
