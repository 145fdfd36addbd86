import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { job } from '@nameplane/contract/system/job'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../../support/browser.ts'
import type { RunningPlatform } from '../../support/platform.ts'
import { expectAccessible, expectQuiet, startDemoPlatform } from '../../support/soundness.ts'

/* What opens over scheduled jobs and their log, in both languages and both themes, on a desk and on a phone. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let say: (zh: string, en: string) => string
let jobId: number
let runId: number

beforeAll(async () => {
  platform = await startDemoPlatform()
  browser = await openBrowser()
  const params = { seconds: 0, fails: true, note: 'first line\nsecond line' }
  jobId = (await platform.call(job.save, { name: 'rehearsal', handler: 'trial_run', cron: '30 2 * * 1-5', timeZone: 'Europe/Berlin', params })).data.id
  runId = (await platform.call(job.run, { id: jobId })).data.runId
  while ((await platform.call(job.logInfo, { id: runId })).data.endTime === null) await new Promise((settle) => setTimeout(settle, 50))
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const dialog = (): Locator => page.getByRole('dialog').last()
const list = '/system/schedule/list'

const overlays: readonly (readonly [name: string, path: () => string, open: () => Promise<unknown>])[] = [
  [
    'new-job',
    () => `${list}?open=add`,
    async () => {
      await dialog().getByRole('listitem').first().waitFor()
      await dialog()
        .getByLabel(say('频率', 'Frequency'))
        .selectOption({ label: say('每月', 'Every month') })
      await dialog().getByLabel(say('日期', 'Day of the month')).selectOption('31')
    },
  ],
  ['job', () => `${list}?open=edit&row=${jobId}`, () => dialog().getByRole('listitem').first().waitFor()],
  [
    'wrong-job',
    () => `${list}?open=edit&row=${jobId}`,
    async () => {
      await dialog().getByLabel(say('Cron 表达式', 'Cron expression')).fill('0 0 30 2 *')
      await dialog().getByRole('alert').waitFor()
    },
  ],
  ['run', () => `/system/schedule/log?run=${runId}`, () => dialog().getByText('second line').first().waitFor()],
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

  test.each(overlays)('%s is sound', async (name, path, open) => {
    await page.goto('about:blank')
    await visitor.open(path())
    await dialog().waitFor()
    await visitor.quiet()
    await open()
    await visitor.quiet()
    await expectQuiet(visitor, name)
    await takePicture(page, `overlay-job-${name}-${language}-${widthPx}`)
    await expectAccessible(page, name)
  })
})
