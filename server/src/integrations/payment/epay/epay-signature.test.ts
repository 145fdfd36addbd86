import { constants, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { epayMd5, epayRsa, epayText, isEpayMd5Signed, isEpayRsaSigned } from './epay-signature.ts'

const fields = (): Map<string, string> =>
  new Map([
    ['type', 'alipay'],
    ['pid', '1001'],
    ['out_trade_no', 'P20261121A'],
    ['notify_url', 'https://console.example/n'],
    ['name', 'Account recharge'],
    ['money', '1.00'],
    ['clientip', '203.0.113.7'],
    ['param', ''],
    ['buyer', ' '],
    ['sign', 'whatever'],
    ['sign_type', 'MD5'],
  ])
const text = 'clientip=203.0.113.7&money=1.00&name=Account recharge&notify_url=https://console.example/n&out_trade_no=P20261121A&pid=1001&type=alipay'
const key = '89unJUB8HZ54Hj7x4nUj56HN4nUzUJ8i'
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })

describe('what Rainbow EPay signs', () => {
  it('is every field with a text but the signature, in order', () => expect(epayText(fields())).toBe(text))
  // Own vector: Python's hashlib over the text above and the key.
  it('is signed by MD5 in version 1', () => expect(epayMd5(fields(), key)).toBe('b8bcb62de1290650ca205171e5975d5a'))
  it('is believed with that MD5 only', () => {
    const md5 = epayMd5(fields(), key)
    expect(isEpayMd5Signed(fields().set('sign', md5), key)).toBe(true)
    for (const other of ['', md5.toUpperCase(), md5.slice(1), `${md5}0`, ` ${md5}`, epayMd5(fields(), `${key}x`)])
      expect(isEpayMd5Signed(fields().set('sign', other), key)).toBe(false)
  })
})

describe('the version 2 signature', () => {
  const good = epayRsa(fields(), pair.privateKey)
  const isBelieved = (given: string): boolean => isEpayRsaSigned(fields().set('sign', given), pair.publicKey)
  const bytes = Buffer.from(text)
  it('is believed', () => expect(isBelieved(good)).toBe(true))
  it.each<[string, string]>([
    ['empty', ''],
    ['half', good.slice(0, 172)],
    ['with a bit flipped', `${good.startsWith('A') ? 'B' : 'A'}${good.slice(1)}`],
    ['in hexadecimal', Buffer.from(good, 'base64').toString('hex')],
    ['in base64url', Buffer.from(good, 'base64').toString('base64url')],
    ['without its padding', good.replaceAll('=', '')],
    ['with a blank behind', `${good} `],
    ['with a line break in it', `${good.slice(0, 64)}\n${good.slice(64)}`],
    ['of SHA-1', sign('sha1', bytes, pair.privateKey).toString('base64')],
    ['of MD5', sign('md5', bytes, pair.privateKey).toString('base64')],
    ['of SHA-512', sign('sha512', bytes, pair.privateKey).toString('base64')],
    ['with the padding PSS', sign('sha256', bytes, { key: pair.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }).toString('base64')],
    ['of another key', sign('sha256', bytes, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey).toString('base64')],
    ['an MD5', epayMd5(fields(), key)],
    ['zeros', Buffer.alloc(256).toString('base64')],
  ])('is not believed when %s', (_, given) => expect(isBelieved(given)).toBe(false))
})
