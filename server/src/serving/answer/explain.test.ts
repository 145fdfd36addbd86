import { parseAddress } from '@nameplane/dns-text/addresses'
import { describe, expect, it } from 'vitest'
import { answerQuery, plainContext } from './answer.ts'
import { noRedirectAddresses } from '../redirect/redirect-addresses.ts'
import { explainAnswer, type Explanation } from './explain.ts'
import type { LineTable } from '../lines/line-table.ts'
import { onlyDefaultLine } from '../lines/line-table.ts'
import { compileZone } from '../zone/zone.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import { queryPacket, readReply } from '../wire/wire-client.testing.ts'
import { childZone, hardZone, otherZone, zoneFromLines } from '../zone/zones.testing.ts'

const lines: LineTable = {
  match: (address) =>
    address[0] === 10
      ? {
          chain: ['bj_telecom', 'telecom', 'domestic', 'default'],
          scope: 12,
          classId: 1,
          segment: { first: Uint8Array.of(10, 0, 0, 0), last: Uint8Array.of(10, 15, 255, 255), source: 'base' },
        }
      : { chain: ['overseas', 'default'], scope: 8, segment: null, classId: 2 },
}

const zones = new ZoneTable()
for (const source of [hardZone, otherZone, childZone]) zones.put(compileZone(source))
zones.put(
  compileZone(
    zoneFromLines(
      'line.test',
      `
  www A 192.0.2.1
  www A [telecom] *30 192.0.2.2
  www A [telecom] *70 192.0.2.3
  www A [telecom] *0 192.0.2.4
  www A [overseas] 192.0.2.5
  www A [domestic] 192.0.2.6
  mix CNAME [telecom] www.line.test.
  mix A 192.0.2.7
  cover CNAME www.line.test.
  cover A [telecom] 192.0.2.8
  split CNAME *1 www.line.test.
  split CNAME *3 plain.line.test.
  plain A 192.0.2.9
  *.w TXT "wild"
`,
      { domainId: 9 },
    ),
  ),
)

function explain(name: string, type: string, client = '10.1.2.3'): Explanation {
  const { bytes } = parseAddress(client)
  return explainAnswer({ zones, redirects: noRedirectAddresses, lines, name, type, clientAddress: bytes, prefixLength: bytes.length * 8 })
}

const reasons = (explanation: Explanation, step = 0): [string, string, string, number][] =>
  (explanation.steps[step]?.candidates ?? []).map(({ value, line, reason, share }) => [value, line, reason, share])

describe('the explainer', () => {
  it('tells who the client is: segment, line and precedence', () => {
    expect(explain('www.line.test', 'A').client).toEqual({
      address: '10.1.2.3',
      prefixLength: 32,
      segment: { first: '10.0.0.0', last: '10.15.255.255', source: 'base' },
      line: 'bj_telecom',
      chain: ['bj_telecom', 'telecom', 'domestic', 'default'],
      scope: 12,
    })
    expect(explain('www.line.test', 'A', '2001:db8::1').client).toMatchObject({ address: '2001:db8::1', segment: null, line: 'overseas' })
  })

  it('tells of each candidate why it is taken or not, and how often', () => {
    expect(reasons(explain('www.line.test', 'A'))).toEqual([
      ['192.0.2.2', 'telecom', 'taken_by_weight', 0.3],
      ['192.0.2.3', 'telecom', 'taken_by_weight', 0.7],
      ['192.0.2.4', 'telecom', 'weight_is_zero', 0],
      ['192.0.2.6', 'domestic', 'less_specific_line', 0],
      ['192.0.2.1', 'default', 'less_specific_line', 0],
      ['192.0.2.5', 'overseas', 'other_line', 0],
    ])
  })

  it('tells which of CNAME and address hides the other', () => {
    expect(reasons(explain('mix.line.test', 'A'))).toEqual([
      ['192.0.2.7', 'default', 'hidden_by_cname', 0],
      ['www.line.test.', 'telecom', 'taken', 1],
    ])
    expect(reasons(explain('cover.line.test', 'A'))).toEqual([
      ['192.0.2.8', 'telecom', 'taken', 1],
      ['www.line.test.', 'default', 'hides_no_others', 0],
    ])
  })

  it('multiplies the chances along a chain', () => {
    expect(explain('split.line.test', 'A').answer.map(({ name, value, probability }) => [name, value, probability])).toEqual([
      ['split.line.test', 'www.line.test.', 0.25],
      ['www.line.test', '192.0.2.2', 0.075],
      ['www.line.test', '192.0.2.3', 0.175],
      ['split.line.test', 'plain.line.test.', 0.75],
      ['plain.line.test', '192.0.2.9', 0.75],
    ])
  })

  it.each<[string, string, [string, string][]]>([
    ['x.wild.hard.test', 'A', [['records', '*.wild.hard.test']]],
    ['x.y.w.line.test', 'TXT', [['records', '*.w.line.test']]],
    ['b.c.ent.hard.test', 'A', [['no_such_type', 'b.c.ent.hard.test']]],
    ['nothing.hard.test', 'A', [['no_such_name', 'nothing.hard.test']]],
    ['a.b.sub.hard.test', 'A', [['delegation', 'sub.hard.test']]],
    [
      'x.dname.hard.test',
      'A',
      [
        ['dname', 'dname.hard.test'],
        ['records', 'x.target.hard.test'],
      ],
    ],
    [
      'aliasout.hard.test',
      'A',
      [
        ['cname', 'aliasout.hard.test'],
        ['left_zone', 'www.other.test'],
      ],
    ],
    [
      'loopa.hard.test',
      'A',
      [
        ['cname', 'loopa.hard.test'],
        ['cname', 'loopb.hard.test'],
      ],
    ],
    ['chain3.hard.test', 'A', [...[3, 4, 5, 6, 7].map((n): [string, string] => ['cname', `chain${n}.hard.test`]), ['chain_too_long', 'chain8.hard.test']]],
    ['alias2.hard.test', 'CNAME', [['records', 'alias2.hard.test']]],
    ['hard.test', 'ANY', [['records', 'hard.test']]],
  ])('%s %s: the way', (name, type, steps) => {
    expect(explain(name, type).steps.map(({ outcome, owner }) => [outcome, owner])).toEqual(steps)
  })

  it('names the record, so that the console can show its row', () => {
    const row = hardZone.records.find(({ host }) => host === 'single')
    expect(explain('single.hard.test', 'AAAA').answer).toMatchObject([{ recordId: row?.id, line: 'default', ttlSeconds: 300 }])
  })

  it('no zone: nothing but the client', () => {
    expect(explain('example.com', 'A')).toMatchObject({ zone: null, steps: [], answer: [] })
  })

  it('no type is refused', () => {
    expect(() => explain('hard.test', 'NOTYPE')).toThrow(RangeError)
  })

  it('says what the node then answers, for every name of a hard zone', () => {
    const names = new Set(
      hardZone.records.flatMap(({ host }) => {
        const name = host === '@' ? 'hard.test' : `${host.replaceAll('*', 'x')}.hard.test`
        return [name, `below.${name}`]
      }),
    )
    for (const name of names) {
      for (const [type, code] of [
        ['A', 1],
        ['MX', 15],
        ['CNAME', 5],
        ['DS', 43],
      ] as const) {
        const told = explainAnswer({
          zones,
          redirects: noRedirectAddresses,
          lines: onlyDefaultLine,
          name,
          type,
          clientAddress: Uint8Array.of(192, 0, 2, 1),
          prefixLength: 32,
        })
        const { response } = answerQuery(queryPacket({ name, type: code }), plainContext(zones, 'tcp'))
        const given = readReply(response as Buffer)
        const expected = given.answer.map((line) => line.split(' ').slice(0, 3).join(' '))
        const explained = told.answer.map((record) => `${record.name} ${record.ttlSeconds} ${record.type}`.toLowerCase())
        expect([name, type, explained.toSorted()]).toEqual([name, type, expected.map((line) => line.toLowerCase()).toSorted()])
      }
    }
  })
})
