import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { workbookOf } from '../../server/src/spreadsheet/workbook.testing.ts'
import { inOtherLanguage, newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* Records of many domains come in one paste or in several files, some of their lines wrong, and clients are told the others. */
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

const importPath = '/dns/domain/bulk/recordImport'
const wrong = 10

const words = {
  zh: {
    paste: '粘贴内容',
    empty: '请选择文件或粘贴内容',
    unknown: '无法确定所属域名：请使用域名列、$ORIGIN，或以域名命名文件',
    skip: '跳过有错误的行，导入其余记录',
    add: '添加不存在的域名',
    replace: '全部替换',
    preview: '预览',
    reading: '正在读取文件…',
    refused: (lines: number) => `${lines} 行有误，不会导入`,
    line: (number: number) => `第 ${number} 行：`,
    skipped: '已跳过 1 行',
    submit: (domains: number) => `提交（${domains} 个域名）`,
    progress: (domains: number) => `${domains} / ${domains} 个域名`,
    domains: (domains: number) => `/ ${domains} 个域名`,
    undo: '撤销',
    chosen: '已选择的文件',
    missing: '域名不存在',
    retry: '重试失败项',
    confirm: (number: number) => `请输入“${number}”以确认`,
  },
  en: {
    paste: 'Paste records',
    empty: 'Choose files or paste records',
    unknown: 'Unknown domain. Add a domain column or $ORIGIN, or name the file after its domain.',
    skip: 'Skip invalid lines and import the rest',
    add: 'Add domains that do not exist',
    replace: 'Replace all',
    preview: 'Preview',
    reading: 'Reading files…',
    refused: (lines: number) => `${lines} invalid lines will not be imported`,
    line: (number: number) => `Line ${number}: `,
    skipped: '1 line skipped',
    submit: (domains: number) => `Submit (${domains} domains)`,
    progress: (domains: number) => `${domains} of ${domains} domains`,
    domains: (domains: number) => `of ${domains} domains`,
    undo: 'Undo',
    chosen: 'Selected files',
    missing: 'Domain not found',
    retry: 'Retry failed',
    confirm: (number: number) => `Type “${number}” to confirm`,
  },
} as const

/** What a client is told. */
async function answers(name: string, value: string): Promise<void> {
  const asked = async () => (isDigThere ? (await dig(platform.dnsPort, name, 'A'))?.values : await valuesOf(platform.dnsPort, name, 'A'))
  await expect.poll(asked, { timeout: 30_000 }).toEqual([value])
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const newest = async () => (await platform.call(changeSet.list, {})).data.list[0]!
const ended = { timeout: 240_000, interval: 500 }

// What comes of many is seen once: how it looks, and what it says, does not follow from their number.
describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440, count: 500 },
  { language: 'en', theme: 'dark', widthPx: 390, count: 60 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx, count }) => {
  const text = words[language]

  test(`${count} domains are pasted with ten wrong lines, come in while nobody looks, and are taken back`, async () => {
    const names = Array.from({ length: count }, (_, index) => `${language}${index + 1}.example`)
    const lines = names.flatMap((name, index) => [`${name},www,A,198.51.100.7`, `${name},mail,A,${index < wrong ? '999.0.2.1' : '198.51.100.8'}`])
    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    await signIn(visitor, importPath)
    await press(page, text.preview)
    await page.getByRole('alert').getByText(text.empty).waitFor()
    await page.getByLabel(text.paste, { exact: true }).fill('www A 192.0.2.1')
    await press(page, text.preview)
    await page.getByRole('alert').getByText(text.unknown).waitFor()
    await expectAccessible(page, 'a bulk import')
    await page.getByLabel(text.paste, { exact: true }).fill(['Domain,Host,Type,Value', ...lines].join('\n'))
    await page.getByLabel(text.add).check()
    await press(page, text.preview)

    // A domain with a wrong line stays out, unless lines may be skipped.
    await page.getByRole('button', { name: text.submit(count - wrong), exact: true }).waitFor({ timeout: 60_000 })
    await page.getByText(text.refused(wrong), { exact: true }).first().waitFor()
    for (const number of [3, 21]) await page.getByText(text.line(number)).first().waitFor()
    await takePicture(page, `bulk-import-preview-${language}`)
    await expectAccessible(page, 'the preview of a bulk import')
    await page.getByRole('button', { name: language === 'zh' ? '返回修改' : 'Back', exact: true }).click()
    await page.getByLabel(text.skip).check()
    await takePicture(page, `bulk-import-form-${language}`)
    await press(page, text.preview)
    await page.getByRole('button', { name: text.submit(count), exact: true }).click({ timeout: 60_000 })

    // Left while it runs, and come back to.
    const drawer = page.getByRole('dialog')
    await drawer.getByText(text.domains(count)).first().waitFor({ timeout: 60_000 })
    const address = page.url()
    await page.goto('about:blank')
    await expect.poll(async () => (await newest()).state, ended).toBe('done')
    expect(await newest()).toMatchObject({ kind: 'record_import', domains: count, done: count, added: 2 * count - wrong })
    await page.goto(address)
    await drawer.getByText(text.progress(count)).first().waitFor()
    await drawer.getByText(text.skipped).first().waitFor()
    await takePicture(page, `bulk-import-done-${language}`)
    await expectAccessible(page, 'a bulk import that is done')
    await answers(`www.${names[0]}`, '198.51.100.7')
    await answers(`mail.${names.at(-1)}`, '198.51.100.8')
    expect(await valuesOf(platform.dnsPort, `mail.${names[0]}`, 'A')).toEqual([])

    await drawer.getByRole('button', { name: text.undo, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: text.undo, exact: true }).click()
    await expect.poll(async () => [(await newest()).kind, (await newest()).state], ended).toEqual(['undo', 'done'])
    expect((await platform.call(domain.list, { search: names.at(-1)! })).data.list).toEqual([])
    await expectQuiet(visitor, 'a bulk import')
    await visitor.close()
  })

  test('several zone files replace what domains have, and one that there is not is left out', async () => {
    const name = (label: string): string => `${label}-files-${language}.example`
    for (const label of ['one', 'two']) {
      const { id } = (await platform.call(domain.save, { domain: name(label) })).data
      await platform.call(record.apply, { domainId: id, changes: Array.from({ length: 10 }, (_, index) => adding(`h${index} A 192.0.2.${index + 1}`)) })
    }
    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    await signIn(visitor, importPath)
    await press(page, text.preview)
    await page.getByText(text.empty, { exact: true }).waitFor()
    await inOtherLanguage(page, () => page.getByText(words[language === 'zh' ? 'en' : 'zh'].empty, { exact: true }).waitFor())
    await page
      .locator('input[type=file]')
      .setInputFiles(
        ['one', 'two', 'none'].map((label) => ({ name: `${name(label)}.zone`, mimeType: 'text/plain', buffer: Buffer.from('www 600 IN A 203.0.113.9\n') })),
      )
    await page
      .getByRole('list', { name: text.chosen })
      .getByText(`${name('none')}.zone`)
      .waitFor()
    await page.getByRole('radio', { name: text.replace }).check()
    await press(page, text.preview)
    await page.getByText(text.missing).first().waitFor()
    await press(page, text.submit(2))
    // All that they had goes.
    const asked = page.getByRole('alertdialog')
    await asked.getByLabel(text.confirm(20), { exact: true }).fill('20')
    await asked.getByRole('button', { name: text.submit(2), exact: true }).click()
    await expect.poll(async () => (await newest()).state, ended).toBe('partly')
    expect(await newest()).toMatchObject({ done: 2, failed: 1, added: 2, deleted: 20 })
    for (const label of ['one', 'two']) await answers(`www.${name(label)}`, '203.0.113.9')
    expect(await valuesOf(platform.dnsPort, `h3.${name('one')}`, 'A')).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: text.retry, exact: true }).waitFor()
    await expectQuiet(visitor, 'an import of files')
    await visitor.close()
  })

  test('each sheet of a workbook is a table, nothing is previewed before it was read, and what is typed meanwhile stays', async () => {
    const [one, two, three] = ['first', 'second', 'pasted'].map((label) => `${label}-sheet-${language}.example`) as [string, string, string]
    for (const name of [one, two, three]) await platform.call(domain.save, { domain: name })
    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    await signIn(visitor, importPath)
    let answer = (): void => {}
    const isAsked = new Promise<void>((asked) => {
      void page.route('**/dns/change_set/workbook', async (route) => {
        asked()
        await new Promise<void>((resume) => (answer = resume))
        await route.continue()
      })
    })
    const sheet = (name: string, zone: string) => ({
      name,
      rows: [
        ['Domain', 'Host', 'Type', 'Value'],
        [zone, 'www', 'A', '203.0.113.7'],
      ],
    })
    const buffer = workbookOf([sheet('First', one), sheet('Second', two)])
    await page.locator('input[type=file]').setInputFiles({ name: 'zones.xlsx', mimeType: '', buffer })
    await isAsked
    expect(await page.getByRole('button', { name: text.reading, exact: true }).isDisabled()).toBe(true)
    await page.getByLabel(text.paste, { exact: true }).fill(`$ORIGIN ${three}.\nwww A 203.0.113.8\n`)
    answer()
    await expect.poll(() => (answer(), page.getByRole('list', { name: text.chosen }).getByRole('listitem').count())).toBe(2)
    await takePicture(page, `bulk-import-sheets-${language}`)
    await press(page, text.preview)
    await press(page, text.submit(3))
    await expect.poll(async () => (await newest()).state, ended).toBe('done')
    for (const name of [one, two]) await answers(`www.${name}`, '203.0.113.7')
    await answers(`www.${three}`, '203.0.113.8')
    await expectQuiet(visitor, 'an import of a workbook')
    await visitor.close()
  })
})
