import { describe, expect, it } from 'vitest'
import { checkRecordSet, type RemovedRow, type SetRow } from './record-set-checks.ts'

type Written = Partial<SetRow> & { is?: 'new' }

/** Rows as `[host, type, value, more]`; those with `is: 'new'` are touched by the change of their position. */
function rowsOf(written: readonly [string, string, string, Written?][]): SetRow[] {
  return written.map(([host, type, value, more = {}], index) => {
    const { is, ...rest } = more
    return { host, type, value, line: 'default', ttl: 600, weight: null, status: 1, change: is === 'new' ? index : null, ...rest }
  })
}

const findingsOf = (rows: readonly SetRow[], removed: readonly RemovedRow[] = []): string[] =>
  checkRecordSet(rows, removed, 'example.com').map((one) => `${one.change} ${one.severity} ${one.code} ${one.field}`)

const added = { is: 'new' } as const
const [telecom, unicom] = [{ line: 'telecom' }, { line: 'unicom' }]

describe('an error', () => {
  it.each<[string, [string, string, string, Written?][], string[]]>([
    [
      'a CNAME beside another type',
      [
        ['www', 'A', '192.0.2.1'],
        ['www', 'CNAME', 'a.', added],
      ],
      ['1 error cname_conflict type'],
    ],
    [
      'another type beside a CNAME',
      [
        ['www', 'CNAME', 'a.'],
        ['www', 'TXT', '"x"', added],
      ],
      ['1 error cname_conflict type'],
    ],
    [
      'both of them in one batch',
      [
        ['www', 'CNAME', 'a.', added],
        ['www', 'A', '192.0.2.1', added],
      ],
      ['0 error cname_conflict type', '1 error cname_conflict type'],
    ],
    [
      'a CNAME beside another type of its own line',
      [
        ['www', 'A', '192.0.2.1', telecom],
        ['www', 'A', '192.0.2.1'],
        ['www', 'CNAME', 'a.', { ...telecom, ...added }],
      ],
      ['2 error cname_conflict type'],
    ],
    [
      'a second CNAME',
      [
        ['www', 'CNAME', 'a.'],
        ['www', 'CNAME', 'b.', added],
      ],
      ['1 error cname_repeated type'],
    ],
    [
      'a second CNAME without a weight',
      [
        ['www', 'CNAME', 'a.', { weight: 1 }],
        ['www', 'CNAME', 'b.', added],
      ],
      ['1 error cname_repeated type'],
    ],
    [
      'a repeat',
      [
        ['www', 'A', '192.0.2.1'],
        ['www', 'A', '192.0.2.1', added],
      ],
      ['1 error record_repeated value'],
    ],
    [
      'a repeat in another case',
      [
        ['www', 'NS', 'NS.a.'],
        ['www', 'NS', 'ns.a.', added],
      ],
      ['1 error record_repeated value'],
    ],
    [
      'a repeat of a paused record',
      [
        ['www', 'A', '192.0.2.1', { status: 0 }],
        ['www', 'A', '192.0.2.1', added],
      ],
      ['1 error record_repeated value'],
    ],
    [
      'a repeat within the batch',
      [
        ['www', 'A', '192.0.2.1', added],
        ['www', 'A', '192.0.2.1', added],
      ],
      ['1 error record_repeated value'],
    ],
    [
      'another TTL in a set',
      [
        ['www', 'A', '192.0.2.1'],
        ['www', 'A', '192.0.2.2', { ...added, ttl: 60 }],
      ],
      ['1 error ttl_clash ttl'],
    ],
    [
      'two TTLs in the batch',
      [
        ['www', 'A', '192.0.2.1', added],
        ['www', 'A', '192.0.2.2', { ...added, ttl: 60 }],
      ],
      ['1 error ttl_clash ttl'],
    ],
    [
      'a second DNAME',
      [
        ['www', 'DNAME', 'a.'],
        ['www', 'DNAME', 'b.', added],
      ],
      ['1 error dname_repeated type'],
    ],
    [
      'NS beside DNAME',
      [
        ['www', 'DNAME', 'a.'],
        ['www', 'NS', 'b.', added],
      ],
      ['1 error dname_with_ns type'],
    ],
  ])('is %s', (_, written, findings) => {
    expect(findingsOf(rowsOf(written))).toEqual(findings)
  })

  it('is a set that no answer can hold', () => {
    const rows = rowsOf(Array.from({ length: 300 }, (_, index) => ['www', 'TXT', `"${String(index).padStart(250, 'x')}"`, index === 0 ? added : {}]))
    expect(findingsOf(rows)).toEqual(['0 error set_too_large value'])
    expect(findingsOf(rows.slice(0, 240))).toEqual([])
  })
})

describe('a warning', () => {
  it.each<[string, [string, string, string, Written?][], string[]]>([
    ['a line without the default line', [['www', 'A', '192.0.2.1', { ...added, ...telecom }]], ['0 warning default_line_missing line']],
    [
      'a type that only a CNAME stands beside on other lines',
      [
        ['www', 'CNAME', 'a.'],
        ['www', 'TXT', '"x"', { ...added, ...telecom }],
      ],
      ['1 warning cname_mixed_lines line'],
    ],
    [
      'a CNAME on a line that hides mail',
      [
        ['www', 'A', '192.0.2.1'],
        ['www', 'MX', '10 a.'],
        ['www', 'CNAME', 'a.', { ...added, ...telecom }],
      ],
      ['2 warning cname_mixed_lines line'],
    ],
    ['a weight alone', [['www', 'A', '192.0.2.1', { ...added, weight: 5 }]], ['0 warning weight_alone weight']],
    [
      'a set with some weights',
      [
        ['www', 'A', '192.0.2.1', { weight: 5 }],
        ['www', 'A', '192.0.2.2', added],
      ],
      ['1 warning weight_mixed weight'],
    ],
    [
      'mail beside no mail',
      [
        ['@', 'MX', '0 .'],
        ['@', 'MX', '10 a.', added],
      ],
      ['1 warning beside_null_mx value'],
    ],
    [
      'a target that is an alias',
      [
        ['mail', 'CNAME', 'a.'],
        ['@', 'MX', '10 Mail.example.com.', added],
      ],
      ['1 warning target_is_cname value'],
    ],
    [
      'a server that is an alias',
      [
        ['ns', 'CNAME', 'a.'],
        ['sub', 'NS', 'ns.example.com.', added],
      ],
      ['1 warning target_is_cname value'],
    ],
    [
      'an alias that is a target',
      [
        ['@', 'MX', '10 mail.example.com.'],
        ['mail', 'CNAME', 'a.', added],
      ],
      ['1 warning cname_is_target type'],
    ],
    [
      'a record below a DNAME',
      [
        ['sub', 'DNAME', 'a.'],
        ['a.sub', 'A', '192.0.2.1', added],
      ],
      ['1 warning below_dname host'],
    ],
    [
      'a record below a DNAME of the domain itself',
      [
        ['@', 'DNAME', 'a.'],
        ['www', 'A', '192.0.2.1', added],
      ],
      ['1 warning below_dname host'],
    ],
    [
      'a record below a delegation',
      [
        ['sub', 'NS', 'ns.a.'],
        ['x.y.sub', 'A', '192.0.2.1', added],
      ],
      ['1 warning below_delegation host'],
    ],
    [
      'a record at a delegation',
      [
        ['sub', 'NS', 'ns.a.'],
        ['sub', 'TXT', '"x"', added],
      ],
      ['1 warning below_delegation host'],
    ],
    [
      'a delegation below a delegation',
      [
        ['sub', 'NS', 'ns.a.'],
        ['x.sub', 'NS', 'ns.a.', added],
      ],
      ['1 warning below_delegation host'],
    ],
    [
      'a delegation above records',
      [
        ['a.sub', 'A', '192.0.2.1'],
        ['b.sub', 'A', '192.0.2.1'],
        ['sub', 'NS', 'ns.a.', added],
      ],
      ['2 warning hides_names_below host'],
    ],
    [
      'a DNAME above records',
      [
        ['a.sub', 'A', '192.0.2.1'],
        ['sub', 'DNAME', 'a.', added],
      ],
      ['1 warning hides_names_below host'],
    ],
  ])('is %s', (_, written, findings) => {
    expect(findingsOf(rowsOf(written))).toEqual(findings)
  })

  it('is the last record of the default line going while another line stays', () => {
    const rows = rowsOf([['www', 'A', '192.0.2.1', telecom]])
    expect(findingsOf(rows, [{ host: 'www', type: 'A', line: 'default', status: 1, change: 0 }])).toEqual(['0 warning default_line_missing line'])
    expect(findingsOf(rows, [{ host: 'www', type: 'A', line: 'unicom', status: 1, change: 0 }])).toEqual([])
    expect(findingsOf(rows, [{ host: 'www', type: 'A', line: 'default', status: 0, change: 0 }])).toEqual([])
    expect(
      findingsOf(
        rowsOf([
          ['www', 'A', '192.0.2.1', telecom],
          ['www', 'A', '192.0.2.2'],
        ]),
        [{ host: 'www', type: 'A', line: 'default', status: 1, change: 0 }],
      ),
    ).toEqual([])
  })
})

describe('nothing is wrong with', () => {
  it.each<[string, [string, string, string, Written?][]]>([
    [
      'a CNAME on one line and addresses on the others',
      [
        ['www', 'A', '192.0.2.1'],
        ['www', 'CNAME', 'a.', { ...added, ...telecom }],
        ['www', 'A', '192.0.2.2', { ...added, ...unicom }],
      ],
    ],
    [
      'a CNAME beside a paused address',
      [
        ['www', 'A', '192.0.2.1', { status: 0 }],
        ['www', 'CNAME', 'a.', added],
      ],
    ],
    [
      'weighted CNAMEs',
      [
        ['www', 'CNAME', 'a.', { weight: 1 }],
        ['www', 'CNAME', 'b.', { ...added, weight: 2 }],
      ],
    ],
    [
      'another TTL on another line',
      [
        ['www', 'A', '192.0.2.1'],
        ['www', 'A', '192.0.2.1', { ...added, ...telecom, ttl: 60 }],
      ],
    ],
    [
      'old faults that no change touches',
      [
        ['www', 'A', '192.0.2.1'],
        ['www', 'CNAME', 'a.'],
        ['www', 'A', '192.0.2.2', { ttl: 1 }],
        ['ftp', 'A', '192.0.2.1', added],
      ],
    ],
    [
      'the address of a server below its delegation',
      [
        ['sub', 'NS', 'ns.sub.example.com.', added],
        ['ns.sub', 'A', '192.0.2.1', added],
      ],
    ],
    [
      'DS at a delegation',
      [
        ['sub', 'NS', 'ns.a.', added],
        ['sub', 'DS', '1 13 2 00', added],
      ],
    ],
    [
      'a delegation above nothing but its servers',
      [
        ['ns.sub', 'AAAA', '2001:db8::1'],
        ['sub', 'NS', 'ns.sub.example.com.', added],
      ],
    ],
    [
      'a target outside the domain',
      [
        ['mail', 'CNAME', 'a.'],
        ['@', 'MX', '10 mail.example.net.', added],
      ],
    ],
  ])('%s', (_, written) => {
    expect(findingsOf(rowsOf(written))).toEqual([])
  })
})

it('the TTL to take is offered', () => {
  const [finding] = checkRecordSet(
    rowsOf([
      ['www', 'A', '192.0.2.1'],
      ['www', 'A', '192.0.2.2', { ...added, ttl: 60 }],
    ]),
    [],
    'example.com',
  )
  expect(finding?.params).toEqual({ ttl: 600 })
})

it('the work grows with the number of records, not with its square', () => {
  const domainOf = (count: number): SetRow[] =>
    rowsOf(
      Array.from({ length: count }, (_, index) =>
        index % 4 === 0
          ? [`h${index >> 2}`, 'MX', `10 h${(index >> 2) + 1}.example.com.`, added]
          : [index % 4 === 1 ? 'same' : `h${index >> 2}`, 'TXT', `"${index}"`, added],
      ),
    )
  const msOf = (rows: readonly SetRow[]): number => {
    const start = performance.now()
    checkRecordSet(rows, [], 'example.com')
    return performance.now() - start
  }
  const [small, large] = [domainOf(5_000), domainOf(100_000)]
  msOf(small)
  const smallMs = Math.min(msOf(small), msOf(small), msOf(small))
  // Twenty times the records: a square would take four hundred times as long.
  expect(msOf(large)).toBeLessThan(smallMs * 100 + 200)
})
