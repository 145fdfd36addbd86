import type { TokenPay } from '@nameplane/contract/system/settings/payment-tokenpay'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeFaults } from '../../../../../tests/support/fake-outside.ts'
import { allowLoopback } from '../../http/loopback.testing.ts'
import type { PaymentOrder, PaymentProvider, RawNotification } from '../payment.ts'
import { problemOf, reasonOf } from '../payment-outcomes.testing.ts'
import { sign, startFakeTokenPay, type FakeTokenPay } from './fake-tokenpay.testing.ts'
import { tokenPayConnection, tokenPayProvider } from './tokenpay.ts'

const token = 'canary-token-0123456789'
let fake: FakeTokenPay
let provider: PaymentProvider
let restore: () => void

const providerWith = (changed: Partial<TokenPay> = {}): PaymentProvider =>
  tokenPayProvider(
    { serviceUrl: fake.baseUrl, token, digest: 'hmac-sha256', coin: 'USDT_TRC20', currency: 'CNY', ...changed },
    tokenPayConnection(fake.baseUrl),
    () => new Date(),
  )

beforeEach(async () => {
  restore = allowLoopback({ impatience: { connectMs: 400, totalMs: 600 } })
  fake = await startFakeTokenPay(token, 'hmac-sha256')
  provider = providerWith()
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
  notifyUrl: 'https://console.example/api/app/payment/notify/tokenpay',
  returnUrl: 'https://console.example/',
  payerAddress: '203.0.113.7',
}
const ordered = async (): Promise<string> => (await provider.create(order)).providerNo!

describe('an order', () => {
  it('becomes a page of the service', async () => {
    const offer = await provider.create(order)
    expect(offer).toEqual({ kind: 'redirect', url: `${fake.baseUrl}/Pay?Id=${offer.providerNo!}`, providerNo: [...fake.orders.keys()][0] })
    expect(JSON.parse(fake.calls[0]!.body.toString())).toMatchObject({ ActualAmount: 15.5, OrderUserKey: order.outTradeNo, Currency: 'USDT_TRC20' })
  })

  it('sends the amount with the digits that were signed', async () => {
    for (const [cents, digits] of [
      [100, '1'],
      [1, '0.01'],
      [10, '0.1'],
      [1000, '10'],
      [100_000, '1000'],
      [1999, '19.99'],
      [4_035, '40.35'],
    ] as const) {
      await provider.create({ ...order, outTradeNo: `P${cents}`, amountCents: cents })
      expect(fake.calls.at(-1)!.body.toString()).toContain(`"ActualAmount":${digits},`)
    }
  })

  it('that is sent again is the same one', async () => {
    expect(await provider.create(order)).toEqual(await provider.create(order))
    expect(fake.orders.size).toBe(1)
  })

  it('whose answer was lost is the same one when it is sent again', async () => {
    fake.failNext('answer-lost')
    expect((await problemOf(provider.create(order))).kind).toBe('unanswered')
    await provider.create(order)
    expect(fake.orders.size).toBe(1)
  })

  it('is signed by MD5 for a service that is set so', async () => {
    const old = await startFakeTokenPay(token, 'md5')
    try {
      const of = tokenPayProvider(
        { serviceUrl: old.baseUrl, token, digest: 'md5', coin: 'TRX', currency: 'CNY' },
        tokenPayConnection(old.baseUrl),
        () => new Date(),
      )
      const { providerNo } = await of.create(order)
      expect(await of.query({ outTradeNo: order.outTradeNo, providerNo })).toMatchObject({ state: 'pending' })
    } finally {
      await old.close()
    }
  })

  it.each<[string, Partial<TokenPay>, Partial<PaymentOrder>, string]>([
    ['of nothing', {}, { amountCents: 0 }, 'amount'],
    ['in another currency', {}, { currency: 'USD' }, 'amount'],
    ['with & in an address', {}, { returnUrl: 'https://console.example/?a=1&b=2' }, 'url'],
    ['with another token', { token: 'canary-other' }, {}, 'signature'],
    ['with the other digest', { digest: 'md5' }, {}, 'signature'],
    ['in a coin that the service has not', { coin: 'DOGE' }, {}, 'refused'],
  ])('%s is refused', async (_, setting, changed, code) => {
    expect(await problemOf(providerWith(setting).create({ ...order, ...changed }))).toMatchObject({ kind: 'refused', providerCode: code })
  })

  it('is not taken for made when the service speaks of another currency', async () => {
    expect((await problemOf(providerWith({ currency: 'USD' }).create({ ...order, currency: 'USD' }))).kind).toBe('untrusted')
  })

  it('is not taken for made when an older one of the same number had another amount', async () => {
    await provider.create(order)
    expect((await problemOf(provider.create({ ...order, amountCents: 1 }))).kind).toBe('untrusted')
  })

  it('sends nobody to an address that is not https', async () => {
    expect((await problemOf(providerWith({ serviceUrl: 'https://tokenpay.example' }).create(order))).kind).toBe('untrusted')
  })
})

describe('a question', () => {
  it('finds the payment in each of its states', async () => {
    const providerNo = await ordered()
    const key = { outTradeNo: order.outTradeNo, providerNo }
    for (const [status, state] of [
      [0, 'pending'],
      [1, 'paid'],
      [2, 'expired'],
    ] as const) {
      fake.orders.get(providerNo)!.status = status
      expect(await provider.query(key)).toEqual({ ...key, state, amountCents: 1550, currency: 'CNY', merchant: null, app: null, paidAt: null })
    }
  })

  it('about nothing finds nothing', async () =>
    expect(await provider.query({ outTradeNo: 'P9', providerNo: '6324ddd2-4677-7914-0010-702806ae9766' })).toBeNull())

  it.each([null, 'x', "' or 1=1"])('needs TokenPay’s own number: %s', async (providerNo) => {
    expect(await problemOf(provider.query({ outTradeNo: order.outTradeNo, providerNo }))).toMatchObject({ kind: 'refused', providerCode: 'no_provider_number' })
    expect(fake.calls).toHaveLength(0)
  })

  it('does not believe an answer about another order', async () => {
    const providerNo = await ordered()
    expect((await problemOf(provider.query({ outTradeNo: 'P9', providerNo }))).kind).toBe('untrusted')
    fake.orders.get(providerNo)!.id = '6324ddd2-4677-7914-0010-702806ae9766'
    expect((await problemOf(provider.query({ outTradeNo: order.outTradeNo, providerNo }))).kind).toBe('untrusted')
  })

  it.each<[string, Record<string, unknown>]>([
    ['no amount', { actualAmount: undefined }],
    ['an amount with three places', { actualAmount: 15.501 }],
    ['a negative amount', { actualAmount: -15.5 }],
    ['a currency that is none', { baseCurrency: 'yuan' }],
  ])('does not take %s for an answer', async (_, changed) => {
    const providerNo = await ordered()
    Object.assign(fake.orders.get(providerNo)!, changed)
    expect((await problemOf(provider.query({ outTradeNo: order.outTradeNo, providerNo }))).kind).toBe('unanswered')
  })

  it('says the currency where the service names it', async () => {
    const providerNo = await ordered()
    Object.assign(fake.orders.get(providerNo)!, { baseCurrency: 'USD' })
    expect(await provider.query({ outTradeNo: order.outTradeNo, providerNo })).toMatchObject({ currency: 'USD' })
  })

  it.each<[string, unknown, unknown, unknown, number | null]>([
    ['the whole', true, 34.91, 34.91, 1550],
    ['more', true, 34.91, 40, 1550],
    ['less', true, 34.91, 34.9, 1549],
    ['nothing', true, 34.91, 0, 0],
    ['who knows what', true, 34.91, null, null],
    ['a share of nothing', true, 0, 1, null],
    ['less, as text', 1, '34.910000000000000001', '34.91', 1549],
  ])('about an order of moving amounts says what was paid: %s', async (_, isDynamicAmount, amount, payAmount, cents) => {
    const providerNo = await ordered()
    Object.assign(fake.orders.get(providerNo)!, { isDynamicAmount, amount, payAmount, status: 1 })
    const told = provider.query({ outTradeNo: order.outTradeNo, providerNo })
    if (cents === null) expect((await problemOf(told)).kind).toBe('unanswered')
    else expect(await told).toMatchObject({ amountCents: cents, state: 'paid' })
  })

  it.each([
    [0, 'pending'],
    [2, 'expired'],
  ] as const)('about an order of moving amounts that nobody paid (%d) is an answer', async (status, state) => {
    const providerNo = await ordered()
    Object.assign(fake.orders.get(providerNo)!, { isDynamicAmount: true, payAmount: null, status })
    expect(await provider.query({ outTradeNo: order.outTradeNo, providerNo })).toMatchObject({ amountCents: 1550, state })
  })
})

describe('a notification', () => {
  const raw = (body: string | Buffer, changed: Partial<RawNotification> = {}): RawNotification => ({
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    query: '',
    body: Buffer.from(body),
    ...changed,
  })
  it('says that a payment is paid', async () => {
    const id = await ordered()
    expect(await provider.verifyNotification(raw(fake.notification(id)))).toEqual({
      eventId: `${id}:paid`,
      kind: 'payment',
      payment: { outTradeNo: order.outTradeNo, providerNo: id, state: 'paid', amountCents: 1550, currency: 'CNY', merchant: null, app: null, paidAt: null },
    })
  })

  it('has the same event however often it comes, and may bring fields that nobody knows', async () => {
    const id = await ordered()
    const first = await provider.verifyNotification(raw(fake.notification(id)))
    const again = await provider.verifyNotification(raw(fake.notification(id, { NewField: 'x', Flag: true, Gone: null })))
    expect(again.eventId).toBe(first.eventId)
  })

  it('in a currency of its own says so', async () => {
    const id = await ordered()
    expect(await provider.verifyNotification(raw(fake.notification(id, { BaseCurrency: 'USD' })))).toMatchObject({ payment: { currency: 'USD' } })
  })

  type Change = (text: string, id: string) => string | RawNotification
  const resigned =
    (changed: Record<string, unknown>): Change =>
    (_, id) =>
      fake.notification(id, changed)
  const cut =
    (name: string): Change =>
    (text) => {
      const fields = JSON.parse(text) as Record<string, unknown>
      delete fields[name]
      return JSON.stringify({ ...fields, Signature: sign(fields, token, 'hmac-sha256') })
    }
  const set =
    (changed: Record<string, unknown>): Change =>
    (text) =>
      JSON.stringify({ ...(JSON.parse(text) as object), ...changed })
  it.each<[string, Change, string]>([
    ['with one digit of the amount changed', (text) => text.replace('"15.5"', '"15.6"'), 'signature'],
    ['with another order', set({ OutOrderId: 'P2' }), 'signature'],
    ['with another state', set({ Status: 2 }), 'signature'],
    ['with a field more', set({ Extra: 'x' }), 'signature'],
    ['with a field less', (text) => text.replace('"Amount":"34.91",', ''), 'signature'],
    ['with an emptied field', (text) => text.replace('"Amount":"34.91"', '"Amount":""'), 'signature'],
    ['without a signature', (text) => text.replace(/,"Signature":"\w+"/, ''), 'signature'],
    ['with an empty signature', set({ Signature: '' }), 'signature'],
    ['with a null signature', set({ Signature: null }), 'signature'],
    ['with a signature of zeros', set({ Signature: '0'.repeat(64) }), 'signature'],
    ['with the signature in capitals', (text) => text.replace(/"Signature":"(\w+)"/, (_, hex: string) => `"Signature":"${hex.toUpperCase()}"`), 'signature'],
    ['with half the signature', (text) => text.replace(/"Signature":"(\w{32})\w+"/, '"Signature":"$1"'), 'signature'],
    ['with a blank behind the signature', (text) => text.replace(/"Signature":"(\w+)"/, '"Signature":"$1 "'), 'signature'],
    ['with a number as signature', set({ Signature: 1 }), 'signature'],
    ['signed by MD5 where HMAC is set', (text) => set({ Signature: sign(JSON.parse(text) as Record<string, unknown>, token, 'md5') })(text, ''), 'signature'],
    ['signed with another token', (text) => set({ Signature: sign(JSON.parse(text) as Record<string, unknown>, 'x', 'hmac-sha256') })(text, ''), 'signature'],
    ['signed with no token', (text) => set({ Signature: sign(JSON.parse(text) as Record<string, unknown>, '', 'hmac-sha256') })(text, ''), 'signature'],
    ['with the signature under another name', (text) => text.replace('"Signature"', '"signature"'), 'signature'],
    ['with a field twice', (text) => text.replace('{', '{"Status":2,'), 'malformed'],
    ['with a field twice, first as it is signed', (text) => text.replace('}', ',"Status":1}'), 'malformed'],
    ['with a field twice, once escaped', (text) => text.replace('{', '{"\\u0053tatus":2,'), 'malformed'],
    ['with the signature twice', (text) => text.replace('}', ',"Signature":"x"}'), 'malformed'],
    ['with an object inside', set({ Extra: { a: 1 } }), 'malformed'],
    ['with a list inside', set({ Extra: [] }), 'malformed'],
    ['with a field moved into the next', (text) => text.replace(/"OrderUserKey":"(\w+)","OutOrderId":"\w+"/, '"OrderUserKey":"$1&OutOrderId=$1"'), 'malformed'],
    ['with a signed & in a value', resigned({ OrderUserKey: 'a&OutOrderId=P2' }), 'malformed'],
    ['with a name that holds =', resigned({ 'a=b': 'c' }), 'malformed'],
    ['with a line break in a value', resigned({ FromAddress: 'a\nb' }), 'malformed'],
    ['without an Id', cut('Id'), 'malformed'],
    ['without an order', cut('OutOrderId'), 'malformed'],
    ['without an amount', cut('ActualAmount'), 'malformed'],
    ['without a currency', cut('BaseCurrency'), 'malformed'],
    ['without a state', cut('Status'), 'malformed'],
    ['with an Id that is none', resigned({ Id: '1' }), 'malformed'],
    ['with an order that is none of ours', resigned({ OutOrderId: 'a/b' }), 'malformed'],
    ['with an unknown state', resigned({ Status: 3 }), 'malformed'],
    ['with a state that is a name of every object', resigned({ Status: 'constructor' }), 'malformed'],
    ['with an amount in words', resigned({ ActualAmount: 'fifteen' }), 'malformed'],
    ['with a negative amount', resigned({ ActualAmount: '-15.5' }), 'malformed'],
    ['with an amount of three places', resigned({ ActualAmount: '15.501' }), 'malformed'],
    ['with an amount in powers', resigned({ ActualAmount: '1e3' }), 'malformed'],
    ['with a currency that is none', resigned({ BaseCurrency: 'yuan' }), 'malformed'],
    ['with a currency in small letters', resigned({ BaseCurrency: 'cny' }), 'malformed'],
    ['of moving amounts without what was paid', resigned({ IsDynamicAmount: 1 }), 'malformed'],
    ['that is a signed order', (_, id) => JSON.stringify({ OutOrderId: id, Signature: sign({ OutOrderId: id }, token, 'hmac-sha256') }), 'malformed'],
    ['that is a signed question', (_, id) => JSON.stringify({ Id: id, Signature: sign({ Id: id }, token, 'hmac-sha256') }), 'malformed'],
    ['that is empty', () => '', 'malformed'],
    ['that is null', () => 'null', 'malformed'],
    ['that is a list', (text) => `[${text}]`, 'malformed'],
    ['that is cut', (text) => text.slice(0, -1), 'malformed'],
    ['with something behind', (text) => `${text}x`, 'malformed'],
    [
      'that is not UTF-8',
      (text) => raw(Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0x2c, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])])),
      'malformed',
    ],
    ['by GET', (text) => raw(text, { method: 'GET' }), 'malformed'],
    ['with a query', (text) => raw(text, { query: 'Status=1' }), 'malformed'],
    ['without a content type', (text) => raw(text, { headers: {} }), 'malformed'],
    ['as a form', (text) => raw(text, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }), 'malformed'],
    ['as text', (text) => raw(text, { headers: { 'content-type': 'text/plain' } }), 'malformed'],
  ])('%s is not believed', async (_, change, reason) => {
    const id = await ordered()
    const changed = change(fake.notification(id), id)
    expect(await reasonOf(provider, typeof changed === 'string' ? raw(changed) : changed)).toBe(reason)
  })

  it('is not believed without a token', async () => {
    const id = await ordered()
    const fields = JSON.parse(fake.notification(id)) as Record<string, unknown>
    for (const digest of ['md5', 'hmac-sha256'] as const)
      expect(await reasonOf(providerWith({ token: '', digest }), raw(JSON.stringify({ ...fields, Signature: sign(fields, '', digest) })))).toBe('key')
  })

  it('signed by HMAC is not believed where MD5 is set', async () => {
    const id = await ordered()
    expect(await reasonOf(providerWith({ digest: 'md5' }), raw(fake.notification(id)))).toBe('signature')
  })
})

describe('a try of the settings', () => {
  it('passes with the right token', async () => expect(await provider.probe()).toBeUndefined())
  it.each<Partial<TokenPay>>([{ token: 'x' }, { digest: 'md5' }])('does not with %o', async (setting) =>
    expect(await problemOf(providerWith(setting).probe())).toMatchObject({ kind: 'refused', providerCode: 'signature' }),
  )
})

it('sends no money back', () => expect(provider.refunds).toBeNull())

describe('TokenPay out of order', () => {
  it.each(fakeFaults)('leaves nobody believing anything: %s', async (fault) => {
    const providerNo = await ordered()
    fake.orders.get(providerNo)!.status = 1
    fake.failAlways(fault)
    for (const call of [
      () => provider.query({ outTradeNo: order.outTradeNo, providerNo }),
      () => provider.create({ ...order, outTradeNo: 'P3' }),
      () => provider.probe(),
    ]) {
      restore()
      restore = allowLoopback({ impatience: { connectMs: 400, totalMs: 600 } })
      expect((await problemOf(call())).kind).toBe('unanswered')
    }
  })
})
