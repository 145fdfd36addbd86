import { generateKeyPairSync } from 'node:crypto'
import type { Epay } from '@nameplane/contract/system/settings/payment-epay'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeFaults } from '../../../../../tests/support/fake-outside.ts'
import { allowLoopback } from '../../http/loopback.testing.ts'
import { PaymentKeyProblem, PaymentProviderProblem, type PaymentOrder, type PaymentProvider } from '../payment.ts'
import { startFakeEpay, type FakeEpay } from './fake-epay.testing.ts'
import { epayConnection, epayProvider } from './epay.ts'

const pid = '1001'
let now = new Date('2026-11-21T10:00:00Z')
let fake: FakeEpay
let restore: () => void

const baseOf = () => ({ serviceUrl: fake.baseUrl, pid, way: 'alipay' as const, merchantPrivateKey: '', platformPublicKey: '', key: '' })
const v2 = (changed: Partial<Epay> = {}): Epay => ({
  ...baseOf(),
  version: 'v2',
  merchantPrivateKey: fake.keys.merchantPrivate,
  platformPublicKey: fake.keys.platformPublic,
  ...changed,
})
const v1 = (changed: Partial<Epay> = {}): Epay => ({ ...baseOf(), version: 'v1', key: fake.md5Key, ...changed })
const providerOf = (setting: Epay): PaymentProvider => epayProvider(setting, epayConnection(fake.baseUrl), () => now)

beforeEach(async () => {
  now = new Date('2026-11-21T10:00:00Z')
  restore = allowLoopback({ impatience: { connectMs: 400, totalMs: 600 } })
  fake = await startFakeEpay(pid)
  fake.now = () => now
})
afterEach(async () => {
  restore()
  await fake.close()
})

const order: PaymentOrder = {
  outTradeNo: 'P20261121ABCDEF',
  amountCents: 1550,
  currency: 'CNY',
  title: 'Account recharge',
  expiresAt: new Date('2026-11-21T10:30:00Z'),
  notifyUrl: 'https://console.example/api/app/payment/notify/epay',
  returnUrl: 'https://console.example/',
  payerAddress: '203.0.113.7',
}
const refund = {
  outTradeNo: order.outTradeNo,
  refundNo: 'R20261121ABCDEF',
  amountCents: 550,
  totalCents: 1550,
  currency: 'CNY',
  reason: 'Refund',
  notifyUrl: '',
}
const problemOf = async (work: Promise<unknown>): Promise<PaymentProviderProblem> => {
  const cause = await work.then(
    () => null,
    (problem: unknown) => problem,
  )
  if (!(cause instanceof PaymentProviderProblem)) throw new Error('no problem of a provider', { cause })
  for (let below: unknown = cause; below instanceof Error; below = below.cause)
    for (const secret of [fake.md5Key, fake.keys.merchantPrivate]) expect(`${below.message} ${below.stack}`).not.toContain(secret)
  return cause
}
const versions = [
  ['v2', () => v2()],
  ['v1', () => v1()],
] as const

describe.each(versions)('version %s', (_, setting) => {
  const provider = (): PaymentProvider => providerOf(setting())

  it('offers a QR code or a page', async () => {
    expect(await provider().create(order)).toMatchObject({ kind: 'qr', url: expect.stringMatching(/&/), providerNo: '2026112100000000001' })
    fake.payType = 'jump'
    expect(await provider().create(order)).toMatchObject({ kind: 'redirect', url: expect.stringContaining(`${fake.baseUrl}/pay/submit/`) })
    expect(fake.orders.size).toBe(1)
  })

  it('refuses what it cannot show', async () => {
    fake.payType = 'html'
    expect(await problemOf(provider().create(order))).toMatchObject({ kind: 'refused', providerCode: 'pay_type' })
  })

  it.each<[string, Partial<PaymentOrder>, string]>([
    ['nothing', { amountCents: 0 }, 'amount'],
    ['another currency', { currency: 'USD' }, 'amount'],
    ['a title with &', { title: 'a&money=0.01' }, 'field'],
    ['an address with &', { notifyUrl: 'https://console.example/?a=1&b=2' }, 'field'],
  ])('refuses %s before the gateway hears of it', async (_, changed, code) => {
    expect(await problemOf(provider().create({ ...order, ...changed }))).toMatchObject({ kind: 'refused', providerCode: code })
    expect(fake.calls).toHaveLength(0)
  })

  it('passes on what the gateway refuses', async () => {
    await provider().create(order)
    expect(await problemOf(provider().create({ ...order, amountCents: 1 }))).toMatchObject({ kind: 'refused', providerCode: 'code -1' })
  })

  it('finds the payment in each of its states', async () => {
    const providerNo = (await provider().create(order)).providerNo!
    for (const [status, state] of [
      [0, 'pending'],
      [1, 'paid'],
      [2, 'refunded'],
      [3, 'pending'],
      [4, 'pending'],
    ] as const) {
      fake.orders.get(providerNo)!.status = status
      const told = { outTradeNo: order.outTradeNo, providerNo, state, amountCents: 1550, currency: 'CNY', merchant: pid, app: null, paidAt: null }
      expect(await provider().query({ outTradeNo: order.outTradeNo, providerNo })).toEqual(told)
      expect(await provider().query({ outTradeNo: order.outTradeNo, providerNo: null })).toEqual(told)
    }
    Object.assign(fake.orders.get(providerNo)!, { status: 1, refundmoney: '0.01' })
    expect(await provider().query({ outTradeNo: order.outTradeNo, providerNo })).toMatchObject({ state: 'refunded' })
  })

  it('finds nothing where nothing is', async () => expect(await provider().query({ outTradeNo: 'P9', providerNo: null })).toBeNull())

  it('does not believe an answer about another order', async () => {
    const providerNo = (await provider().create(order)).providerNo!
    expect((await problemOf(provider().query({ outTradeNo: 'P9', providerNo }))).kind).toBe('untrusted')
    fake.orders.get(providerNo)!.trade_no = '1'
    expect((await problemOf(provider().query({ outTradeNo: order.outTradeNo, providerNo }))).kind).toBe('untrusted')
  })

  it.each<[string, object]>([
    ['an unknown state', { status: 5 }],
    ['a state that is a name of every object', { status: 'constructor' }],
    ['no amount', { money: '' }],
    ['an amount with three places', { money: '15.501' }],
    ['a refund in words', { refundmoney: 'all' }],
    ['an order that is none of ours', { out_trade_no: 'P-1' }],
  ])('does not take %s for an answer', async (_, changed) => {
    const providerNo = (await provider().create(order)).providerNo!
    Object.assign(fake.orders.get(providerNo)!, changed)
    expect((await problemOf(provider().query({ outTradeNo: order.outTradeNo, providerNo }))).kind).toBe('unanswered')
  })

  it('passes a try of the settings', async () => expect(await provider().probe()).toBeUndefined())

  it.each(fakeFaults)('leaves nobody believing anything when the gateway is out of order: %s', async (fault) => {
    const providerNo = (await provider().create(order)).providerNo!
    fake.orders.get(providerNo)!.status = 1
    fake.failAlways(fault)
    const calls = [() => provider().query({ outTradeNo: order.outTradeNo, providerNo }), () => provider().create({ ...order, outTradeNo: 'P3' })]
    for (const call of calls) {
      restore()
      restore = allowLoopback({ impatience: { connectMs: 400, totalMs: 600 } })
      expect((await problemOf(call())).kind).toBe('unanswered')
    }
  })
})

describe('version 2', () => {
  it('sends no key, and a time that the gateway checks', async () => {
    await providerOf(v2()).create(order)
    const sent = new URLSearchParams(fake.calls[0]!.body.toString())
    expect(Object.fromEntries(sent)).toMatchObject({ pid, money: '15.50', sign_type: 'RSA', timestamp: '1795255200', clientip: '203.0.113.7', type: 'alipay' })
    now = new Date(now.getTime() + 301_000)
    fake.now = () => new Date(now.getTime() - 301_000)
    expect((await problemOf(providerOf(v2()).query({ outTradeNo: order.outTradeNo, providerNo: null }))).kind).toBe('refused')
  })

  const otherPair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const otherPrivate = otherPair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const otherPublic = otherPair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  it.each<[string, object, string, string]>([
    ['another merchant’s key', { merchantPrivateKey: otherPrivate }, 'refused', 'signature'],
    ['another platform’s key', { platformPublicKey: otherPublic }, 'untrusted', ''],
  ])('does not pass a try with %s', async (_, changed, kind, providerCode) => {
    expect(await problemOf(providerOf(v2(changed)).probe())).toMatchObject({ kind, providerCode })
  })

  it.each([{ merchantPrivateKey: '' }, { platformPublicKey: '' }, { merchantPrivateKey: otherPublic }, { platformPublicKey: otherPrivate }])(
    'is not spoken with a key that is none: %#',
    (changed) => expect(() => providerOf(v2(changed))).toThrow(PaymentKeyProblem),
  )

  it('does not believe an answer whose clock is away', async () => {
    for (const away of [-200_000, 200_000]) {
      // The gateway takes our time, but its own answer has another: a recorded one.
      const provider = epayProvider(v2(), epayConnection(fake.baseUrl), () => (answers++ === 0 ? now : new Date(now.getTime() + 2 * away)))
      let answers = 0
      expect((await problemOf(provider.probe())).kind).toBe('untrusted')
    }
  })

  type Fields = Record<string, string | number>
  it.each<[string, (fields: Fields) => void, boolean]>([
    ['of another merchant', (fields) => (fields['pid'] = '1002'), true],
    ['whose words could be another field', (fields) => (fields['msg'] = 'a&pid=1001'), true],
    ['of no merchant', (fields) => delete fields['pid'], true],
    ['without a time', (fields) => delete fields['timestamp'], true],
    ['of five minutes ago', (fields) => (fields['timestamp'] = String(Math.floor(now.getTime() / 1000) - 301)), true],
    ['of the type MD5', (fields) => (fields['sign_type'] = 'MD5'), false],
    ['of no type', (fields) => delete fields['sign_type'], false],
    ['with a member more', (fields) => (fields['status'] = 2), false],
    ['with a member changed', (fields) => (fields['pid'] = '1001 '), false],
    ['without a signature', (fields) => delete fields['sign'], false],
    ['with another signature', (fields) => (fields['sign'] = String(fields['sign']).replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))), false],
  ])('does not believe an answer %s', async (_, change, isSigned) => {
    if (isSigned) fake.changeContent = change
    else fake.changeAnswer = change
    expect((await problemOf(providerOf(v2()).probe())).kind).toBe('untrusted')
  })

  it('sends money back once however often it is asked', async () => {
    const providerNo = (await providerOf(v2()).create(order)).providerNo!
    fake.orders.get(providerNo)!.status = 1
    const refunds = providerOf(v2()).refunds!
    const key = { ...refund, providerNo, providerRefundNo: null }
    expect(await refunds.query(key)).toBeNull()
    const first = await refunds.create({ ...refund, providerNo })
    expect(first).toEqual({ refundNo: refund.refundNo, providerRefundNo: 'R00000001', state: 'refund-completed', amountCents: 550, currency: 'CNY' })
    expect(await refunds.create({ ...refund, providerNo })).toEqual(first)
    expect(await refunds.query(key)).toEqual(first)
    expect(fake.orders.get(providerNo)!.refundmoney).toBe('5.50')
  })

  it('does not call a refund refused that was made: the answer was lost', async () => {
    const providerNo = (await providerOf(v2()).create(order)).providerNo!
    fake.orders.get(providerNo)!.status = 1
    fake.failNext('answer-lost')
    await providerOf(v2()).refunds!.create({ ...refund, providerNo })
    expect(fake.orders.get(providerNo)!.refundmoney).toBe('5.50')
  })

  it('waits for a refund that the gateway has written down and not made', async () => {
    const providerNo = (await providerOf(v2()).create(order)).providerNo!
    fake.orders.get(providerNo)!.status = 1
    fake.isRefundStuck = true
    const refunds = providerOf(v2()).refunds!
    expect((await problemOf(refunds.create({ ...refund, providerNo }))).kind).toBe('unanswered')
    expect(await refunds.query({ ...refund, providerNo, providerRefundNo: null })).toBeNull()
    fake.isRefundStuck = false
    expect(await refunds.create({ ...refund, providerNo })).toMatchObject({ state: 'refund-completed' })
    expect(fake.refunds.size).toBe(1)
  })

  it.each<[string, Partial<typeof refund>, string]>([
    ['more than was paid', { amountCents: 1551 }, 'amount'],
    ['nothing', { amountCents: 0 }, 'amount'],
    ['another currency', { currency: 'USD' }, 'amount'],
    ['a number that the gateway would not tell from none', { refundNo: 'R1' }, 'refund_no'],
  ])('refuses a refund of %s', async (_, changed, code) => {
    const providerNo = (await providerOf(v2()).create(order)).providerNo!
    expect(await problemOf(providerOf(v2()).refunds!.create({ ...refund, ...changed, providerNo }))).toMatchObject({ kind: 'refused', providerCode: code })
    expect(fake.refunds.size).toBe(0)
  })

  it('refuses a refund of what was not paid', async () => {
    const providerNo = (await providerOf(v2()).create(order)).providerNo!
    expect((await problemOf(providerOf(v2()).refunds!.create({ ...refund, providerNo }))).kind).toBe('refused')
  })

  it('does not take a refund of another amount for this one', async () => {
    const providerNo = (await providerOf(v2()).create(order)).providerNo!
    fake.orders.get(providerNo)!.status = 1
    await providerOf(v2()).refunds!.create({ ...refund, providerNo })
    expect((await problemOf(providerOf(v2()).refunds!.create({ ...refund, providerNo, amountCents: 1 }))).kind).toBe('untrusted')
    expect((await problemOf(providerOf(v2()).refunds!.query({ ...refund, providerNo: '9', providerRefundNo: null }))).kind).toBe('untrusted')
  })
})

describe('version 1', () => {
  it('sends no money back: its refunds have no number to tell a repeat by', () => expect(providerOf(v1()).refunds).toBeNull())

  it('with another key is refused', async () => {
    const provider = providerOf(v1({ key: 'other' }))
    for (const call of [() => provider.create(order), () => provider.query({ outTradeNo: 'P9', providerNo: null }), () => provider.probe()])
      expect(await problemOf(call())).toMatchObject({ kind: 'refused', providerCode: 'signature' })
  })
})
