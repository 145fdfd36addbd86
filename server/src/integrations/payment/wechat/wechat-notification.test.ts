import { constants, createHmac, randomBytes, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NotificationProblem, type NotificationReason, type PaymentProvider, type ProviderConnection, type RawNotification } from '../payment.ts'
import { reasonOf } from '../payment-outcomes.testing.ts'
import { platformKey, sealed, startFakeWechat, strangerKey, wechatSetting, type FakeWechat } from './fake-wechat.testing.ts'
import { wechatPayProvider } from './wechat-pay.ts'

const at = new Date('2026-03-10T12:00:00Z')
const nowhere: ProviderConnection = { call: () => Promise.reject(new Error('nobody is to be called')) }
let fake: FakeWechat
let provider: PaymentProvider
let sound: RawNotification

const trade = {
  appid: wechatSetting.appId,
  mchid: wechatSetting.mchId,
  out_trade_no: 'P20260310ABCDEF',
  transaction_id: '4200001234202603101234567890',
  trade_type: 'NATIVE',
  trade_state: 'SUCCESS',
  success_time: '2026-03-10T20:00:00+08:00',
  amount: { total: 10_000, payer_total: 9000, currency: 'CNY', payer_currency: 'CNY' },
}
const refund = {
  mchid: wechatSetting.mchId,
  out_trade_no: trade.out_trade_no,
  transaction_id: trade.transaction_id,
  out_refund_no: 'R20260310ABCDEF',
  refund_id: '50000000382019052709732678859',
  refund_status: 'SUCCESS',
  amount: { total: 10_000, refund: 2500, payer_total: 10_000, payer_refund: 2500 },
}

beforeAll(async () => {
  fake = await startFakeWechat(() => at)
  provider = wechatPayProvider(wechatSetting, nowhere, () => at)
  sound = await fake.notification('TRANSACTION.SUCCESS', 'transaction', trade, { id: 'EV-1' })
})
afterAll(() => fake.close())

type Headers = Record<string, string | undefined>
const withHeaders = (changed: Headers): RawNotification => ({ ...sound, headers: { ...sound.headers, ...changed } })
const header = (name: string): string => sound.headers[name]!
const flipped = (text: string, index: number): string => {
  const bytes = Buffer.from(text, 'base64')
  bytes[index % bytes.length]! ^= 1
  return bytes.toString('base64')
}
/** A body that WeChat's own key has signed, whatever it says. */
const signedBody = (body: Buffer | string, changed: Headers = {}): RawNotification => {
  const bytes = Buffer.from(body)
  const text = Buffer.concat([Buffer.from(`${header('wechatpay-timestamp')}\n${header('wechatpay-nonce')}\n`), bytes, Buffer.from('\n')])
  return { ...withHeaders({ 'wechatpay-signature': sign('sha256', text, platformKey).toString('base64'), ...changed }), body: bytes }
}
const envelope = (): Record<string, unknown> => JSON.parse(sound.body.toString()) as Record<string, unknown>
const resource = () => envelope()['resource'] as Record<string, string>
const told = (changed: object): Promise<RawNotification> => fake.notification('TRANSACTION.SUCCESS', 'transaction', { ...trade, ...changed })
const secondsOff = (seconds: number) => fake.notification('TRANSACTION.SUCCESS', 'transaction', trade, { at: new Date(at.getTime() + seconds * 1000) })

describe('a genuine notification', () => {
  it('of a payment says what was paid, to whom', async () => {
    expect(await provider.verifyNotification(sound)).toEqual({
      eventId: 'EV-1',
      kind: 'payment',
      payment: {
        outTradeNo: trade.out_trade_no,
        providerNo: trade.transaction_id,
        state: 'paid',
        amountCents: 10_000,
        currency: 'CNY',
        merchant: wechatSetting.mchId,
        app: wechatSetting.appId,
        paidAt: new Date('2026-03-10T12:00:00Z'),
      },
    })
  })

  it('of a refund says which one', async () => {
    expect(await provider.verifyNotification(await fake.notification('REFUND.SUCCESS', 'refund', refund))).toMatchObject({
      kind: 'refund',
      outTradeNo: trade.out_trade_no,
      refund: { refundNo: refund.out_refund_no, providerRefundNo: refund.refund_id, state: 'refund-completed', amountCents: 2500 },
    })
  })

  it('of something else is named, and moves nothing', async () => {
    expect(await provider.verifyNotification(await fake.notification('PAYSCORE.USER_OPEN_SERVICE', 'payscore', {}))).toMatchObject({ kind: 'other' })
  })

  it('is fresh up to five minutes, and without a scheme as older ones come', async () => {
    for (const raw of [await secondsOff(-299), await secondsOff(299), withHeaders({ 'wechatpay-signature-type': undefined })])
      expect(await provider.verifyNotification(raw)).toMatchObject({ kind: 'payment' })
  })
})

const cases: [string, NotificationReason, () => RawNotification | Promise<RawNotification>][] = [
  ['without a signature', 'signature', () => withHeaders({ 'wechatpay-signature': undefined })],
  ['with an empty signature', 'signature', () => withHeaders({ 'wechatpay-signature': '' })],
  ['without a time', 'signature', () => withHeaders({ 'wechatpay-timestamp': undefined })],
  ['without a nonce', 'signature', () => withHeaders({ 'wechatpay-nonce': undefined })],
  ['without a serial', 'signature', () => withHeaders({ 'wechatpay-serial': undefined })],
  ['without any header', 'signature', () => ({ ...sound, headers: {} })],
  ['with an empty serial', 'key', () => withHeaders({ 'wechatpay-serial': '' })],
  ['naming another key', 'key', () => withHeaders({ 'wechatpay-serial': 'PUB_KEY_ID_0000000000000000000000000000' })],
  ['naming a platform certificate where the public key is set', 'key', () => withHeaders({ 'wechatpay-serial': '5157F09EFDC096DE15EBE81A47057A7232F1B8E1' })],
  ['naming its key in other letters', 'key', () => withHeaders({ 'wechatpay-serial': wechatSetting.publicKeyId.toLowerCase() })],
  ['with the first bit of the signature flipped', 'signature', () => withHeaders({ 'wechatpay-signature': flipped(header('wechatpay-signature'), 0) })],
  ['with a middle bit of the signature flipped', 'signature', () => withHeaders({ 'wechatpay-signature': flipped(header('wechatpay-signature'), 128) })],
  ['with the last bit of the signature flipped', 'signature', () => withHeaders({ 'wechatpay-signature': flipped(header('wechatpay-signature'), 255) })],
  [
    'with a shortened signature',
    'signature',
    () => withHeaders({ 'wechatpay-signature': Buffer.from(header('wechatpay-signature'), 'base64').subarray(1).toString('base64') }),
  ],
  [
    'with a longer signature',
    'signature',
    () => withHeaders({ 'wechatpay-signature': Buffer.concat([Buffer.from(header('wechatpay-signature'), 'base64'), Buffer.alloc(1)]).toString('base64') }),
  ],
  [
    'with the signature in hexadecimal',
    'signature',
    () => withHeaders({ 'wechatpay-signature': Buffer.from(header('wechatpay-signature'), 'base64').toString('hex') }),
  ],
  [
    'with the signature in base64 of URLs',
    'signature',
    () => withHeaders({ 'wechatpay-signature': `${Buffer.from(header('wechatpay-signature'), 'base64').toString('base64url')}` }),
  ],
  ['with the signature and white space', 'signature', () => withHeaders({ 'wechatpay-signature': ` ${header('wechatpay-signature')}` })],
  ['with two signatures', 'signature', () => withHeaders({ 'wechatpay-signature': `${header('wechatpay-signature')}, ${header('wechatpay-signature')}` })],
  ['that probes with a SIGNTEST signature', 'signature', () => withHeaders({ 'wechatpay-signature': `WECHATPAY/SIGNTEST/${header('wechatpay-signature')}` })],
  [
    'that probes with SIGNTEST and random bytes',
    'signature',
    () => withHeaders({ 'wechatpay-signature': `WECHATPAY/SIGNTEST/${randomBytes(240).toString('base64')}` }),
  ],
  ['with zeros as signature', 'signature', () => withHeaders({ 'wechatpay-signature': Buffer.alloc(256).toString('base64') })],
  ['signed by a stranger', 'signature', () => fake.notification('TRANSACTION.SUCCESS', 'transaction', trade, { key: strangerKey })],
  ['signed by SHA-1', 'signature', () => withHeaders({ 'wechatpay-signature': sign('sha1', signedText(), platformKey).toString('base64') })],
  ['signed by MD5', 'signature', () => withHeaders({ 'wechatpay-signature': sign('md5', signedText(), platformKey).toString('base64') })],
  ['signed by SHA-512', 'signature', () => withHeaders({ 'wechatpay-signature': sign('sha512', signedText(), platformKey).toString('base64') })],
  [
    'signed with PSS',
    'signature',
    () =>
      withHeaders({ 'wechatpay-signature': sign('sha256', signedText(), { key: platformKey, padding: constants.RSA_PKCS1_PSS_PADDING }).toString('base64') }),
  ],
  [
    'signed by HMAC with the public key',
    'signature',
    () => withHeaders({ 'wechatpay-signature': createHmac('sha256', wechatSetting.publicKey).update(signedText()).digest('base64') }),
  ],
  ['of another scheme', 'signature', () => withHeaders({ 'wechatpay-signature-type': 'WECHATPAY2-SM2-WITH-SM3' })],
  ['of an older scheme', 'signature', () => withHeaders({ 'wechatpay-signature-type': 'WECHATPAY2-SHA1-RSA2048' })],
  ['of no scheme at all', 'signature', () => withHeaders({ 'wechatpay-signature-type': 'none' })],
  ['five minutes old', 'stale', () => secondsOff(-300)],
  ['an hour old', 'stale', () => secondsOff(-3600)],
  ['a year old', 'stale', () => secondsOff(-31_536_000)],
  ['five minutes ahead', 'stale', () => secondsOff(300)],
  [
    'with its time moved to now',
    'signature',
    async () => ({ ...(await secondsOff(-3600)), headers: { ...(await secondsOff(-3600)).headers, 'wechatpay-timestamp': header('wechatpay-timestamp') } }),
  ],
  ['with a time of milliseconds', 'signature', () => withHeaders({ 'wechatpay-timestamp': `${header('wechatpay-timestamp')}000` })],
  ['with a negative time', 'signature', () => withHeaders({ 'wechatpay-timestamp': `-${header('wechatpay-timestamp')}` })],
  ['with a time and a sign', 'signature', () => withHeaders({ 'wechatpay-timestamp': `+${header('wechatpay-timestamp')}` })],
  ['with a time that is a word', 'signature', () => withHeaders({ 'wechatpay-timestamp': 'now' })],
  ['with an empty time', 'signature', () => withHeaders({ 'wechatpay-timestamp': '' })],
  ['with another nonce', 'signature', () => withHeaders({ 'wechatpay-nonce': randomBytes(16).toString('hex') })],
  [
    'with a line feed moved from nonce to body',
    'signature',
    () => ({ ...withHeaders({ 'wechatpay-nonce': `${header('wechatpay-nonce')}\n` }), body: sound.body.subarray(0) }),
  ],
  [
    'with the nonce’s end in the body',
    'signature',
    () => ({
      ...withHeaders({ 'wechatpay-nonce': header('wechatpay-nonce').slice(0, -1) }),
      body: Buffer.concat([Buffer.from(`${header('wechatpay-nonce').slice(-1)}\n`), sound.body]),
    }),
  ],
  [
    'with a line of its body moved into the nonce',
    'signature',
    () => {
      const raw = signedBody(Buffer.concat([Buffer.from('x\n'), sound.body]))
      return { ...raw, headers: { ...raw.headers, 'wechatpay-nonce': `${header('wechatpay-nonce')}\nx` }, body: sound.body }
    },
  ],
  ['with a byte of its body changed', 'signature', () => ({ ...sound, body: Buffer.from(sound.body.toString().replace('TRANSACTION', 'TRANSACTIOM')) })],
  ['with a blank behind its body', 'signature', () => ({ ...sound, body: Buffer.concat([sound.body, Buffer.from(' ')]) })],
  ['with its body written anew', 'signature', () => ({ ...sound, body: Buffer.from(JSON.stringify(envelope(), null, 1)) })],
  ['with an empty body', 'signature', () => ({ ...sound, body: Buffer.alloc(0) })],
  ['with the body of another one', 'signature', async () => ({ ...sound, body: (await told({})).body })],
  ['with the headers of another one', 'signature', async () => ({ ...(await told({ out_trade_no: 'P2' })), headers: (await told({})).headers })],
  ['sent by GET', 'malformed', () => ({ ...sound, method: 'GET' })],
  ['with a query', 'malformed', () => ({ ...sound, query: 'a=1' })],
  ['that is no JSON', 'malformed', () => signedBody('nonsense')],
  ['that is a list', 'malformed', () => signedBody('[]')],
  ['that is not UTF-8', 'malformed', () => signedBody(Buffer.concat([sound.body, Buffer.from([0xff])]))],
  ['without an id', 'malformed', () => signedBody(JSON.stringify({ ...envelope(), id: '' }))],
  ['whose id is no text', 'malformed', () => signedBody(JSON.stringify({ ...envelope(), id: 7 }))],
  ['without a sealed part', 'malformed', () => signedBody(JSON.stringify({ ...envelope(), resource: undefined }))],
  ['of another resource type', 'malformed', () => signedBody(JSON.stringify({ ...envelope(), resource_type: 'plain' }))],
  [
    'whose part is not sealed',
    'malformed',
    () =>
      signedBody(
        JSON.stringify({ ...envelope(), resource: { ...resource(), algorithm: 'none', ciphertext: Buffer.from(JSON.stringify(trade)).toString('base64') } }),
      ),
  ],
  [
    'whose part is sealed by an older algorithm',
    'malformed',
    () => signedBody(JSON.stringify({ ...envelope(), resource: { ...resource(), algorithm: 'AEAD_AES_128_GCM' } })),
  ],
  ['whose part is sealed with another key', 'signature', () => fake.notification('TRANSACTION.SUCCESS', 'transaction', trade, { apiV3Key: 'x'.repeat(32) })],
  [
    'whose sealed part has a flipped bit',
    'signature',
    () => signedBody(JSON.stringify({ ...envelope(), resource: { ...resource(), ciphertext: flipped(resource()['ciphertext']!, 3) } })),
  ],
  [
    'whose tag has a flipped bit',
    'signature',
    () =>
      signedBody(
        JSON.stringify({
          ...envelope(),
          resource: { ...resource(), ciphertext: flipped(resource()['ciphertext']!, Buffer.from(resource()['ciphertext']!, 'base64').length - 1) },
        }),
      ),
  ],
  [
    'whose tag is cut',
    'signature',
    () =>
      signedBody(
        JSON.stringify({
          ...envelope(),
          resource: { ...resource(), ciphertext: Buffer.from(resource()['ciphertext']!, 'base64').subarray(0, -12).toString('base64') },
        }),
      ),
  ],
  [
    'whose sealed part is a tag only',
    'malformed',
    () => signedBody(JSON.stringify({ ...envelope(), resource: { ...resource(), ciphertext: Buffer.alloc(16).toString('base64') } })),
  ],
  [
    'whose sealed part is no base64',
    'malformed',
    () => signedBody(JSON.stringify({ ...envelope(), resource: { ...resource(), ciphertext: `${resource()['ciphertext']}!` } })),
  ],
  [
    'whose part is bound to something else',
    'signature',
    () => signedBody(JSON.stringify({ ...envelope(), resource: { ...resource(), associated_data: 'refund' } })),
  ],
  ['whose sealing nonce is short', 'malformed', () => signedBody(JSON.stringify({ ...envelope(), resource: { ...resource(), nonce: 'short' } }))],
  ['without a trade number', 'malformed', () => told({ out_trade_no: '' })],
  ['without a merchant', 'malformed', () => told({ mchid: undefined })],
  ['without an app', 'malformed', () => told({ appid: undefined })],
  ['paid without an amount', 'malformed', () => told({ amount: undefined })],
  ['paid without WeChat’s number', 'malformed', () => told({ transaction_id: undefined })],
  ['with an amount of half cents', 'malformed', () => told({ amount: { total: 100.5, currency: 'CNY' } })],
  ['with an amount that is a text', 'malformed', () => told({ amount: { total: '10000', currency: 'CNY' } })],
  ['with a negative amount', 'malformed', () => told({ amount: { total: -1, currency: 'CNY' } })],
  ['with an amount beyond all sums', 'malformed', () => told({ amount: { total: 1e18, currency: 'CNY' } })],
  ['in a state that nobody knows', 'malformed', () => told({ trade_state: 'PAID' })],
  ['of a refund of another merchant', 'malformed', () => fake.notification('REFUND.SUCCESS', 'refund', { ...refund, mchid: '1900000002' })],
  ['of a refund without a number', 'malformed', () => fake.notification('REFUND.SUCCESS', 'refund', { ...refund, out_refund_no: undefined })],
]

function signedText(): Buffer {
  return Buffer.concat([Buffer.from(`${header('wechatpay-timestamp')}\n${header('wechatpay-nonce')}\n`), sound.body, Buffer.from('\n')])
}

describe('a notification is refused', () => {
  it.each(cases)('%s', async (_, reason, make) => {
    expect(await reasonOf(provider, await make())).toBe(reason)
  })

  it('for each of many flipped bits, wherever they are', async () => {
    for (let index = 0; index < 200; index++) {
      const body = Buffer.from(sound.body)
      body[(index * 37) % body.length]! ^= 1 << (index % 8)
      await expect(provider.verifyNotification({ ...sound, body })).rejects.toBeInstanceOf(NotificationProblem)
    }
  })

  it('as a payment when it is sealed as something else', async () => {
    const raw = await fake.notification('TRANSACTION.SUCCESS', 'payscore', trade)
    expect(await provider.verifyNotification(raw)).toMatchObject({ kind: 'other' })
    expect(await sealed('{}', wechatSetting.apiV3Key, 'x')).toMatchObject({ algorithm: 'AEAD_AES_256_GCM' })
  })
})
