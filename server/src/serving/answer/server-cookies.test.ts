import { spawnSync } from 'node:child_process'
import { parseAddress } from '@nameplane/dns-text/addresses'
import { describe, expect, it } from 'vitest'
import { isCookieLength, ServerCookies } from './server-cookies.ts'
import { sipHash24, sipKey } from './sip-hash.ts'

const hex = (text: string): Buffer => Buffer.from(text, 'hex')

/** What a client of `address` that shows a cookie in hexadecimal is given at a moment. */
function answered(cookie: string, address: string, nowSeconds: number, secrets: readonly string[]): { cookie: string; isKnown: boolean } {
  const out = Buffer.alloc(30)
  const packet = Buffer.concat([Buffer.alloc(3), hex(cookie)])
  const isKnown = new ServerCookies(secrets.map(hex)).answer(packet, 3, packet.length - 3, parseAddress(address).bytes, nowSeconds, out, 2)
  return { cookie: out.toString('hex', 2, 26), isKnown }
}

const secret = 'e5e973e5a6b2a43f48e7dc849e37bfcf'
const client = '2464c4abcf10c957'
const first = `${client}010000005cf79f111f8130c3eee29480`
const madeAt = 0x5cf79f11

describe('SipHash-2-4', () => {
  it('is that of its authors', () => {
    const out = Buffer.alloc(8)
    // Key and message of appendix A of their paper: the bytes 0 to 15, and 0 to 14.
    sipHash24(
      sipKey(Uint8Array.from({ length: 16 }, (_, i) => i)),
      Uint8Array.from({ length: 15 }, (_, i) => i),
      15,
      out,
    )
    expect(out.readBigUInt64LE()).toBe(0xa129ca6149be45e5n)
  })

  it('is that of OpenSSL, whatever the key and the message', () => {
    const cases = Array.from({ length: 40 }, (_, length) => ({
      key: Buffer.from(Array.from({ length: 16 }, (__, i) => (i * 37 + length * 91 + 200) & 255)),
      message: Buffer.from(Array.from({ length }, (__, i) => (i * 53 + length * 17 + 128) & 255)),
    }))
    for (const { key, message } of cases) {
      const judge = spawnSync('openssl', ['mac', '-macopt', `hexkey:${key.toString('hex')}`, '-macopt', 'size:8', 'SIPHASH'], { input: message })
      const out = Buffer.alloc(8)
      sipHash24(sipKey(key), message, message.length, out)
      expect(out.toString('hex')).toBe(judge.stdout.toString().trim().toLowerCase())
    }
  })

  it('has a key of 16 bytes', () => expect(() => sipKey(new Uint8Array(15))).toThrow(RangeError))
})

describe('server cookies of RFC 9018, appendix A', () => {
  it('A.1: a client learns one', () => {
    expect(answered(client, '198.51.100.100', madeAt, [secret])).toEqual({ cookie: first, isKnown: false })
  })

  it('A.2: it is given a fresh one', () => {
    expect(answered(first, '198.51.100.100', 0x5cf7a871, [secret])).toEqual({ cookie: `${client}010000005cf7a871d4a564a1442aca77`, isKnown: true })
  })

  it('A.3: another client is given one in place of one with reserved bits', () => {
    const old = 'fc93fc62807ddb8601abcdef5cf78f71a314227b6679ebf5'
    expect(answered(old, '203.0.113.203', 0x5cf7a9ac, [secret]).cookie).toBe('fc93fc62807ddb86010000005cf7a9acf73a7810aca2381e')
    // Within its hour it is good, whatever its reserved bits; ours have none.
    expect(answered(old, '203.0.113.203', 0x5cf78f71, [secret])).toMatchObject({
      isKnown: true,
      cookie: expect.stringMatching(/^fc93fc62807ddb86010000005cf78f71/),
    })
  })

  it('A.4: by IPv6, after the secret has changed', () => {
    const [before, now] = ['dd3bdf9344b678b185a6f5cb60fca715', '445536bcd2513298075a5d379663c962']
    const old = '22681ab97d52c298010000005cf7c57926556bd0934c72f8'
    const address = '2001:db8:220:1:59de:d0f4:8769:82b8'
    const fresh = '22681ab97d52c298010000005cf7c609a6bb79d16625507a'
    expect(answered(old, address, 0x5cf7c609, [now, before])).toEqual({ cookie: fresh, isKnown: true })
    expect(answered(old, address, 0x5cf7c609, [now])).toEqual({ cookie: fresh, isKnown: false })
  })
})

describe('a server cookie', () => {
  it('is kept for half an hour, good for an hour, and not from more than five minutes ahead', () => {
    const at = (seconds: number) => answered(first, '198.51.100.100', madeAt + seconds, [secret])
    expect(at(0)).toEqual({ cookie: first, isKnown: true })
    expect(at(1_800)).toEqual({ cookie: first, isKnown: true })
    expect(at(1_801).cookie).not.toBe(first)
    expect(at(3_600).isKnown).toBe(true)
    expect(at(3_601).isKnown).toBe(false)
    expect(at(-300).isKnown).toBe(true)
    expect(at(-301).isKnown).toBe(false)
  })

  it.each([
    ['of another address', first, '198.51.100.101'],
    ['of another client cookie', `3${first.slice(1)}`, '198.51.100.100'],
    ['of another version', `${client}02${first.slice(18)}`, '198.51.100.100'],
    ['with another time', first.replace('5cf79f11', '5cf79f12'), '198.51.100.100'],
    ['with another hash', first.replace(/0$/, '1'), '198.51.100.100'],
    ['cut off', first.slice(0, 40), '198.51.100.100'],
    ['with more behind it', `${first}00`, '198.51.100.100'],
  ])('%s is none, and one is given', (_, shown, address) => {
    const { cookie, isKnown } = answered(shown, address, madeAt, [secret])
    expect(isKnown).toBe(false)
    expect(cookie).toMatch(new RegExp(`^${shown.slice(0, 16)}010000005cf79f11[0-9a-f]{16}$`))
    expect(answered(cookie, address, madeAt, [secret])).toEqual({ cookie, isKnown: true })
  })

  it('has the lengths of RFC 7873', () => {
    expect(Array.from({ length: 60 }, (_, bytes) => bytes).filter(isCookieLength)).toEqual([8, ...Array.from({ length: 25 }, (_, i) => i + 16)])
  })
})
