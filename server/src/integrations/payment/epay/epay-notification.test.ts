import { constants, generateKeyPairSync, sign } from 'node:crypto'
import type { Epay } from '@nameplane/contract/system/settings/payment-epay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowLoopback } from '../../http/loopback.testing.ts'
import { PaymentKeyProblem, type RawNotification } from '../payment.ts'
import { reasonOf } from '../payment-outcomes.testing.ts'
import { md5Sign, rsaSign, startFakeEpay, type FakeEpay } from './fake-epay.testing.ts'
import { epayText } from './epay-signature.ts'
import { epayConnection, epayProvider } from './epay.ts'

const pid = '1001'
const now = new Date('2026-11-21T10:00:00Z')
const seconds = Math.floor(now.getTime() / 1000)
const trade = '20261121000001'
let fake: FakeEpay
let restore: () => void
beforeAll(async () => {
  restore = allowLoopback()
  fake = await startFakeEpay(pid)
  fake.now = () => now
  fake.orders.set(trade, { trade_no: trade, out_trade_no: 'P1', money: '15.50', status: 1, type: 'alipay', refundmoney: '', name: 'Account recharge' })
})
afterAll(async () => {
  restore()
  await fake.close()
})

type Version = 'v1' | 'v2'
const epayOf = (version: Version): Epay => ({
  serviceUrl: fake.baseUrl,
  pid,
  way: 'alipay',
  merchantPrivateKey: '',
  platformPublicKey: '',
  key: '',
  ...(version === 'v2'
    ? { version, merchantPrivateKey: fake.keys.merchantPrivate, platformPublicKey: fake.keys.platformPublic }
    : { version, key: fake.md5Key }),
})
const raw = (query: string, changed: Partial<RawNotification> = {}): RawNotification => ({
  method: 'GET',
  headers: {},
  query,
  body: Buffer.alloc(0),
  ...changed,
})
const queryOf = (fields: Map<string, string>): string => new URLSearchParams([...fields]).toString()
const providerOf = (setting: Epay) => epayProvider(setting, epayConnection(fake.baseUrl), () => now)
const told = (notification: RawNotification, setting: Epay) => providerOf(setting).verifyNotification(notification)

type Change = (fields: Map<string, string>, version: Version) => Map<string, string> | string | RawNotification
const set =
  (changed: Record<string, string>): Change =>
  (fields) =>
    new Map([...fields, ...Object.entries(changed)])
const resigned =
  (changed: Record<string, string>): Change =>
  (_, version) =>
    fake.notification(trade, version, changed)
const without =
  (...names: string[]): Change =>
  (fields, version) => {
    const left = Object.fromEntries([...fields].filter(([name]) => !names.includes(name)))
    return new Map(Object.entries({ ...left, sign: version === 'v2' ? rsaSign(left, fake.keys.platform) : md5Sign(left, fake.md5Key) }))
  }
const signature =
  (change: (sign: string) => string): Change =>
  (fields) =>
    new Map(fields).set('sign', change(fields.get('sign')!))
const text =
  (change: (query: string) => string): Change =>
  (fields) =>
    change(queryOf(fields))

const ofBoth: [string, Change, string][] = [
  ['with another amount', set({ money: '15.51' }), 'signature'],
  ['with another order', set({ out_trade_no: 'P2' }), 'signature'],
  ['with another merchant', set({ pid: '1002' }), 'signature'],
  ['with another number of the gateway', set({ trade_no: '1' }), 'signature'],
  ['with another state', set({ trade_status: 'TRADE_CLOSED' }), 'signature'],
  ['with a field more', set({ extra: 'x' }), 'signature'],
  ['with a field less', (fields) => new Map([...fields].filter(([name]) => name !== 'type')), 'signature'],
  ['with a field emptied', set({ type: '' }), 'signature'],
  ['without a signature', (fields) => new Map([...fields].filter(([name]) => name !== 'sign')), 'signature'],
  ['with an empty signature', signature(() => ''), 'signature'],
  ['with another signature', signature((sign) => `${sign.startsWith('a') ? 'b' : 'a'}${sign.slice(1)}`), 'signature'],
  ['with half the signature', signature((sign) => sign.slice(0, 16)), 'signature'],
  ['with a blank behind the signature', signature((sign) => `${sign} `), 'signature'],
  ['with the signature in the other letters', signature((sign) => sign.toUpperCase()), 'signature'],
  ['without the type of the signature', (fields) => new Map([...fields].filter(([name]) => name !== 'sign_type')), 'signature'],
  ['with an empty type of the signature', set({ sign_type: '' }), 'signature'],
  ['with an unknown type of the signature', set({ sign_type: 'HMAC' }), 'signature'],
  ['with the type in small letters', (fields) => new Map(fields).set('sign_type', fields.get('sign_type')!.toLowerCase()), 'signature'],
  ['with the other version’s type', (fields, version) => new Map(fields).set('sign_type', version === 'v2' ? 'MD5' : 'RSA'), 'signature'],
  [
    'signed as the other version does',
    (fields, version) => {
      const plain = Object.fromEntries(fields)
      return new Map(fields).set('sign', version === 'v2' ? md5Sign(plain, fake.md5Key) : rsaSign(plain, fake.keys.platform))
    },
    'signature',
  ],
  ['wholly of the other version', (_, version) => fake.notification(trade, version === 'v2' ? 'v1' : 'v2'), 'signature'],
  ['with a name twice', text((query) => `${query}&money=0.01`), 'malformed'],
  ['with a name twice, the same', text((query) => `${query}&money=15.50`), 'malformed'],
  ['with a name twice, once escaped', text((query) => `${query}&%6Doney=0.01`), 'malformed'],
  ['with the signature twice', text((query) => `${query}&sign=x`), 'malformed'],
  ['with a list', text((query) => `${query}&money[]=0.01`), 'malformed'],
  ['with a name alone', text((query) => `${query}&money`), 'malformed'],
  ['with a field moved into the next', text((query) => query.replace('&money=15.50', '%26money%3D15.50')), 'malformed'],
  ['with a signed & in a value', resigned({ name: 'a&out_trade_no=P2' }), 'malformed'],
  ['with a signed name that holds =', resigned({ 'a=b': 'c' }), 'malformed'],
  ['with bytes that are not UTF-8', text((query) => `${query}&x=%FF`), 'malformed'],
  ['with a NUL', text((query) => `${query}&x=%00`), 'malformed'],
  ['with half an escape', text((query) => `${query}&x=%`), 'malformed'],
  ['without an order', without('out_trade_no'), 'malformed'],
  ['without a number of the gateway', without('trade_no'), 'malformed'],
  ['without an amount', without('money'), 'malformed'],
  ['without a merchant', without('pid'), 'malformed'],
  ['without a state', without('trade_status'), 'malformed'],
  ['with a state that is none', resigned({ trade_status: 'ok' }), 'malformed'],
  ['with an order that is none of ours', resigned({ out_trade_no: 'P-1' }), 'malformed'],
  ['with a number that is none', resigned({ trade_no: 'a b' }), 'malformed'],
  ['with an amount in words', resigned({ money: 'ten' }), 'malformed'],
  ['with a negative amount', resigned({ money: '-15.50' }), 'malformed'],
  ['with an amount of three places', resigned({ money: '15.501' }), 'malformed'],
  ['with an amount in powers', resigned({ money: '1e3' }), 'malformed'],
  ['that is empty', () => '', 'signature'],
  ['by POST', (fields) => raw(queryOf(fields), { method: 'POST' }), 'malformed'],
  ['with a body', (fields) => raw(queryOf(fields), { body: Buffer.from('x') }), 'malformed'],
  ['by POST with the fields in the body', (fields) => raw('', { method: 'POST', body: Buffer.from(queryOf(fields)) }), 'malformed'],
]

describe.each<Version>(['v2', 'v1'])('a notification of version %s', (version) => {
  it('says that a payment is paid', async () => {
    expect(await told(raw(queryOf(fake.notification(trade, version))), epayOf(version))).toEqual({
      eventId: `${trade}:TRADE_SUCCESS`,
      kind: 'payment',
      payment: { outTradeNo: 'P1', providerNo: trade, state: 'paid', amountCents: 1550, currency: 'CNY', merchant: pid, app: null, paidAt: null },
    })
  })

  it('may bring fields that nobody knows, and blank ones that are not signed', async () => {
    const fields = fake.notification(trade, version, { bill_trade_no: '1', param: '  ' })
    expect(await told(raw(queryOf(fields)), epayOf(version))).toMatchObject({ kind: 'payment' })
  })

  it('of another merchant says so, for whoever compares', async () =>
    expect(await told(raw(queryOf(fake.notification(trade, version, { pid: '1002' }))), epayOf(version))).toMatchObject({ payment: { merchant: '1002' } }))

  it('of another state moves nothing', async () =>
    expect(await told(raw(queryOf(fake.notification(trade, version, { trade_status: 'TRADE_CLOSED' }))), epayOf(version))).toMatchObject({ kind: 'other' }))

  it('of a payment that went back in part says so', async () =>
    expect(await told(raw(queryOf(fake.notification(trade, version, { refundmoney: '1.00' }))), epayOf(version))).toMatchObject({
      payment: { state: 'refunded' },
    }))

  it.each(ofBoth)('%s is not believed', async (_, change, reason) => {
    const changed = change(fake.notification(trade, version), version)
    const notification = changed instanceof Map ? raw(queryOf(changed)) : typeof changed === 'string' ? raw(changed) : changed
    expect(await reasonOf(providerOf(epayOf(version)), notification)).toBe(reason)
  })
})

describe('a notification of version 2', () => {
  it.each<[string, string | null, string]>([
    ['five minutes old', String(seconds - 300), 'believed'],
    ['five minutes early', String(seconds + 300), 'believed'],
    ['older', String(seconds - 301), 'stale'],
    ['earlier', String(seconds + 301), 'stale'],
    ['of a day ago', String(seconds - 86_400), 'stale'],
    ['in milliseconds', String(seconds * 1000), 'stale'],
    ['with a fraction', `${seconds}.0`, 'stale'],
    ['in hexadecimal', `0x${seconds.toString(16)}`, 'stale'],
    ['with a blank', `${seconds} `, 'stale'],
    ['without a time', null, 'stale'],
  ])('%s: %s is %s', async (_, timestamp, reason) => {
    const fields = timestamp === null ? without('timestamp')(fake.notification(trade, 'v2'), 'v2') : fake.notification(trade, 'v2', { timestamp })
    expect(await reasonOf(providerOf(epayOf('v2')), raw(queryOf(fields as Map<string, string>)))).toBe(reason)
  })

  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['SHA-1', (bytes) => sign('sha1', bytes, fake.keys.platform)],
    ['PSS', (bytes) => sign('sha256', bytes, { key: fake.keys.platform, padding: constants.RSA_PKCS1_PSS_PADDING })],
    ['another key', (bytes) => sign('sha256', bytes, other.privateKey)],
    ['no key', () => Buffer.alloc(256)],
  ])('signed with %s is not believed', async (_, made) => {
    const fields = fake.notification(trade, 'v2')
    fields.set('sign', made(Buffer.from(epayText(fields))).toString('base64'))
    expect(await reasonOf(providerOf(epayOf('v2')), raw(queryOf(fields)))).toBe('signature')
  })

  it.each(['', 'words'])('is not even looked at with %j for the platform’s key', (platformPublicKey) => {
    const setting = { ...epayOf('v2'), platformPublicKey }
    expect(() => epayProvider(setting, epayConnection(fake.baseUrl), () => now)).toThrow(PaymentKeyProblem)
  })
})

describe('a notification of version 1', () => {
  it('is not believed without a key', async () => {
    const fields = fake.notification(trade, 'v1')
    fields.set('sign', md5Sign(Object.fromEntries(fields), ''))
    expect(await reasonOf(providerOf({ ...epayOf('v1'), key: '' }), raw(queryOf(fields)))).toBe('key')
  })
})
