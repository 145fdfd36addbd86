import { bytesToBigint, maskBytes, parseAddress, printAddress } from '@nameplane/dns-text/addresses'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LineTable } from './line-table.ts'
import type { OverrideSegment } from './overrides.ts'
import { withOverrides } from './overrides.ts'
import type { LineKind } from './precedence.ts'
import { combineLayers } from './segment-parts.ts'
import { SegmentTable } from './segment-table.ts'

const nothing = { first: [], last: [], value: [] }
/** 10/8 China Telecom, 20/8 United States, the rest unknown; 2001:db8::/32 China Telecom. */
const base = new SegmentTable(
  combineLayers({
    countries: ['', 'cn', 'us'],
    asNames: new Map(),
    ipv4: {
      asNumbers: { first: [0x0a000000], last: [0x0affffff], value: [4134] },
      countries: { first: [0x0a000000, 0x14000000], last: [0x0affffff, 0x14ffffff], value: [1, 2] },
      correctedCountries: nothing,
      crawlers: nothing,
      allocated: nothing,
    },
    ipv6: {
      asNumbers: { first: [0x20010db8n << 96n], last: [(0x20010db9n << 96n) - 1n], value: [4134] },
      countries: nothing,
      correctedCountries: nothing,
      crawlers: nothing,
      allocated: nothing,
    },
  }),
)

function segment(line: string, kind: LineKind, first: string, last: string, source?: string): OverrideSegment {
  const ends = { line, kind, first: parseAddress(first).bytes, last: parseAddress(last).bytes }
  return source === undefined ? ends : { ...ends, source }
}

function chainAt(table: LineTable, text: string): string {
  const { bytes } = parseAddress(text)
  return table.match(bytes, bytes.length * 8).chain.join(' ')
}

describe('segments over the base', () => {
  const table = withOverrides(base, [
    segment('unicom', 'operator', '10.1.0.0', '10.1.255.255', 'areas'),
    segment('office', 'custom', '10.1.2.0', '10.1.2.255'),
    segment('room', 'custom', '10.1.2.16', '10.1.2.31'),
    segment('mobile', 'operator', '10.1.2.128', '10.1.2.255'),
    segment('jp', 'country', '20.0.0.7', '20.0.0.7'),
    segment('telecom', 'operator', '255.255.255.255', '255.255.255.255'),
    segment('office', 'custom', '2001:db8:1::', '2001:db8:1:ffff:ffff:ffff:ffff:ffff'),
  ])

  test.each([
    ['10.0.255.255', 'telecom domestic cn default'],
    ['10.1.0.0', 'unicom domestic cn default'],
    ['10.1.2.0', 'office unicom domestic cn default'],
    ['10.1.2.15', 'office unicom domestic cn default'],
    ['10.1.2.16', 'room office unicom domestic cn default'],
    ['10.1.2.31', 'room office unicom domestic cn default'],
    ['10.1.2.32', 'office unicom domestic cn default'],
    ['10.1.2.128', 'office mobile domestic cn default'],
    ['10.1.3.0', 'unicom domestic cn default'],
    ['10.1.255.255', 'unicom domestic cn default'],
    ['10.2.0.0', 'telecom domestic cn default'],
    ['20.0.0.6', 'us north_america overseas default'],
    ['20.0.0.7', 'jp asia overseas default'],
    ['20.0.0.8', 'us north_america overseas default'],
    ['255.255.255.254', 'default'],
    ['255.255.255.255', 'telecom domestic cn default'],
    ['::ffff:10.1.2.16', 'room office unicom domestic cn default'],
    ['2001:db8::', 'telecom domestic cn default'],
    ['2001:db8:1::5', 'office telecom domestic cn default'],
    ['2001:db8:2::', 'telecom domestic cn default'],
  ])('%s: %s', (text, expected) => {
    expect(chainAt(table, text)).toBe(expected)
  })

  test('the segment that decided is reported with its source', () => {
    const { segment: found } = table.match(parseAddress('10.1.0.9').bytes, 32)
    expect(found && [printAddress(found.first), printAddress(found.last), found.source]).toEqual(['10.1.0.0', '10.1.1.255', 'areas'])
    expect(table.match(parseAddress('10.1.2.16').bytes, 32).segment?.source).toBe('administrator')
    expect(table.match(parseAddress('10.9.0.0').bytes, 32).segment?.source).toBe('base')
  })

  test('equal chains have one class id, others another', () => {
    const idAt = (text: string): number => table.match(parseAddress(text).bytes, 32).classId
    expect(idAt('10.1.2.3')).toBe(idAt('10.1.2.40'))
    expect(idAt('10.1.2.3')).not.toBe(idAt('10.1.2.16'))
    expect(idAt('10.1.2.3')).not.toBe(idAt('10.2.0.0'))
    expect(idAt('255.255.255.255')).toBe(idAt('10.2.0.0'))
  })

  test('the scope narrows beside a segment', () => {
    expect(base.match(parseAddress('10.2.0.0').bytes, 32).scope).toBe(8)
    expect(table.match(parseAddress('10.2.0.0').bytes, 32).scope).toBe(15)
    expect(table.match(parseAddress('10.1.0.0').bytes, 24).scope).toBe(23)
    expect(table.match(parseAddress('::ffff:10.1.0.0').bytes, 128).scope).toBe(96 + 23)
  })

  test('a client of whom nothing is known stays on default', () => {
    const everywhere = withOverrides(base, [segment('office', 'custom', '0.0.0.0', '255.255.255.255')])
    expect(everywhere.match(parseAddress('10.1.2.3').bytes, 0).chain).toEqual(['default'])
    expect(everywhere.match(parseAddress('10.1.2.3').bytes, 1).chain[0]).toBe('office')
  })

  test('overrides may lie over overrides', () => {
    const second = withOverrides(table, [segment('hk', 'country', '10.1.2.16', '10.1.2.16')])
    expect(chainAt(second, '10.1.2.16')).toBe('room office hk asia overseas default')
    expect(chainAt(second, '10.1.2.17')).toBe('room office unicom domestic cn default')
    const ids = ['10.1.2.16', '10.1.2.17'].map((text) => second.match(parseAddress(text).bytes, 32).classId)
    expect(new Set(ids).size).toBe(2)
  })

  test('of two equal segments the later wins', () => {
    const twice = withOverrides(base, [segment('unicom', 'operator', '10.0.0.0', '10.0.0.9'), segment('mobile', 'operator', '10.0.0.0', '10.0.0.9')])
    expect(chainAt(twice, '10.0.0.5')).toBe('mobile domestic cn default')
  })

  test('a line of one’s own brings its ancestors', () => {
    const own = withOverrides(base, [segment('guangdong', 'province', '20.1.0.0', '20.1.0.255')], (code) =>
      code === 'guangdong' ? { code, kind: 'province', parent: 'domestic' } : undefined,
    )
    expect(chainAt(own, '20.1.0.1')).toBe('guangdong domestic cn default')
  })

  test('no segments, no table of its own', () => {
    expect(withOverrides(base, [])).toBe(base)
  })
})

test.each([
  ['reversed', new Uint8Array([1, 2, 3, 4]), new Uint8Array([1, 2, 3, 3])],
  ['of two families', new Uint8Array(4), new Uint8Array(16)],
  ['of no family', new Uint8Array(5), new Uint8Array(5)],
])('a segment that is %s is refused', (_name, first, last) => {
  expect(() => withOverrides(base, [{ line: 'office', kind: 'custom', first, last }])).toThrow(RangeError)
})

describe('for any segments', () => {
  const address = fc.integer({ min: 0x09ff_fff0, max: 0x0a00_00ff }).map((number) => {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setUint32(0, number)
    return bytes
  })
  const anySegment: fc.Arbitrary<OverrideSegment> = fc
    .record({ line: fc.constantFrom('unicom', 'mobile', 'jp', 'us', 'asia', 'google', 'domestic'), ends: fc.tuple(address, address), isCustom: fc.boolean() })
    .map(({ line, ends, isCustom }) => {
      const [first, last] = [...ends].sort(Buffer.compare) as [Uint8Array, Uint8Array]
      return { line: isCustom ? `my_${line}` : line, kind: isCustom ? 'custom' : 'operator', first, last }
    })

  test('every address within the returned scope has the same chain', () => {
    fc.assert(
      fc.property(fc.array(anySegment, { minLength: 1, maxLength: 8 }), address, (segments, asked) => {
        const table = withOverrides(base, segments)
        const { scope, chain, classId } = table.match(asked, 32)
        const network = maskBytes(asked, scope)
        const size = Math.min(2 ** (32 - scope), 512)
        for (let offset = 0; offset < size; offset += 1) {
          const other = new Uint8Array(4)
          new DataView(other.buffer).setUint32(0, Number(bytesToBigint(network)) + offset)
          const match = table.match(other, 32)
          if (match.classId !== classId || match.chain.join() !== chain.join()) {
            throw new Error(`${printAddress(other)} is on ${match.chain.join()}, not ${chain.join()}`)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('every custom line that covers an address stands at the head of its chain', () => {
    fc.assert(
      fc.property(fc.array(anySegment, { maxLength: 8 }), address, (segments, asked) => {
        const covering = segments.filter(({ kind, first, last }) => kind === 'custom' && Buffer.compare(first, asked) <= 0 && Buffer.compare(asked, last) <= 0)
        const lines = new Set(covering.map((one) => one.line))
        const head = withOverrides(base, segments).match(asked, 32).chain.slice(0, lines.size)
        expect(new Set(head)).toEqual(lines)
      }),
      { numRuns: 300 },
    )
  })
})
