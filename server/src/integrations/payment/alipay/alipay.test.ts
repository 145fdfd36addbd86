import { createPublicKey, X509Certificate } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { allowLoopback } from '../../http/loopback.testing.ts'
import { outbound } from '../../http/outbound.ts'
import { PaymentProviderProblem, type PaymentOrder, type PaymentProvider, type ProviderConnection } from '../payment.ts'
import { newOrder, problemOf } from '../payment-outcomes.testing.ts'
import { rsaPublicKey, isSignedBy } from '../rsa.ts'
import { fakeFaults } from '../fake-vendor.testing.ts'
import { alipaySetting, canonical, signature, startFakeAlipay, strangerKey, gatewayKey, type FakeAlipay } from './fake-alipay.testing.ts'
import { vendorCertificate, vendorKey } from '../wechat/wechat-vectors.testing.ts'
import { certificateNumber } from './alipay-keys.ts'
import { alipayProvider } from './alipay.ts'

const at = new Date('2026-03-10T12:00:00Z')
let fake: FakeAlipay
let provider: PaymentProvider
let connection: ProviderConnection
let restore: () => void

beforeAll(async () => {
  restore = allowLoopback({ impatience: { totalMs: 400, connectMs: 300 } })
  fake = await startFakeAlipay(() => at)
  connection = outbound({ family: 'payment', baseUrl: fake.setting.gateway })
  provider = alipayProvider(fake.setting, connection, () => at)
})
afterAll(async () => {
  await fake.close()
  restore()
})
afterEach(() => {
  Object.assign(fake, { fault: null, spoiled: null, rewrite: null, certificateNumber: null })
  restore()
  restore = allowLoopback({ impatience: { totalMs: 400, connectMs: 300 } })
})

const order = (changed: Partial<PaymentOrder> = {}): PaymentOrder => newOrder('alipay', changed)

describe('with Alipay as it should be', () => {
  it('an order gives a code to scan', async () => {
    expect(await provider.create(order())).toEqual({ kind: 'qr', url: expect.stringMatching(/^https:\/\/qr\.alipay\.com\//) as string, providerNo: null })
  })

  it('an order on Alipay’s page is one signed address', async () => {
    const page = alipayProvider({ ...alipaySetting, product: 'page' }, connection, () => at)
    const offer = await page.create(order({ amountCents: 1999 }))
    const url = new URL(offer.url)
    const fields = Object.fromEntries(url.searchParams)
    expect([offer.kind, url.origin + url.pathname]).toEqual(['redirect', 'https://openapi.alipay.com/gateway.do'])
    expect(JSON.parse(fields['biz_content']!)).toMatchObject({
      total_amount: '19.99',
      product_code: 'FAST_INSTANT_TRADE_PAY',
      time_expire: '2026-03-10 20:30:00',
    })
    expect(fields).toMatchObject({
      method: 'alipay.trade.page.pay',
      timestamp: '2026-03-10 20:00:00',
      notify_url: 'https://dns.example/api/app/payment/notify/alipay',
    })
    expect(isSignedBy(canonical(fields, ['sign']), fields['sign']!, createPublicKey(alipaySetting.privateKey))).toBe(true)
  })

  it('a query tells each state and the amount', async () => {
    const wanted = order({ amountCents: 1999 })
    await provider.create(wanted)
    const key = { outTradeNo: wanted.outTradeNo, providerNo: null }
    expect(await provider.query(key)).toMatchObject({ state: 'pending', amountCents: 1999, currency: 'CNY' })
    fake.pay(wanted.outTradeNo)
    expect(await provider.query(key)).toMatchObject({ state: 'paid', paidAt: at })
    fake.trades.get(wanted.outTradeNo)!.status = 'TRADE_CLOSED'
    expect(await provider.query(key)).toMatchObject({ state: 'refunded' })
    fake.trades.get(wanted.outTradeNo)!.paidAt = null
    expect(await provider.query(key)).toMatchObject({ state: 'closed' })
    expect(await provider.query({ outTradeNo: 'P20260310NOBODY', providerNo: null })).toBeNull()
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
    expect(await provider.refunds!.query({ ...refund, providerRefundNo: null })).toBeNull()
    const told = await provider.refunds!.create(refund)
    expect(told).toMatchObject({ refundNo: refund.refundNo, state: 'refund-completed', amountCents: 4000 })
    expect(await provider.refunds!.create(refund)).toEqual(told)
    expect(fake.refunds.size).toBe(1)
    expect(await problemOf(provider.refunds!.create({ ...refund, refundNo: `S${wanted.outTradeNo}`, amountCents: 6001 }))).toMatchObject({ kind: 'refused' })
    expect(await provider.refunds!.query({ ...refund, providerRefundNo: null })).toEqual(told)
    // Of a trade that Alipay does not know nothing will ever come back: it is a refusal, and no refund that waits.
    expect(await problemOf(provider.refunds!.create({ ...refund, outTradeNo: 'P0' }))).toMatchObject({ kind: 'refused', providerCode: 'ACQ.TRADE_NOT_EXIST' })
  })

  it('a probe proves both keys, and makes nothing', async () => {
    const before = fake.trades.size
    await provider.probe()
    expect(fake.trades.size).toBe(before)
  })
})

describe('with keys that do not fit', () => {
  it('a call is refused with the vendor’s own code, and so is the probe', async () => {
    const stranger = alipayProvider({ ...fake.setting, privateKey: strangerKey.export({ type: 'pkcs8', format: 'pem' }).toString() }, connection, () => at)
    expect(await problemOf(stranger.create(order()))).toMatchObject({ kind: 'refused', providerCode: 'isv.invalid-signature' })
    expect(await problemOf(stranger.probe())).toMatchObject({ kind: 'refused', providerCode: 'isv.invalid-signature' })
  })

  it('the probe finds a wrong public key of Alipay', async () => {
    const wrong = createPublicKey(strangerKey).export({ type: 'spki', format: 'pem' }).toString()
    expect(await problemOf(alipayProvider({ ...fake.setting, alipayPublicKey: wrong }, connection, () => at).probe())).toMatchObject({ kind: 'untrusted' })
    expect(rsaPublicKey(wrong, 'x').type).toBe('public')
  })

  it.each(['unsigned', 'other-key', 'reordered'] as const)('an answer that is %s is not believed', async (spoiled) => {
    const wanted = order()
    await provider.create(wanted)
    fake.pay(wanted.outTradeNo)
    fake.spoiled = spoiled
    expect(await problemOf(provider.query({ outTradeNo: wanted.outTradeNo, providerNo: null }))).toMatchObject({ kind: 'untrusted' })
    expect(await problemOf(provider.query({ outTradeNo: 'P20260310NOBODY', providerNo: null }))).toMatchObject({ kind: 'untrusted' })
  })
})

describe('with certificates', () => {
  const certificates = { appCertificate: vendorCertificate, alipayCertificate: vendorCertificate, alipayRootCertificate: vendorCertificate }
  const certified = () => alipayProvider({ ...fake.setting, keyMode: 'certificates', privateKey: vendorKey, ...certificates }, connection, () => at)
  const number = certificateNumber(new X509Certificate(vendorCertificate))

  it('calls name ours and the root, and answers name theirs', async () => {
    fake.certificateNumber = number
    const wanted = order()
    await certified().create(wanted)
    expect(await certified().query({ outTradeNo: wanted.outTradeNo, providerNo: null })).toMatchObject({ state: 'pending' })
    expect(new URLSearchParams(fake.requests.at(-1)!.query).get('alipay_root_cert_sn')).toBe(number)
  })

  it.each(['7513daaaa48aa3ba2e4018d84402479c', '', number.toUpperCase()])(
    'an answer that names %j is not believed, though its signature is right',
    async (other) => {
      fake.certificateNumber = other
      expect(await problemOf(certified().create(order()))).toMatchObject({ kind: 'untrusted' })
    },
  )
})

describe('with a man in the middle', () => {
  it('an order that is about another one is none', async () => {
    const content = JSON.stringify({ code: '10000', msg: 'Success', out_trade_no: 'P1', qr_code: 'https://qr.alipay.com/x' })
    const sign = await signature(content, gatewayKey)
    fake.rewrite = () => `{"alipay_trade_precreate_response":${content},"sign":"${sign}"}`
    expect(await problemOf(provider.create(order()))).toMatchObject({ kind: 'untrusted' })
  })

  it.each<[string, (text: string) => string]>([
    ['changes the amount', (text) => text.replace('"100.00"', '"1.00"')],
    ['changes the state', (text) => text.replace('WAIT_BUYER_PAY', 'TRADE_SUCCESS')],
    ['adds a second answer', (text) => text.replace(/^\{/, '{"alipay_trade_query_response":{"code":"10000"},')],
    ['answers under another name', (text) => text.replace('alipay_trade_query_response', 'alipay_trade_refund_response')],
    ['takes the signature away', (text) => text.replace(/,"sign":"[^"]+"/, '')],
    ['empties the signature', (text) => text.replace(/"sign":"[^"]+"/, '"sign":""')],
    ['makes the signature no text', (text) => text.replace(/"sign":"[^"]+"/, '"sign":1')],
    ['writes the same in other letters', (text) => text.replace('"code"', '"\\u0063ode"')],
  ])('who %s nothing is believed', async (_, rewrite) => {
    const wanted = order()
    await provider.create(wanted)
    fake.rewrite = rewrite
    const problem = await problemOf(provider.query({ outTradeNo: wanted.outTradeNo, providerNo: null }))
    expect(['untrusted', 'unanswered']).toContain(problem.kind)
  })

  it('an answer about another trade is none for a refund', async () => {
    const wanted = order()
    await provider.create(wanted)
    const content = JSON.stringify({
      code: '10000',
      msg: 'Success',
      out_trade_no: 'P1',
      out_request_no: 'R1',
      refund_amount: '1.00',
      refund_status: 'REFUND_SUCCESS',
    })
    const sign = await signature(content, gatewayKey)
    fake.rewrite = () => `{"alipay_trade_fastpay_refund_query_response":${content},"sign":"${sign}"}`
    expect(await problemOf(provider.refunds!.query({ outTradeNo: wanted.outTradeNo, providerNo: null, refundNo: 'R1', providerRefundNo: null }))).toMatchObject(
      { kind: 'untrusted' },
    )
  })
})

describe('with a line that fails', () => {
  it.each(fakeFaults)('%s leaves open what became of an order', async (fault) => {
    fake.fault = fault
    const problem = await problemOf(provider.create(order()))
    expect(problem).toBeInstanceOf(PaymentProviderProblem)
    expect(problem.kind).toBe('unanswered')
    expect(problem.message).not.toContain(alipaySetting.privateKey.slice(40, 80))
  })
})
