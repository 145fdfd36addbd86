import { describe, expect, it } from 'vitest'
import { parseCidr } from '@nameplane/dns-text/addresses'
import {
  addressesBetween,
  isInside,
  nameByPattern,
  parentLines,
  readNetwork,
  reverseAddress,
  reverseHost,
  reverseZonesOf,
  unknownPlaceholder,
  workingDayAfter,
} from './reverse-zones.ts'

const zonesOf = (cidr: string): string[] => reverseZonesOf(parseCidr(cidr)).map(({ name }) => name)

describe('zones of a network', () => {
  it.each([
    ['10.0.0.0/8', ['10.in-addr.arpa']],
    ['192.0.2.0/24', ['2.0.192.in-addr.arpa']],
    ['192.0.2.64/26', ['64-26.2.0.192.in-addr.arpa']],
    ['192.0.2.254/31', ['254-31.2.0.192.in-addr.arpa']],
    ['192.0.2.7/32', ['7.2.0.192.in-addr.arpa']],
    ['198.51.100.0/23', ['100.51.198.in-addr.arpa', '101.51.198.in-addr.arpa']],
    ['172.16.0.0/14', ['16.172.in-addr.arpa', '17.172.in-addr.arpa', '18.172.in-addr.arpa', '19.172.in-addr.arpa']],
    ['2001:db8::/32', ['8.b.d.0.1.0.0.2.ip6.arpa']],
    ['2001:db8:a::/47', ['a.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', 'b.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa']],
  ])('%s', (cidr, names) => expect(zonesOf(cidr)).toEqual(names))

  it('are 128 at most, and hold all of its addresses', () => {
    expect(reverseZonesOf(parseCidr('10.0.0.0/9'))).toHaveLength(128)
    expect(reverseZonesOf(parseCidr('10.1.128.0/17')).at(-1)).toEqual({ name: '255.1.10.in-addr.arpa', cidr: '10.1.255.0/24' })
  })

  it.each(['192.0.2.64/26', '192.0.2.7/32', '198.51.100.0/23', '10.0.0.0/8', '2001:db8:a::/47', '2001:db8::1/128'])(
    'of %s give each address a name that leads back to it',
    (cidr) => {
      for (const zone of reverseZonesOf(parseCidr(cidr))) {
        const [first, last] = [zone.cidr.split('/')[0]!, zone.cidr.split('/')[0]!.replace(/\d+$/, (end) => String(Number(end) + 1))]
        for (const address of [first, last].filter((one) => isInside(one, zone.cidr)))
          expect(reverseAddress(reverseHost(address, zone.name), zone.name)).toBe(address)
      }
    },
  )

  it('have names that are no address', () => {
    expect(reverseAddress('5', '0.192.in-addr.arpa')).toBeNull()
    expect(reverseAddress('300', '2.0.192.in-addr.arpa')).toBeNull()
    expect(reverseAddress('05', '2.0.192.in-addr.arpa')).toBeNull()
    expect(reverseAddress('@', '2.0.192.in-addr.arpa')).toBeNull()
    expect(reverseAddress('g.0', '0.8.b.d.0.1.0.0.2.ip6.arpa')).toBeNull()
    expect(reverseAddress('www', 'tea-harbor.example')).toBeNull()
    // No alias leads to these: the network ends at .127.
    expect([64, 127].map((last) => reverseAddress(String(last), '64-26.2.0.192.in-addr.arpa'))).toEqual(['192.0.2.64', '192.0.2.127'])
    expect([63, 128, 300].map((last) => reverseAddress(String(last), '64-26.2.0.192.in-addr.arpa'))).toEqual([null, null, null])
  })
})

describe('a network as typed', () => {
  it('may be an address alone, and is refused with what was meant', () => {
    expect(readNetwork(' 192.0.2.7 ')).toMatchObject({ cidr: { prefixLength: 32 } })
    expect(readNetwork('2001:db8::1')).toMatchObject({ cidr: { prefixLength: 128 } })
    expect(readNetwork('192.0.2.7/24')).toEqual({ problem: 'host_bits_set', params: { network: '192.0.2.0/24' } })
    expect(readNetwork('192.0.2.0/33')).toMatchObject({ problem: 'bad_cidr' })
    expect(readNetwork('tea')).toMatchObject({ problem: 'bad_cidr' })
    expect(readNetwork('0.0.0.0/7')).toEqual({ problem: 'reverse_segment_too_large', params: { shortest: 8 } })
  })
})

describe('what the zone above needs', () => {
  it('is the delegation, and of a network below /24 an alias for each address', () => {
    const servers = ['ns1.example', 'ns2.example']
    expect(parentLines(parseCidr('192.0.2.0/24'), servers)).toEqual(['2.0.192.in-addr.arpa. IN NS ns1.example.', '2.0.192.in-addr.arpa. IN NS ns2.example.'])
    expect(parentLines(parseCidr('192.0.2.64/26'), ['ns1.example'])).toEqual([
      '64-26.2.0.192.in-addr.arpa. IN NS ns1.example.',
      '$GENERATE 64-127 $.2.0.192.in-addr.arpa. IN CNAME $.64-26.2.0.192.in-addr.arpa.',
    ])
    expect(parentLines(parseCidr('192.0.2.7/32'), ['ns1.example'])).toEqual(['7.2.0.192.in-addr.arpa. IN NS ns1.example.'])
  })
})

describe('patterns', () => {
  it('name addresses of both kinds', () => {
    expect(nameByPattern('host-{a}-{d}.example.com', '192.0.2.7', 3)).toBe('host-192-7.example.com')
    expect(nameByPattern('{ip}.{n}.example.com', '192.0.2.7', 3)).toBe('192-0-2-7.3.example.com')
    expect(nameByPattern('{h3}-{h8}.example.com', '2001:db8:a::1f', 1)).toBe('000a-001f.example.com')
    expect(nameByPattern('{nibbles}.example.com', '2001:db8::1', 1)).toBe('20010db8000000000000000000000001.example.com')
  })

  it('know the placeholders of their kind only', () => {
    expect(unknownPlaceholder('host-{a}-{b}.example.com', 4)).toBeUndefined()
    expect(unknownPlaceholder('host-{a}-{x}.example.com', 4)).toBe('x')
    expect(unknownPlaceholder('host-{a}.example.com', 6)).toBe('a')
  })

  it('take as many addresses as are allowed', () => {
    expect(addressesBetween('192.0.2.254', '192.0.3.1', 4)).toEqual(['192.0.2.254', '192.0.2.255', '192.0.3.0', '192.0.3.1'])
    expect(addressesBetween('2001:db8::ffff', '2001:db8::1:0', 4)).toEqual(['2001:db8::ffff', '2001:db8::1:0'])
    for (const [first, last] of [
      ['192.0.2.0', '192.0.2.4'],
      ['192.0.2.9', '192.0.2.8'],
      ['192.0.2.9', '2001:db8::1'],
    ] as const)
      // oxfmt-ignore
      expect(addressesBetween(first, last, 4)).toBeNull()
  })
})

describe('working days', () => {
  it.each([
    ['Monday', '2026-03-02T23:00:00Z', '2026-03-04'],
    ['Thursday', '2026-03-05T10:00:00Z', '2026-03-09'],
    ['Friday', '2026-03-06T10:00:00Z', '2026-03-10'],
    ['Saturday', '2026-03-07T10:00:00Z', '2026-03-10'],
    ['Sunday', '2026-03-08T10:00:00Z', '2026-03-10'],
  ])('two after a %s', (_, at, day) => expect(workingDayAfter(new Date(at), 2)).toBe(day))
})
