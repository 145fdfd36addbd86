import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { inOtherLanguage, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordPath } from '../support/record-editor.ts'
import { adding } from '../support/records.ts'

/* What was said in one language stands in the other once that is chosen: notes beside fields, over a preview and for screen readers. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let domains = 0

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
afterEach(() => visitor?.close())

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const other = language === 'zh' ? 'en' : 'zh'
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const button = (zh: string, en: string) => page.getByRole('button', { name: say(zh, en), exact: true })

  async function visit(path: string): Promise<void> {
    visitor = await newVisitor(browser, platform, { language })
    page = visitor.page
    await signIn(visitor, path)
  }

  /** A new domain in the editor, whose www has one address. */
  async function openDomain(): Promise<{ id: number; name: string }> {
    const name = `said${(domains += 1)}.example`
    const { id } = (await platform.call(domain.save, { domain: name })).data
    await platform.call(record.apply, { domainId: id, changes: [adding('www A 192.0.2.1')] })
    await visit(recordPath({ name, id }))
    await page.getByRole('row').filter({ hasText: '192.0.2.1' }).waitFor()
    return { id, name }
  }

  /** It stands there in the language of the page, and in the other one while that is chosen. */
  async function saidInBoth(words: { zh: string; en: string }, picture: string): Promise<void> {
    const said = (shown: 'zh' | 'en') => page.getByRole('status').filter({ hasText: words[shown] }).waitFor()
    await said(language)
    await takePicture(page, `${picture}-${language}`)
    await inOtherLanguage(page, () => said(other))
    await said(language)
    expect(visitor.complaints).toEqual([])
  }

  test('what became of the address hints of an HTTPS record', async () => {
    const { name } = await openDomain()
    await button('添加记录', 'Add record').first().click()
    const form = page.getByRole('dialog', { name: say('添加记录', 'Add record') })
    await form.getByLabel(new RegExp(`^${say('记录类型', 'Type')}\\*?$`)).selectOption('HTTPS')
    await form.getByLabel(/^(HTTPS 优先级|HTTPS priority|优先级|Priority)\*?$/).fill('1')
    const target = form.getByLabel(new RegExp(`^${say('目标', 'Target')}\\*?$`))
    await target.fill(`none.${name}`)
    await button('按目标填写地址提示', 'Fill in address hints from target').click()
    await saidInBoth({ zh: 'none 没有可用的 A 或 AAAA 记录', en: 'none has no active A or AAAA records' }, 'said-no-hints')
    await target.fill(`www.${name}`)
    await button('按目标填写地址提示', 'Fill in address hints from target').click()
    await saidInBoth({ zh: '已填写 1 个 IPv4、0 个 IPv6 地址', en: '1 IPv4 address and 0 IPv6 addresses filled in' }, 'said-hints')
  })

  test('that a domain was changed after the preview of an import', async () => {
    const { id, name } = await openDomain()
    await button('更多操作', 'More actions').click()
    await page.getByRole('menuitem', { name: say('导入', 'Import'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: say(`导入解析记录到 ${name}`, `Import records into ${name}`) })
    await dialog.getByRole('textbox', { name: say('粘贴内容', 'Paste records'), exact: true }).fill('mail 600 IN A 192.0.2.2\n')
    await dialog.getByRole('button', { name: say('预览', 'Preview'), exact: true }).click()
    const run = dialog.getByRole('button', { name: say('导入 1 处变化', 'Import 1 change'), exact: true })
    await run.waitFor()
    await platform.call(record.apply, { domainId: id, changes: [adding('api A 192.0.2.3')] })
    await run.click()
    await saidInBoth(
      {
        zh: '预览之后这个域名又被他人修改，已按最新内容重新检查，请核对后再导入',
        en: 'Someone else changed this domain after the preview. The preview is updated: review it before importing.',
      },
      'said-changed-meanwhile',
    )
  })

  test('where a row of the menu stands now, for screen readers', async () => {
    await visit('/account/power/menus')
    const row = page.locator(`tr[data-row="${await page.locator('tr[data-row]').first().getAttribute('data-row')}"]`)
    const handle = row.getByRole('button', { name: /^(移动 .+：按 Alt 加上下方向键，或拖动|Move .+: press Alt and an arrow key, or drag)$/ })
    const name = async (): Promise<string> => /^(?:移动|Move) (.+)[：:]/.exec((await handle.getAttribute('aria-label'))!)![1]!
    const names = { [language]: await name(), [other]: '' }
    await inOtherLanguage(page, async () => (names[other] = await name()))
    expect(names['en']).not.toBe(names['zh'])
    await handle.press('Alt+ArrowDown')
    await saidInBoth({ zh: `${names['zh']} 现在排在第 2 位，共`, en: `${names['en']} is now number 2 of` }, 'said-moved')
  })
})
