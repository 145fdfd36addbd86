import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { setting } from '@nameplane/contract/system/setting'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { adminPassword, startPlatform, type RunningPlatform } from '../support/platform.ts'
import { saveSetting, unsavedIn } from '../support/setting-form.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* The rules of signing in act as soon as they are saved and can be brought back; API keys are made, used, cut down and deleted. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let say: (zh: string, en: string) => string

let rulesAtFirst: unknown

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  rulesAtFirst = (await platform.db.selectFrom('system_config').select('param_value').where('param_key', '=', 'LOGIN_CONFIG').executeTakeFirstOrThrow())
    .param_value
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** What may be done in one tab. */
const on = (tab: Page) => ({
  button: (zh: string, en: string): Locator => tab.getByRole('button', { name: say(zh, en), exact: true }),
  /** A required field's label ends with a star. */
  field: (zh: string, en: string): Locator => tab.getByLabel(new RegExp(`^${say(zh, en).replace(/[()（）]/g, '\\$&')}\\*?$`)),
  unsaved: (): Locator => unsavedIn(tab),
  async save(): Promise<void> {
    await saveSetting(tab, this.button('保存配置', 'Save'))
  },
})
const dialog = (): Locator => page.getByRole('dialog').last()
const inDialog = (zh: string, en: string): Locator => dialog().getByRole('button', { name: say(zh, en), exact: true })
const savedRules = async () => JSON.parse((await platform.call(setting.ofKey, { key: 'LOGIN_CONFIG' })).config.paramValue) as Record<string, unknown>
/** What a program is answered that calls with this key. */
async function callWith(token: string, path: string): Promise<{ status: number; code: unknown; problem: unknown }> {
  const answer = await fetch(`${platform.url}api/${path}`, { headers: { authorization: `Bearer ${token}` } })
  const body = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, code: body['code'], problem: body['problem'] }
}

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  const picture = (name: string) => takePicture(page, `sign-in-${name}-${language}-${widthPx}`)
  beforeEach(async () => {
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    say = (zh, en) => (language === 'zh' ? zh : en)
    await signIn(visitor)
  })
  afterEach(async () => {
    await visitor.close()
    await platform.db
      .updateTable('system_config')
      .set({ param_value: JSON.stringify(rulesAtFirst) })
      .where('param_key', '=', 'LOGIN_CONFIG')
      .execute()
  })

  /** Whether the form asks a stranger for a captcha. */
  async function asksForCaptcha(): Promise<boolean> {
    const stranger = await newVisitor(browser, platform, { language, theme, widthPx })
    await stranger.open('/login')
    await stranger.page.getByLabel(say('密码', 'Password'), { exact: true }).waitFor()
    await stranger.quiet()
    const asked = await stranger.page.getByRole('textbox', { name: say('图形验证码', 'Captcha') }).count()
    await stranger.close()
    return asked > 0
  }

  test('the captcha comes and goes with its rule, and what was saved before can be brought back', async () => {
    const { button, field, save } = on(page)
    await visitor.open('/system/config/login')
    await field('登录验证码', 'Captcha').selectOption('always')
    await on(page).save()
    expect(await asksForCaptcha()).toBe(true)
    await field('登录验证码', 'Captcha').selectOption('after-failures')
    await field('失败几次后要求验证码', 'Captcha after (failed sign-ins)').waitFor()
    await field('登录验证码', 'Captcha').selectOption('never')
    await save.call(on(page))
    expect(await asksForCaptcha()).toBe(false)

    await button('修改历史', 'History').click()
    const versions = dialog().getByRole('listitem')
    await versions.nth(1).waitFor()
    await versions.first().getByText(say('当前', 'Current'), { exact: true }).waitFor()
    await versions.nth(1).getByText(say('登录验证码', 'Captcha'), { exact: true }).waitFor()
    await picture('history')
    await expectAccessible(page, 'history')
    await versions
      .nth(1)
      .getByRole('button', { name: say('恢复到这一版', 'Restore this version') })
      .click()
    await picture('restore')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('恢复到这一版', 'Restore this version') })
      .click()
    await expect.poll(async () => (await savedRules())['captcha']).toBe('always')
    await expect.poll(() => dialog().getByRole('listitem').count()).toBeGreaterThan(2)
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => field('登录验证码', 'Captcha').inputValue()).toBe('always')
    expect(await asksForCaptcha()).toBe(true)
    await field('登录验证码', 'Captcha').selectOption('never')
    await save.call(on(page))
    await expectQuiet(visitor, 'captcha')
  })

  test('the help of a new password says the length that the rules ask for, as soon as they do', async () => {
    await visitor.open('/system/config/login')
    await on(page).field('管理员密码最少位数', 'Minimum administrator password length').fill('20')
    await on(page).save()
    await visitor.open('/account/users/reset-password')
    await page
      .getByText(say('至少 20 个字符，不能使用常见或容易猜到的密码', 'At least 20 characters. Common and easily guessed passwords are rejected.'), {
        exact: true,
      })
      .waitFor()
    await visitor.open('/account/users/admins?open=add')
    await dialog()
      .getByText(say('至少 20 个字符，不能使用常见或容易猜到的密码', 'At least 20 characters. Common and easily guessed passwords are rejected.'), {
        exact: true,
      })
      .waitFor()
  })

  test('what is wrong is refused at its field, and nothing of it is saved', async () => {
    const { button, field, unsaved } = on(page)
    const before = await savedRules()
    await visitor.open('/system/config/login')
    const networks = field('管理员允许的网络', 'Administrator networks')
    await networks.fill('the office')
    await networks.press('Enter')
    const refusal = page.getByText(say('请输入 IP 地址或网段', 'Enter an IP address or a network'), { exact: false })
    await refusal.waitFor()
    await field('管理员密码最少位数', 'Minimum administrator password length').fill('7')
    await button('保存配置', 'Save').click()
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(2)
    await picture('rules-refused')
    await expectAccessible(page, 'refused rules')
    await button('移除 the office', 'Remove the office').click()
    await expect.poll(() => refusal.count()).toBe(0)
    expect(await savedRules()).toEqual(before)

    await unsaved().waitFor()
    await button('放弃修改', 'Discard').click()
    await expect.poll(() => unsaved().count()).toBe(0)
    expect(await field('管理员密码最少位数', 'Minimum administrator password length').inputValue()).toBe('12')
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0)
    await expectQuiet(visitor, 'refused rules')
  })

  test('of two tabs the second one sees what the first one saved, keeps what was typed, and saves over it when asked again', async () => {
    const other = await visitor.context.newPage()
    await visitor.open('/system/config/login')
    await other.goto(`${platform.url}#/system/config/login`)
    const [first, second] = [on(other), on(page)]
    await second.field('首次锁定时长（秒）', 'First lock duration (seconds)').fill('1200')
    await second.field('同时登录数', 'Concurrent sessions').fill('7')
    await first.field('首次锁定时长（秒）', 'First lock duration (seconds)').fill('1000')
    await first.save()

    await second.button('保存配置', 'Save').click()
    const note = page.getByRole('alert').filter({ hasText: say('他人刚刚保存了修改', 'Someone else saved a change') })
    await note.getByText('1000', { exact: true }).waitFor()
    await note.getByText(say('首次锁定时长（秒）', 'First lock duration (seconds)'), { exact: true }).waitFor()
    expect(await second.field('首次锁定时长（秒）', 'First lock duration (seconds)').inputValue()).toBe('1200')
    expect(await second.field('同时登录数', 'Concurrent sessions').inputValue()).toBe('7')
    expect(await savedRules()).toMatchObject({ lockSeconds: 1000, sessionsPerAccount: 0 })
    await picture('changed-meanwhile')
    await expectAccessible(page, 'changed meanwhile')
    await second.save()
    await expect.poll(() => note.count()).toBe(0)
    expect(await savedRules()).toMatchObject({ lockSeconds: 1200, sessionsPerAccount: 7 })
    await other.close()

    await second.field('首次锁定时长（秒）', 'First lock duration (seconds)').fill('900')
    await second.field('同时登录数', 'Concurrent sessions').fill('0')
    await second.save()
  })

  test('an API token is made with the password and chosen permissions, shown once, works, is limited to a domain, and is refused once deleted', async () => {
    const name = `monitoring-${language}`
    const own = `own-${language}.example`
    for (const one of [own, `other-${language}.example`]) await platform.call(domain.save, { domain: one })
    const right = (zh: string, en: string) =>
      dialog()
        .locator('[role=treeitem]:not([aria-expanded])')
        .filter({ has: page.getByText(say(zh, en), { exact: true }) })
    const rightsTicked = () => dialog().locator('[role=treeitem]:not([aria-expanded])[aria-checked=true]').count()
    const search = () => dialog().getByRole('searchbox', { name: say('搜索权限', 'Search permissions') })
    const { button } = on(page)
    await visitor.open('/system/config/login?tab=api')
    await button('创建令牌', 'Create token').first().click()
    const fieldIn = (zh: string, en: string) => dialog().getByLabel(new RegExp(`^${say(zh, en)}\\*?$`))
    await inDialog('创建令牌', 'Create token').click()
    await expect.poll(() => dialog().locator('[aria-invalid="true"]').count()).toBe(2)
    await right('添加与修改域名', 'Add and edit domains').waitFor()
    expect(await rightsTicked()).toBe(0)
    const branch = dialog().getByRole('treeitem', { name: say('域名解析', 'DNS'), exact: true })
    await branch.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => right('查看域名', 'View domains').getAttribute('aria-checked')).toBe('true')
    expect([await branch.getAttribute('aria-checked'), await right('添加与修改域名', 'Add and edit domains').getAttribute('aria-checked')]).toEqual([
      'mixed',
      'false',
    ])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => branch.getAttribute('aria-checked')).toBe('true')
    await branch.click()
    await expect.poll(rightsTicked).toBe(0)
    expect(await dialog().locator('select[name=days] option').allTextContents()).toEqual(
      say('30 天,90 天,365 天,永不过期', '30 days,90 days,365 days,Never').split(','),
    )
    await search().fill('CONFIG_overview')
    await expect.poll(() => right('添加与修改域名', 'Add and edit domains').count()).toBe(0)
    await right('查看配置概览', 'View settings overview').click()
    await search().fill('')
    await expect.poll(rightsTicked).toBe(1)
    await picture('key-rights')
    await fieldIn('名称', 'Name').fill(name)
    await fieldIn('登录密码', 'Your password').fill('of somebody else')
    await inDialog('创建令牌', 'Create token').click()
    await dialog().getByRole('alert').first().waitFor()
    await picture('key-refused')
    await expectAccessible(page, 'refused key')
    await fieldIn('登录密码', 'Your password').fill(adminPassword)
    await inDialog('创建令牌', 'Create token').click()
    await dialog().getByText(say('令牌已创建', 'API token created')).waitFor()
    const token = (await dialog().locator('code').textContent()) ?? ''
    await inDialog('复制 令牌', 'Copy API token').click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(token)
    await picture('key-shown')
    await expectAccessible(page, 'key shown once')
    await inDialog('我已保存', 'I have saved it').click()
    await expect.poll(() => page.getByText(token).count()).toBe(0)
    await page.getByText(name, { exact: true }).first().waitFor()
    await picture('keys')
    await expectAccessible(page, 'keys')
    expect((await callWith(token, 'sys/config/overview')).status).toBe(200)

    const choose = async (zh: string, en: string) => {
      await page.getByRole('button', { name: `${say('更多操作', 'More actions')} ${name}` }).click()
      await page.getByRole('menuitem', { name: say(zh, en), exact: true }).click()
    }
    await choose('修改', 'Edit')
    await expect.poll(rightsTicked).toBe(1)
    await dialog()
      .getByRole('radio', { name: say('仅所选域名', 'Selected domains only') })
      .check()
    await expect.poll(rightsTicked).toBe(0)
    expect(await right('查看配置概览', 'View settings overview').getAttribute('aria-disabled')).toBe('true')
    await right('查看域名', 'View domains').click()
    await dialog().locator('button[type=submit]').click()
    await dialog().getByRole('alert').first().waitFor()
    await inDialog('添加域名：0 个域名', 'Add domain: 0 domains').click()
    await page.getByRole('combobox', { name: say('搜索域名', 'Search domains') }).fill(own)
    await page.getByRole('option', { name: own }).click()
    await picture('key-reach')
    await expectAccessible(page, 'what a key reaches')
    await dialog().locator('button[type=submit]').click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect((await callWith(token, 'sys/config/overview')).problem).toBe('right_missing')
    const reached = await fetch(`${platform.url}api/sys/dns/domain/list`, { headers: { authorization: `Bearer ${token}` } })
    expect(await reached.json()).toMatchObject({ data: { totalCount: 1, list: [{ domain: own }] } })
    await page.locator('main').filter({ visible: true }).getByText(say('1 个域名', '1 domain'), { exact: true }).filter({ visible: true }).first().waitFor()
    await picture('key-limited')

    await choose('删除', 'Delete')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('删除', 'Delete'), exact: true })
      .click()
    await expect.poll(() => page.getByText(name, { exact: true }).count()).toBe(0)
    expect((await callWith(token, 'sys/config/overview')).problem).toBe('session_lost')
    await expectQuiet(visitor, 'API tokens')
  })
})
