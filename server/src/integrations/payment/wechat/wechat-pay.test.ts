import { createPrivateKey } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { allowLoopback } from '../../http/loopback.testing.ts'
import { outbound } from '../../http/outbound.ts'
import { PaymentProviderProblem, type PaymentOrder, type PaymentProvider, type ProviderConnection } from '../payment.ts'
import { newOrder, problemOf } from '../payment-outcomes.testing.ts'
import { fakeFaults } from '../fake-vendor.testing.ts'
import { startFakeWechat, strangerKey, type FakeWechat } from './fake-wechat.testing.ts'
import { wechatPayProvider } from './wechat-pay.ts'
import { vendorCertificate, vendorKey } from './wechat-vectors.testing.ts'

const at = new Date('2026-03-10T12:00:00Z')
let fake: FakeWechat
let provider: PaymentProvider
let restore: () => void
let connection: ProviderConnection

beforeAll(async () => {
  restore = allowLoopback({ impatience: { totalMs: 400, connectMs: 300 } })
  fake = await startFakeWechat(() => at)
  connection = outbound({ family: 'payment', baseUrl: fake.url })
  provider = wechatPayProvider(fake.setting, connection, () => at)
})
afterAll(async () => {
  await fake.close()
  restore()
})
afterEach(() => {
  fake.fault = null
  fake.spoiled = null
  fake.certificate = null
  restore()
  restore = allowLoopback({ impatience: { totalMs: 400, connectMs: 300 } })
})

const order = (changed: Partial<PaymentOrder> = {}): PaymentOrder => newOrder('wechat', changed)

describe('with WeChat as it should be', () => {
  it('an order gives a code to scan, and the same number gives it again', async () => {
    const wanted = order()
    const offer = await provider.create(wanted)
    expect(offer).toEqual({ kind: 'qr', url: expect.stringMatching(/^weixin:\/\/wxpay\/bizpayurl\?pr=/) as string, providerNo: null })
    expect(await provider.create(wanted)).toEqual(offer)
  })

  it('a query tells each state, the amount and whose money it is', async () => {
    const wanted = order({ amountCents: 1999 })
    await provider.create(wanted)
    const key = { outTradeNo: wanted.outTradeNo, providerNo: null }
    expect(await provider.query(key)).toMatchObject({
      state: 'pending',
      amountCents: 1999,
      providerNo: '',
      merchant: fake.setting.mchId,
      app: fake.setting.appId,
    })
    for (const [state, told] of [
      ['SUCCESS', 'paid'],
      ['REFUND', 'refunding'],
      ['CLOSED', 'closed'],
      ['REVOKED', 'closed'],
      ['USERPAYING', 'pending'],
      ['PAYERROR', 'failed'],
    ] as const) {
      fake.orders.get(wanted.outTradeNo)!.state = state
      expect(await provider.query(key)).toMatchObject({ state: told })
    }
  })

  it('an order that WeChat does not know is none', async () => {
    expect(await provider.query({ outTradeNo: 'P20260310NOBODY', providerNo: null })).toBeNull()
    expect(await provider.refunds!.query({ outTradeNo: 'P1', providerNo: null, refundNo: 'R20260310NOBODY', providerRefundNo: null })).toBeNull()
  })

  it('a refund goes through, once, and never beyond what was paid', async () => {
    const wanted = order()
    await provider.create(wanted)
    fake.pay(wanted.outTradeNo)
    const refund = {
      outTradeNo: wanted.outTradeNo,
      providerNo: null,
      refundNo: `R${wanted.outTradeNo}`,
      amountCents: 4000,
      totalCents: 10_000,
      currency: 'CNY',
      reason: 'Refund',
      notifyUrl: wanted.notifyUrl,
    }
    const told = await provider.refunds!.create(refund)
    expect(told).toMatchObject({ refundNo: refund.refundNo, state: 'refunding', amountCents: 4000, currency: 'CNY' })
    expect(await provider.refunds!.create(refund)).toEqual(told)
    expect(fake.refunds.size).toBe(1)
    expect(await problemOf(provider.refunds!.create({ ...refund, refundNo: `S${wanted.outTradeNo}`, amountCents: 6001 }))).toMatchObject({ kind: 'refused' })
    fake.refunds.get(refund.refundNo)!.status = 'SUCCESS'
    expect(await provider.refunds!.query({ ...refund, providerRefundNo: null })).toMatchObject({ state: 'refund-completed' })
  })

  it('a probe proves our key and theirs, and makes nothing', async () => {
    const before = fake.orders.size
    await provider.probe()
    expect(fake.orders.size).toBe(before)
  })
})

describe('with keys that do not fit', () => {
  it('a call is refused with the vendor’s own code, and so is the probe', async () => {
    const stranger = wechatPayProvider({ ...fake.setting, privateKey: strangerKey.export({ type: 'pkcs8', format: 'pem' }).toString() }, connection, () => at)
    expect(await problemOf(stranger.create(order()))).toMatchObject({ kind: 'refused', providerCode: 'SIGN_ERROR' })
    expect(await problemOf(stranger.probe())).toMatchObject({ kind: 'refused', providerCode: 'SIGN_ERROR' })
  })

  it('a clock that is wrong is refused', async () => {
    const late = wechatPayProvider(fake.setting, connection, () => new Date(at.getTime() + 400_000))
    expect(await problemOf(late.create(order()))).toMatchObject({ kind: 'refused', providerCode: 'SIGN_ERROR' })
  })

  it.each(['unsigned', 'other-key', 'old'] as const)('an answer that is %s is not believed', async (spoiled) => {
    const wanted = order()
    await provider.create(wanted)
    fake.pay(wanted.outTradeNo)
    fake.spoiled = spoiled
    expect(await problemOf(provider.query({ outTradeNo: wanted.outTradeNo, providerNo: null }))).toMatchObject({ kind: 'untrusted' })
    expect(await problemOf(provider.create(order()))).toMatchObject({ kind: 'untrusted' })
    if (spoiled !== 'unsigned')
      expect(await problemOf(provider.query({ outTradeNo: 'P20260310NOBODY', providerNo: null }))).toMatchObject({ kind: 'untrusted' })
  })
})

describe('with platform certificates', () => {
  const certificate = { pem: vendorCertificate, serial: 'D7CE59D1F522D701', key: createPrivateKey(vendorKey) }
  const byCertificates = (now = () => at) => wechatPayProvider({ ...fake.setting, verifyBy: 'certificates', publicKey: '', publicKeyId: '' }, connection, now)
  const asked = () => fake.requests.filter(({ path }) => path === '/v3/certificates').length

  it('an answer is proven by the certificate that it names, which is asked for once', async () => {
    fake.certificate = certificate
    const before = asked()
    const own = byCertificates()
    await own.create(order())
    await own.create(order())
    await own.probe()
    // The probe asks by itself, to prove the API v3 key.
    expect(asked() - before).toBe(2)
    const told = await fake.notification('PAYSCORE.USER_OPEN_SERVICE', 'payscore', {})
    expect(await own.verifyNotification(told)).toMatchObject({ kind: 'other' })
  })

  it('a false serial does not send us asking again and again', async () => {
    fake.certificate = certificate
    const own = byCertificates()
    await own.create(order())
    const before = asked()
    for (let index = 0; index < 10; index++) {
      const told = await fake.notification('PAYSCORE.USER_OPEN_SERVICE', 'payscore', {}, { serial: `${index}BCE59D1F522D701` })
      await expect(own.verifyNotification(told)).rejects.toMatchObject({ reason: 'key' })
    }
    expect(asked() - before).toBe(0)
  })

  it.each([
    ['sealed with another API v3 key', { ...certificate, sealedWith: 'x'.repeat(32) }],
    ['under another serial', { ...certificate, serial: 'D7CE59D1F522D702' }],
    ['announced under another serial than its own', { ...certificate, announced: 'D7CE59D1F522D702' }],
    ['given out in an answer that is not signed by it', { ...certificate, givenOutBy: strangerKey }],
    ['that is none', { ...certificate, pem: 'nonsense' }],
    ['in an answer signed by another key', { ...certificate, key: strangerKey }],
  ])('one %s is not believed', async (_, changed) => {
    fake.certificate = changed
    expect(await problemOf(byCertificates().create(order()))).toMatchObject({ kind: 'untrusted' })
    expect(await problemOf(byCertificates().probe())).toMatchObject({ kind: 'untrusted' })
  })

  it('one that has ended does not count', async () => {
    const later = new Date('2032-01-01T00:00:00Z')
    const own = startFakeWechat(() => later)
    const old = await own
    old.certificate = certificate
    const line = outbound({ family: 'payment', baseUrl: old.url })
    const provider2032 = wechatPayProvider({ ...old.setting, verifyBy: 'certificates' }, line, () => later)
    expect(await problemOf(provider2032.create(order()))).toMatchObject({ kind: 'untrusted' })
    await old.close()
  })
})

describe('with a line that fails', () => {
  it.each(fakeFaults)('%s leaves open what became of an order', async (fault) => {
    fake.fault = fault
    const problem = await problemOf(provider.create(order()))
    expect(problem).toBeInstanceOf(PaymentProviderProblem)
    expect(problem.kind).toBe(fault === 'garbage' || fault === 'empty' ? 'untrusted' : 'unanswered')
    const asked = await problemOf(provider.query({ outTradeNo: 'P20260310NOBODY', providerNo: null }))
    expect(['unanswered', 'untrusted']).toContain(asked.kind)
    for (const secret of [fake.setting.apiV3Key, fake.setting.privateKey.slice(40, 80)]) expect(problem.message).not.toContain(secret)
  })

  it('five failures later the host is left alone', async () => {
    fake.fault = 'status-500'
    for (let index = 0; index < 5; index++) await problemOf(provider.query({ outTradeNo: 'P20260310NOBODY', providerNo: null }))
    const before = fake.requests.length
    for (let index = 0; index < 5; index++) await problemOf(provider.query({ outTradeNo: 'P20260310NOBODY', providerNo: null }))
    expect(fake.requests.length).toBe(before)
  })
})
