import { describe, expect, it, test } from 'vitest'
import { answerQuery, plainContext } from '../answer/answer.ts'
import { explainAnswer } from '../answer/explain.ts'
import { withoutIdentity } from '../answer/reply-options.ts'
import type { LineTable } from '../lines/line-table.ts'
import { queryPacket, readReply, subnetOption, type TestReply } from '../wire/wire-client.testing.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import { compileZone } from '../zone/zone.ts'
import { zoneFromLines } from '../zone/zones.testing.ts'
import { noRedirectAddresses, RedirectAddresses } from './redirect-addresses.ts'
import { findRedirect, nameOfHost } from './redirect-finder.ts'

const zones = new ZoneTable()
zones.put(
  compileZone(
    zoneFromLines(
      'test',
      `@ URL 301 "https://www.example.com/"
      go URL 302 "https://example.com/path?x=1#part"
      frame URL frame "http://example.com:8080/"
      *.wild URL 301 "https://wild.example/"
      cname CNAME go
      weighted CNAME *1 go.test.
      weighted CNAME *1 www.example.com.
      loop CNAME loop.test.
      www A 192.0.2.80
      both URL [telecom] 301 "https://telecom.example/"
      both URL 301 "https://all.example/"
      some URL [telecom] 301 "https://telecom.example/"
      some A 192.0.2.81
      some AAAA 2001:db8::81
      other A [telecom] 192.0.2.82
      other URL 302 "https://other.example/"
      with MX 10 www.test.
      with URL 301 "https://with.example/"
      with TYPE65500 \\# 1 00
      mail MX 10 go.test.
      dname DNAME go.test.`.replace('CNAME go\n', 'CNAME go.test.\n'),
    ),
  ),
)

const telecomClient = Uint8Array.of(203, 0, 113, 1)
const otherClient = Uint8Array.of(198, 51, 100, 1)
const lines: LineTable = { match: (address) => ({ chain: address[0] === 203 ? ['telecom', 'default'] : ['default'], scope: 24, segment: null, classId: 0 }) }
const A = 1
const MX = 15
const AAAA = 28
const ANY = 255
const URL_TYPE = 65402
const identity = { ...withoutIdentity, redirects: new RedirectAddresses(['192.0.2.1', '192.0.2.2', '2001:db8::1']) }

function ask(name: string, type: number, client = otherClient, known = identity): TestReply {
  const context = { ...plainContext(zones), lines, clientAddress: client, random: () => 0, identity: known }
  return readReply(answerQuery(queryPacket({ name, type }), context).response as Buffer)
}
const values = ({ answer }: TestReply): string[] => answer.map((line) => plainValue(line.split(' ').slice(3).join(' ')))
const plainValue = (value: string): string => value.replace('preference=10 exchange=', '10 ').replace(/\.$/, '')

describe('a URL record answers with the addresses of the redirect service', () => {
  it.each([
    ['go.test', A, ['192.0.2.1', '192.0.2.2']],
    ['go.test', AAAA, ['2001:db8::1']],
    ['go.test', ANY, ['192.0.2.1', '192.0.2.2']],
    ['go.test', URL_TYPE, []],
    ['go.test', MX, []],
    ['test', A, ['192.0.2.1', '192.0.2.2']],
    ['a.b.wild.test', A, ['192.0.2.1', '192.0.2.2']],
    ['cname.test', A, ['go.test', '192.0.2.1', '192.0.2.2']],
    ['with.test', MX, ['10 www.test']],
    ['with.test', A, ['192.0.2.1', '192.0.2.2']],
    ['with.test', ANY, ['10 www.test']],
  ])('%s %i', (name, type, expected) => {
    const reply = ask(name, type)
    expect(values(reply)).toEqual(expected)
    expect(reply.rcode).toBe(0)
    if (expected.length === 0) expect(reply.authority[0]).toContain('SOA')
  })

  it('with the TTL of the record', () => {
    expect(ask('go.test', AAAA).answer).toEqual(['go.test 300 AAAA 2001:db8::1'])
  })

  it('with none, and no other, where the service has none', () => {
    const none = { ...identity, redirects: noRedirectAddresses }
    expect(ask('go.test', A, otherClient, none)).toMatchObject({ rcode: 0, answer: [] })
    expect(ask('go.test', ANY, otherClient, none)).toMatchObject({ rcode: 0, answer: [] })
    expect(ask('some.test', A, telecomClient, none)).toMatchObject({ rcode: 0, answer: [] })
    const onlyIpv6 = { ...identity, redirects: new RedirectAddresses(['2001:db8::1']) }
    expect(values(ask('go.test', A, otherClient, onlyIpv6))).toEqual([])
    expect(values(ask('go.test', ANY, otherClient, onlyIpv6))).toEqual(['2001:db8::1'])
  })

  it.each([
    ['some.test', A, telecomClient, ['192.0.2.1', '192.0.2.2']],
    ['some.test', AAAA, telecomClient, ['2001:db8::1']],
    ['some.test', ANY, telecomClient, ['192.0.2.1', '192.0.2.2']],
    ['some.test', A, otherClient, ['192.0.2.81']],
    ['some.test', AAAA, otherClient, ['2001:db8::81']],
    ['other.test', A, telecomClient, ['192.0.2.82']],
    // The client of the line has an IPv4 address of its own: half of it elsewhere would be two sites.
    ['other.test', AAAA, telecomClient, []],
    ['other.test', A, otherClient, ['192.0.2.1', '192.0.2.2']],
  ])('by line, the more specific hiding the other: %s %i', (name, type, client, expected) => {
    expect(values(ask(name, type, client))).toEqual(expected)
  })

  it('and says that another client may get something else', () => {
    const packet = queryPacket({ name: 'some.test', type: AAAA, edns: { options: subnetOption(1, 24, [203, 0, 113]) } })
    const { response } = answerQuery(packet, { ...plainContext(zones), lines, random: () => 0, identity })
    expect(readReply(response as Buffer).edns?.subnet).toBe('203.0.113.0/24/24')
  })

  it('is not told beside a mail server, whose addresses these are not', () => {
    expect(ask('mail.test', MX).additional).toEqual([])
  })
})

describe('the explainer', () => {
  const tell = (name: string, type: string, clientAddress: Uint8Array, redirects = identity.redirects) =>
    explainAnswer({ zones, lines, redirects, name, type, clientAddress, prefixLength: 32 })

  it('shows the URL record that was taken, and the addresses given for it', () => {
    const { steps, answer } = tell('some.test', 'A', telecomClient)
    expect(steps[0]?.candidates.map(({ type, line, reason, taken }) => [type, line, reason, taken])).toEqual([
      ['A', 'default', 'less_specific_line', false],
      ['URL', 'telecom', 'taken', true],
    ])
    expect(answer.map(({ type, value, line }) => [type, value, line])).toEqual([
      ['A', '192.0.2.1', 'telecom'],
      ['A', '192.0.2.2', 'telecom'],
    ])
  })

  it('says that the service has no address', () => {
    const { steps, answer } = tell('go.test', 'A', otherClient, noRedirectAddresses)
    expect(steps).toMatchObject([{ outcome: 'no_such_type', candidates: [{ type: 'URL', reason: 'redirect_without_address', taken: false }] }])
    expect(answer).toEqual([])
  })

  it.each(['A', 'AAAA', 'ANY', 'MX', 'URL'])('tells of every name what is answered for %s', (type) => {
    const code = { A, AAAA, ANY, MX, URL: URL_TYPE }[type]!
    for (const name of ['test', 'go.test', 'some.test', 'other.test', 'with.test', 'cname.test', 'x.wild.test', 'both.test'])
      for (const client of [telecomClient, otherClient])
        expect([name, tell(name, type, client).answer.map(({ value }) => plainValue(value))]).toEqual([name, values(ask(name, code, client))])
  })
})

describe('the redirect of a host', () => {
  const find = (host: string, client = otherClient) => findRedirect(zones, lines, host, client)

  it.each([
    ['test', { mode: '301', target: 'https://www.example.com/' }],
    ['go.test', { mode: '302', target: 'https://example.com/path?x=1#part' }],
    ['frame.test', { mode: 'frame', target: 'http://example.com:8080/' }],
    ['a.wild.test', { mode: '301', target: 'https://wild.example/' }],
    ['a.b.wild.test', { mode: '301', target: 'https://wild.example/' }],
    ['cname.test', { mode: '302', target: 'https://example.com/path?x=1#part' }],
    ['wild.test', null],
    ['weighted.test', null],
    ['loop.test', null],
    ['www.test', null],
    ['x.dname.test', null],
    ['nothing.test', null],
    ['example.com', null],
  ])('%s', (host, expected) => {
    expect(find(host)).toEqual(expected)
  })

  it('is that of the client’s line', () => {
    expect(find('both.test', telecomClient)?.target).toBe('https://telecom.example/')
    expect(find('both.test', otherClient)?.target).toBe('https://all.example/')
  })

  it('is there for one whose resolver is on the line', () => {
    expect(find('some.test', otherClient)?.target).toBe('https://telecom.example/')
  })
})

test.each([
  ['Go.Example.COM', 'go.example.com'],
  ['go.example.com:8080', 'go.example.com'],
  ['go.example.com.:80', 'go.example.com'],
  ['go.example.com:', 'go.example.com'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['_a-b.example', '_a-b.example'],
  ['bücher.example', null],
  ['*.example.com', null],
  ['go..example.com', null],
  ['.', null],
  ['', null],
  ['[2001:db8::1]', null],
  ['user@example.com', null],
  ['a\\.example.com', null],
  ['go.example.com:80:80', null],
  [`${'a'.repeat(64)}.example`, null],
  [`${'a.'.repeat(127)}aa`, null],
])('the host %j is the name %j', (host, name) => {
  expect(nameOfHost(host)).toBe(name)
})
