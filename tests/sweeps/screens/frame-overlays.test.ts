import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../../support/browser.ts'
import { startDemoPlatform } from '../../support/demo-platform.ts'
import type { RunningPlatform } from '../../support/platform.ts'
import { expectAccessible, expectQuiet } from '../../support/soundness.ts'

/* What the frame around the screens opens, in both languages and both themes, on a desk and on a phone. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let say: (zh: string, en: string) => string

beforeAll(async () => {
  platform = await startDemoPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
const dialog = (): Locator => page.getByRole('dialog').last()

const overlays: readonly (readonly [name: string, open: () => Promise<unknown>])[] = [
  [
    'message-drawer',
    async () => {
      await page.getByRole('button', { name: new RegExp(`^${say('消息', 'Messages')}.*$`) }).click()
      await dialog().getByRole('listitem').first().waitFor()
    },
  ],
  ['theme', () => button('主题设置', 'Theme').click()],
  ['palette', () => page.keyboard.press('Control+k')],
  ['keys', () => page.keyboard.press('?')],
  ['account-menu', () => button('账号菜单', 'Account menu').click()],
]

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

  test.each(overlays)('%s is sound', async (name, open) => {
    await page.goto('about:blank')
    await visitor.open('/home/dashboard')
    await page.getByRole('navigation', { name: say('面包屑', 'Breadcrumb') }).waitFor()
    await visitor.quiet()
    await open()
    await expectQuiet(visitor, name)
    await takePicture(page, `overlay-${name}-${language}-${widthPx}`)
    await expectAccessible(page, name)
  })
})
