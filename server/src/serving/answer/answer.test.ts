import { describe, expect, it } from 'vitest'
import { answerQuery, plainContext, slipReply, type AnswerContext } from './answer.ts'
import type { LineMatch, LineTable } from '../lines/line-table.ts'
import { compileZone, type ZoneSource } from '../zone/zone.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import { queryPacket, readReply, subnetOption, type TestQuery, type TestReply } from '../wire/wire-client.testing.ts'
import { childZone, hardZone, otherZone, zoneFromLines } from '../zone/zones.testing.ts'

function tableOf(...sources: ZoneSource[]): ZoneTable {
  const zones = new ZoneTable()
  for (const source of sources) zones.put(compileZone(source))
  return zones
}

function ask(zones: ZoneTable, query: TestQuery, change: Partial<AnswerContext> = {}): TestReply {
  const { response } = answerQuery(queryPacket(query), { ...plainContext(zones), random: () => 0, ...change })
  if (response === null) throw new Error('no reply')
  return readReply(response)
}

const hard = tableOf(hardZone, otherZone, childZone)
const A = 1
const NS = 2
const MX = 15
const TXT = 16
const AAAA = 28
const SRV = 33
const DS = 43
const ANY = 255
const SOA_120 = 'hard.test 120 SOA mname=ns1.hard.test rname=hostmaster.hard.test serial=2026010101 refresh=3600 retry=600 expire=86400 minimum=120'

describe('which zone answers', () => {
  it.each<[string, string, string[]]>([
    ['the deepest zone that holds the name', 'www.child.hard.test', ['www.child.hard.test 300 A 198.51.100.4']],
    ['the apex belongs to its zone', 'child.hard.test', ['child.hard.test 300 A 198.51.100.3']],
    ['a name that only ends in the same letters is not inside', 'xhard.test', []],
    ['a name above all zones', 'test', []],
  ])('%s', (_rule, name, answer) => {
    const reply = ask(hard, { name, type: A })
    expect(reply.answer).toEqual(answer)
    expect(reply.rcode).toBe(answer.length > 0 ? 0 : 5)
  })

  it('the parent zone answers for the DS of a zone below it', () => {
    expect(ask(hard, { name: 'child.hard.test', type: DS }).authority).toEqual([SOA_120])
  })

  it('without the parent the zone itself says that there is no DS', () => {
    expect(ask(tableOf(childZone), { name: 'child.hard.test', type: DS }).authority[0]).toMatch(/^child\.hard\.test 120 SOA/)
  })

  it('a label with a dot in it is one label', () => {
    const packet = queryPacket({ name: 'a', type: A })
    const dotted = Buffer.concat([packet.subarray(0, 12), Buffer.from('\x09hard.test\x00', 'latin1'), packet.subarray(15)])
    expect(readReply(answerQuery(dotted, plainContext(hard)).response as Buffer).rcode).toBe(5)
  })

  it('the root zone can be served', () => {
    const root = tableOf(
      zoneFromLines('', 'example A 192.0.2.1\nsub NS ns.sub.', {
        soa: { mname: 'ns', rname: 'host', refresh: 1, retry: 1, expire: 1, minimum: 60, ttlSeconds: 60 },
        nameservers: [{ name: 'ns.example', ttlSeconds: 60 }],
      }),
    )
    expect(ask(root, { name: 'example', type: A }).answer).toEqual(['example 300 A 192.0.2.1'])
    expect(ask(root, { name: 'nothing', type: A }).authority[0]).toMatch(/^\. 60 SOA/)
    expect(ask(root, { name: 'x.sub', type: A }).authority).toEqual(['sub 300 NS ns.sub'])
    expect(ask(root, { name: '.', type: NS }).answer).toEqual(['. 60 NS ns.example'])
  })
})

describe('names', () => {
  it.each<[string, string, number, string[]]>([
    ['an address', 'single.hard.test', AAAA, ['single.hard.test 300 AAAA 2001:db8::2']],
    ['a wildcard stands in', 'any.name.wild.hard.test', A, ['any.name.wild.hard.test 300 A 192.0.2.20']],
    ['a wildcard does not stand in beside an owner (RFC 4592 §2.2.1)', 'taken.wild.hard.test', A, []],
    ['nor below one', 'x.taken.wild.hard.test', A, []],
    ['nor for an empty non-terminal (RFC 4592 §2.2.2)', 'below.wild.hard.test', A, []],
    ['an asterisk may be asked for by name', '*.wild.hard.test', A, ['*.wild.hard.test 300 A 192.0.2.20']],
    [
      'a CNAME leads on',
      'alias2.hard.test',
      A,
      [
        'alias2.hard.test 300 CNAME alias.hard.test',
        'alias.hard.test 300 CNAME two.hard.test',
        'two.hard.test 300 A 192.0.2.2',
        'two.hard.test 300 A 192.0.2.3',
      ],
    ],
    ['but not when it is asked for', 'alias2.hard.test', 5, ['alias2.hard.test 300 CNAME alias.hard.test']],
    ['a CNAME out of the zone ends there, even into another of ours', 'aliasout.hard.test', A, ['aliasout.hard.test 300 CNAME www.other.test']],
    [
      'a DNAME makes CNAMEs',
      'x.dname.hard.test',
      A,
      ['dname.hard.test 300 DNAME target.hard.test', 'x.dname.hard.test 300 CNAME x.target.hard.test', 'x.target.hard.test 300 A 192.0.2.51'],
    ],
    ['but not for its owner', 'dname.hard.test', A, []],
    ['ANY gives one set (RFC 8482 §4.1)', 'hard.test', ANY, ['hard.test 300 A 192.0.2.1']],
  ])('%s', (_rule, name, type, answer) => {
    expect(ask(hard, { name, type }).answer).toEqual(answer)
  })

  it.each<[string, string, number]>([
    ['a name that is not there', 'nothing.hard.test', 3],
    ['a type that is not there', 'onlytxt.hard.test', 0],
    ['an empty non-terminal', 'b.c.ent.hard.test', 0],
    ['the end of a CNAME (RFC 6604 §3)', 'aliasnone.hard.test', 3],
  ])('%s: the SOA with the negative TTL (RFC 2308 §5)', (_rule, name, rcode) => {
    const reply = ask(hard, { name, type: A })
    expect([reply.rcode, reply.flags, reply.authority]).toEqual([rcode, 'qr aa rd', [SOA_120]])
  })

  it("the negative TTL is the SOA's own where that is lower", () => {
    const zones = tableOf({ ...hardZone, soa: { ...hardZone.soa, ttlSeconds: 30 } })
    expect(ask(zones, { name: 'nothing.hard.test', type: A }).authority[0]).toMatch(/^hard\.test 30 SOA/)
  })

  it('a name that a DNAME makes too long is YXDOMAIN (RFC 6672 §2.2)', () => {
    const label = 'n'.repeat(60)
    const reply = ask(hard, { name: `${label}.${label}.dnamelong.hard.test`, type: A })
    expect(reply.rcode).toBe(6)
    expect(reply.answer).toHaveLength(1)
  })

  it('the question comes back in the letters it was asked in, and the owner points to it', () => {
    const { response } = answerQuery(queryPacket({ name: 'SiNgLe.HaRd.TeSt', type: AAAA }), plainContext(hard))
    expect(response?.subarray(12, 30).toString('latin1')).toBe('\x06SiNgLe\x04HaRd\x04TeSt\x00'.slice(0, 18))
    expect(response?.readUInt16BE(34)).toBe(0xc00c)
  })
})

describe('delegations', () => {
  it('below a cut: a referral without authority, with the addresses that are needed', () => {
    const reply = ask(hard, { name: 'www.sub.hard.test', type: A })
    expect([reply.rcode, reply.flags, reply.answer]).toEqual([0, 'qr rd', []])
    expect(reply.authority.toSorted()).toEqual([
      'sub.hard.test 300 NS ns1.sub.hard.test',
      'sub.hard.test 300 NS ns2.elsewhere.example',
      'sub.hard.test 300 NS ns2.sub.hard.test',
    ])
    expect(reply.additional.toSorted()).toEqual([
      'ns1.sub.hard.test 300 A 192.0.2.31',
      'ns1.sub.hard.test 300 AAAA 2001:db8::31',
      'ns2.sub.hard.test 300 A 192.0.2.32',
    ])
  })

  it.each(['hidden.sub.hard.test', 'sub.hard.test', 'a.b.c.sub.hard.test'])("%s is the zone's below", (name) => {
    expect(ask(hard, { name, type: TXT }).flags).toBe('qr rd')
  })

  it('the DS at the cut is ours (RFC 4035 §3.1.4.1)', () => {
    const reply = ask(hard, { name: 'signed.hard.test', type: DS })
    expect(reply.flags).toBe('qr aa rd')
    expect(reply.answer).toHaveLength(1)
  })

  it('a CNAME into a zone below: the CNAME is ours, the rest a referral', () => {
    const reply = ask(hard, { name: 'aliassub.hard.test', type: A })
    expect([reply.flags, reply.answer.length, reply.authority.length]).toEqual(['qr aa rd', 1, 3])
  })

  it('glue that does not fit is said to be missing (RFC 9471 §3)', () => {
    const servers = Array.from({ length: 12 }, (_, i) => `cut NS ns${i}.cut.fat.test.\nns${i}.cut A 192.0.2.${i}\nns${i}.cut AAAA 2001:db8::${i}`)
    const fat = tableOf(zoneFromLines('fat.test', servers.join('\n')))
    expect(ask(fat, { name: 'x.cut.fat.test', type: A }).flags).toBe('qr tc rd')
    expect(ask(fat, { name: 'x.cut.fat.test', type: A }, { transport: 'tcp' }).additional).toHaveLength(24)
  })

  it('mail and service hosts bring their addresses', () => {
    expect(ask(hard, { name: 'hard.test', type: MX }).additional).toEqual(['mail.hard.test 300 A 192.0.2.25', 'mail.hard.test 300 AAAA 2001:db8::25'])
    expect(ask(hard, { name: '_sip._tcp.hard.test', type: SRV }).additional).toHaveLength(2)
  })
})

describe('EDNS', () => {
  it('is answered when asked with, and only then', () => {
    expect(ask(hard, { name: 'hard.test', type: A }).edns).toBeNull()
    expect(ask(hard, { name: 'hard.test', type: A, edns: { dnssecOk: true } }).edns).toEqual({ udpBytes: 1232, version: 0, dnssecOk: true, subnet: null })
  })

  it('a later version is BADVERS, in both halves of the code (RFC 6891 §6.1.3)', () => {
    const reply = ask(hard, { name: 'hard.test', type: A, edns: { version: 1, options: Buffer.from('000800ff', 'hex') } })
    expect([reply.rcode, reply.edns?.version, reply.answer]).toEqual([16, 0, []])
  })

  it.each<[string, number | undefined, number]>([
    ['without EDNS', undefined, 512],
    ['that takes 100 bytes', 100, 512],
    ['that takes 700 bytes', 700, 700],
    ['that takes 4096 bytes', 4096, 1232],
  ])('a client %s gets at most %s', (_rule, udpBytes, most) => {
    for (let count = 1; count <= 90; count += 1) {
      const zones = tableOf(zoneFromLines('size.test', Array.from({ length: count }, (_, i) => `@ A 10.0.0.${i}`).join('\n')))
      const query: TestQuery = { name: 'size.test', type: A, ...(udpBytes === undefined ? {} : { edns: { udpBytes } }) }
      const { response } = answerQuery(queryPacket(query), plainContext(zones))
      const fits = 12 + 15 + 16 * count + (udpBytes === undefined ? 0 : 11) <= most
      expect(response?.length).toBeLessThanOrEqual(most)
      expect(readReply(response as Buffer)).toMatchObject({ flags: fits ? 'qr aa rd' : 'qr aa tc rd' })
    }
  })

  it('by TCP everything comes', () => {
    expect(ask(hard, { name: 'many.hard.test', type: A }, { transport: 'tcp' }).answer).toHaveLength(200)
  })
})

describe('the client subnet (RFC 7871)', () => {
  const match = (address: Uint8Array): LineMatch => {
    const inTelecom = address.length === 4 ? address[0] === 10 : address[0] === 0x20
    return inTelecom
      ? { chain: ['telecom', 'domestic', 'default'], scope: 20, segment: null, classId: 1 }
      : { chain: ['overseas', 'default'], scope: 8, segment: null, classId: 2 }
  }
  const lines: LineTable = { match }
  const zones = tableOf(
    zoneFromLines(
      'line.test',
      `
    www A 192.0.2.1
    www A [telecom] 192.0.2.2
    plain A 192.0.2.3
    mix CNAME [telecom] www.line.test.
    mix A 192.0.2.4
    mix TXT "only the default line"
    cover CNAME www.line.test.
    cover A [telecom] 192.0.2.5
    nodefault A [telecom] 192.0.2.6
    exact A [domestic] 192.0.2.7
  `,
    ),
  )
  const from = (options: Buffer): TestQuery['edns'] => ({ options })
  const telecom = from(subnetOption(1, 24, [10, 1, 2]))
  const overseas = from(subnetOption(1, 24, [192, 0, 2]))

  it.each<[string, TestQuery, string[], string | null]>([
    ['a line of the subnet', { name: 'www.line.test', type: A, edns: telecom }, ['www.line.test 300 A 192.0.2.2'], '10.1.2.0/24/20'],
    ['the default line, with the scope that decided', { name: 'www.line.test', type: A, edns: overseas }, ['www.line.test 300 A 192.0.2.1'], '192.0.2.0/24/8'],
    ['IPv6', { name: 'www.line.test', type: A, edns: from(subnetOption(2, 32, [0x20, 1, 0xd, 0xb8])) }, ['www.line.test 300 A 192.0.2.2'], '2001:db8::/32/20'],
    ['the same for all clients: scope 0', { name: 'plain.line.test', type: A, edns: telecom }, ['plain.line.test 300 A 192.0.2.3'], '10.1.2.0/24/0'],
    [
      "/0 is not used, the asker's address is",
      { name: 'www.line.test', type: A, edns: from(subnetOption(1, 0, [])) },
      ['www.line.test 300 A 192.0.2.1'],
      '0.0.0.0/0/0',
    ],
    ['a parent line', { name: 'exact.line.test', type: A, edns: telecom }, ['exact.line.test 300 A 192.0.2.7'], '10.1.2.0/24/20'],
    [
      "a CNAME on the client's line hides the address behind it",
      { name: 'mix.line.test', type: A, edns: telecom },
      ['mix.line.test 300 CNAME www.line.test', 'www.line.test 300 A 192.0.2.2'],
      '10.1.2.0/24/20',
    ],
    ['and every other type', { name: 'mix.line.test', type: TXT, edns: telecom }, ['mix.line.test 300 CNAME www.line.test'], '10.1.2.0/24/20'],
    ['who is not on its line does not see it', { name: 'mix.line.test', type: A, edns: overseas }, ['mix.line.test 300 A 192.0.2.4'], '192.0.2.0/24/8'],
    [
      "an address on the client's line hides the CNAME behind it",
      { name: 'cover.line.test', type: A, edns: telecom },
      ['cover.line.test 300 A 192.0.2.5'],
      '10.1.2.0/24/20',
    ],
    ['also for other types', { name: 'cover.line.test', type: TXT, edns: telecom }, [], '10.1.2.0/24/20'],
    ['a line without default', { name: 'nodefault.line.test', type: A, edns: overseas }, [], '192.0.2.0/24/8'],
  ])('%s', (_rule, query, answer, subnet) => {
    const reply = ask(zones, query, { lines })
    expect([reply.answer, reply.edns?.subnet, reply.rcode]).toEqual([answer, subnet, 0])
  })

  it("without the option the asker's address counts, and no option comes back", () => {
    const reply = ask(zones, { name: 'www.line.test', type: A, edns: {} }, { lines, clientAddress: Uint8Array.of(10, 0, 0, 1) })
    expect([reply.answer, reply.edns?.subnet]).toEqual([['www.line.test 300 A 192.0.2.2'], null])
  })

  it.each<[string, Buffer]>([
    ['too many address bytes', subnetOption(1, 24, [192, 0, 2, 1])],
    ['too few', subnetOption(1, 24, [192, 0])],
    ['bits beyond the prefix', subnetOption(1, 20, [192, 0, 255])],
    ['a scope in a query', subnetOption(1, 24, [192, 0, 2], 24)],
    ['a prefix longer than an address', subnetOption(1, 33, [192, 0, 2, 1, 0])],
    ['an unknown family', subnetOption(3, 8, [1])],
    ['an option cut short', Buffer.from('00080002', 'hex')],
  ])('%s: FORMERR (§7.1.2)', (_rule, option) => {
    expect(ask(zones, { name: 'www.line.test', type: A, edns: from(option) }, { lines }).rcode).toBe(1)
  })

  it('tells which line the client is on and which one answered', () => {
    const packet = queryPacket({ name: 'www.line.test', type: A, edns: telecom })
    expect(answerQuery(packet, { ...plainContext(zones), lines }).event).toMatchObject({
      domainId: 1,
      zone: 'line.test',
      line: 'telecom',
      answeredLine: 'telecom',
      type: A,
      rcode: 0,
    })
    const other = queryPacket({ name: 'plain.line.test', type: A, edns: telecom })
    expect(answerQuery(other, { ...plainContext(zones), lines }).event).toMatchObject({ line: 'telecom', answeredLine: 'default' })
  })
})

describe('weights', () => {
  const zones = tableOf(
    zoneFromLines(
      'weight.test',
      `
    w A *30 192.0.2.1
    w A *70 192.0.2.2
    half A *9 192.0.2.1
    half A 192.0.2.2
    zero A *0 192.0.2.1
    zero A *5 192.0.2.2
    zeros A *0 192.0.2.1
    zeros A *0 192.0.2.2
    c CNAME *1 w.weight.test.
    c CNAME *1 zero.weight.test.
    mx MX *1 10 a.example.
    mx MX *3 20 b.example.
  `,
    ),
  )

  it.each<[string, string, number, number, string]>([
    ['the lower part goes to the first', 'w', A, 0.29, '192.0.2.1'],
    ['the rest to the second', 'w', A, 0.31, '192.0.2.2'],
    ['a record without a weight counts as 1', 'half', A, 0.91, '192.0.2.2'],
    ['weight 0 is never given', 'zero', A, 0, '192.0.2.2'],
    ['all 0: every one alike', 'zeros', A, 0.4, '192.0.2.1'],
    ['all 0: every one alike', 'zeros', A, 0.6, '192.0.2.2'],
    ['mail as well', 'mx', MX, 0.2, 'a.example'],
  ])('%s (%s)', (_rule, host, type, random, value) => {
    const reply = ask(zones, { name: `${host}.weight.test`, type }, { random: () => random })
    expect(reply.answer).toHaveLength(1)
    expect(reply.answer[0]).toContain(value)
  })

  it('one of several CNAMEs is chosen and followed', () => {
    const answers = [0.2, 0.7].map((random) => ask(zones, { name: 'c.weight.test', type: A }, { random: () => random }).answer)
    expect(answers.map((answer) => answer[0])).toEqual(['c.weight.test 300 CNAME w.weight.test', 'c.weight.test 300 CNAME zero.weight.test'])
  })

  it('30 to 70 in the long run', () => {
    let first = 0
    for (let i = 0; i < 10_000; i += 1) {
      if (ask(zones, { name: 'w.weight.test', type: A }, { random: () => ((i * 7919) % 10_000) / 10_000 }).answer[0]?.endsWith('.1') === true) first += 1
    }
    expect(first).toBe(3000)
  })

  it('without weights the whole set is given, beginning anywhere', () => {
    const answers = [0, 0.6].map((random) => ask(hard, { name: 'two.hard.test', type: A }, { random: () => random }).answer)
    expect(answers[1]).toEqual(answers[0]?.toReversed())
  })
})

describe('refusals', () => {
  it.each<[string, TestQuery, number]>([
    ['a zone that is not ours', { name: 'example.com', type: A }, 5],
    ['the version (CHAOS)', { name: 'version.bind', type: TXT, class: 3 }, 5],
    ['class HESIOD', { name: 'hard.test', type: A, class: 4 }, 5],
    ['AXFR', { name: 'hard.test', type: 252 }, 5],
    ['IXFR', { name: 'hard.test', type: 251 }, 5],
    ['type 0', { name: 'hard.test', type: 0 }, 4],
    ['IQUERY', { name: 'hard.test', type: A, flags: 0x0800 }, 4],
    ['UPDATE', { name: 'hard.test', type: 6, flags: 0x2800 }, 5],
    ['NOTIFY', { name: 'hard.test', type: 6, flags: 0x2000 }, 9],
  ])('%s', (_rule, query, rcode) => {
    const reply = ask(hard, query)
    expect([reply.rcode, reply.answer, reply.question]).toEqual([rcode, [], expect.stringContaining(query.name)])
    expect(reply.flags).not.toContain('aa')
  })

  it('a client over its rate is sent to TCP without learning anything', () => {
    const reply = readReply(slipReply(queryPacket({ name: 'hard.test', type: A, edns: {} }), plainContext(hard)) as Buffer)
    expect([reply.rcode, reply.flags, reply.answer, reply.question]).toEqual([0, 'qr tc rd', [], 'hard.test IN A'])
    expect(slipReply(Buffer.alloc(12), plainContext(hard))).toBeNull()
  })
})
