import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../../support/browser.ts'
import type { RunningPlatform } from '../../support/platform.ts'
import { expectAccessible, expectQuiet, startDemoPlatform } from '../../support/soundness.ts'

/* What opens over the log of operations, in both languages and both themes, on a desk and on a phone. */
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
const firstRow = (): Locator => page.getByRole('button', { name: new RegExp(`^${say('更多操作', 'More actions')} .+$`) }).first()

const overlays: readonly (readonly [name: string, open: () => Promise<unknown>])[] = [
  [
    'operation',
    async () => {
      await firstRow().click()
      await page.getByRole('menuitem', { name: say('详情', 'Details') }).click()
      await dialog().getByText(say('变更内容', 'Changes')).waitFor()
    },
  ],
  ['date-range', () => button('时间', 'Time').first().click()],
  ['more-filters', () => button('更多筛选', 'More filters').click()],
  ['export-log', () => button('导出', 'Export').click()],
  [
    'retention',
    async () => {
      await button('日志保留期', 'Log retention').click()
      await dialog().getByLabel(say('保留天数', 'Days to keep')).waitFor()
    },
  ],
  [
    'verify-log',
    async () => {
      await button('校验', 'Verify').click()
      await dialog()
        .getByRole('button', { name: say('开始校验', 'Verify'), exact: true })
        .click()
      await dialog().getByText(say('全部完好', 'intact')).waitFor()
    },
  ],
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
    await visitor.open('/dns/log/admin/1')
    await page.getByRole('navigation', { name: say('面包屑', 'Breadcrumb') }).waitFor()
    await visitor.quiet()
    await open()
    await expectQuiet(visitor, name)
    await takePicture(page, `overlay-${name}-${language}-${widthPx}`)
    await expectAccessible(page, name)
  })
})
