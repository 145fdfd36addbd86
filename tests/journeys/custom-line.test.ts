import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customLine } from '@nameplane/contract/dns/custom-line'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordEditor, recordPath } from '../support/record-editor.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* A line that a domain has for itself: from its ranges to the answer of the node, and away again. */
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

async function newDomain(name: string): Promise<{ id: number; name: string }> {
  const { id } = (await platform.call(domain.save, { domain: name })).data
  await platform.call(record.apply, { domainId: id, changes: [adding('www A 192.0.2.1')] })
  await answers(name, '10.1.2.0/24', '192.0.2.1')
  return { id, name }
}

const linesPath = (one: { id: number; name: string }): string => recordPath(one).replace(/record$/, 'line')

/** What the node answers a resolver that asks for a client of this network. */
async function answers(name: string, subnet: string, value: string): Promise<void> {
  await expect.poll(() => valuesOf(platform.dnsPort, `www.${name}`, 'A', subnet), { timeout: 30_000 }).toEqual([value])
}

const words = {
  zh: { add: '添加自定义线路', name: '名称', ranges: 'IP 段', overlap: '第 2 行与自定义线路“总部”的 IP 段重叠：10.1.128.0/17' },
  en: { add: 'Add custom line', name: 'Name', ranges: 'IP ranges', overlap: 'Line 2 overlaps custom line 总部: 10.1.128.0/17' },
} as const

async function fill(page: Page, text: (typeof words)['zh' | 'en'], name: string, ranges: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(new RegExp(`^${text.name}\\*?$`)).fill(name)
  await dialog.getByLabel(new RegExp(`^${text.ranges}\\*?$`)).fill(ranges)
}

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  test('a line is added, refused while it overlaps, used by a record and kept while it is', async () => {
    const text = words[language]
    const one = await newDomain(`lines-${language}.example`)
    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    await signIn(visitor, linesPath(one))
    await page.getByRole('button', { name: text.add, exact: true }).first().waitFor()
    await takePicture(page, `custom-lines-none-${language}`)
    await page.getByRole('button', { name: text.add, exact: true }).first().click()
    await fill(page, text, '总部', '10.1.0.0/16\n2001:db8:1::/48\n198.51.100.1-198.51.100.20')
    await takePicture(page, `custom-line-form-${language}`)
    await page.getByRole('dialog').getByRole('button', { name: text.add, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: text.add, exact: true }).first().click()
    await fill(page, text, 'branch', '10.9.0.1\n10.1.128.0/17')
    await page.getByRole('dialog').getByRole('button', { name: text.add, exact: true }).click()
    await page.getByText(text.overlap).waitFor()
    await takePicture(page, `custom-line-overlap-${language}`)
    await fill(page, text, 'branch', '10.9.0.1')
    await page.getByRole('dialog').getByRole('button', { name: text.add, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    // What was saved opens again, and is changed.
    const branch = (await platform.call(customLine.list, { domainId: one.id, search: 'branch' })).data.list[0]!
    await visitor.open(`${linesPath(one)}?open=edit&row=${branch.id}`)
    await expect
      .poll(() =>
        page
          .getByRole('dialog')
          .getByLabel(new RegExp(`^${text.ranges}\\*?$`))
          .inputValue(),
      )
      .toBe('10.9.0.1')
    await fill(page, text, 'branch', '10.9.0.1\n10.9.0.8')
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    const { list } = (await platform.call(customLine.list, { domainId: one.id })).data
    const office = list.find(({ name }) => name === '总部')!
    expect(list.find(({ name }) => name === 'branch')).toMatchObject({ segments: '10.9.0.1\n10.9.0.8', rowVersion: 2 })
    expect(office.segments).toBe('10.1.0.0/16\n2001:db8:1::/48\n198.51.100.1-198.51.100.20')
    await platform.call(record.apply, { domainId: one.id, changes: [adding('www A 192.0.2.5', { line: office.code })] })
    await answers(one.name, '10.1.2.0/24', '192.0.2.5')
    await answers(one.name, '10.3.2.0/24', '192.0.2.1')

    await page.reload()
    const used = page.locator(`a[href$="record?line=${office.code}"]`)
    await used.waitFor()
    await expectAccessible(page, 'custom lines')
    await takePicture(page, `custom-lines-${language}`)
    // What a page knows of use may be old: the call is what refuses.
    await expect(platform.call(customLine.delete, { ids: [office.id] })).rejects.toThrow('custom_line_in_use')
    await used.click()
    await page.getByText('192.0.2.5').filter({ visible: true }).first().waitFor()
    expect(await page.getByText('192.0.2.1', { exact: true }).count()).toBe(0)
    await page.getByText('总部').filter({ visible: true }).first().waitFor()
    await takePicture(page, `custom-line-records-${language}`)
    await expectQuiet(visitor, 'records of a custom line')
    await visitor.close()
  })
})

test('the record form offers the lines of the domain behind the default one, and moved ranges answer at once', async () => {
  const one = await newDomain('picked.example')
  const { data } = await platform.call(customLine.save, { domainId: one.id, name: 'Head office', segments: '10.1.0.0/16' })
  const visitor = await newVisitor(browser, platform, { language: 'en' })
  const editor = recordEditor(visitor)
  await signIn(visitor, recordPath(one))
  await editor.ready()
  await visitor.page.getByRole('button', { name: 'Add record', exact: true }).first().click()
  await editor.form.getByRole('button', { name: /^Line: .+$/ }).click()
  const offered = editor.form.getByRole('treeitem')
  await expect.poll(() => offered.nth(1).getAttribute('data-line')).toBe(data.code)
  await takePicture(visitor.page, 'custom-line-picker')
  await visitor.page.keyboard.press('Escape')
  await editor.fill({ Host: 'www', Type: 'A', Address: '192.0.2.5', Line: 'Head office' })
  await editor.form.getByRole('button', { name: 'Add to pending changes' }).click()
  await editor.form.waitFor({ state: 'hidden' })
  await editor.save()
  await answers(one.name, '10.1.2.0/24', '192.0.2.5')
  await platform.call(customLine.update, { id: data.id, name: 'Head office', segments: '10.7.0.0/16' })
  await answers(one.name, '10.7.2.0/24', '192.0.2.5')
  await answers(one.name, '10.1.2.0/24', '192.0.2.1')
  await editor.choose(['www', 'A', '192.0.2.5'], 'Explain answer')
  await visitor.page.getByLabel('Client address or network').fill('10.7.1.1')
  await visitor.page.keyboard.press('Enter')
  await visitor.page.getByText('10.7.0.0 – 10.7.255.255').waitFor()
  await visitor.page.getByText('custom line', { exact: true }).waitFor()
  await takePicture(visitor.page, 'custom-line-explained')
  await expectQuiet(visitor, 'an explained custom line')
  await visitor.close()
})
