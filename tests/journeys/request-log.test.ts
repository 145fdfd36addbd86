import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordPath } from '../support/record-editor.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* Real queries on the screens of the domain that was asked: as they come, and by what was wrong with them. */
let browser: Browser
let platform: RunningPlatform
beforeAll(async () => {
  browser = await openBrowser()
  platform = await startPlatform()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

describe.skipIf(!isDigThere).each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  const name = `asked-${language}.example`
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  let visitor: Visitor
  let page: Page
  let one: { id: number; name: string }
  beforeAll(async () => {
    one = { id: (await platform.call(domain.save, { domain: name })).data.id, name }
    await platform.call(record.apply, { domainId: one.id, changes: [adding('www A 192.0.2.1'), adding('www A 192.0.2.2', { line: 'telecom' })] })
    await vi.waitUntil(async () => (await dig(platform.dnsPort, `www.${name}`, 'A'))?.values[0] === '192.0.2.1', { timeout: 30_000 })
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    await signIn(visitor, recordPath(one).replace(/record$/, 'log-request'))
    await page.getByRole('heading', { name, exact: true }).waitFor()
  })
  afterAll(() => visitor?.close())

  const logged = (asked: string) => page.locator(`tr[data-query="${asked}.${name}"]`)

  test('queries come by themselves with client, line and answer, are filtered by a click, paused, exported, and lead to what mends them', async () => {
    await step('a query that was sent before is there, and a new one comes with its answer', async () => {
      await logged('www').first().waitFor()
      await dig(platform.dnsPort, `WWW.${name}`, 'A', '+subnet=202.96.209.0/24')
      await dig(platform.dnsPort, `made-up.${name}`, 'AAAA', '+tcp')
      const row = logged('www').filter({ hasText: '202.96.209.0/24' })
      await row.waitFor()
      const said = await row.innerText()
      for (const part of ['192.0.2.2', 'NOERROR', '127.0.0.1', 'UDP', say('电信', 'Telecom')]) expect(said).toContain(part)
      expect(await logged('made-up').innerText()).toMatch(/AAAA[^]*NXDOMAIN[^]*TCP/)
      await expectQuiet(visitor, 'request log')
      await expectAccessible(page, 'request log')
      await takePicture(page, `request-log-${language}`)
    })
    await step('a click on a value filters by it', async () => {
      await logged('made-up').getByRole('button', { name: 'NXDOMAIN', exact: true }).click()
      await expect.poll(() => page.url()).toContain('rcode=NXDOMAIN')
      await expect.poll(() => logged('www').filter({ hasText: 'NOERROR' }).count()).toBe(0)
      await logged('made-up').waitFor()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: say('导出 CSV', 'Export CSV'), exact: true }).click()
      const file = await (await downloading).createReadStream()
      const text = Buffer.concat(await file.toArray()).toString('utf8')
      expect(text).toContain(`made-up.${name}`)
      expect(text).not.toContain('NOERROR')
      await page.getByRole('button', { name: say('清除筛选', 'Clear filters'), exact: true }).click()
      await logged('www').first().waitFor()
    })
    await step('while it is paused nothing comes, and what came meanwhile is there afterwards', async () => {
      await page.getByRole('button', { name: say('暂停', 'Pause'), exact: true }).click()
      await page.getByText(say('已暂停', 'Paused'), { exact: true }).waitFor()
      await dig(platform.dnsPort, `late.${name}`, 'A')
      await page.waitForTimeout(3_000)
      expect(await logged('late').count()).toBe(0)
      await page.getByRole('button', { name: say('继续', 'Continue'), exact: true }).click()
      await logged('late').waitFor()
    })
    await step('by name', async () => {
      await page.getByRole('button', { name: say('按名称', 'By name'), exact: true }).click()
      await page.getByRole('button', { name: `late.${name}`, exact: true }).waitFor()
      await takePicture(page, `request-log-names-${language}`)
    })
    await step('errors by their cause, and from a name that does not exist to a new record for it', async () => {
      await dig(platform.dnsPort, name, 'AXFR', '+notcp', '+ignore').catch(() => null)
      await page.getByRole('link', { name: say('异常日志', 'Error log'), exact: true }).click()
      const group = page.locator('tr[data-cause="name_missing"]')
      await group.waitFor()
      expect(await group.innerText()).toContain(`late.${name} A`)
      await expectQuiet(visitor, 'error log')
      await expectAccessible(page, 'error log')
      await takePicture(page, `error-log-${language}`)
      await group.getByRole('link', { name: say('添加 made-up 的解析记录', 'Add record for made-up'), exact: true }).click()
      const form = page.getByRole('dialog')
      await form.waitFor()
      await expect.poll(() => form.getByLabel(new RegExp(`^${say('主机记录', 'Host')}\\*?$`)).inputValue()).toBe('made-up')
      await takePicture(page, `error-log-fix-${language}`)
    })
  })
})
