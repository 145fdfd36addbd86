import { readFile } from 'node:fs/promises'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { workbookOf } from '../../server/src/spreadsheet/workbook.testing.ts'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordPath } from '../support/record-editor.ts'
import { step } from '../support/step.ts'

let platform: RunningPlatform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const pastedText = [
  'mail A 192.0.2.25',
  '   IN AAAA 2001:db8::1',
  't5\tA\t192.0.2.70',
  't5\tA\t192.0.2.71\t600\t电信',
  't6\tA\t192.0.2.72\t600\t电信_浙江',
].join('\n')

const pastedRecords = [
  'mail A 192.0.2.25 600 default',
  'mail AAAA 2001:db8::1 600 default',
  't5 A 192.0.2.70 600 default',
  't5 A 192.0.2.71 600 telecom',
  't6 A 192.0.2.72 600 default',
]

test.each(['zh', 'en'] as const)(
  'lines that are pasted and imported are shown as they were read, and a wrong one is put right where it is (%s)',
  async (language) => {
    const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
    const name = `pasted-${language}.example`
    const { id: domainId } = (await platform.call(domain.save, { domain: name })).data
    const visitor = await newVisitor(browser, platform, { language })
    const { page } = visitor
    const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
    const choose = async (zh: string, en: string): Promise<void> => {
      await button('更多操作', 'More actions').click()
      await page.getByRole('menuitem', { name: say(zh, en), exact: true }).click()
    }
    const stored = async (): Promise<string[]> => {
      const { data } = await platform.call(record.list, { domainId, limit: 200 })
      return data.list.map((row) => `${row.host} ${row.type} ${row.value} ${row.ttl} ${row.line}`).sort()
    }
    await signIn(visitor, recordPath({ name, id: domainId }))
    await page.getByRole('row').filter({ hasText: 'SOA' }).waitFor()

    await step('a paste shows each line as it was read', async () => {
      await choose('粘贴多行', 'Paste rows')
      const dialog = page.getByRole('dialog', { name: say('粘贴多行', 'Paste rows') })
      const box = dialog.getByRole('textbox', { name: say('粘贴多行', 'Paste rows') })
      await box.fill(pastedText)
      await dialog.getByText(say('识别 4 条，1 行无法识别', '4 records recognised, 1 line not recognised')).waitFor()
      const cellsOf = async (value: string): Promise<string[]> =>
        (await dialog.getByRole('row').filter({ hasText: value }).getByRole('cell').allTextContents()).slice(0, 6)
      expect(await cellsOf('2001:db8::1')).toEqual(['2', 'mail', 'AAAA', say('默认', 'Default'), '2001:db8::1', '600'])
      expect(await cellsOf('192.0.2.71')).toEqual(['4', 't5', 'A', say('电信', 'China Telecom'), '192.0.2.71', '600'])
      await dialog.getByText(say('没有名为“电信_浙江”的线路', 'Unknown line: 电信_浙江')).waitFor()
      await takePicture(page, `paste-${language}`)

      await dialog.getByRole('textbox', { name: say('第 5 行内容', 'Text of line 5') }).fill('t6\tA\t192.0.2.72\t600')
      await dialog.getByText(say('识别 5 条', '5 records recognised'), { exact: true }).waitFor()
      expect(await box.inputValue()).toBe(pastedText.replace('\t电信_浙江', ''))
      await button('添加 5 条', 'Add 5 records').click()
    })

    await step('it is saved as it was shown', async () => {
      await button('核对并保存', 'Review and save').click()
      await page.getByText(say('检查通过', 'Checks passed'), { exact: true }).waitFor()
      await button('保存', 'Save').click()
      await expect.poll(stored).toEqual(pastedRecords)
    })

    await step('a wrong line of an import is put right in its preview', async () => {
      await choose('导入', 'Import')
      const dialog = page.getByRole('dialog', { name: say(`导入解析记录到 ${name}`, `Import records into ${name}`) })
      const table = '记录类型,主机记录,记录值,线路类型\nA,web,192.0.2.80,默认\nA,web,192.0.2.999,联通\n'
      await dialog.getByRole('textbox', { name: say('粘贴内容', 'Paste records') }).fill(table)
      await button('预览', 'Preview').click()
      const line = dialog.getByRole('textbox', { name: say('第 3 行内容', 'Text of line 3') })
      await line.fill('A,web,192.0.2.81,联通')
      await takePicture(page, `import-line-${language}`)
      await line.press('Enter')
      await button('导入 2 处变化', 'Import 2 changes').click()
      await expect.poll(stored).toEqual([...pastedRecords, 'web A 192.0.2.80 600 default', 'web A 192.0.2.81 600 unicom'])
    })

    await step('what is exported as CSV and as XLSX changes nothing when the file is imported again', async () => {
      for (const format of ['CSV', 'XLSX']) {
        const arrival = page.waitForEvent('download')
        const isWorkbook = format === 'XLSX'
        await choose(`导出 ${format}${isWorkbook ? '（最多 50,000 条）' : ''}`, `Export ${format}${isWorkbook ? ' (up to 50,000 records)' : ''}`)
        const download = await arrival
        expect(download.suggestedFilename()).toBe(`${name}.${format.toLowerCase()}`)
        await choose('导入', 'Import')
        const dialog = page.getByRole('dialog', { name: say(`导入解析记录到 ${name}`, `Import records into ${name}`) })
        const chooser = dialog.locator('input[type=file]')
        expect(await chooser.getAttribute('accept')).toContain(`.${format.toLowerCase()}`)
        await chooser.setInputFiles({ name: download.suggestedFilename(), mimeType: '', buffer: await readFile(await download.path()) })
        const box = dialog.getByRole('textbox', { name: download.suggestedFilename(), exact: true })
        await expect.poll(async () => (await box.inputValue()).trimEnd().split('\n').length).toBe(pastedRecords.length + 3)
        expect(await dialog.getByLabel(say('格式', 'Format'), { exact: true }).inputValue()).toBe('table')
        await takePicture(page, `import-${format}-${language}`)
        await dialog.getByLabel(say('全部替换', 'Replace all')).check()
        await button('预览', 'Preview').click()
        await dialog.getByText(say('没有需要导入的变化', 'No changes to import')).waitFor()
        await button('返回修改', 'Back to editing').click()
        await button('取消', 'Cancel').click()
        await dialog.waitFor({ state: 'hidden' })
      }
    })

    await step('while the server still reads a file, nothing can be previewed, and the button says why', async () => {
      await choose('导入', 'Import')
      const dialog = page.getByRole('dialog', { name: say(`导入解析记录到 ${name}`, `Import records into ${name}`) })
      let answer = (): void => {}
      const isAsked = new Promise<void>((asked) => {
        void page.route('**/dns/record/workbook', async (route) => {
          asked()
          await new Promise<void>((resume) => (answer = resume))
          await route.continue()
        })
      })
      const buffer = workbookOf([
        {
          name: 'Records',
          rows: [
            ['Host', 'Type', 'Value'],
            ['slow', 'A', '192.0.2.1'],
          ],
        },
      ])
      await dialog.locator('input[type=file]').setInputFiles({ name: 'slow.xlsx', mimeType: '', buffer })
      await isAsked
      expect(await button('正在读取文件…', 'Reading file…').isDisabled()).toBe(true)
      answer()
      await button('预览', 'Preview').click()
      await dialog.getByText('slow 600 IN A 192.0.2.1', { exact: false }).first().waitFor()
      await page.unroute('**/dns/record/workbook')
      await button('返回修改', 'Back to editing').click()
      await button('取消', 'Cancel').click()
      await dialog.waitFor({ state: 'hidden' })
    })

    await step('of an XLSX file with several sheets, another one can be chosen', async () => {
      await choose('导入', 'Import')
      const dialog = page.getByRole('dialog', { name: say(`导入解析记录到 ${name}`, `Import records into ${name}`) })
      const sheetOf = (sheet: string, host: string, isHidden = false) => ({
        name: sheet,
        isHidden,
        rows: [
          ['Host', 'Type', 'Value'],
          [host, 'A', '192.0.2.1'],
        ],
      })
      const buffer = workbookOf([sheetOf('Notes', 'hidden', true), sheetOf('Records', 'shown'), sheetOf('Old records', 'old')])
      await dialog.locator('input[type=file]').setInputFiles({ name: 'sheets.xlsx', mimeType: '', buffer })
      const sheets = dialog.getByLabel(say('工作表', 'Sheet'), { exact: true })
      const box = dialog.getByRole('textbox', { name: 'sheets.xlsx', exact: true })
      await dialog.getByText(say('文件共有 3 个工作表，只导入“Records”', 'The file has 3 sheets. Only “Records” is imported.')).waitFor()
      expect(await box.inputValue()).toContain('shown')
      await takePicture(page, `import-sheets-${language}`)
      await sheets.selectOption(say('Notes（隐藏）', 'Notes (hidden)'))
      await expect.poll(() => box.inputValue()).toContain('hidden')
      await sheets.selectOption('Old records')
      await expect.poll(() => box.inputValue()).toContain('old')
      await button('取消', 'Cancel').click()
      await dialog.waitFor({ state: 'hidden' })
    })

    await step('an XLSX file that cannot be read says so where it was chosen', async () => {
      await choose('导入', 'Import')
      const dialog = page.getByRole('dialog', { name: say(`导入解析记录到 ${name}`, `Import records into ${name}`) })
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'broken.xlsx', mimeType: '', buffer: Buffer.from('PK\x03\x04 and nothing more', 'latin1') })
      await dialog.getByText(say('文件不是可读取的 XLSX 工作簿，或展开后过大', 'Not a readable XLSX workbook, or too large once unpacked')).waitFor()
      await takePicture(page, `import-broken-${language}`)
      await button('取消', 'Cancel').click()
    })

    await visitor.close()
    expect(visitor.complaints).toEqual([])
  },
)
