import { generateKeyPairSync } from 'node:crypto'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { saveSetting } from '../support/setting-form.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* Stripe, TokenPay and a gateway of Rainbow EPay are filled in, refused where something is wrong, saved and tried. None of them is called. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let say: (zh: string, en: string) => string

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keys = {
  own: pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString().trim(),
  platform: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
}

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
const field = (zh: string, en: string): Locator => page.getByLabel(new RegExp(`^${say(zh, en)}\\*?$`))
const dialog = (): Locator => page.getByRole('dialog').last()
const wrongFields = () => page.locator('[aria-invalid="true"]').count()
async function save(): Promise<void> {
  await saveSetting(page, button('保存配置', 'Save'))
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
    const gateways = ['BOOKS', 'PAYMENT_STRIPE', 'PAYMENT_TOKENPAY', 'PAYMENT_EPAY']
    await platform.db.updateTable('system_config').set({ param_value: '{}', status: 0 }).where('param_key', 'in', gateways).execute()
    const publicUrl = JSON.stringify({ publicUrl: 'https://dns.example.com' })
    await platform.db.updateTable('system_config').set({ param_value: publicUrl }).where('param_key', '=', 'PLATFORM_ADDRESS').execute()
    await signIn(visitor)
  })
  afterEach(() => visitor.close())

  test('Stripe wants its keys, both of one world, and says what to enter at Stripe', async () => {
    await visitor.open('/system/config/payment/stripe')
    await field('密钥', 'Secret key').waitFor()
    await button('保存配置', 'Save').click()
    await expect.poll(wrongFields).toBe(2)
    await picture('stripe-empty')
    await field('密钥', 'Secret key').fill('pk_test_51Abc')
    await field('签名密钥', 'Signing secret').fill('whsec_abc123')
    await page.getByText(say('密钥或证书格式错误', 'Invalid key or certificate'), { exact: true }).waitFor()
    await field('密钥', 'Secret key').fill('sk_test_51Abc')
    await field('可公开密钥', 'Publishable key').fill('pk_live_51Abc')
    await button('保存配置', 'Save').click()
    await page.getByText(say('与密钥不属于同一环境（测试或正式）', 'Test and live mode differ from the secret key'), { exact: true }).waitFor()
    await field('可公开密钥', 'Publishable key').fill('pk_test_51Abc')
    await field('币种', 'Currency').selectOption('JPY')
    await page.getByRole('checkbox', { name: say('启用', 'Enabled') }).check()
    await page.getByText('https://dns.example.com/api/app/payment/notify/stripe', { exact: true }).waitFor()
    await button('保存配置', 'Save').click()
    await page.getByText(say('平台以 CNY 记账，收款也必须使用 CNY', 'Payments must use the billing currency CNY'), { exact: true }).first().waitFor()
    expect(await wrongFields()).toBe(1)
    await picture('stripe-currency')
    await field('币种', 'Currency').selectOption('CNY')
    await save()
    await page.reload()
    await expect.poll(() => field('密钥', 'Secret key').inputValue()).toBe('******')
    expect(await field('币种', 'Currency').inputValue()).toBe('CNY')
    // A new key is masked as soon as it is saved, though it looks then as the one before did.
    await field('密钥', 'Secret key').fill('sk_test_52Abc')
    await save()
    await expect.poll(() => field('密钥', 'Secret key').inputValue()).toBe('******')
    await picture('stripe')
    await expectAccessible(page, 'Stripe')
    await expectQuiet(visitor, 'Stripe')
    const { config: record } = await platform.call(setting.ofKey, { key: 'PAYMENT_STRIPE' })
    expect(record.status).toBe(1)
    expect(JSON.parse(record.paramValue)).toMatchObject({ secretKey: '******', webhookSecret: '******', publishableKey: 'pk_test_51Abc' })
  })

  test('the books change their currency only while nobody charges in it', async () => {
    const paramValue = { secretKey: 'sk_test_51Abc', webhookSecret: 'whsec_abc123', publishableKey: 'pk_test_51Abc', currency: 'CNY' }
    await platform.call(setting.save, { paramKey: 'PAYMENT_STRIPE', paramValue, status: 1 })
    await visitor.open('/system/config/payment/currency')
    await page.getByRole('heading', { name: say('记账币种', 'Billing currency'), exact: true }).waitFor()
    await page.locator('select[name=currency]:visible').selectOption('USD')
    await button('保存配置', 'Save').click()
    await page
      .getByText(say('有已启用的支付渠道使用其他币种，请先停用', 'An enabled provider uses another currency. Disable it first.'), { exact: true })
      .first()
      .waitFor()
    await picture('currency')
    await expectAccessible(page, 'currency of the books')
    await platform.db.updateTable('system_config').set({ status: 0 }).where('param_key', '=', 'PAYMENT_STRIPE').execute()
    await save()
    const currency = async () => (JSON.parse((await platform.call(setting.ofKey, { key: 'BOOKS' })).config.paramValue) as { currency: string }).currency
    expect(await currency()).toBe('USD')
    await page.locator('select[name=currency]:visible').selectOption('CNY')
    await save()
    await expect.poll(currency).toBe('CNY')
    await expectQuiet(visitor, 'currency of the books')
  })

  test('TokenPay is filled in, and a try says that its address may not be called', async () => {
    await visitor.open('/system/config/payment/tokenpay')
    await field('服务地址', 'Service URL').fill('tokenpay.example')
    await field('API 令牌', 'API token').fill('666')
    await page.getByText(say('URL地址格式错误', 'Invalid URL'), { exact: true }).waitFor()
    await field('服务地址', 'Service URL').fill('https://127.0.0.1:5000/')
    await field('签名方式', 'Signature').selectOption('md5')
    await button('测试', 'Test').click()
    await dialog()
      .getByRole('button', { name: say('测试', 'Test'), exact: true })
      .click()
    await dialog().getByText(say('只能使用', 'only public https addresses'), { exact: false }).waitFor()
    await picture('tokenpay-tried')
    await expectAccessible(page, 'TokenPay tried')
    await page.keyboard.press('Escape')
    await save()
    const { config: record } = await platform.call(setting.ofKey, { key: 'PAYMENT_TOKENPAY' })
    expect(JSON.parse(record.paramValue)).toMatchObject({
      serviceUrl: 'https://127.0.0.1:5000',
      token: '******',
      digest: 'md5',
      coin: 'USDT_TRC20',
      currency: 'CNY',
    })
    await picture('tokenpay')
    await expectAccessible(page, 'TokenPay')
  })

  test('Rainbow EPay wants RSA keys, and warns of its first version', async () => {
    await visitor.open('/system/config/payment/epay')
    await field('网关地址', 'Gateway URL').waitFor()
    await button('保存配置', 'Save').click()
    await expect.poll(wrongFields).toBe(4)
    await field('网关地址', 'Gateway URL').fill('https://pay.example')
    await field('商户 ID', 'Merchant ID').fill('1001')
    await field('付款方式', 'Payment method').selectOption('wxpay')
    await field('商户私钥', 'Merchant private key').fill(keys.own)
    await field('平台公钥', 'Platform public key').fill(keys.platform)
    await save()
    await picture('epay')
    await expectAccessible(page, 'Rainbow EPay')
    await field('接口版本', 'API version').selectOption('v1')
    await page.getByText(say('V1 的密钥会出现在查询地址中', 'V1 sends the key in query URLs'), { exact: false }).waitFor()
    expect(await field('商户私钥', 'Merchant private key').count()).toBe(0)
    await button('保存配置', 'Save').click()
    await expect.poll(wrongFields).toBe(1)
    await field('商户密钥', 'Merchant key').fill('89unJUB8HZ54Hj7x')
    await save()
    await picture('epay-v1')
    await expectAccessible(page, 'Rainbow EPay version 1')
    const { config: record } = await platform.call(setting.ofKey, { key: 'PAYMENT_EPAY' })
    // The keys of the other version were kept.
    expect(JSON.parse(record.paramValue)).toMatchObject({
      version: 'v1',
      key: '******',
      merchantPrivateKey: '******',
      platformPublicKey: keys.platform,
      way: 'wxpay',
    })
    expect(visitor.complaints).toEqual([])
  })
})
