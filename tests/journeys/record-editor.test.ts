import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, openBrowser, takePicture, type Visitor } from '../support/browser.ts'
import { ask, valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { openNewDomain, recordEditor, storedRecords, toast } from '../support/record-editor.ts'
import { expectAccessible } from '../support/soundness.ts'

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let editor: ReturnType<typeof recordEditor>
let name: string
let domainId: number
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
  editor = recordEditor(visitor)
})
afterEach(async () => {
  await visitor.close()
  if (visitor.complaints.length > 0) throw new Error(`the browser complained: ${visitor.complaints.join('\n')}`)
})

const openDomain = async (...records: Parameters<typeof openNewDomain>[2]): Promise<void> => void (domainId = await openNewDomain(visitor, name, records))

const values = (host: string, type: string) => valuesOf(platform.dnsPort, host === '@' ? name : `${host}.${name}`, type)

const stored = (): Promise<string[]> => storedRecords(platform, domainId)
/** What of a cell is not to be read: wider or higher than its place. */
const cutOf = (host: string, column: string): Promise<number> =>
  page.evaluate(
    `(() => {
      const row = [...document.querySelectorAll('tr[data-record]')].find((one) => one.querySelector('[data-column=host]').innerText.trim() === ${JSON.stringify(host)})
      const text = row.querySelector('[data-column=${column}]').firstElementChild
      return Math.max(text.scrollHeight - text.clientHeight, text.scrollWidth - text.clientWidth)
    })()`,
  )

describe('the table', () => {
  test('shows long names and values whole on a desk, in both languages, and of a changed value what it was', async () => {
    const longs = [
      ['six', 'AAAA', '2001:db8:85a3:1111:2222:8a2e:3701:7334'],
      ['long', 'CNAME', 'customer-0123456789.edge.delivery-network.provider.example.'],
      ['selector2026a._domainkey', 'TXT', `"v=DKIM1; k=rsa; p=${'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQ'.repeat(4)}"`],
    ] as const
    expect(longs[1][2]).toHaveLength(59)
    await openDomain(...longs)
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
    const value = page.locator('tr', { hasText: 'selector2026a' }).locator('[data-column=value]')
    await page.locator('tr', { hasText: 'selector2026a' }).locator('[data-column=host]').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => cutOf('selector2026a._domainkey', 'value'), { message: 'the value that has the focus' }).toBe(0)
    await takePicture(page, 'value-in-focus')
    await page.locator('tr', { hasText: 'six' }).locator('[data-column=value]').dblclick()
    await page.locator('[data-cell-editor]').fill('2001:db8::7334')
    await page.keyboard.press('Enter')
    const changed = page.locator('tr', { hasText: 'six' }).locator('[data-column=value]')
    expect(await changed.locator('del').innerText()).toBe(longs[0][2])
    expect(await changed.locator('ins').innerText()).toBe('2001:db8::7334')
    await takePicture(page, 'changed-value')
    expect(await value.locator('del').count()).toBe(0)
  })
})

describe('one record', () => {
  test('a line is chosen out of the usual ones, the tree or by pinyin, with the keyboard alone', async () => {
    await openDomain()
    await page.getByRole('button', { name: 'Add record', exact: true }).first().click()
    const chosen = (name: string) => editor.form.getByRole('button', { name: `Line: ${name}`, exact: true })
    const search = editor.form.getByRole('combobox', { name: 'Search line name or code' })
    const group = (name: string) => editor.form.getByRole('tree').getByRole('group', { name, exact: true }).getByRole('treeitem')
    const marked = async () => (await editor.form.locator('[data-marked]').allInnerTexts()).join().split('\n')[0]
    await chosen('Default').press('Enter')
    await search.and(page.locator(':focus')).waitFor()
    expect((await group('Common').allInnerTexts()).map((one) => one.split('\n')[0])).toEqual([
      'Default',
      'China Telecom',
      'China Unicom',
      'China Mobile',
      'CERNET',
      'Overseas',
    ])
    await expectAccessible(page, 'the line picker')
    await takePicture(page, 'line-picker')
    // From the last of the usual lines into the tree: Asia unfolds and shows its countries.
    await search.press('End')
    await search.press('Home')
    expect(await marked()).toBe('Default')
    const asia = editor.form.locator('[data-line=asia]')
    expect(await asia.getAttribute('aria-expanded')).toBe('false')
    for (let step = 0; (await marked()) !== 'Asia' && step < 60; step++) await search.press('ArrowDown')
    await search.press('ArrowRight')
    expect(await asia.getAttribute('aria-expanded')).toBe('true')
    await search.press('ArrowRight')
    const country = await marked()
    await takePicture(page, 'line-picker-tree')
    await search.press('Enter')
    await chosen(country!).press('Enter')
    // Chosen once, it is at hand.
    expect((await group('Recent').allInnerTexts()).map((one) => one.split('\n')[0])).toEqual([country])
    await search.fill('dianxin')
    await editor.form.locator('[data-line=telecom]').waitFor()
    await search.press('Enter')
    await chosen('China Telecom').press('Enter')
    // Esc closes the picker alone, and nothing else is chosen.
    await search.fill('unicom')
    await search.press('Escape')
    await search.waitFor({ state: 'hidden' })
    await chosen('China Telecom').and(page.locator(':focus')).press('Enter')
    await search.fill('default')
    await editor.form.getByRole('treeitem').first().waitFor()
    await search.press('Enter')
    await chosen('Default').waitFor()
    await editor.form.getByRole('button', { name: 'Cancel' }).click()
    await editor.form.waitFor({ state: 'hidden' })
  })
})

describe('many records', () => {
  test('a part of the values is replaced in all records that match, and the answers follow', async () => {
    await openDomain(['www', 'A', '192.0.2.1'], ['api', 'A', '192.0.2.2'], ['api', 'A', '198.51.100.3'])
    await editor.chooseForDomain('Change in bulk')
    const dialog = page.getByRole('dialog', { name: 'Change 3 records' })
    await dialog.getByLabel('Action').selectOption('Find and replace in values')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Find').fill('192.0.2.')
    await dialog.getByLabel('Replace with').fill('203.0.113.')
    await takePicture(page, 'bulk')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('api 600 IN A 203.0.113.2', { exact: false }).waitFor()
    await takePicture(page, 'bulk-preview')
    await dialog.getByRole('button', { name: 'Save 2 changes' }).click()
    await toast(page, 'Done: 0 added, 2 changed, 0 deleted').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await editor.live()
    expect(await values('www', 'A')).toEqual(['203.0.113.1'])
    expect((await values('api', 'A')).toSorted()).toEqual(['198.51.100.3', '203.0.113.2'])

    // Filtered, only what matches; refused, nothing at all.
    await page.getByRole('searchbox', { name: 'Search host, value or remark' }).fill('198.51')
    await page.getByText('1 record', { exact: true }).waitFor()
    await editor.chooseForDomain('Change in bulk')
    const one = page.getByRole('dialog', { name: 'Change 1 record' })
    await one.getByLabel('TTL').fill('60')
    await one.getByRole('button', { name: 'Preview' }).click()
    await one.getByRole('region', { name: '1 error' }).getByText('api 600 IN A 198.51.100.3').waitFor()
    await takePicture(page, 'bulk-refused')
    await one.getByRole('button', { name: 'Back', exact: true }).click()
    await one.getByLabel('Action').selectOption('Delete')
    await one.getByRole('button', { name: 'Preview' }).click()
    await one.getByRole('button', { name: 'Save 1 change' }).click()
    await one.waitFor({ state: 'hidden' })
    await editor.live()
    expect(await stored()).toEqual(['api A 203.0.113.2 600', 'www A 203.0.113.1 600'])
  })
})

describe('history', () => {
  /** Three saved states: two records, then one of them changed, then one more. */
  async function openDomainWithHistory(): Promise<void> {
    await openDomain(['@', 'A', '192.0.2.10'], ['mail', 'A', '192.0.2.25'])
    await editor.edit(['@', 'A', '192.0.2.10'], { Address: '198.51.100.10' })
    await editor.save()
    await editor.add({ Host: 'later', Type: 'A', Address: '192.0.2.77' })
    await editor.save()
    await editor.live()
  }
  const drawer = () => page.getByRole('dialog', { name: /^(History of .+|Record history|Version .+)$/ })
  const question = () => page.getByRole('dialog', { name: 'Please confirm' })

  test('one record goes back to an earlier state, and the answer with it', async () => {
    await openDomainWithHistory()
    await editor.choose(['@', 'A', '198.51.100.10'], 'History')
    await takePicture(page, 'history-of-a-record')
    await drawer().getByRole('listitem').getByRole('button').last().click()
    await drawer().getByRole('button', { name: 'Restore this version' }).click()
    await question().getByText('1 changed').waitFor()
    await takePicture(page, 'restore')
    await question().getByRole('button', { name: 'Restore', exact: true }).click()
    await toast(page, 'Done: 0 added, 1 changed, 0 deleted').waitFor()
    await editor.live()
    expect(await values('@', 'A')).toEqual(['192.0.2.10'])
    expect(await values('later', 'A')).toEqual(['192.0.2.77'])
  })

  test('a deleted record comes back from the version that deleted it, with the values that it had', async () => {
    await openDomainWithHistory()
    await editor.choose(['mail', 'A', '192.0.2.25'], 'Delete')
    await editor.save()
    await editor.live()
    expect(await values('mail', 'A')).toEqual([])

    await editor.chooseForDomain('History')
    await drawer().getByRole('listitem').getByRole('button').first().click()
    await drawer().getByRole('button', { name: 'Restore this record' }).click()
    await question().getByText('1 added').waitFor()
    await takePicture(page, 'restore-of-a-deleted-record')
    await question().getByRole('button', { name: 'Restore', exact: true }).click()
    await toast(page, 'Done: 1 added, 0 changed, 0 deleted').waitFor()
    await editor.live()
    expect(await values('mail', 'A')).toEqual(['192.0.2.25'])

    // Looked at again, the deletion has nothing more to give back.
    await editor.chooseForDomain('History')
    await drawer().getByRole('listitem').getByRole('button').nth(1).click()
    await drawer().getByRole('button', { name: 'Restore this record' }).click()
    await question().getByText('Nothing to restore: no differences from this version').waitFor()
    await question().getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
  })

  test('the whole domain goes back to an earlier state, and forward again', async () => {
    await openDomainWithHistory()
    await editor.chooseForDomain('History')
    await takePicture(page, 'history')
    await drawer().getByRole('listitem').getByRole('button').last().click()
    await drawer().getByRole('button', { name: 'Restore the whole domain to this version' }).click()
    await question().getByRole('button', { name: 'Restore', exact: true }).click()
    await toast(page, 'Done: 0 added, 1 changed, 1 deleted').waitFor()
    await editor.live()
    expect(await stored()).toEqual(['@ A 192.0.2.10 600', 'mail A 192.0.2.25 600'])
    expect((await ask(platform.dnsPort, `later.${name}`, 'A')).rcode).toBe(3)

    await editor.chooseForDomain('History')
    await drawer().getByRole('listitem').getByRole('button').nth(1).click()
    await drawer().getByRole('button', { name: 'Restore the whole domain to this version' }).click()
    await question().getByRole('button', { name: 'Restore', exact: true }).click()
    await question().waitFor({ state: 'hidden' })
    await expect.poll(stored).toEqual(['@ A 198.51.100.10 600', 'later A 192.0.2.77 600', 'mail A 192.0.2.25 600'])
  })
})
