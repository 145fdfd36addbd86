import { describe, expect, it } from 'vitest'
import type { AnswerEvent } from '../answer/answer.ts'
import { answerClass, defaultRateLimit, RateLimiter, type RateLimitOptions, type Verdict } from './rate-limit.ts'

const options: RateLimitOptions = { ...defaultRateLimit, answersPerSecond: 10, burst: 5 }
const v4 = (...bytes: number[]): Uint8Array => Uint8Array.from(bytes)
const v6 = (...head: number[]): Uint8Array => Uint8Array.from([...head, ...new Array<number>(16 - head.length).fill(0)])

function takeMany(limiter: RateLimiter, address: Uint8Array, count: number, nowMs = 1000): Verdict[] {
  return Array.from({ length: count }, () => limiter.take(address, 7, nowMs))
}

describe('the rate limit', () => {
  it('answers the burst, then tells every second one to come by TCP and drops the rest', () => {
    expect(takeMany(new RateLimiter(options), v4(192, 0, 2, 1), 9)).toEqual(['answer', 'answer', 'answer', 'answer', 'answer', 'drop', 'slip', 'drop', 'slip'])
  })

  it('fills at its rate and never above the burst', () => {
    const limiter = new RateLimiter(options)
    takeMany(limiter, v4(192, 0, 2, 1), 5)
    expect(limiter.take(v4(192, 0, 2, 1), 7, 1100)).toBe('answer')
    expect(limiter.take(v4(192, 0, 2, 1), 7, 1100)).toBe('drop')
    expect(takeMany(limiter, v4(192, 0, 2, 1), 6, 900_000).filter((verdict) => verdict === 'answer')).toHaveLength(5)
  })

  it('a clock that goes back gives nothing and takes nothing away', () => {
    const limiter = new RateLimiter(options)
    takeMany(limiter, v4(192, 0, 2, 1), 4, 10_000)
    expect(limiter.take(v4(192, 0, 2, 1), 7, 5000)).toBe('answer')
    expect(limiter.take(v4(192, 0, 2, 1), 7, 5000)).toBe('drop')
  })

  it.each<[string, Uint8Array, Uint8Array, boolean]>([
    ['one /24', v4(192, 0, 2, 1), v4(192, 0, 2, 254), true],
    ['two /24', v4(192, 0, 2, 1), v4(192, 0, 3, 1), false],
    ['one /56', v6(0x20, 1, 0xd, 0xb8, 0, 0, 1, 7), v6(0x20, 1, 0xd, 0xb8, 0, 0, 1, 9), true],
    ['two /56', v6(0x20, 1, 0xd, 0xb8, 0, 0, 1), v6(0x20, 1, 0xd, 0xb8, 0, 0, 2), false],
    ['an IPv4 and an IPv6 source of the same bytes', v4(0, 0, 7, 1), v6(0, 0, 0, 0, 0, 0, 7), false],
  ])('%s', (_name, first, second, shared) => {
    const limiter = new RateLimiter(options)
    takeMany(limiter, first, 5)
    expect(limiter.take(second, 7, 1000)).toBe(shared ? 'drop' : 'answer')
  })

  it.each<[number, number, Uint8Array, Uint8Array, boolean]>([
    [32, 64, v4(192, 0, 2, 1), v4(192, 0, 2, 2), false],
    [8, 64, v4(10, 1, 2, 1), v4(10, 9, 2, 2), true],
    [24, 64, v6(0x20, 1, 0xd, 0xb8, 0, 0, 1, 7), v6(0x20, 1, 0xd, 0xb8, 0, 0, 1, 9), false],
    [24, 32, v6(0x20, 1, 0xd, 0xb8, 0, 0, 1), v6(0x20, 1, 0xd, 0xb8, 0xff), true],
    [32, 32, v4(0x20, 1, 0xd, 0xb8), v6(0x20, 1, 0xd, 0xb8), false],
  ])('networks of /%i and /%i', (ipv4Prefix, ipv6Prefix, first, second, shared) => {
    const limiter = new RateLimiter({ ...options, ipv4Prefix, ipv6Prefix })
    takeMany(limiter, first, 5)
    expect(limiter.take(second, 7, 1000)).toBe(shared ? 'drop' : 'answer')
  })

  it('leaves the loopback alone only when told so', () => {
    expect(takeMany(new RateLimiter(options), v4(127, 0, 0, 1), 50)).not.toContain('drop')
    expect(takeMany(new RateLimiter({ ...options, unlimitedNetworks: ['!127.0.0.0/8'] }), v4(127, 0, 0, 1), 50)).toContain('drop')
    expect(takeMany(new RateLimiter(options), v6(...new Array<number>(15).fill(0), 1), 50)).not.toContain('drop')
    expect(takeMany(new RateLimiter({ ...options, unlimitedNetworks: ['!::/0'] }), v6(...new Array<number>(15).fill(0), 1), 50)).toContain('drop')
  })

  it.each([
    [0, ['drop', 'drop', 'drop', 'drop', 'drop', 'drop']],
    [1, ['slip', 'slip', 'slip', 'slip', 'slip', 'slip']],
    [3, ['drop', 'drop', 'slip', 'drop', 'drop', 'slip']],
  ])('tells every %i-th one over it', (slipEvery, verdicts) => {
    expect(takeMany(new RateLimiter({ ...options, slipEvery }), v4(192, 0, 2, 1), 11).slice(5)).toEqual(verdicts)
  })

  it('off limits nothing and counts nothing; as a log it limits nothing and counts what it would have', () => {
    for (const [mode, spared] of [
      ['off', 0],
      ['log', 45],
    ] as const) {
      const limiter = new RateLimiter({ ...options, mode })
      expect(new Set(takeMany(limiter, v4(192, 0, 2, 1), 50))).toEqual(new Set(['answer']))
      expect(limiter.drain()).toEqual({ dropped: 0, slipped: 0, spared })
    }
  })

  it('counts what it dropped and whom it told, once', () => {
    const limiter = new RateLimiter(options)
    takeMany(limiter, v4(192, 0, 2, 1), 10)
    expect(limiter.drain()).toEqual({ dropped: 3, slipped: 2, spared: 0 })
    expect(limiter.drain()).toEqual({ dropped: 0, slipped: 0, spared: 0 })
  })

  it('leaves networks alone that are named, and by the longest prefix limits others within them', () => {
    const unlimitedNetworks = ['192.0.2.0/24', '!192.0.2.128/25', '192.0.2.200', '2001:db8::/33', '!2001:db8:7fff::/48']
    const isLimited = (...address: number[]): boolean =>
      takeMany(new RateLimiter({ ...options, unlimitedNetworks }), address.length === 4 ? v4(...address) : v6(...address), 50).includes('drop')
    expect([isLimited(192, 0, 2, 1), isLimited(192, 0, 2, 129), isLimited(192, 0, 2, 200), isLimited(192, 0, 3, 1)]).toEqual([false, true, false, true])
    const [low, within, high] = [
      [0x20, 1, 0xd, 0xb8, 0x7f, 0],
      [0x20, 1, 0xd, 0xb8, 0x7f, 0xff],
      [0x20, 1, 0xd, 0xb8, 0x80, 0],
    ].map((head) => isLimited(...v6(...head))) as [boolean, boolean, boolean]
    expect([low, within, high]).toEqual([false, true, true])
  })

  it('takes other rules without forgetting who has had their share', () => {
    const limiter = new RateLimiter(options)
    takeMany(limiter, v4(192, 0, 2, 1), 5)
    limiter.use({ ...options, slipEvery: 0, burst: 50 })
    expect(limiter.take(v4(192, 0, 2, 1), 7, 1000)).toBe('drop')
    limiter.use({ ...options, mode: 'off' })
    expect(limiter.take(v4(192, 0, 2, 1), 7, 1000)).toBe('answer')
  })

  it('a flood from a million sources does not push out a source that keeps asking', () => {
    const limiter = new RateLimiter(options)
    const busy = v4(192, 0, 2, 1)
    let answered = 0
    for (let i = 0; i < 1_000_000; i += 1) {
      limiter.take(v4(10 + (i >> 22), (i >> 14) & 255, (i >> 6) & 255, i & 63), 7, 1000)
      if (i % 1000 === 0 && limiter.take(busy, 7, 1000) === 'answer') answered += 1
    }
    expect(answered).toBeLessThanOrEqual(5)
  })
})

describe('the class of an answer', () => {
  const event: AnswerEvent = {
    domainId: 1,
    zone: 'a.test',
    line: 'default',
    answeredLine: 'default',
    type: 1,
    rcode: 0,
    nameKey: '\x03www\x01a\x04test',
    isOwnName: true,
    owner: '\x03www',
    chain: ['default'],
    subnet: null,
    truncated: false,
  }
  const madeUp: AnswerEvent = { ...event, isOwnName: false, answeredLine: null, rcode: 3 }

  it.each<[string, AnswerEvent, AnswerEvent, boolean]>([
    ['a name and another', event, { ...event, nameKey: '\x04mail\x01a\x04test' }, false],
    ['two types of a name', event, { ...event, type: 28 }, false],
    ['a name for clients of two lines', event, { ...event, line: 'ct', answeredLine: 'ct' }, true],
    ['two made-up names of a zone', madeUp, { ...madeUp, nameKey: '\x02xy\x01a\x04test', type: 16 }, true],
    ['made-up names of two zones', madeUp, { ...madeUp, domainId: 2 }, false],
    ['two names outside all zones', { ...madeUp, domainId: null, rcode: 5 }, { ...madeUp, domainId: null, rcode: 5, nameKey: '\x01z' }, true],
    ['names outside all zones, and queries that cannot be read', { ...madeUp, domainId: null, rcode: 5 }, { ...madeUp, domainId: null, rcode: 1 }, false],
  ])('%s', (_pair, first, second, isShared) => {
    expect(answerClass(first) === answerClass(second)).toBe(isShared)
  })

  it('a resolver farm that asks for 20,000 different names a second is answered each time', () => {
    const limiter = new RateLimiter(defaultRateLimit)
    const verdicts = new Set<Verdict>()
    for (let asked = 0; asked < 100_000; asked += 1) {
      const name = `${asked % 20_000}`
      verdicts.add(
        limiter.take(v4(192, 0, 2, asked % 256), answerClass({ ...event, nameKey: `${String.fromCharCode(name.length)}${name}\x01a\x04test` }), asked / 20),
      )
    }
    expect(verdicts).toEqual(new Set(['answer']))
  })
})
