import { maskBytes, parseAddress, printAddress } from '@nameplane/dns-text/addresses'
import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SegmentTable } from './segment-table.ts'
import { buildSegmentTable, loadSegmentTable } from './segment-table.ts'

let folder: string
let table: SegmentTable

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-lines-'))
  buildSegmentTable(join(folder, 'lines.bin'))
  table = loadSegmentTable(join(folder, 'lines.bin'))
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function bytesOf(text: string): Uint8Array {
  return parseAddress(text).bytes
}

describe('known addresses', () => {
  test.each([
    ['202.96.209.133', 4812, 'cn', 'telecom domestic cn default'],
    ['101.226.4.6', 4811, 'cn', 'telecom domestic cn default'],
    ['210.21.196.6', 17623, 'cn', 'unicom domestic cn default'],
    ['117.50.11.11', 4808, 'cn', 'unicom domestic cn default'],
    ['211.136.112.50', 24400, 'cn', 'mobile domestic cn default'],
    ['202.112.0.35', 4538, 'cn', 'cernet domestic cn default'],
    ['166.111.8.28', 4538, 'cn', 'cernet domestic cn default'],
    ['223.5.5.5', 45102, 'cn', 'aliyun domestic cn default'],
    ['119.29.29.29', 132203, 'cn', 'tencent domestic cn default'],
    ['1.2.4.8', 24406, 'cn', 'domestic cn default'],
    ['114.114.114.114', 21859, 'cn', 'domestic cn default'],
    ['8.8.8.8', 15169, 'us', 'us north_america overseas default'],
    ['203.198.7.66', 4760, 'hk', 'hk asia overseas default'],
    ['168.95.1.1', 3462, 'tw', 'tw asia overseas default'],
    ['66.249.66.1', 15169, 'us', 'google search_engine us north_america overseas default'],
    ['220.181.108.5', 23724, 'cn', 'baidu search_engine telecom domestic cn default'],
    ['10.0.0.1', null, null, 'default'],
    ['127.0.0.1', null, null, 'default'],
    ['2001:da8::1', 23910, 'cn', 'cernet domestic cn default'],
    ['240e::1', 4134, 'cn', 'telecom domestic cn default'],
    ['2408:8000::1', 4837, 'cn', 'unicom domestic cn default'],
    ['2408:8fff::1', null, null, 'unicom domestic cn default'],
    ['2001:250:ffff::1', null, 'cn', 'cernet domestic cn default'],
    ['2409:8000::1', 56048, 'cn', 'mobile domestic cn default'],
    ['2400:3200::1', 37963, 'cn', 'aliyun domestic cn default'],
    ['2001:4860:4860::8888', 15169, 'us', 'us north_america overseas default'],
    ['::1', null, null, 'default'],
    ['fd00::1', null, null, 'default'],
  ])('%s is announced by %s in %s: %s', (text, asNumber, country, chain) => {
    const address = bytesOf(text)
    expect(table.asOf(address)).toMatchObject({ asNumber, country })
    expect(table.asOf(address).chain.join(' ')).toBe(chain)
    expect(table.match(address, address.length * 8).chain.join(' ')).toBe(chain)
  })

  test('an autonomous system has its registered name, an unknown one none', () => {
    expect(table.asOf(bytesOf('202.96.209.133')).asName).toBe('China Telecom (Group)')
    expect(table.asName(4538)).toBe('China Education and Research Network Center')
    expect(table.asName(0)).toBeNull()
    expect(table.asName(4_294_967_295)).toBeNull()
  })
})

describe('forms of the address', () => {
  test('an IPv4-mapped address is the IPv4 address, with its scope counted in 128 bits', () => {
    const plain = table.match(bytesOf('202.96.209.133'), 24)
    const mapped = table.match(bytesOf('::ffff:202.96.209.133'), 120)
    expect(mapped.chain).toEqual(plain.chain)
    expect(mapped.classId).toBe(plain.classId)
    expect(mapped.scope).toBe(plain.scope + 96)
  })

  test('bits beyond the prefix do not count', () => {
    expect(table.match(bytesOf('202.112.255.255'), 13)).toMatchObject({ scope: table.match(bytesOf('202.112.0.0'), 13).scope })
    expect(table.match(bytesOf('2001:da8:ffff::'), 32).chain).toEqual(table.match(bytesOf('2001:da8::'), 32).chain)
  })

  test('a prefix of no bits says nothing: default, scope 0, no segment', () => {
    for (const text of ['202.96.209.133', '240e::1']) {
      expect(table.match(bytesOf(text), 0)).toEqual({ chain: ['default'], scope: 0, segment: null, classId: 0 })
    }
  })

  test.each([0, 3, 5, 15, 17])('an address of %i bytes is refused', (length) => {
    expect(() => table.match(new Uint8Array(length), 8)).toThrow(RangeError)
  })
})

describe('stretches', () => {
  test.each([4, 6] as const)('of IPv%i cover the space without gap or overlap, and neighbours differ', (family) => {
    let expectedFirst = BigInt(0)
    let previousClass = -1
    for (const { first, last, classId } of table.stretches(family)) {
      const from = BigInt(`0x${Buffer.from(first).toString('hex')}`)
      const to = BigInt(`0x${Buffer.from(last).toString('hex')}`)
      if (from !== expectedFirst || to < from || classId === previousClass) throw new Error(`bad stretch at ${printAddress(first)}`)
      expectedFirst = to + 1n
      previousClass = classId
    }
    expect(expectedFirst).toBe(1n << (family === 4 ? 32n : 128n))
  })

  test('both ends of a stretch are in it, and the addresses beside it are not', () => {
    const stretches = [...table.stretches(4)]
    for (let index = 1; index < stretches.length; index += 997) {
      const { first, last, classId } = stretches[index] as (typeof stretches)[number]
      expect(table.match(first, 32).classId).toBe(classId)
      expect(table.match(last, 32).classId).toBe(classId)
      expect(table.match((stretches[index - 1] as (typeof stretches)[number]).last, 32).classId).not.toBe(classId)
    }
  })
})

describe('the scope', () => {
  const randomAddress = fc.oneof(
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
    fc.uint8Array({ minLength: 13, maxLength: 13 }).map((rest) => Uint8Array.from([0x24, 0x0e, 0, ...rest])),
    fc
      .tuple(fc.constantFrom(0x2001, 0x2400, 0x2408, 0x2409, 0x2a00, 0x2a01, 0x2604), fc.uint8Array({ minLength: 14, maxLength: 14 }))
      .map(([top, rest]) => Uint8Array.from([top >> 8, top & 255, ...rest])),
  )
  const beside = fc.tuple(fc.constantFrom(4, 6), fc.nat(), fc.boolean()).map(([family, position, atStart]) => ({ family, position, atStart }))

  function expectExactScope(address: Uint8Array, lowBits: Uint8Array): void {
    const { scope, segment, classId } = table.match(address, address.length * 8)
    if (segment === null) throw new Error('an address has a segment')
    const network = maskBytes(address, scope)
    const inside = network.map((octet, index) => octet | ((lowBits[index] as number) & ~maskBytes(new Uint8Array(address.length).fill(255), scope)[index]!))
    expect(table.match(inside, address.length * 8).classId).toBe(classId)
    expect(Buffer.compare(network, segment.first)).toBeGreaterThanOrEqual(0)
    expect(Buffer.compare(lastOf(network, scope), segment.last)).toBeLessThanOrEqual(0)
    if (scope === 0) return
    const wider = maskBytes(address, scope - 1)
    const widerFits = Buffer.compare(wider, segment.first) >= 0 && Buffer.compare(lastOf(wider, scope - 1), segment.last) <= 0
    expect(widerFits, `scope ${scope} of ${printAddress(address)} is longer than it must be`).toBe(false)
  }

  function lastOf(network: Uint8Array, prefixLength: number): Uint8Array {
    const mask = maskBytes(new Uint8Array(network.length).fill(255), prefixLength)
    return network.map((octet, index) => octet | (~(mask[index] as number) & 255))
  }

  test('is the shortest prefix whose addresses all have the same lines', () => {
    fc.assert(fc.property(randomAddress, fc.uint8Array({ minLength: 16, maxLength: 16 }), expectExactScope), { numRuns: 2000 })
  })

  test('holds at the ends of stretches too', () => {
    const ends = { 4: [...table.stretches(4)], 6: [...table.stretches(6)] }
    fc.assert(
      fc.property(beside, fc.uint8Array({ minLength: 16, maxLength: 16 }), ({ family, position, atStart }, lowBits) => {
        const stretches = ends[family]
        const stretch = stretches[position % stretches.length] as (typeof stretches)[number]
        expectExactScope(atStart ? stretch.first : stretch.last, lowBits)
      }),
      { numRuns: 2000 },
    )
  })
})
