import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fillSignIn, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { captchaAnswerOn } from '../support/captcha-answer.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { startFakeGatewaySms, type FakeSms } from '../support/fake-sms.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* Text messages from their set-up to the phone: an administrator fills in a provider and tries it, somebody resets a password by it. */
const account = { username: 'nameplane', key: 'the key of the gateway' }
let fake: FakeSms
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  fake = await startFakeGatewaySms(account)
  platform = await startPlatform({ variables: { TEST_PEERS: JSON.stringify({ 'https://api.smsbao.com': fake.baseUrl }) } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await fake?.close()
})
afterEach(async () => {
  await visitor?.close()
  await platform.db.updateTable('system_config').set({ status: 0, param_value: '{}' }).where('param_key', 'like', 'SMS_%').execute()
})

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const button = (zh: string, en: string) => page.getByRole('button', { name: say(zh, en), exact: true })
  const field = (name: string) => page.getByRole('textbox', { name })
  const dialog = () => page.getByRole('dialog').last()

  test('a provider is filled in, tried and used to reset a password', async () => {
    visitor = await newVisitor(browser, platform, { language })
    page = visitor.page
    await signIn(visitor)
    await visitor.open('/system/config/sms')
    await page.getByText(say('请选择短信服务商', 'Select an SMS provider')).waitFor()
    await expectQuiet(visitor, 'SMS without a provider')
    await page.getByRole('radio', { name: say('HTTP 网关', 'HTTP gateway') }).check()
    await button('保存配置', 'Save').click()
    for (const words of [say('请输入API ADDR', 'Enter the API ADDR'), say('请输入用户名', 'Enter the username'), say('请输入API KEY', 'Enter the API KEY')])
      await page.getByRole('alert').filter({ hasText: words }).waitFor()
    await takePicture(page, `sms-refused-${language}`)

    await page.getByRole('checkbox', { name: say('启用', 'Enabled'), exact: true }).check()
    await field('API ADDR').fill('http://api.smsbao.com')
    await page
      .getByRole('alert')
      .filter({ hasText: say('必须以 https:// 开头', 'starts with https://') })
      .waitFor()
    await field('API ADDR').fill('https://api.smsbao.com')
    await field(say('用户名', 'Username')).fill(account.username)
    await field('API KEY').fill(account.key)
    await page.getByRole('checkbox', { name: say('发送“验证码”短信', 'Send “Code” messages') }).check()
    await field(say('“验证码”的短信内容', 'Content of “Code”')).fill('【示例】验证码 {{code}}，{{minutes}} 分钟内有效')
    await field(say('“流量用尽”的短信内容', 'Content of “Traffic used up”')).fill('【示例】{{username}} 的 {{plan}} 流量已用尽')
    await expectAccessible(page, 'SMS gateway')
    await button('保存配置', 'Save').click()
    await page.getByText(say('启用中', 'Currently enabled'), { exact: true }).last().waitFor()
    await takePicture(page, `sms-gateway-${language}`)

    await button('测试', 'Test').click()
    await dialog()
      .getByRole('textbox', { name: say('接收手机号', 'Phone number') })
      .fill('13800138000')
    await dialog()
      .getByRole('combobox', { name: say('测试场景', 'Scenario') })
      .selectOption('flow_out')
    await dialog()
      .getByRole('button', { name: say('测试', 'Test'), exact: true })
      .click()
    await dialog().getByText('138****8000').waitFor()
    expect(fake.taken.at(-1)).toMatchObject({ phone: '13800138000', text: say('【示例】ada 的 企业版 流量已用尽', '【示例】ada 的 Business 流量已用尽') })
    await takePicture(page, `sms-test-${language}`)
    await expectAccessible(page, 'SMS test')
    await dialog()
      .getByRole('button', { name: say('关闭', 'Close'), exact: true })
      .last()
      .click()

    // The key is kept by its mask, and the provider in use is the one that is shown.
    await page.reload()
    await expect.poll(() => page.getByRole('radio', { name: say('HTTP 网关', 'HTTP gateway') }).isChecked()).toBe(true)
    await expect.poll(() => field('API KEY').inputValue()).toBe('******')
    expect(visitor.complaints).toEqual([])
    await visitor.close()

    const name = `texted-${language}`
    const mobile = language === 'zh' ? '13800138001' : '13800138002'
    await platform.db.insertInto('account').values({ username: name, type: 1, password_hash: '', is_super: true, language: null, mobile }).execute()
    visitor = await newVisitor(browser, platform, { language, widthPx: 390 })
    page = visitor.page
    await visitor.open('/login?step=forgot')
    await page.getByRole('textbox', { name: say('账号', 'Username') }).fill(name)
    await page.getByRole('textbox', { name: say('图形验证码', 'Captcha') }).fill(await captchaAnswerOn(page, platform))
    await takePicture(page, `forgot-sms-${language}`)
    await button('发送验证码', 'Send code').click()
    await expect.poll(() => fake.taken.at(-1)?.phone).toBe(mobile)
    const code = /\d{6}/.exec(fake.taken.at(-1)!.text)![0]
    await page.getByRole('textbox', { name: say('短信验证码', 'Code from the text message') }).fill(code)
    await page.getByLabel(say('新密码', 'New password'), { exact: true }).fill('tulip-Ferry-29-moss')
    await page.getByLabel(say('再次输入新密码', 'Repeat new password')).fill('tulip-Ferry-29-moss')
    await takePicture(page, `forgot-sms-code-${language}`)
    await button('设置新密码', 'Set new password').click()
    await page.getByRole('link', { name: say('去登录', 'Sign in') }).click()
    await fillSignIn(page, name, 'tulip-Ferry-29-moss')
    await page.locator('main[data-screen="/home/dashboard"]').waitFor()
    expect(visitor.complaints).toEqual([])
  })
})
