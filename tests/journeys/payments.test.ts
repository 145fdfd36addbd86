import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { alipaySetting } from '../../server/src/integrations/payment/alipay/fake-alipay.testing.ts'
import { wechatSetting } from '../../server/src/integrations/payment/wechat/fake-wechat.testing.ts'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { saveSetting } from '../support/setting-form.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* The public address is said, WeChat Pay and Alipay are filled in, and a cent is paid to try. The vendors are not called. */
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

const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
/** A required field's label ends with a star. */
const field = (zh: string, en: string): Locator => page.getByLabel(new RegExp(`^${say(zh, en).replace(/[()]/g, '\\$&')}\\*?$`)).filter({ visible: true })
const dialog = (): Locator => page.getByRole('dialog').last()
const setAddress = (address: { publicUrl?: string }) =>
  platform.db
    .updateTable('system_config')
    .set({ param_value: JSON.stringify(address) })
    .where('param_key', '=', 'PLATFORM_ADDRESS')
    .execute()
/** Opens a screen and waits until it is the one that is seen. */
async function open(path: string): Promise<void> {
  await visitor.open(path)
  await page.locator(`main[data-screen="${path}"]`).waitFor()
  await visitor.quiet()
}

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  const picture = (name: string) => takePicture(page, `payment-${name}-${language}-${widthPx}`)
  beforeEach(async () => {
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    say = (zh, en) => (language === 'zh' ? zh : en)
    await platform.db
      .updateTable('system_config')
      .set({ param_value: '{}', status: 0 })
      .where('param_key', 'in', ['PAYMENT_WECHAT', 'PAYMENT_ALIPAY'])
      .execute()
    await setAddress({ publicUrl: 'https://dns.example.com' })
    await signIn(visitor)
  })
  afterEach(() => visitor.close())

  test('the public address gives each provider its own', async () => {
    await setAddress({})
    await open('/system/config/payment/address')
    await field('平台公网地址', 'Public address').fill('dns.example')
    await button('保存配置', 'Save').click()
    await page.getByText(say('URL地址格式错误', 'Invalid URL'), { exact: true }).waitFor()
    await field('平台公网地址', 'Public address').fill('https://dns.example.com/')
    await page.getByText('https://dns.example.com/api/app/payment/notify/wechat', { exact: true }).waitFor()
    await saveSetting(page, button('保存配置', 'Save'))
    await picture('address')
    await expectAccessible(page, 'public address')
    await expectQuiet(visitor, 'public address')
  })

  test('WeChat Pay says what is missing, keeps its secrets by their masks, and says that it cannot be reached', async () => {
    await open('/system/config/payment/wechat')
    await button('保存配置', 'Save').click()
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(7)
    await picture('wechat-empty')
    await expectAccessible(page, 'empty WeChat Pay')
    await field('商户号', 'Merchant ID').fill(wechatSetting.mchId)
    await field('AppID', 'App ID').fill(wechatSetting.appId)
    await field('证书序列号', 'Certificate serial number').fill(wechatSetting.serialNo)
    await field('商户私钥', 'Merchant private key').fill('nonsense')
    await page.getByText(say('密钥或证书格式错误', 'Invalid key or certificate'), { exact: true }).first().waitFor()
    await field('商户私钥', 'Merchant private key').fill(wechatSetting.privateKey)
    await field('APIv3 密钥', 'API v3 key').fill(wechatSetting.apiV3Key)
    await field('微信支付公钥 ID', 'WeChat Pay public key ID').fill(wechatSetting.publicKeyId)
    await field('微信支付公钥', 'WeChat Pay public key').fill(wechatSetting.publicKey)
    await page.getByRole('checkbox', { name: say('启用', 'Enabled') }).check()
    await saveSetting(page, button('保存配置', 'Save'))
    await page.reload()
    await expect.poll(() => field('商户私钥', 'Merchant private key').inputValue()).toBe('******')
    expect(await field('APIv3 密钥', 'API v3 key').inputValue()).toBe('******')
    await page.getByText('https://dns.example.com/api/app/payment/notify/wechat', { exact: true }).waitFor()
    await picture('wechat')
    await field('验签方式', 'Verification method').selectOption('certificates')
    await expect.poll(() => field('微信支付公钥', 'WeChat Pay public key').count()).toBe(0)
    await picture('wechat-certificates')
    await expectAccessible(page, 'WeChat Pay')
    await button('放弃修改', 'Discard').click()
    const { config: record } = await platform.call(setting.ofKey, { key: 'PAYMENT_WECHAT' })
    expect(record.status).toBe(1)
    expect(JSON.stringify(await platform.db.selectFrom('system_config').select('param_value').where('id', '=', record.id).execute())).not.toContain(
      wechatSetting.apiV3Key,
    )
  })

  test('Alipay is filled in, and a cent is paid to try and sent back', async () => {
    await open('/system/config/payment/alipay')
    expect(await button('支付测试', 'Test payment').isDisabled()).toBe(true)
    await field('AppID', 'App ID').fill(alipaySetting.appId)
    await field('收款账号 PID', 'Seller ID (PID)').fill(alipaySetting.sellerId)
    await field('应用私钥', 'Application private key').fill(alipaySetting.privateKey)
    await field('支付宝公钥', 'Alipay public key').fill(alipaySetting.alipayPublicKey)
    await page.getByRole('checkbox', { name: say('启用', 'Enabled') }).check()
    await saveSetting(page, button('保存配置', 'Save'))
    await picture('alipay')
    await field('加签模式', 'Signing mode').selectOption('certificates')
    await field('支付宝根证书', 'Alipay root certificate').waitFor()
    await picture('alipay-certificates')
    await expectAccessible(page, 'Alipay')

    await button('支付测试', 'Test payment').click()
    await dialog()
      .getByRole('button', { name: say('创建订单', 'Create order'), exact: true })
      .click()
    const link = dialog().getByRole('link', { name: say('打开付款页面', 'Open payment page') })
    await link.waitFor()
    const url = new URL((await link.getAttribute('href'))!)
    expect(url.origin).toBe('https://openapi.alipay.com')
    const { out_trade_no: number } = JSON.parse(url.searchParams.get('biz_content')!) as { out_trade_no: string }
    await picture('try')
    await expectAccessible(page, 'payment to try')
    // What only the payer's telephone and the provider's answer would do.
    await platform.db.updateTable('payment').set({ status: 14, next_query_at: null }).where('out_trade_no', '=', number).execute()
    await dialog().getByText(say('已收到付款并核对无误，此支付渠道可以使用', 'Payment received and verified')).waitFor()
    await picture('try-paid')
    await platform.db.updateTable('payment').set({ status: 16, refunded_cents: 1 }).where('out_trade_no', '=', number).execute()
    await dialog().getByText(say('已退款', 'Refunded'), { exact: true }).waitFor()
    expect(visitor.complaints).toEqual([])
  })
})
