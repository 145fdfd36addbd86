import { bigintToBytes, printAddress, type AddressFamily, type AddressRange } from '@nameplane/dns-text/addresses'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { customLine } from './custom-line.ts'
import { firstOverlap, printSegment, printSegments, readSegments, type NumberedRange } from './line-segments.ts'

function rangesOf(text: string): readonly NumberedRange[] {
  const read = readSegments(text)
  if ('problem' in read) throw new Error(read.problem)
  return read.ranges
}

const spelled = (text: string): string[] => printSegments(rangesOf(text)).split('\n')

describe('ranges of a line', () => {
  test.each([
    ['an address', '10.1.2.3', '10.1.2.3'],
    ['a network', '10.1.2.0/24', '10.1.2.0/24'],
    ['a range that is a network', '10.1.2.0 - 10.1.2.255', '10.1.2.0/24'],
    ['a range that is none', '10.1.2.1-10.1.2.255', '10.1.2.1-10.1.2.255'],
    ['a range of one address', '10.1.2.1-10.1.2.1', '10.1.2.1'],
    ['a network of one address', '10.1.2.1/32', '10.1.2.1'],
    ['all of IPv4', '0.0.0.0-255.255.255.255', '0.0.0.0/0'],
    ['all of IPv6', '::/0', '::/0'],
    ['IPv6 in any spelling', '2001:DB8:0:0::1', '2001:db8::1'],
    ['a range of IPv6', '2001:db8::5-2001:db8::7', '2001:db8::5-2001:db8::7'],
    ['IPv4 written as IPv6', '::ffff:10.1.2.0/120', '10.1.2.0/24'],
  ])('%s: %s', (_, text, expected) => expect(spelled(text)).toEqual([expected]))

  it('keeps their order and leaves empty lines out', () => {
    expect(spelled('\n 10.0.0.9 \r\n\n2001:db8::/32\n10.0.0.1')).toEqual(['10.0.0.9', '2001:db8::/32', '10.0.0.1'])
    expect(rangesOf('\n10.0.0.9\n\n10.0.0.1').map(({ number }) => number)).toEqual([2, 4])
  })

  test.each<[string, string, object]>([
    ['no address', '10.0.0.1\nhere', { problem: 'custom_line_range_invalid', params: { number: 2, range: 'here' } }],
    ['an address with a leading zero', '10.0.0.01', { problem: 'custom_line_range_invalid', params: { number: 1, range: '10.0.0.01' } }],
    ['a prefix that is too long', '10.0.0.0/33', { problem: 'custom_line_range_invalid', params: { number: 1, range: '10.0.0.0/33' } }],
    ['ends of two families', '10.0.0.1-2001:db8::1', { problem: 'custom_line_range_invalid', params: { number: 1, range: '10.0.0.1-2001:db8::1' } }],
    [
      'an address within a network',
      '10.0.0.1/24',
      { problem: 'custom_line_range_network', params: { number: 1, range: '10.0.0.1/24', network: '10.0.0.0/24' } },
    ],
    ['an end before the start', '\n10.0.0.2-10.0.0.1', { problem: 'custom_line_range_reversed', params: { number: 2, range: '10.0.0.2-10.0.0.1' } }],
    ['the same twice', '10.0.0.1\n10.0.0.2\n10.0.0.1', { problem: 'custom_line_ranges_overlap', params: { number: 3, other: 1, range: '10.0.0.1' } }],
    ['one within another', '10.0.0.0/8\n10.2.0.0/16', { problem: 'custom_line_ranges_overlap', params: { number: 2, other: 1, range: '10.2.0.0/16' } }],
    ['one around another', '10.2.0.0/16\n10.0.0.0/8', { problem: 'custom_line_ranges_overlap', params: { number: 2, other: 1, range: '10.0.0.0/8' } }],
    ['mapped and plain', '10.0.0.1\n::ffff:10.0.0.1', { problem: 'custom_line_ranges_overlap', params: { number: 2, other: 1, range: '10.0.0.1' } }],
  ])('refuses %s', (_, text, expected) => expect(readSegments(text)).toEqual(expected))

  it('are at most 500', () => {
    const lines = (count: number): string => Array.from({ length: count }, (_, at) => `10.0.${at >> 8}.${at & 255}`).join('\n')
    expect(rangesOf(lines(500))).toHaveLength(500)
    expect(readSegments(lines(501))).toEqual({ problem: 'custom_line_ranges_many', params: { maximum: 500 } })
  })

  it('is said at the field', () => {
    const { success, error } = customLine.save.input.safeParse({ domainId: 1, name: 'office', segments: '10.0.0.1\nx' })
    expect(success).toBe(false)
    expect(error?.issues.map(({ path, message, ...rest }) => [path, message, 'params' in rest && rest.params])).toEqual([
      [['segments'], 'custom_line_range_invalid', { number: 2, range: 'x' }],
    ])
  })
})

const widths: Record<AddressFamily, bigint> = { 4: 32n, 6: 128n }
const aRange = fc.constantFrom<AddressFamily>(4, 6).chain((family) => {
  const address = fc.bigInt({ min: 0n, max: (1n << widths[family]) - 1n })
  return fc.tuple(address, address).map(([one, two]): AddressRange => ({ family, first: one < two ? one : two, last: one < two ? two : one }))
})
/** Some that lie near each other, so that they meet. */
const aNearRange = fc
  .tuple(fc.constantFrom<AddressFamily>(4, 6), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 6 }))
  .map(([family, first, more]): AddressRange => ({ family, first: BigInt(first), last: BigInt(first + more) }))
const meets = (one: AddressRange, other: AddressRange): boolean => one.family === other.family && one.first <= other.last && other.first <= one.last
const written = ({ family, first, last }: AddressRange): string => [first, last].map((end) => printAddress(bigintToBytes(end, family))).join('-')

test('what is printed is read as what it was', () => {
  fc.assert(
    fc.property(aRange, (range) => {
      const [read] = rangesOf(printSegment(range))
      const isMapped = range.family === 6 && read!.range.family === 4
      const mappedFrom = 0xffffn << 32n
      expect(isMapped ? { family: 6, first: read!.range.first + mappedFrom, last: read!.range.last + mappedFrom } : read!.range).toEqual(range)
      expect(printSegments([read!])).toBe(isMapped ? printSegment(read!.range) : printSegment(range))
    }),
  )
})

test('an overlap is found where there is one, and nowhere else', () => {
  fc.assert(
    fc.property(fc.array(aNearRange, { maxLength: 12 }), (ranges) => {
      const isMeeting = ranges.some((one, at) => ranges.some((other, place) => place < at && meets(one, other)))
      const read = readSegments(ranges.map(written).join('\n'))
      expect('problem' in read).toBe(isMeeting)
      if (!('problem' in read)) return
      const [number, other] = [Number(read.params['number']), Number(read.params['other'])]
      expect(other).toBeLessThan(number)
      expect(meets(ranges[number - 1]!, ranges[other - 1]!)).toBe(true)
    }),
  )
})

test('overlaps with the ranges of others are found the same way', () => {
  const apart = fc.array(aNearRange, { maxLength: 8 }).map((ranges) => ranges.filter((one, at) => !ranges.slice(0, at).some((before) => meets(before, one))))
  fc.assert(
    fc.property(apart, apart, (own, others) => {
      const ranges = own.map((range, at) => ({ number: at + 1, range }))
      const overlap = firstOverlap(
        ranges,
        others.map((range) => ({ range, name: 'other' })),
      )
      expect(overlap !== null).toBe(own.some((one) => others.some((other) => meets(one, other))))
      if (overlap !== null) expect(meets(own[overlap.number - 1]!, overlap.other.range)).toBe(true)
    }),
  )
})
