import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../db/connection.ts'
import type { SettingTester, TestResult } from '../../settings/setting-tester.ts'
import { allowLoopback } from '../http/loopback.testing.ts'
import { startFakeEpay } from './epay/fake-epay.testing.ts'
import { paymentTesters } from './payment-testers.ts'
import { startFakeStripe } from './stripe/fake-stripe.testing.ts'
import { startFakeTokenPay } from './tokenpay/fake-tokenpay.testing.ts'

let restore: () => void
const open: { close(): Promise<void> }[] = []
beforeEach(() => void (restore = allowLoopback({ impatience: { connectMs: 400, totalMs: 600 } })))
afterEach(async () => {
  restore()
  for (const fake of open.splice(0)) await fake.close()
})

const kept = async <Fake extends { close(): Promise<void> }>(fake: Promise<Fake>): Promise<Fake> => {
  open.push(await fake)
  return fake
}
const tried = async (key: string, value: object, language: 'zh' | 'en' = 'en'): Promise<TestResult> => {
  const tester = paymentTesters.find(({ setting }) => setting.key === key)!
  const test = tester.test as (value: object, circumstances: Parameters<SettingTester['test']>[1]) => Promise<TestResult>
  const result = await test(value, { db: {} as Db, target: '', language, signal: new AbortController().signal })
  expect(result.message).not.toContain('canary')
  return result
}

describe('the test button', () => {
  const stripe = (baseUrl: string) => ({
    secretKey: 'sk_test_canary',
    publishableKey: '',
    webhookSecret: 'whsec_canary',
    previousWebhookSecret: '',
    currency: 'CNY',
    gateway: baseUrl,
  })
  const tokenPay = (serviceUrl: string) => ({ serviceUrl, token: 'canary', digest: 'hmac-sha256', coin: 'TRX', currency: 'CNY' })

  it('passes when Stripe takes the key', async () => {
    const fake = await kept(startFakeStripe('sk_test_canary', 'whsec_canary', () => new Date()))
    expect(await tried('PAYMENT_STRIPE', stripe(fake.baseUrl))).toEqual({ isPassed: true, message: 'Stripe responded, keys are valid' })
    expect(await tried('PAYMENT_STRIPE', { ...stripe(fake.baseUrl), secretKey: 'sk_test_canary2' }, 'zh')).toEqual({
      isPassed: false,
      message: 'Stripe 不可用：密钥错误',
    })
  })

  it('passes when TokenPay takes the token', async () => {
    const fake = await kept(startFakeTokenPay('canary', 'hmac-sha256'))
    expect(await tried('PAYMENT_TOKENPAY', tokenPay(fake.baseUrl))).toMatchObject({ isPassed: true })
    expect(await tried('PAYMENT_TOKENPAY', { ...tokenPay(fake.baseUrl), digest: 'md5' })).toEqual({
      isPassed: false,
      message: 'TokenPay unavailable: signature refused, check the key and the signature method',
    })
  })

  it('passes when the gateway takes our key and we its own', async () => {
    const fake = await kept(startFakeEpay('1001'))
    const value = {
      version: 'v2',
      serviceUrl: fake.baseUrl,
      pid: '1001',
      way: 'alipay',
      merchantPrivateKey: fake.keys.merchantPrivate,
      platformPublicKey: fake.keys.platformPublic,
      key: '',
    }
    expect(await tried('PAYMENT_EPAY', value)).toMatchObject({ isPassed: true })
    expect(await tried('PAYMENT_EPAY', { ...value, platformPublicKey: 'MIIB' })).toMatchObject({ isPassed: false, message: expect.stringContaining('key') })
    expect(await tried('PAYMENT_EPAY', { ...value, version: 'v1', key: fake.md5Key })).toMatchObject({ isPassed: true })
  })

  it.each([
    ['http://tokenpay.example', 'only public https addresses'],
    ['https://192.168.1.1', 'only public https addresses'],
    ['http://127.0.0.1:9', 'only public https addresses'],
  ])('says what is wrong with the address %s', async (serviceUrl, words) =>
    expect(await tried('PAYMENT_TOKENPAY', tokenPay(serviceUrl))).toMatchObject({ isPassed: false, message: expect.stringContaining(words) }),
  )

  it('says that nobody answers', async () => {
    const fake = await startFakeTokenPay('canary', 'md5')
    await fake.close()
    expect(await tried('PAYMENT_TOKENPAY', tokenPay(fake.baseUrl))).toMatchObject({ isPassed: false, message: expect.stringContaining('connection failed') })
  })
})
