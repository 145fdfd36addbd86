import { constants, createHmac, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NotificationProblem, type NotificationReason, type PaymentProvider, type ProviderConnection, type RawNotification } from '../payment.ts'
import { reasonOf } from '../payment-outcomes.testing.ts'
import { alipaySetting, canonical, gatewayKey, startFakeAlipay, strangerKey, type FakeAlipay } from './fake-alipay.testing.ts'
import { alipayProvider } from './alipay.ts'

const at = new Date('2026-03-10T12:00:00Z')
const nowhere: ProviderConnection = { call: () => Promise.reject(new Error('nobody is to be called')) }
let fake: FakeAlipay
let provider: PaymentProvider
let sound: RawNotification

beforeAll(async () => {
  fake = await startFakeAlipay(() => at)
  provider = alipayProvider(alipaySetting, nowhere, () => at)
  sound = await fake.notification()
})
afterAll(() => fake.close())

const fields = (): Record<string, string> => Object.fromEntries(new URLSearchParams(sound.body.toString()))
const withText = (text: string): RawNotification => ({ ...sound, body: Buffer.from(text) })
const withFields = (changed: Record<string, string | undefined>): RawNotification => {
  const all = Object.entries({ ...fields(), ...changed }).filter((one): one is [string, string] => one[1] !== undefined)
  return withText(new URLSearchParams(all).toString())
}
const signedText = (): string => canonical(fields(), ['sign', 'sign_type'])
const flipped = (index: number): string => {
  const bytes = Buffer.from(fields()['sign']!, 'base64')
  bytes[index]! ^= 1
  return bytes.toString('base64')
}
const told = (changed: Record<string, string | undefined>) => fake.notification(changed)

describe('a genuine notification', () => {
  it('of a payment says what was paid, to whom', async () => {
    expect(await provider.verifyNotification(sound)).toEqual({
      eventId: '2026031000222155624068450559358070',
      kind: 'payment',
      payment: {
        outTradeNo: 'P20260310ABCDEF',
        providerNo: '2026031022001468450512505578',
        state: 'paid',
        amountCents: 10_000,
        currency: 'CNY',
        merchant: alipaySetting.sellerId,
        app: alipaySetting.appId,
        paidAt: at,
      },
    })
  })

  it.each([
    ['TRADE_SUCCESS', 'paid', {}],
    ['TRADE_FINISHED', 'paid', {}],
    ['WAIT_BUYER_PAY', 'pending', { gmt_payment: undefined }],
    ['TRADE_CLOSED', 'closed', { gmt_payment: undefined }],
    ['TRADE_CLOSED', 'refunded', {}],
    ['TRADE_SOMETHING_NEW', 'pending', {}],
  ])('in the state %s is %s', async (trade_status, state, changed) =>
    expect(await provider.verifyNotification(await told({ trade_status, ...changed }))).toMatchObject({ kind: 'payment', payment: { state } }),
  )

  it('of a refund says which one, and is no payment', async () => {
    const raw = await told({ out_biz_no: 'R20260310ABCDEF', gmt_refund: '2026-03-10 20:00:00.000', refund_fee: '25.00' })
    expect(await provider.verifyNotification(raw)).toMatchObject({ kind: 'refund', outTradeNo: 'P20260310ABCDEF', refund: { refundNo: 'R20260310ABCDEF' } })
  })

  it('of something else is named, and moves nothing', async () =>
    expect(await provider.verifyNotification(await told({ notify_type: 'open_app_auth_notify' }))).toMatchObject({ kind: 'other' }))

  it('may be a day old, as repeats are', async () =>
    expect(await provider.verifyNotification(await told({ notify_time: '2026-03-09 19:00:00' }))).toMatchObject({ kind: 'payment' }))
})

const cases: [string, NotificationReason, () => RawNotification | Promise<RawNotification>][] = [
  ['without a signature', 'signature', () => withFields({ sign: undefined })],
  ['with an empty signature', 'signature', () => withFields({ sign: '' })],
  ['with the first bit of the signature flipped', 'signature', () => withFields({ sign: flipped(0) })],
  ['with a middle bit of the signature flipped', 'signature', () => withFields({ sign: flipped(128) })],
  ['with the last bit of the signature flipped', 'signature', () => withFields({ sign: flipped(255) })],
  ['with a shortened signature', 'signature', () => withFields({ sign: Buffer.from(fields()['sign']!, 'base64').subarray(1).toString('base64') })],
  ['with zeros as signature', 'signature', () => withFields({ sign: Buffer.alloc(256).toString('base64') })],
  ['with the signature in hexadecimal', 'signature', () => withFields({ sign: Buffer.from(fields()['sign']!, 'base64').toString('hex') })],
  ['with white space around the signature', 'signature', () => withFields({ sign: ` ${fields()['sign']!}` })],
  ['with the signature’s plus signs lost', 'signature', () => withFields({ sign: `${fields()['sign']!.slice(0, 10)} ${fields()['sign']!.slice(11)}` })],
  ['without an algorithm', 'signature', () => withFields({ sign_type: undefined })],
  ['with an empty algorithm', 'signature', () => withFields({ sign_type: '' })],
  ['by RSA, which is SHA-1', 'signature', () => withFields({ sign_type: 'RSA', sign: sign('sha1', Buffer.from(signedText()), gatewayKey).toString('base64') })],
  ['by RSA under the name of RSA2', 'signature', () => withFields({ sign: sign('sha1', Buffer.from(signedText()), gatewayKey).toString('base64') })],
  ['by SHA-512', 'signature', () => withFields({ sign: sign('sha512', Buffer.from(signedText()), gatewayKey).toString('base64') })],
  ['by MD5', 'signature', () => withFields({ sign_type: 'MD5', sign: sign('md5', Buffer.from(signedText()), gatewayKey).toString('base64') })],
  [
    'with PSS',
    'signature',
    () => withFields({ sign: sign('sha256', Buffer.from(signedText()), { key: gatewayKey, padding: constants.RSA_PKCS1_PSS_PADDING }).toString('base64') }),
  ],
  [
    'by HMAC with the public key',
    'signature',
    () => withFields({ sign: createHmac('sha256', alipaySetting.alipayPublicKey).update(signedText()).digest('base64') }),
  ],
  ['in small letters', 'signature', () => withFields({ sign_type: 'rsa2' })],
  [
    'signed with its algorithm among the fields',
    'signature',
    () => withFields({ sign: sign('sha256', Buffer.from(canonical(fields(), ['sign'])), gatewayKey).toString('base64') }),
  ],
  ['signed by a stranger', 'signature', () => fake.notification({}, { key: strangerKey })],
  ['signed by ourselves', 'signature', () => withFields({ sign: sign('sha256', Buffer.from(signedText()), alipaySetting.privateKey).toString('base64') })],
  ['with another amount', 'signature', () => withFields({ total_amount: '1.00' })],
  ['with another number', 'signature', () => withFields({ out_trade_no: 'P20260310OTHER' })],
  ['with another seller', 'signature', () => withFields({ seller_id: '2088000000000000' })],
  ['with another app', 'signature', () => withFields({ app_id: '2021000000000000' })],
  ['with another state', 'signature', () => withFields({ trade_status: 'TRADE_FINISHED' })],
  ['with another id', 'signature', () => withFields({ notify_id: '1' })],
  ['with another time', 'signature', () => withFields({ notify_time: '2026-03-10 20:00:01' })],
  ['with a field more', 'signature', () => withFields({ extra: '1' })],
  ['with a field less', 'signature', () => withFields({ buyer_id: undefined })],
  ['with a field emptied', 'signature', () => withFields({ buyer_id: '' })],
  ['with two fields exchanged', 'signature', () => withFields({ invoice_amount: fields()['total_amount']!, total_amount: '1.00' })],
  ['with an amount twice, ours first', 'malformed', () => withText(`${sound.body.toString()}&total_amount=1.00`)],
  ['with an amount twice, the same', 'malformed', () => withText(`${sound.body.toString()}&total_amount=100.00`)],
  ['with a signature twice', 'malformed', () => withText(`${sound.body.toString()}&sign=x`)],
  ['with a list as a field', 'malformed', () => withText(`${sound.body.toString()}&total_amount[]=1.00`)],
  ['with a field name that hides another', 'malformed', () => withText(sound.body.toString().replace('buyer_id=', 'total_amount%3D1.00%26buyer_id='))],
  ['with a field inside another’s value', 'malformed', () => told({ subject: 'x&total_amount=0.01' })],
  ['with a line break in a field', 'malformed', () => told({ subject: 'x\ny' })],
  ['with a NUL in a field', 'malformed', () => told({ subject: 'x\u0000y' })],
  ['with broken percent signs', 'malformed', () => withText(sound.body.toString().replace('subject=', 'subject=%zz'))],
  ['that is not UTF-8', 'malformed', () => withText(sound.body.toString().replace('subject=', 'subject=%ff'))],
  ['with raw bytes', 'malformed', () => ({ ...sound, body: Buffer.concat([sound.body, Buffer.from([0xff])]) })],
  ['as JSON', 'malformed', () => ({ ...sound, body: Buffer.from(JSON.stringify(fields())) })],
  ['as JSON and saying so', 'malformed', () => ({ ...sound, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(fields())) })],
  ['as text', 'malformed', () => ({ ...sound, headers: { 'content-type': 'text/plain' } })],
  ['without a content type', 'malformed', () => ({ ...sound, headers: {} })],
  ['empty', 'signature', () => ({ ...sound, body: Buffer.alloc(0) })],
  ['sent by GET', 'malformed', () => ({ ...sound, method: 'GET' })],
  ['in the query', 'malformed', () => ({ ...sound, query: sound.body.toString(), body: Buffer.alloc(0) })],
  ['with a query beside the form', 'malformed', () => ({ ...sound, query: 'total_amount=1.00' })],
  ['three days old', 'stale', () => told({ notify_time: '2026-03-07 19:59:59' })],
  ['a year old', 'stale', () => told({ notify_time: '2025-03-10 20:00:00' })],
  ['from the future', 'stale', () => told({ notify_time: '2026-03-10 20:10:01' })],
  ['without a time', 'malformed', () => told({ notify_time: undefined })],
  ['with a time that is none', 'malformed', () => told({ notify_time: 'yesterday' })],
  ['without an id', 'malformed', () => told({ notify_id: undefined })],
  ['with an endless id', 'malformed', () => told({ notify_id: 'x'.repeat(200) })],
  ['in another charset', 'malformed', () => told({ charset: 'GBK' })],
  ['without a charset', 'malformed', () => told({ charset: undefined })],
  ['without a kind', 'malformed', () => told({ notify_type: undefined })],
  ['without an amount', 'malformed', () => told({ total_amount: undefined })],
  ['with an amount of three places', 'malformed', () => told({ total_amount: '100.001' })],
  ['with an amount and a sign', 'malformed', () => told({ total_amount: '+100.00' })],
  ['with a negative amount', 'malformed', () => told({ total_amount: '-100.00' })],
  ['with an amount in exponents', 'malformed', () => told({ total_amount: '1e2' })],
  ['without a number', 'malformed', () => told({ out_trade_no: undefined })],
  ['without Alipay’s number', 'malformed', () => told({ trade_no: undefined })],
  ['without a seller', 'malformed', () => told({ seller_id: undefined })],
  ['without an app', 'malformed', () => told({ app_id: undefined })],
  ['without a state', 'malformed', () => told({ trade_status: undefined })],
  ['of a refund of another seller', 'malformed', () => told({ out_biz_no: 'R1', gmt_refund: 'x', refund_fee: '1.00', seller_id: '2088000000000000' })],
  ['of a refund of another app', 'malformed', () => told({ out_biz_no: 'R1', gmt_refund: 'x', refund_fee: '1.00', app_id: '2021000000000000' })],
]

describe('a notification is refused', () => {
  it.each(cases)('%s', async (_, reason, make) => {
    expect(await reasonOf(provider, await make())).toBe(reason)
  })

  it('for each of many flipped bits, wherever they are', async () => {
    for (let index = 0; index < 200; index++) {
      const body = Buffer.from(sound.body)
      const place = (index * 41) % body.length
      body[place]! ^= 1 << (index % 7)
      // Percent signs have two spellings of their letters, which say the same.
      if (Buffer.from(decodeURIComponentOrSame(body.toString('latin1'))).equals(Buffer.from(decodeURIComponentOrSame(sound.body.toString('latin1'))))) continue
      await expect(provider.verifyNotification({ ...sound, body })).rejects.toBeInstanceOf(NotificationProblem)
    }
  })
})

function decodeURIComponentOrSame(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
