import { createCanvas } from '@napi-rs/canvas'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { saveSetting } from '../support/setting-form.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* The site is given a name, a logo, contacts, agreements, a path for users and a CDN client, and each is seen where it acts. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let say: (zh: string, en: string) => string

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

function drawnLogo(): Buffer {
  const canvas = createCanvas(120, 40)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#0f766e'
  pen.fillRect(0, 0, 120, 40)
  return canvas.toBuffer('image/png')
}

const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
const field = (zh: string, en: string): Locator => page.getByLabel(say(zh, en), { exact: true })
const footer = (): Locator => page.getByRole('contentinfo')
const tab = (zh: string, en: string): Locator =>
  page.getByRole('navigation', { name: say('配置分组', 'Configuration sections') }).getByRole('link', { name: say(zh, en), exact: true })
async function save(): Promise<void> {
  await saveSetting(page, button('保存配置', 'Save'))
}

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  const picture = (name: string) => takePicture(page, `site-${name}-${language}-${widthPx}`)
  /** What the menu leads to; a narrow window keeps it in a sheet. */
  async function menuLinks(name: string): Promise<number> {
    if (widthPx === 390) await button('打开菜单', 'Open menu').click()
    const shown = await page.locator('nav, dialog').getByRole('link', { name, exact: true }).count()
    await page.keyboard.press('Escape')
    return shown
  }
  /** What somebody who has not signed in sees. */
  async function withStranger(look: (stranger: Visitor) => Promise<void>): Promise<void> {
    const stranger = await newVisitor(browser, platform, { language, theme, widthPx })
    await stranger.open('/login')
    await stranger.page.locator('main').waitFor()
    await look(stranger)
    await stranger.close()
  }

  beforeEach(async () => {
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    say = (zh, en) => (language === 'zh' ? zh : en)
    const keys = ['WEB_CONFIG', 'AGREEMENT_CONFIG', 'OTHER_URL_CONFIG', 'PLATFORM_FEATURES', 'EMAIL_CONFIG']
    await platform.db
      .updateTable('system_config')
      .set({ param_value: '{}', tested_at: null, is_test_passed: null, test_message: '' })
      .where('param_key', 'in', keys)
      .execute()
    await signIn(visitor)
  })
  afterEach(() => visitor.close())

  test('name, logo, contacts and title show in header, footer and on the sign-in page, after a reload too', async () => {
    const name = say('云上域名', 'Upland DNS')
    await visitor.open('/system/config/site/basic')
    await field('网站名称', 'Site name').fill(name)
    const chooser = page.getByLabel(say('浅色背景标志', 'Logo for light backgrounds'), { exact: true }).and(page.locator('input'))
    await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
    await page.getByRole('alert').first().waitFor()
    await picture('logo-refused')
    await expectAccessible(page, 'refused logo')
    visitor.complaints.length = 0
    await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: drawnLogo() })
    await page.getByRole('img', { name: say('浅色背景标志', 'Logo for light backgrounds') }).waitFor()
    await field('ICP 备案号', 'ICP filing number').fill('京ICP备12345678号')
    await save()
    expect(await footer().getByRole('link', { name: '京ICP备12345678号' }).getAttribute('href')).toBe('https://beian.miit.gov.cn/')
    await page.getByRole('banner').getByRole('link', { name, exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe(`${say('网站', 'Site')} · ${name}`)
    await expect.poll(() => footer().textContent()).toContain(name)
    await picture('basic')
    await expectAccessible(page, 'site')

    await tab('联系方式', 'Contacts').click()
    await field('公司名称', 'Company').fill(say('云上科技有限公司', 'Upland Ltd'))
    await field('联系邮箱', 'Email').fill('help@')
    await field('联系电话', 'Phone').fill('010-55550100')
    await page.getByText(say('邮箱地址格式错误', 'Invalid email address'), { exact: false }).waitFor()
    await field('联系邮箱', 'Email').fill('help@example.net')
    await save()
    await footer().getByRole('link', { name: 'help@example.net' }).waitFor()
    expect(await footer().textContent()).toContain(say('云上科技有限公司', 'Upland Ltd'))
    expect(await footer().getByRole('link', { name: '010-55550100' }).getAttribute('href')).toBe('tel:01055550100')
    await picture('contacts')

    await tab('SEO', 'SEO').click()
    await field('页面标题', 'Page title').fill(say('云上域名控制台', 'Upland console'))
    await save()
    await expect.poll(() => page.title()).toContain(` · ${say('云上域名控制台', 'Upland console')}`)

    await page.reload()
    await page.getByRole('banner').getByRole('link', { name, exact: true }).waitFor()
    expect(await page.title()).toContain(` · ${say('云上域名控制台', 'Upland console')}`)
    expect(await page.getByRole('banner').locator('img[src*="picture"]').count()).toBeGreaterThan(0)
    expect(await footer().textContent()).toContain(say('云上科技有限公司', 'Upland Ltd'))
    await expectQuiet(visitor, 'site')

    await withStranger(async (stranger) => {
      await stranger.page.getByRole('main').getByText(name, { exact: true }).waitFor()
      await stranger.page.getByRole('main').locator('img[src*="picture"]').waitFor()
      await stranger.page.getByRole('main').getByRole('link', { name: '京ICP备12345678号' }).waitFor()
      expect(await stranger.page.title()).toBe(`${say('登录', 'Sign in')} · ${say('云上域名控制台', 'Upland console')}`)
      await takePicture(stranger.page, `site-sign-in-${language}-${widthPx}`)
      await expectAccessible(stranger.page, 'sign-in page with a name')
      await expectQuiet(stranger, 'sign-in page with a name')
    })
  })

  test('agreements are linked from the sign-in page, and nothing in them runs', async () => {
    const hostile = '<p onclick="window.wasRun = true">Kept words<img src="x" onerror="window.wasRun = true"></p><script>window.wasRun = true</script>'
    await platform.call(setting.save, { paramKey: 'AGREEMENT_CONFIG', paramValue: { service: { zh: '', en: '' }, privacy: { zh: hostile, en: hostile } } })
    await visitor.open('/system/config/site/agreement')
    await button('服务协议（英文）', 'Terms of service (English)').click()
    await button('服务协议（中文）', 'Terms of service (Chinese)').click()
    const editor = page.getByRole('textbox', { name: say('服务协议（中文）', 'Terms of service (Chinese)') })
    await editor.click()
    await page.keyboard.type(say('请遵守本协议', 'Be kind'))
    await picture('agreement')
    await save()
    await expectAccessible(page, 'agreement')
    await expectQuiet(visitor, 'agreement')

    await withStranger(async (stranger) => {
      const opener = (zh: string, en: string) => stranger.page.getByRole('button', { name: say(zh, en), exact: true })
      const shown = stranger.page.getByRole('dialog')
      await opener('《服务协议》', 'terms of service').click()
      await shown.getByText(say('请遵守本协议', 'Be kind')).waitFor()
      await takePicture(stranger.page, `site-agreement-shown-${language}-${widthPx}`)
      await expectAccessible(stranger.page, 'agreement on the sign-in page')
      await stranger.page.keyboard.press('Escape')
      await opener('《隐私政策》', 'privacy policy').click()
      const words = shown.getByText('Kept words')
      await words.click()
      expect(await shown.locator('[onclick], [onerror], script').count()).toBe(0)
      expect(await stranger.page.evaluate('window.wasRun')).toBeUndefined()
      await expectQuiet(stranger, 'agreement on the sign-in page')
    })
  })

  test('users open the console below their path, which may not be one of the server’s own', async () => {
    const dir = `users-${language}`
    await visitor.open('/system/config/site/dir')
    const input = field('用户目录', 'User path')
    await input.fill('two words')
    await input.blur()
    await page.getByText(say('目录只能包含字母、数字、- 和 _', 'Use letters, digits, - and _ only'), { exact: false }).waitFor()
    await input.fill('api')
    await page.getByText(say('该目录由平台使用', 'Directory used by the platform'), { exact: false }).waitFor()
    await input.fill(dir)
    await page.getByText(`${platform.url}${dir}/`).waitFor()
    await save()
    await picture('dir')
    expect((await fetch(`${platform.url}elsewhere/`)).status).toBe(404)
    await page.goto(`${platform.url}${dir}#/console`)
    await page.getByRole('navigation', { name: say('面包屑', 'Breadcrumb') }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/${dir}/`)
    await page.goto(`${platform.url}#/console`)
    await page.getByRole('navigation', { name: say('面包屑', 'Breadcrumb') }).waitFor()
    await expectQuiet(visitor, 'user path')
  })

  test('the CDN client has its page while its counter is above 0, and its address stands in the footer', async () => {
    const client = say('CDN 客户端', 'CDN client')
    await visitor.open('/system/config/site/power')
    await field('标识', 'Key').waitFor()
    expect(await menuLinks(client)).toBe(0)
    await field('标识', 'Key').fill('other_url')
    await button('添加', 'Add').click()
    expect(await field('other_url 计数', 'other_url Count').inputValue()).toBe('1')
    await save()
    await picture('power')
    await expectAccessible(page, 'features')
    await expect.poll(() => menuLinks(client)).toBeGreaterThan(0)

    await visitor.open('/system/config/other-url')
    await field('地址', 'Address').fill('cdn.example.net')
    await field('名称', 'Name').focus()
    await page.getByText(say('URL地址格式错误', 'Invalid URL'), { exact: false }).waitFor()
    await field('地址', 'Address').fill('https://cdn.example.net/')
    await save()
    expect(await footer().getByRole('link', { name: client }).getAttribute('href')).toBe('https://cdn.example.net/')
    await picture('other-url')
    await expectAccessible(page, 'CDN client')

    await visitor.open('/system/config/site/power')
    await field('other_url 计数', 'other_url Count').fill('0')
    await save()
    await expect.poll(() => menuLinks(client)).toBe(0)
    await expectQuiet(visitor, 'CDN client')
  })

  test('the overview says what is set, and what failed when it was tried', async () => {
    const rowOf = (path: string) =>
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.locator(`a[href$="#${path}"]`) })
        .first()
    const fakeEmail = rowOf('/system/config/email/config')
    await platform.call(setting.save, { paramKey: 'WEB_CONFIG', paramValue: { basic: { webName: 'Upland DNS' } } })
    await visitor.open('/system/config/overview')
    await rowOf('/system/config/site/basic').getByText(say('已配置', 'Configured'), { exact: true }).waitFor()
    await fakeEmail.getByText(say('未配置', 'Not configured'), { exact: true }).waitFor()
    await picture('overview')
    await expectAccessible(page, 'overview')

    const paramValue = { host: '127.0.0.1', port: 1, username: 'platform@example.net', password: 'none' }
    await platform.call(setting.save, { paramKey: 'EMAIL_CONFIG', paramValue, status: 1 })
    await fakeEmail.getByRole('link').click()
    await button('测试', 'Test').click()
    const dialog = page.getByRole('dialog').last()
    await dialog.getByLabel(say('收件邮箱', 'Send to')).fill('ada@example.org')
    await dialog.getByRole('button', { name: say('测试', 'Test'), exact: true }).click()
    await dialog.getByText(say('测试未通过', 'Test failed')).waitFor()
    await page.keyboard.press('Escape')
    await page.goBack()
    await fakeEmail.getByText(say('测试未通过', 'Test failed'), { exact: true }).waitFor()
    await picture('overview-failing')
    await expectAccessible(page, 'overview of what failed')
    await expectQuiet(visitor, 'overview')
  })
})
