import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { books } from '@nameplane/contract/system/settings/books'
import { epay } from '@nameplane/contract/system/settings/payment-epay'
import { stripe } from '@nameplane/contract/system/settings/payment-stripe'
import { wechatPay } from '@nameplane/contract/system/settings/payment-wechat'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { call } from '../../../../api/client.ts'
import { wholeConsole, type WholeConsole } from '../../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../../browser/pressed/accessible.testing.ts'
import { inLanguage, pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { pressSave, putBackAfterwards, restoreAfterwards, savedOf } from '../setting-saved.testing.ts'
import { settingMessages } from '../setting.messages.ts'
import { StripePage } from './stripe-page.tsx'

/*
 * The public address, WeChat Pay, Stripe, a gateway of Rainbow EPay and the currency of the books are filled in, refused where something is
 * wrong, and saved. None of the providers is called. This is the one file that saves these settings and the public address.
 */
const path = (page: string): string => `/system/config/payment/${page}`
const mask = '******'

/** The keys of a merchant, as the tools of gateways give them out: PEM and bare base64. */
async function newKeys(): Promise<{ own: string; platform: string }> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  const own = base64(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const lines = own.match(/.{1,64}/g) ?? []
  const platform = base64(await crypto.subtle.exportKey('spki', pair.publicKey))
  return { own: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----`, platform }
}

test('whether a setting is in use is a change like any other', async () => {
  const text = settingMessages.zh
  const discard = () => screen.queryByRole('button', { name: text.discard })
  const user = pressed(<StripePage />, path('stripe'))
  const tick = await screen.findByRole<HTMLInputElement>('checkbox', { name: text.inUse })
  expect([tick.checked, discard()]).toEqual([false, null])
  await user.click(tick)
  expect(screen.getByText(new RegExp(text.unsaved(1)))).toBeTruthy()
  await user.click(discard()!)
  expect([tick.checked, discard()]).toEqual([false, null])
  // In use it needs what it works with, which is said at the fields.
  await user.click(tick)
  await user.click(screen.getByRole('button', { name: text.save }))
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  expect((await call(setting.ofKey, { key: stripe.key })).config.status).toBe(0)
})

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  /** A required field's label ends with a star. */
  const labelOf = (zh: string, en: string) => new RegExp(`^${say(zh, en)}\\*?$`)
  const field = (zh: string, en: string) => screen.findByLabelText<HTMLInputElement>(labelOf(zh, en))
  const wrong = (count: number) => waitFor(() => expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(count))
  const save = ({ hand }: WholeConsole) => hand.click(screen.getByRole('button', { name: settingMessages[language].save }))
  /** Also where it is said twice. */
  const isSaid = (zh: string, en: string) => waitFor(() => expect(screen.getAllByText(say(zh, en))).not.toEqual([]))
  async function fill({ hand }: WholeConsole, into: HTMLElement, text: string): Promise<void> {
    await hand.clear(into)
    await hand.click(into)
    await hand.paste(text)
  }

  async function prepared(...keys: readonly string[]): Promise<WholeConsole> {
    inLanguage(language)
    for (const key of keys) await restoreAfterwards(key)
    return wholeConsole()
  }

  const notified = (host: string): string => `https://${host}/api/app/payment/notify/wechat`

  test('the public address is checked, and gives each provider its own', async () => {
    const console = await prepared()
    await putBackAfterwards(platformAddress.key)
    await call(setting.save, { paramKey: platformAddress.key, paramValue: {} })
    await console.open(path('address'))
    await fill(console, await field('平台公网地址', 'Public address'), 'dns.example')
    await save(console)
    await isSaid('URL地址格式错误', 'Invalid URL')
    await fill(console, await field('平台公网地址', 'Public address'), 'https://dns.example.net/')
    expect(await screen.findByText(notified('dns.example.net'))).toBeTruthy()
    await pressSave(console, language)
    await expectAccessible('public address')
    expect(await savedOf(platformAddress.key)).toMatchObject({ publicUrl: 'https://dns.example.net' })
  })

  test('WeChat Pay says what is missing, and keeps its secrets by their masks', async () => {
    const keys = await newKeys()
    const console = await prepared(wechatPay.key)
    const { hand } = console
    await putBackAfterwards(platformAddress.key)
    await call(setting.save, { paramKey: platformAddress.key, paramValue: { publicUrl: 'https://dns.example.com' } })
    await console.open(path('wechat'))
    const privateKey = () => field('商户私钥', 'Merchant private key')
    const apiKey = () => field('APIv3 密钥', 'API v3 key')
    await privateKey()
    await save(console)
    await wrong(7)
    await expectAccessible('empty WeChat Pay')
    await fill(console, await field('商户号', 'Merchant ID'), '1900000001')
    await fill(console, await field('AppID', 'App ID'), 'wx0123456789abcdef')
    await fill(console, await field('证书序列号', 'Certificate serial number'), '5157F09EFDC096DE15EBE81A47057A7232F1B8E1')
    await fill(console, await privateKey(), 'nonsense')
    await isSaid('密钥或证书格式错误', 'Invalid key or certificate')
    await fill(console, await privateKey(), keys.own)
    await fill(console, await apiKey(), 'ApiV3KeyOfTheTest0123456789abcde')
    await fill(console, await field('微信支付公钥 ID', 'WeChat Pay public key ID'), 'PUB_KEY_ID_0114232134912410000000000000')
    await fill(console, await field('微信支付公钥', 'WeChat Pay public key'), keys.platform)
    await hand.click(screen.getByRole('checkbox', { name: settingMessages[language].inUse }))
    await pressSave(console, language)
    await console.open('/system/config/overview')
    await console.open(path('wechat'))
    await waitFor(async () => expect([(await privateKey()).value, (await apiKey()).value]).toEqual([mask, mask]))
    expect(screen.getByText(notified('dns.example.com'))).toBeTruthy()
    await hand.selectOptions(await field('验签方式', 'Verification method'), 'certificates')
    await waitFor(() => expect(screen.queryByLabelText(labelOf('微信支付公钥', 'WeChat Pay public key'))).toBeNull())
    await expectAccessible('WeChat Pay')
    await hand.click(screen.getByRole('button', { name: settingMessages[language].discard }))
    expect((await call(setting.ofKey, { key: wechatPay.key })).config.status).toBe(1)
    expect(await savedOf(wechatPay.key)).toMatchObject({ verifyBy: 'public-key', privateKey: mask, apiV3Key: mask, publicKey: keys.platform })
  })

  test('Stripe wants its keys, both of one world, and says what to enter at Stripe', async () => {
    const console = await prepared(stripe.key)
    const { hand } = console
    await putBackAfterwards(platformAddress.key)
    await call(setting.save, { paramKey: platformAddress.key, paramValue: { publicUrl: 'https://dns.example.com' } })
    const secretKey = () => field('密钥', 'Secret key')
    const publishableKey = () => field('可公开密钥', 'Publishable key')
    const currency = () => field('币种', 'Currency')
    await console.open(path('stripe'))
    await secretKey()
    await save(console)
    await wrong(2)
    await fill(console, await secretKey(), 'pk_test_51Abc')
    await fill(console, await field('签名密钥', 'Signing secret'), 'whsec_abc123')
    await screen.findByText(say('密钥或证书格式错误', 'Invalid key or certificate'))
    await fill(console, await secretKey(), 'sk_test_51Abc')
    await fill(console, await publishableKey(), 'pk_live_51Abc')
    await save(console)
    await screen.findByText(say('与密钥不属于同一环境（测试或正式）', 'Test and live mode differ from the secret key'))
    await fill(console, await publishableKey(), 'pk_test_51Abc')
    await hand.selectOptions(await currency(), 'JPY')
    await hand.click(screen.getByRole('checkbox', { name: settingMessages[language].inUse }))
    await screen.findByText('https://dns.example.com/api/app/payment/notify/stripe')
    await save(console)
    await isSaid('平台以 CNY 记账，收款也必须使用 CNY', 'Payments must use the billing currency CNY')
    await wrong(1)
    await hand.selectOptions(await currency(), 'CNY')
    await pressSave(console, language)
    await console.open('/system/config/overview')
    await console.open(path('stripe'))
    await waitFor(async () => expect((await secretKey()).value).toBe(mask))
    expect((await currency()).value).toBe('CNY')
    // A new key is masked as soon as it is saved, though it looks then as the one before did.
    await fill(console, await secretKey(), 'sk_test_52Abc')
    expect((await secretKey()).value).toBe('sk_test_52Abc')
    await pressSave(console, language)
    await waitFor(async () => expect((await secretKey()).value).toBe(mask))
    await expectAccessible('Stripe')
    expect((await call(setting.ofKey, { key: stripe.key })).config.status).toBe(1)
    expect(await savedOf(stripe.key)).toMatchObject({ secretKey: mask, webhookSecret: mask, publishableKey: 'pk_test_51Abc' })
  })

  test('the books change their currency only while nobody charges in it', async () => {
    const console = await prepared(books.key, stripe.key)
    const { hand } = console
    const paramValue = { secretKey: 'sk_test_51Abc', webhookSecret: 'whsec_abc123', publishableKey: 'pk_test_51Abc', currency: 'CNY' }
    await call(setting.save, { paramKey: stripe.key, paramValue, status: 1 })
    await console.open(path('currency'))
    await screen.findByRole('heading', { name: say('记账币种', 'Billing currency') })
    await hand.selectOptions(await field('币种', 'Currency'), 'USD')
    await save(console)
    await isSaid('有已启用的支付渠道使用其他币种，请先停用', 'An enabled provider uses another currency. Disable it first.')
    await expectAccessible('currency of the books')
    expect((await savedOf(books.key))['currency'] ?? 'CNY').toBe('CNY')
    await call(setting.setStatusSafely, { id: (await call(setting.ofKey, { key: stripe.key })).config.id, status: 0 })
    await pressSave(console, language)
    expect(await savedOf(books.key)).toMatchObject({ currency: 'USD' })
    await hand.selectOptions(await field('币种', 'Currency'), 'CNY')
    await pressSave(console, language)
    expect(await savedOf(books.key)).toMatchObject({ currency: 'CNY' })
  })

  test('Rainbow EPay wants RSA keys, and warns of its first version', async () => {
    const keys = await newKeys()
    const console = await prepared(epay.key)
    const { hand } = console
    await console.open(path('epay'))
    await field('网关地址', 'Gateway URL')
    await save(console)
    await wrong(4)
    await fill(console, await field('网关地址', 'Gateway URL'), 'https://pay.example')
    await fill(console, await field('商户 ID', 'Merchant ID'), '1001')
    await hand.selectOptions(await field('付款方式', 'Payment method'), 'wxpay')
    await fill(console, await field('商户私钥', 'Merchant private key'), keys.own)
    await fill(console, await field('平台公钥', 'Platform public key'), keys.platform)
    await pressSave(console, language)
    await expectAccessible('Rainbow EPay')
    await hand.selectOptions(await field('接口版本', 'API version'), 'v1')
    await screen.findByText(new RegExp(say('V1 的密钥会出现在查询地址中', 'V1 sends the key in query URLs')))
    expect(screen.queryByLabelText(labelOf('商户私钥', 'Merchant private key'))).toBeNull()
    await save(console)
    await wrong(1)
    await fill(console, await field('商户密钥', 'Merchant key'), '89unJUB8HZ54Hj7x')
    await pressSave(console, language)
    await expectAccessible('Rainbow EPay version 1')
    // The keys of the other version were kept.
    const kept = { merchantPrivateKey: mask, platformPublicKey: keys.platform }
    expect(await savedOf(epay.key)).toMatchObject({ version: 'v1', key: mask, way: 'wxpay', ...kept })
  })
})
