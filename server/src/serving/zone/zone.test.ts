import { describe, expect, it } from 'vitest'
import { rrsetOf } from '../answer/selection.ts'
import { compileZone, UnservableZone, type ZoneSource } from './zone.ts'
import { zoneFromLines } from './zones.testing.ts'

const compiled = (lines: string, change: Partial<ZoneSource> = {}): ReturnType<typeof compileZone> => compileZone(zoneFromLines('zone.test', lines, change))
const problemsOf = (lines: string): [string, number | null][] => compiled(lines).problems.map(({ code, recordId }) => [code, recordId])

describe('a row that cannot be served is left out, named, and harms no other', () => {
  it.each<[string, string, [string, number][]]>([
    ['an unknown type', 'www NOTYPE x', [['unknown_type', 1]]],
    ['a question type', 'www ANY x', [['type_not_storable', 1]]],
    ['a second SOA', '@ SOA a. b. 1 2 3 4 5', [['type_not_storable', 1]]],
    ['a bad address', 'www A 1.2.3', [['bad_ipv4', 1]]],
    ['a bad owner', 'a..b A 192.0.2.1', [['empty_label', 1]]],
    ['an owner too long', `${'a'.repeat(64)} A 192.0.2.1`, [['label_too_long', 1]]],
    ['an owner too long with the zone', `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(60)} A 192.0.2.1`, [['name_too_long', 1]]],
    ['a repeated record', 'www A 192.0.2.1\nwww A 192.0.2.1', [['duplicate_record', 2]]],
    ['two CNAMEs without weights', 'www CNAME a.example.\nwww CNAME b.example.', [['several_cname', 2]]],
    ['two DNAMEs', 'd DNAME a.example.\nd DNAME b.example.', [['several_dname', 2]]],
    ['a CNAME beside an address on the same line', 'www CNAME a.example.\nwww A 192.0.2.1', [['cname_conflict', 1]]],
    ['a CNAME at the apex', '@ CNAME a.example.', [['cname_at_apex', 1]]],
    ['a delegated wildcard', '* NS ns.example.', [['wildcard_delegation', 1]]],
    ['a DNAME at a wildcard', '* DNAME a.example.', [['wildcard_dname', 1]]],
    ['a record below a DNAME', 'd DNAME a.example.\nx.y.d A 192.0.2.1', [['below_dname', 2]]],
  ])('%s', (_rule, lines, problems) => {
    expect(problemsOf(`${lines}\nfine A 192.0.2.9`)).toEqual(problems)
    const zone = compiled(`${lines}\nfine A 192.0.2.9`)
    expect(zone.nodes.get('\x04fine')?.rrsets).toHaveLength(1)
  })

  it.each<[string, Partial<ZoneSource['records'][number]>, string]>([
    ['a TTL below 0', { ttlSeconds: -1 }, 'bad_ttl'],
    ['a TTL above 2^31-1 (RFC 2181 §8)', { ttlSeconds: 2 ** 31 }, 'bad_ttl'],
    ['half a second', { ttlSeconds: 0.5 }, 'bad_ttl'],
    ['a weight below 0', { weight: -1 }, 'bad_weight'],
    ['a weight that is no number', { weight: Number.NaN }, 'bad_weight'],
    ['no line', { line: '' }, 'bad_line'],
  ])('%s', (_rule, change, code) => {
    const record = { id: 7, host: 'www', type: 'A', line: 'default', value: '192.0.2.1', ttlSeconds: 60, weight: null, ...change }
    expect(compiled('', { records: [record] }).problems).toMatchObject([{ code, recordId: 7, host: 'www' }])
  })

  it('a set that no message holds is cut to what one does', () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `www A 10.0.${i >> 8}.${i & 255}`).join('\n')
    const zone = compiled(lines)
    const kept = zone.nodes.get('\x03www')?.rrsets[0]?.fallback?.rdatas.length ?? 0
    expect(kept).toBeGreaterThan(4000)
    expect(zone.problems).toHaveLength(5000 - kept)
    expect(zone.problems[0]?.code).toBe('set_too_large')
  })

  it('a mailbox or primary that is no name is replaced by the zone, and named', () => {
    const zone = compiled('', { soa: { ...zoneFromLines('zone.test', '').soa, mname: 'a..b', rname: '' } })
    expect(zone.problems.map(({ code, type }) => [code, type])).toEqual([
      ['bad_mname', 'SOA'],
      ['bad_rname', 'SOA'],
    ])
  })

  it('a zone that has no name cannot be served', () => {
    expect(() => compileZone(zoneFromLines('a..b', ''))).toThrow(UnservableZone)
  })
})

describe('what the rows mean together', () => {
  const setsOf = (lines: string, host: string, type: number): { line: string; ttlSeconds: number; records: number; totalWeight: number }[] => {
    const node = compiled(lines).nodes.get(host)
    const rrset = node === undefined ? null : rrsetOf(node, type)
    const sets = rrset === null ? [] : [...(rrset.fallback === null ? [] : [rrset.fallback]), ...(rrset.lines?.values() ?? [])]
    return sets.map((set) => ({ line: set.line, ttlSeconds: set.ttlSeconds, records: set.rdatas.length, totalWeight: set.totalWeight }))
  }

  it('one set for each line', () => {
    expect(setsOf('www A 192.0.2.1\nwww A [ct] 192.0.2.2\nwww A [ct] 192.0.2.3', '\x03www', 1)).toEqual([
      { line: 'default', ttlSeconds: 300, records: 1, totalWeight: 0 },
      { line: 'ct', ttlSeconds: 300, records: 2, totalWeight: 0 },
    ])
  })

  it('a CNAME on one line and an address on another are both kept', () => {
    expect(compiled('www CNAME [ct] a.example.\nwww A 192.0.2.1').problems).toEqual([])
  })

  it.each<[string, string, number]>([
    ['no weight', 'www A 192.0.2.1\nwww A 192.0.2.2', 0],
    ['one weight', 'www A *5 192.0.2.1\nwww A 192.0.2.2', 6],
    ['equal weights', 'www A *5 192.0.2.1\nwww A *5 192.0.2.2', 10],
    ['all 0', 'www A *0 192.0.2.1\nwww A *0 192.0.2.2', 2],
    ['one record alone', 'www A *5 192.0.2.1', 0],
  ])('weights: %s', (_rule, lines, totalWeight) => {
    expect(setsOf(lines, '\x03www', 1)[0]?.totalWeight).toBe(totalWeight)
  })

  it('delegations and CAA are always whole', () => {
    expect(setsOf('sub NS *1 a.example.\nsub NS *2 b.example.', '\x03sub', 2)[0]?.totalWeight).toBe(0)
    expect(setsOf('@ CAA *1 0 issue "a.example"\n@ CAA *2 0 issue "b.example"', '', 257)[0]?.totalWeight).toBe(0)
  })

  it('the lowest TTL holds for the set (RFC 2181 §5.2)', () => {
    const record = { host: 'www', type: 'A', line: 'default', weight: null }
    const zone = compiled('', {
      records: [
        { ...record, value: '192.0.2.1', ttlSeconds: 600 },
        { ...record, value: '192.0.2.2', ttlSeconds: 60 },
      ],
    })
    expect(zone.nodes.get('\x03www')?.rrsets[0]?.fallback?.ttlSeconds).toBe(60)
  })

  it('owners are equal in any case, in any spelling', () => {
    expect(compiled('WWW A 192.0.2.1\nwww A 192.0.2.2\n\\119ww A 192.0.2.3').nodes.get('\x03www')?.rrsets[0]?.fallback?.rdatas).toHaveLength(3)
  })

  it('names between an owner and the apex exist (RFC 4592 §2.2.2)', () => {
    const { nodes } = compiled('a.b.c TXT "x"')
    expect([...nodes.keys()].toSorted()).toEqual(['', '\x01a\x01b\x01c', '\x01b\x01c', '\x01c'])
  })

  it("the apex has the SOA, the group's name servers and the zone's own", () => {
    const zone = compiled('@ NS ns3.example.')
    const apex = zone.nodes.get('')
    expect(apex?.rrsets.map(({ type, fallback }) => [type, fallback?.rdatas.length])).toEqual([
      [2, 3],
      [6, 1],
    ])
    expect(zone.cuts).toBeNull()
  })

  it.each<[string, string]>([
    ['hostmaster@zone.test', 'hostmaster'],
    ['first.last@zone.test', 'first.last'],
  ])('the mailbox %s becomes a name', (rname, label) => {
    const zone = compiled('', { soa: { ...zoneFromLines('zone.test', '').soa, rname } })
    expect(zone.negativeSoa.arena.toString('latin1')).toContain(`${String.fromCharCode(label.length)}${label}\x04zone\x04test\x00`)
  })

  it('counts the names that use lines and weights, for engines that have none', () => {
    expect(compiled('www A 192.0.2.1')).toMatchObject({ linedNames: 0, weightedNames: 0 })
    expect(compiled('www A [ct] *1 192.0.2.1\nwww A [ct] *1 192.0.2.2')).toMatchObject({ linedNames: 1, weightedNames: 1 })
  })
})
