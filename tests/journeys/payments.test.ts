import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alipaySetting } from '../../server/src/integrations/payment/alipay/fake-alipay.testing.ts'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { saveSetting } from '../support/setting-form.ts'
import { expectAccessible } from '../support/soundness.ts'

/* Alipay is filled in, and a cent is paid to try. The vendor is not called. */
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

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  test('Alipay is filled in, and a cent is paid to try and sent back', async () => {
    const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
    const atFirst = {
      PLATFORM_ADDRESS: { param_value: JSON.stringify({ publicUrl: 'https://dns.example.com' }) },
      PAYMENT_ALIPAY: { param_value: '{}', status: 0 },
    }
    for (const [key, values] of Object.entries(atFirst)) await platform.db.updateTable('system_config').set(values).where('param_key', '=', key).execute()
    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    const picture = (name: string) => takePicture(page, `payment-${name}-${language}-${widthPx}`)
    const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
    /** A required field's label ends with a star. */
    const field = (zh: string, en: string): Locator => page.getByLabel(new RegExp(`^${say(zh, en).replace(/[()]/g, '\\$&')}\\*?$`)).filter({ visible: true })
    const dialog = (): Locator => page.getByRole('dialog').last()
    await signIn(visitor, '/system/config/payment/alipay')
    await page.locator('main[data-screen="/system/config/payment/alipay"]').waitFor()
    await visitor.quiet()
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
    await visitor.close()
  })
})
