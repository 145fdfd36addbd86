import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addressTo16Bytes,
  canonicalAddress,
  cidrToRange,
  ipv4ToNumber,
  isIpv4,
  isIpv6,
  isPrivateAddress,
  numberToIpv4,
  parseAddress,
  parseCidr,
  parseIpv6,
  parseRange,
  printCidr,
  printIpv6,
  printRange,
  rangeToCidrs,
  rangesOverlap,
  reverseName,
} from './addresses.ts'
import { refusalOf } from './errors.ts'
import { printHex } from './wire.ts'

describe('an IPv4 address', () => {
  test.each(['0.0.0.0', '1.2.3.4', '255.255.255.255', '192.0.2.1'])('is %s', (text) => {
    expect(isIpv4(text)).toBe(true)
    expect(canonicalAddress(text)).toBe(text)
    expect(numberToIpv4(ipv4ToNumber(text))).toBe(text)
  })

  test.each([
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.2.3.-4',
    '01.2.3.4',
    '1.2.3.04',
    '1.2.3.4 ',
    ' 1.2.3.4',
    '1..3.4',
    '0x1.2.3.4',
    '1.2.3.a',
    '１.2.3.4',
    '1.2.3.4\n',
    '1.2.3.1e1',
    '4294967295',
    '1.2.3.4/32',
  ])('is not %j', (text) => {
    expect(isIpv4(text)).toBe(false)
    expect(refusalOf(() => ipv4ToNumber(text))?.code).toBe('bad_ipv4')
  })

  test('is a number of 32 bits, unsigned', () => {
    expect(ipv4ToNumber('255.255.255.255')).toBe(4294967295)
    expect(ipv4ToNumber('128.0.0.1')).toBe(2147483649)
    expect(numberToIpv4(2147483649)).toBe('128.0.0.1')
  })
})

describe('an IPv6 address', () => {
  // RFC 4291 §2.2 and RFC 5952 §4, §5: as written, and its one recommended form.
  test.each([
    ['ABCD:EF01:2345:6789:ABCD:EF01:2345:6789', 'abcd:ef01:2345:6789:abcd:ef01:2345:6789'],
    ['2001:DB8:0:0:8:800:200C:417A', '2001:db8::8:800:200c:417a'],
    ['FF01:0:0:0:0:0:0:101', 'ff01::101'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['::', '::'],
    ['0:0:0:0:0:0:13.1.68.3', '::d01:4403'],
    ['::FFFF:129.144.52.38', '::ffff:129.144.52.38'],
    ['::ffff:8190:3426', '::ffff:129.144.52.38'],
    ['2001:0db8::0001', '2001:db8::1'],
    ['2001:db8:0:0:0:0:2:1', '2001:db8::2:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['1::', '1::'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:102:304'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical)
    expect(canonicalAddress(canonical)).toBe(canonical)
  })

  test.each([
    '',
    ':',
    ':::',
    '1',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '12345::',
    'g::',
    ':1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7:',
    '1:2:3:4:5:6:7:8::',
    '::1:2:3:4:5:6:7:8',
    '1.2.3.4',
    '1.2.3.4::',
    '::1.2.3',
    '::1.2.3.4:5',
    '::01.2.3.4',
    '::256.2.3.4',
    '1:2:3:4:5:6:7:1.2.3.4',
    'fe80::1%eth0',
    '[::1]',
    '::1/128',
    '::1 ',
    '1:::2',
    '1.2.3.4:5::',
  ])('is not %j', (text) => {
    expect(isIpv6(text)).toBe(false)
    expect(refusalOf(() => parseIpv6(text))?.code).toBe('bad_ipv6')
  })

  test('of any octets prints to what reads back, and prints in one way', () => {
    const sparse = fc
      .uint8Array({ minLength: 16, maxLength: 16 })
      .chain((bytes) => fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }).map((kept) => bytes.map((octet, index) => (kept[index >> 1] ? octet : 0))))
    fc.assert(
      fc.property(sparse, (bytes) => {
        const text = printIpv6(bytes)
        expect(parseIpv6(text)).toEqual(bytes)
        expect(text).toMatch(/^[0-9a-f:.]{2,39}$/)
        expect(text).not.toMatch(/(^|:)0[0-9a-f]/)
      }),
    )
  })
})

test('both families have 16 octets', () => {
  expect(printHex(addressTo16Bytes('192.0.2.1'))).toBe('00000000000000000000FFFFC0000201')
  expect(printHex(addressTo16Bytes('::1'))).toBe('00000000000000000000000000000001')
})

describe('a CIDR block', () => {
  test.each([
    ['10.0.0.0/8', '10.0.0.0-10.255.255.255'],
    ['0.0.0.0/0', '0.0.0.0-255.255.255.255'],
    ['192.0.2.128/25', '192.0.2.128-192.0.2.255'],
    ['192.0.2.1/32', '192.0.2.1'],
    ['::/0', '::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:DB8::/32', '2001:db8::-2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8::1/128', '2001:db8::1'],
  ])('%s holds %s', (text, range) => {
    expect(printRange(cidrToRange(parseCidr(text)))).toBe(range)
    expect(printCidr(parseCidr(text))).toBe(text.toLowerCase())
    expect(rangeToCidrs(parseRange(text))).toEqual([text.toLowerCase()])
  })

  test.each(['10.0.0.0', '10.0.0.0/', '10.0.0.0/33', '::/129', '10.0.0.0/08', '10.0.0.0/-1', '/8', '10.0.0/8', '10.0.0.0/8/8', '::/1e1'])(
    'is not %j',
    (text) => {
      expect(refusalOf(() => parseCidr(text))?.code).toBe('bad_cidr')
    },
  )

  test.each([
    ['10.0.0.1/8', '10.0.0.0/8'],
    ['192.0.2.129/25', '192.0.2.128/25'],
    ['2001:db8::1/64', '2001:db8::/64'],
    ['128.0.0.0/0', '0.0.0.0/0'],
  ])('%s has host bits set: %s is meant', (text, network) => {
    expect(refusalOf(() => parseCidr(text))).toMatchObject({ code: 'host_bits_set', params: { network } })
  })
})

describe('a range', () => {
  test.each([
    ['10.0.0.1-10.0.0.1', ['10.0.0.1/32']],
    ['10.0.0.0 - 10.0.0.255', ['10.0.0.0/24']],
    ['10.0.0.1-10.0.0.6', ['10.0.0.1/32', '10.0.0.2/31', '10.0.0.4/31', '10.0.0.6/32']],
    ['0.0.0.0-255.255.255.255', ['0.0.0.0/0']],
    ['0.0.0.1-255.255.255.255', Array.from({ length: 32 }, (_, index) => `${numberToIpv4(2 ** index)}/${32 - index}`)],
    ['2001:db8::-2001:db8::ffff', ['2001:db8::/112']],
    ['::-::2', ['::/127', '::2/128']],
    ['192.0.2.7', ['192.0.2.7/32']],
  ])('%s is %j', (text, cidrs) => {
    expect(rangeToCidrs(parseRange(text))).toEqual(cidrs)
  })

  test.each([
    ['10.0.0.2-10.0.0.1', 'range_reversed'],
    ['10.0.0.1-::1', 'bad_range'],
    ['10.0.0.1-10.0.0.2-10.0.0.3', 'bad_range'],
    ['10.0.0.1-', 'bad_range'],
    ['x', 'bad_address'],
    ['10.0.0.0/33', 'bad_cidr'],
  ])('%s is refused as %s', (text, code) => {
    expect(refusalOf(() => parseRange(text))?.code).toBe(code)
  })

  test('is covered exactly, without gap or overlap, by its blocks', () => {
    const ends = fc.tuple(fc.nat(2 ** 31 - 1), fc.nat(2 ** 31 - 1))
    fc.assert(
      fc.property(ends, ([one, other]) => {
        const range = { family: 4 as const, first: BigInt(Math.min(one, other)), last: BigInt(Math.max(one, other)) }
        let next = range.first
        for (const cidr of rangeToCidrs(range)) {
          const block = parseRange(cidr)
          expect(block.first).toBe(next)
          next = block.last + 1n
        }
        expect(next).toBe(range.last + 1n)
      }),
    )
  })

  test.each([
    ['10.0.0.0/24', '10.0.0.255-10.0.1.3', true],
    ['10.0.0.0/24', '10.0.1.0/24', false],
    ['0.0.0.0/0', '::/0', false],
    ['10.0.0.0/8', '10.1.1.1', true],
  ])('does %s overlap %s? %s', (left, right, expected) => {
    expect(rangesOverlap(parseRange(left), parseRange(right))).toBe(expected)
    expect(rangesOverlap(parseRange(right), parseRange(left))).toBe(expected)
  })
})

describe('clients on the Internet', () => {
  test.each([
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '127.0.0.1',
    '169.254.1.1',
    '100.64.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.9',
    '198.18.0.1',
    '0.1.2.3',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.0.1',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    '2001:db8::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '100::1',
  ])('cannot reach %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test.each([
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '100.63.255.255',
    '100.128.0.0',
    '192.0.0.9',
    '223.255.255.255',
    '2400:3200::1',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::1.1.1.1',
    'fbff::1',
  ])('can reach %s', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })
})

test('the reverse name counts octets or nibbles from the end', () => {
  expect(reverseName('192.0.2.1')).toBe('1.2.0.192.in-addr.arpa.')
  // RFC 3596 §2.5
  expect(reverseName('4321:0:1:2:3:4:567:89ab')).toBe('b.a.9.8.7.6.5.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.0.0.0.0.1.2.3.4.ip6.arpa.')
  expect(parseAddress('::1').family).toBe(6)
})
