import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../db/connection.ts'
import type { SettingTester, TestResult } from '../../settings/setting-tester.ts'
import { allowLoopback } from '../http/loopback.testing.ts'
import { startEpayPeer } from './epay/epay-peer.testing.ts'
import { paymentTesters } from './payment-testers.ts'
import { startStripePeer } from './stripe/stripe-peer.testing.ts'
import { startTokenPayPeer } from './tokenpay/tokenpay-peer.testing.ts'

let restore: () => void
const open: { close(): Promise<void> }[] = []
beforeEach(() => void (restore = allowLoopback({ connectMs: 400, totalMs: 600 })))
afterEach(async () => {
  restore()
  for (const peer of open.splice(0)) await peer.close()
})

const kept = async <Peer extends { close(): Promise<void> }>(peer: Promise<Peer>): Promise<Peer> => {
  open.push(await peer)
  return peer
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
    const peer = await kept(startStripePeer('sk_test_canary', 'whsec_canary', () => new Date()))
    expect(await tried('PAYMENT_STRIPE', stripe(peer.baseUrl))).toEqual({ isPassed: true, message: 'Stripe answered, the keys are good' })
    expect(await tried('PAYMENT_STRIPE', { ...stripe(peer.baseUrl), secretKey: 'sk_test_canary2' }, 'zh')).toEqual({
      isPassed: false,
      message: 'Stripe 不可用：密钥不正确',
    })
  })

  it('passes when TokenPay takes the token', async () => {
    const peer = await kept(startTokenPayPeer('canary', 'hmac-sha256'))
    expect(await tried('PAYMENT_TOKENPAY', tokenPay(peer.baseUrl))).toMatchObject({ isPassed: true })
    expect(await tried('PAYMENT_TOKENPAY', { ...tokenPay(peer.baseUrl), digest: 'md5' })).toEqual({
      isPassed: false,
      message: 'TokenPay cannot be used: it refused the signature; check the key and the kind of signature',
    })
  })

  it('passes when the gateway takes our key and we its own', async () => {
    const peer = await kept(startEpayPeer('1001'))
    const value = {
      version: 'v2',
      serviceUrl: peer.baseUrl,
      pid: '1001',
      way: 'alipay',
      merchantPrivateKey: peer.keys.merchantPrivate,
      platformPublicKey: peer.keys.platformPublic,
      key: '',
    }
    expect(await tried('PAYMENT_EPAY', value)).toMatchObject({ isPassed: true })
    expect(await tried('PAYMENT_EPAY', { ...value, platformPublicKey: 'MIIB' })).toMatchObject({ isPassed: false, message: expect.stringContaining('key') })
    expect(await tried('PAYMENT_EPAY', { ...value, version: 'v1', key: peer.md5Key })).toMatchObject({ isPassed: true })
  })

  it.each([
    ['http://tokenpay.example', 'only https addresses'],
    ['https://192.168.1.1', 'only https addresses'],
    ['http://127.0.0.1:9', 'only https addresses'],
  ])('says what is wrong with the address %s', async (serviceUrl, words) =>
    expect(await tried('PAYMENT_TOKENPAY', tokenPay(serviceUrl))).toMatchObject({ isPassed: false, message: expect.stringContaining(words) }),
  )

  it('says that nobody answers', async () => {
    const peer = await startTokenPayPeer('canary', 'md5')
    await peer.close()
    expect(await tried('PAYMENT_TOKENPAY', tokenPay(peer.baseUrl))).toMatchObject({ isPassed: false, message: expect.stringContaining('could not be reached') })
  })
})
