import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { toast } from '../support/record-editor.ts'
import { adding } from '../support/records.ts'

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  const { id } = (await platform.call(domain.save, { domain: 'alpha.example' })).data
  await platform.call(record.apply, { domainId: id, changes: [adding('www A 198.51.100.7')] })
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
beforeEach(async () => {
  visitor = await newVisitor(browser, platform, { language: 'zh' })
  page = visitor.page
})
afterEach(async () => {
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join('\n'))
  await visitor.close()
})

const main = (path: string) => page.locator(`main[data-screen="${path}"]`)
const palette = () => page.getByRole('dialog', { name: '搜索与命令' })
const typing = () => palette().getByRole('combobox')
const options = () => palette().getByRole('option')

describe('the command palette', () => {
  test('goes on Enter where the typed text leads, though the screens are still on their way', async () => {
    await signIn(visitor)
    await visitor.page.route('**/assets/**', async (route) => {
      await setTimeout(400)
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await typing().fill('add domain')
    await takePicture(page, 'palette')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '添加域名' }).waitFor()
  })

  test('has the keyboard at once, is moved through by the arrows, and closes by Esc', async () => {
    await signIn(visitor)
    await page.keyboard.press('Control+k')
    await expect.poll(() => options().first().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowDown')
    expect(await options().nth(1).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await options().last().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
  })
})

test('the language is Chinese for whoever comes first; switching says so in the new language and is kept', async () => {
  const first = await newVisitor(browser, platform)
  const of = first.page
  await signIn(first, '/dns/domain/list')
  await of.getByRole('heading', { name: '域名列表' }).waitFor()
  expect(await of.evaluate('document.documentElement.lang')).toBe('zh-CN')
  await of.getByRole('button', { name: 'Switch to English' }).click()
  await toast(of, 'Switch to English').waitFor()
  await of.getByRole('heading', { name: 'Domains', exact: true }).waitFor()
  expect(await of.evaluate('document.documentElement.lang')).toBe('en')
  expect(await of.evaluate("localStorage.getItem('language')")).toBe('en')
  await expect.poll(() => of.title()).toBe('Domains · Nameplane')
  await of.reload()
  await of.getByRole('heading', { name: 'Domains', exact: true }).waitFor()
  await of.getByRole('button', { name: '切换为中文' }).click()
  await toast(of, '切换为中文').waitFor()
  await of.getByRole('heading', { name: '域名列表' }).waitFor()
  expect(await of.evaluate("localStorage.getItem('language')")).toBe('cn')
  expect(first.complaints).toEqual([])
  await first.close()
})

describe('the theme', () => {
  const frame = () => page.evaluate<{ header?: string; aside?: string; mode?: string }>('({ ...document.documentElement.dataset })')

  test('survives a reload as chosen, and its reset clears and reloads', async () => {
    await signIn(visitor)
    await page.getByRole('button', { name: '主题设置' }).click()
    const drawer = page.getByRole('dialog', { name: '主题设置' })
    const choose = (group: string, name: string) => drawer.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check({ force: true })
    await choose('布局模式', '左右布局')
    await choose('页面主题', '深色')
    await choose('顶栏主题', '主题色')
    await choose('侧栏主题', '深色')
    await drawer.getByRole('button', { name: '#E8590C' }).click()
    await drawer.getByRole('checkbox', { name: '全屏' }).uncheck()
    await takePicture(page, 'theme-chosen')
    await page.reload()
    await main('/home/dashboard').waitFor()
    expect(await frame()).toMatchObject({ header: 'primary', aside: 'dark', mode: 'dark' })
    expect(await page.getByRole('button', { name: '全屏', exact: true }).count()).toBe(0)
    expect((await page.getByRole('complementary').first().boundingBox())?.y).toBe(0)
    expect(await page.evaluate("localStorage.getItem('theme-colour')")).toBe('#E8590C')

    await page.getByRole('button', { name: '主题设置' }).click()
    await Promise.all([page.waitForEvent('load'), page.getByRole('dialog', { name: '主题设置' }).getByRole('button', { name: '恢复默认' }).click()])
    await main('/home/dashboard').waitFor()
    expect(await frame()).toMatchObject({ header: 'dark', aside: 'light', mode: 'light' })
    expect(
      await page.evaluate(
        "['theme-colour', 'theme-mode', 'theme-layout', 'language'].map((key) => localStorage.getItem(key)).filter((kept) => kept !== null && kept !== 'cn')",
      ),
    ).toEqual([])
    expect((await page.getByRole('complementary').first().boundingBox())?.y).toBe(48)
  })
})

describe('table settings', () => {
  test('show their stripes in both themes, and in the record editor no size of pages, of which it has none', async () => {
    await signIn(visitor, '/dns/domain/list')
    await page.getByRole('button', { name: '表格设置' }).click()
    expect(await page.getByRole('combobox', { name: '每页条数' }).count()).toBe(2)
    await page.getByRole('checkbox', { name: '斑马纹' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'alpha.example' }).first().click()
    await page.getByRole('heading', { name: 'alpha.example' }).waitFor()
    await page.locator('tr[data-record]').first().waitFor()
    const colours = () =>
      page.evaluate<
        number[]
      >(`[...document.querySelectorAll('main table[data-stripe="1"] tbody tr[data-even], main table[data-stripe="1"] tbody tr:not([data-even])')]
        .filter((row) => row.checkVisibility())
        .map((row) => Number(/oklch\\(([\\d.]+)|$/.exec(getComputedStyle(row).backgroundColor)?.[1] ?? 1))`)
    for (const theme of ['浅色主题', '深色主题']) {
      await page.keyboard.press('Control+k')
      await typing().fill(theme)
      await page.keyboard.press('Enter')
      // Far enough apart to be seen.
      await expect.poll(async () => Math.max(...(await colours())) - Math.min(...(await colours()))).toBeGreaterThan(0.03)
      await takePicture(page, `stripes-${theme}`)
    }
    await page.getByRole('button', { name: '表格设置' }).click()
    await page.getByRole('checkbox', { name: '斑马纹' }).uncheck()
    expect(await page.getByRole('combobox', { name: '每页条数' }).count()).toBe(0)
  })
})
