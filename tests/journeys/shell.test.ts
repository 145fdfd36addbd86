import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { preference } from '@nameplane/contract/account/preference'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  for (const name of ['alpha.example', 'beta.example']) {
    const { id } = (await platform.call(domain.save, { domain: name })).data
    await platform.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'www', type: 'A', value: '198.51.100.7', ttl: 600 } }] })
  }
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
  test('opens by Ctrl K, finds a screen by the first letters of its pinyin, and goes there by Enter', async () => {
    await signIn(visitor)
    await page.keyboard.press('Control+k')
    await typing().fill('ymlb')
    await expect.poll(() => options().first().textContent()).toContain('域名列表')
    await takePicture(page, 'palette-pinyin')
    await page.keyboard.press('Enter')
    await main('/dns/domain/list').waitFor()
    expect(await palette().count()).toBe(0)
  })

  test('finds a screen by its English name too, and what can be begun on it', async () => {
    await signIn(visitor)
    await page.keyboard.press('Control+k')
    await typing().fill('add domain')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '添加域名' }).waitFor()
    expect(page.url()).toContain('/dns/domain/list?open=add')
  })

  test('goes on Enter where the typed text leads, though the screens are still on their way', async () => {
    await signIn(visitor)
    await visitor.page.route('**/assets/**', async (route) => {
      await setTimeout(400)
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await typing().fill('add domain')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '添加域名' }).waitFor()
  })

  test('does not take on Enter what was found for an earlier text', async () => {
    await signIn(visitor)
    await page.keyboard.press('Control+k')
    await typing().fill('alpha.ex')
    await options().filter({ hasText: 'alpha.example' }).first().waitFor()
    await typing().fill('beta.ex')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'beta.example' }).waitFor()
    expect(page.url()).toContain('beta.example')
  })

  test('finds records by a network, and leads to them', async () => {
    await signIn(visitor)
    await page.getByRole('button', { name: '搜索与命令' }).click()
    await typing().fill('198.51.100.0/28')
    await expect
      .poll(() => options().allTextContents())
      .toEqual(expect.arrayContaining([expect.stringContaining('www.alpha.example'), expect.stringContaining('www.beta.example')]))
    await options().filter({ hasText: 'alpha' }).click()
    await page.getByRole('heading', { name: 'alpha.example' }).waitFor()
    expect(decodeURIComponent(page.url())).toContain('search=198.51.100.7')
  })

  test('finds a host by its full name, the domain that it lies in, and a host alone', async () => {
    await signIn(visitor)
    await page.keyboard.press('Control+k')
    const found = (group: string) => palette().getByRole('group', { name: group, exact: true }).getByRole('option').allTextContents()
    await typing().fill('www.alpha.example')
    await expect.poll(() => found('解析记录')).toEqual([expect.stringContaining('www.alpha.example')])
    expect(await found('域名')).toEqual(['alpha.example'])
    await typing().fill('gate.beta.example')
    await expect.poll(() => found('域名')).toEqual(['beta.example'])
    await typing().fill('www')
    await expect.poll(async () => (await found('解析记录')).length).toBe(2)
    await visitor.open('/dns/domain/list?search=gate.beta.example')
    await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
    await page.getByRole('row').filter({ hasText: 'beta.example' }).waitFor()
  })

  test.each([
    ['支付宝', '支付宝', '/system/config/payment/alipay'],
    ['smtp', 'SMTP 服务器', '/system/config/email/config'],
    ['TOTP', '二次验证（TOTP）', '/system/config/login'],
    ['passkey', '二次验证（TOTP、通行密钥）', '/account/security'],
    ['api tokens', 'API 令牌', '/system/config/login?tab=api'],
    ['beianhao', 'ICP 备案号', '/system/config/site/basic'],
  ])('finds a tab, a field or a part of a screen: %s', async (text, named, target) => {
    await signIn(visitor)
    await page.keyboard.press('Control+k')
    await typing().fill(text)
    await options()
      .filter({ has: page.getByText(named, { exact: true }) })
      .first()
      .click()
    await expect.poll(() => page.url().split('#')[1]).toBe(target)
  })

  test('is moved through by the arrows, says when nothing is found, and closes by Esc', async () => {
    await signIn(visitor)
    await page.keyboard.press('Control+k')
    await expect.poll(() => options().first().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowDown')
    expect(await options().nth(1).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await options().last().getAttribute('aria-selected')).toBe('true')
    await typing().fill('没有这样的东西')
    await palette().getByText('没有找到“没有这样的东西”').waitFor()
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
  })

  test('shows the keys by ?, but not to somebody who types', async () => {
    await signIn(visitor, '/dns/domain/list')
    await page.getByRole('textbox', { name: '域名或备注' }).press('?')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.locator('body').click({ position: { x: 700, y: 8 } })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: '键盘快捷键' }).waitFor()
  })
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

describe('the account menu', () => {
  test('has the entries of the specification in its order, of which those come whose screens exist', async () => {
    await signIn(visitor)
    await page.getByRole('button', { name: '账号菜单' }).click()
    const menu = page.locator('[popover]:popover-open')
    await menu.getByRole('button', { name: '退出登录' }).waitFor()
    expect(await menu.locator('a, button').allInnerTexts()).toEqual([expect.stringContaining('账号安全'), '授权信息', '账号管理', '退出登录'])
    await menu.getByRole('link', { name: '账号管理' }).click()
    await main('/account/users/users').waitFor()
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

  test('follow the account into another browser', async () => {
    await signIn(visitor, '/dns/domain/list')
    await page.getByRole('button', { name: '表格设置' }).click()
    const saved = page.waitForResponse((response) => response.url().endsWith(preference.saveTable.path))
    await page.getByRole('checkbox', { name: '斑马纹' }).check()
    await page.getByRole('checkbox', { name: '所属用户' }).uncheck()
    await page.getByRole('button', { name: '上移“记录数”' }).click({ force: true })
    await saved
    const heads = () => page.getByRole('columnheader').allTextContents()
    const chosen = await heads()
    expect(chosen.indexOf('记录数')).toBeLessThan(chosen.indexOf('服务组'))
    expect(chosen).not.toContain('所属用户')

    const elsewhere = await newVisitor(browser, platform, { language: 'zh' })
    await signIn(elsewhere, '/dns/domain/list')
    await expect.poll(() => elsewhere.page.getByRole('columnheader').allTextContents()).toEqual(chosen)
    await expect.poll(() => elsewhere.page.locator('table').getAttribute('data-stripe')).toBe('1')
    await elsewhere.close()
  })
})

describe('the view cache', () => {
  test('keeps a screen as it was left, and a refresh begins it anew', async () => {
    await signIn(visitor, '/dns/domain/list')
    await page.getByRole('checkbox', { name: '选择此行 alpha.example', exact: true }).check()
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '首页' }).click()
    await main('/home/dashboard').waitFor()
    expect(await page.getByRole('checkbox', { name: '选择此行 alpha.example', exact: true }).count()).toBe(0)
    await page.goBack()
    await main('/dns/domain/list').waitFor()
    expect(await page.getByRole('checkbox', { name: '选择此行 alpha.example', exact: true }).isChecked()).toBe(true)
    await page.getByRole('button', { name: '刷新页面' }).click()
    await expect.poll(() => page.getByRole('checkbox', { name: '选择此行 alpha.example', exact: true }).isChecked()).toBe(false)
  })
})
