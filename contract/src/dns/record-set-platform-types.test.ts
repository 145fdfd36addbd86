import { describe, expect, it } from 'vitest'
import { checkRecordSet, type SetRow } from './record-set-checks.ts'

type Written = [host: string, type: string, value: string, more?: Partial<SetRow> & { isNew?: true }]

function findingsOf(written: readonly Written[]): string[] {
  const rows = written.map(([host, type, value, { isNew, ...more } = {}], index): SetRow => {
    return { host, type, value, line: 'default', ttl: 600, weight: null, status: 1, change: isNew === true ? index : null, ...more }
  })
  return checkRecordSet(rows, [], 'example.com').map((one) => `${one.change} ${one.severity} ${one.code} ${JSON.stringify(one.params)}`)
}

const added = { isNew: true } as const
const telecom = { line: 'telecom' }
const alias = ['ALIAS', 'a.example.net.'] as const
const redirect = ['URL', '301 "https://a.example/"'] as const

describe('of the types that stand for addresses, a host has one kind on one line', () => {
  it.each<[string, Written[], string[]]>([
    [
      'an ALIAS beside an address',
      [
        ['@', 'A', '192.0.2.1'],
        ['@', ...alias, added],
      ],
      ['1 error type_conflict {"type":"ALIAS","types":"A"}'],
    ],
    [
      'an address beside an ALIAS',
      [
        ['@', ...alias],
        ['@', 'AAAA', '2001:db8::1', added],
      ],
      ['1 error type_conflict {"type":"AAAA","types":"ALIAS"}'],
    ],
    [
      'an ALIAS and a redirect',
      [
        ['www', ...redirect, added],
        ['www', ...alias, added],
      ],
      ['0 error type_conflict {"type":"URL","types":"ALIAS"}', '1 error type_conflict {"type":"ALIAS","types":"URL"}'],
    ],
    [
      'a redirect beside an address',
      [
        ['www', 'A', '192.0.2.1'],
        ['www', ...redirect, added],
      ],
      ['1 error type_conflict {"type":"URL","types":"A"}'],
    ],
    [
      'an ALIAS beside a CNAME',
      [
        ['www', 'CNAME', 'a.'],
        ['www', ...alias, added],
      ],
      ['1 error cname_conflict {"types":"CNAME"}'],
    ],
    [
      'a second ALIAS',
      [
        ['@', ...alias],
        ['@', 'ALIAS', 'b.example.net.', added],
      ],
      ['1 error type_repeated {"type":"ALIAS"}'],
    ],
    [
      'a second redirect',
      [
        ['@', ...redirect],
        ['@', 'URL', '302 "https://a.example/"', added],
      ],
      ['1 error type_repeated {"type":"URL"}'],
    ],
  ])('%s is refused', (_, written, expected) => {
    expect(findingsOf(written)).toEqual(expected)
  })

  it.each<[string, Written[]]>([
    [
      'mail and text at the apex',
      [
        ['@', ...alias, added],
        ['@', 'MX', '10 mail.example.net.'],
        ['@', 'TXT', '"x"', added],
      ],
    ],
    [
      'an address on another line',
      [
        ['@', ...alias, { ...added, ...telecom }],
        ['@', 'A', '192.0.2.1', added],
      ],
    ],
    [
      'a redirect on another line',
      [
        ['@', ...redirect, { ...added, ...telecom }],
        ['@', ...alias, added],
      ],
    ],
    [
      'a CNAME on another line',
      [
        ['www', 'CNAME', 'a.', { ...added, ...telecom }],
        ['www', ...alias, added],
      ],
    ],
    [
      'a paused address',
      [
        ['@', 'A', '192.0.2.1', { status: 0 }],
        ['@', ...alias, added],
      ],
    ],
  ])('an ALIAS may stand beside %s', (_, written) => {
    expect(findingsOf(written)).toEqual([])
  })
})

describe('an ALIAS', () => {
  it('for one line alone leaves the clients of others without an answer', () => {
    expect(findingsOf([['@', ...alias, { ...added, ...telecom }]])).toEqual(['0 warning default_line_missing {"type":"ALIAS"}'])
    expect(
      findingsOf([
        ['@', 'TXT', '"x"'],
        ['@', ...redirect, { ...added, ...telecom }],
      ]),
    ).toEqual(['1 warning default_line_missing {"type":"URL"}'])
  })

  it('that leads back to its own host is refused, through a CNAME and another ALIAS too', () => {
    const back: Written[] = [
      ['@', 'ALIAS', 'www.example.com.', added],
      ['@', 'MX', '10 mail.example.net.'],
      ['www', 'CNAME', 'cdn.example.com.'],
    ]
    expect(findingsOf(back)).toEqual([])
    expect(findingsOf([...back, ['cdn', 'ALIAS', 'EXAMPLE.com.']])).toEqual(['0 error cname_loop {"hosts":"@ → www → cdn → @"}'])
  })

  it('gives a good address to a name server of a host below', () => {
    expect(
      findingsOf([
        ['sub', 'NS', 'ns.example.com.', added],
        ['ns', ...alias],
      ]),
    ).toEqual([])
    expect(
      findingsOf([
        ['sub', 'NS', 'ns.sub.example.com.', added],
        ['ns.sub', ...alias],
      ]),
    ).toEqual([])
  })
})
