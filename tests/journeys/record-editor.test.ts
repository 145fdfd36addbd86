import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newVisitor, openBrowser, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { openNewDomain, recordEditor } from '../support/record-editor.ts'

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let name: string
let domains = 0

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
beforeEach(async () => {
  domains += 1
  name = `shop${domains}.example`
  visitor = await newVisitor(browser, platform, { language: 'en' })
  page = visitor.page
})
afterEach(async () => {
  await visitor.close()
  if (visitor.complaints.length > 0) throw new Error(`the browser complained: ${visitor.complaints.join('\n')}`)
})

/** What of a cell is not to be read: wider or higher than its place. */
const cutOf = (host: string, column: string): Promise<number> =>
  page.evaluate(
    `(() => {
      const row = [...document.querySelectorAll('tr[data-record]')].find((one) => one.querySelector('[data-column=host]').innerText.trim() === ${JSON.stringify(host)})
      const text = row.querySelector('[data-column=${column}]').firstElementChild
      return Math.max(text.scrollHeight - text.clientHeight, text.scrollWidth - text.clientWidth)
    })()`,
  )

test('the table shows long names and values whole on a desk, in both languages', async () => {
  const longs = [
    ['six', 'AAAA', '2001:db8:85a3:1111:2222:8a2e:3701:7334'],
    ['long', 'CNAME', 'customer-0123456789.edge.delivery-network.provider.example.'],
    ['selector2026a._domainkey', 'TXT', `"v=DKIM1; k=rsa; p=${'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQ'.repeat(4)}"`],
  ] as const
  expect(longs[1][2]).toHaveLength(59)
  await openNewDomain(visitor, name, longs)
  for (const language of ['en', 'zh'] as const) {
    if (language === 'zh') await page.locator('button[lang="zh-CN"]').first().click()
    for (const width of [1366, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const place = `${language} at ${width} px`
      await expect.poll(() => page.evaluate('document.querySelector("[role=grid] [data-column=updateTime]") !== null'), { message: place }).toBe(true)
      for (const [host, , value] of longs) {
        await expect.poll(() => cutOf(host, 'host'), { message: `${host} in ${place}` }).toBe(0)
        if (value.length < 60) await expect.poll(() => cutOf(host, 'value'), { message: `the value of ${host} in ${place}` }).toBe(0)
      }
      // The value of a key begins with two whole lines.
      expect(
        await page
          .locator('[data-column=value]')
          .filter({ hasText: 'DKIM1' })
          .locator('span')
          .evaluate((text) => text.clientWidth),
        place,
      ).toBeGreaterThan(200)
    }
  }
  await page.locator('tr', { hasText: 'selector2026a' }).locator('[data-column=host]').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => cutOf('selector2026a._domainkey', 'value'), { message: 'the value that has the focus' }).toBe(0)
  await takePicture(page, 'value-in-focus')
})

test('in the form of a record Esc closes the lines alone, an underscore is not drawn as a blank, and Enter keeps the record', async () => {
  await openNewDomain(visitor, name, [])
  await page.getByRole('button', { name: 'Add record', exact: true }).first().click()
  const { form, fill, tray } = recordEditor(visitor)
  const chosen = form.getByRole('button', { name: 'Line: Default', exact: true })
  const search = form.getByRole('combobox', { name: 'Search line name or code' })
  await chosen.press('Enter')
  await search.fill('unicom')
  await search.press('Escape')
  await search.waitFor({ state: 'hidden' })
  await chosen.and(page.locator(':focus')).waitFor()

  const host = form.getByLabel('Host', { exact: true })
  const drawn = async (text: string): Promise<Buffer> => {
    await fill({ Host: text })
    await host.blur()
    return host.screenshot({ animations: 'disabled' })
  }
  const blank = await drawn(' sip. tcp')
  expect((await drawn(' sip. tcp')).equals(blank)).toBe(true)
  expect((await drawn('_sip._tcp')).equals(blank)).toBe(false)

  await fill({ Address: '192.0.2.1' })
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'hidden' })
  await tray.getByText('1 pending change', { exact: true }).waitFor()
})
