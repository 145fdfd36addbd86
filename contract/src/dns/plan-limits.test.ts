import { describe, expect, it } from 'vitest'
import { addressSetOf, addsUrlRecords, levelsOf, quotaFindings, type PlanLimits, type QuotaWrite, type UsedBefore } from './plan-limits.ts'
import type { CanonicalRecord } from './record-checks.ts'

const none: PlanLimits = {
  ...{ records: null, subdomainLevels: null, wildcardLevels: null, urlRecords: null },
  ...{ customLines: null, minimumTtl: null, sameLineAddresses: null },
}
const nothing: UsedBefore = { records: 0, urlRecords: 0, addresses: new Map() }

/** `host type value`, then `@line` or `ttl=…`. */
function recordOf(text: string): CanonicalRecord {
  const [record = '', ...marks] = text.split(' | ')
  const [host = '', type = '', ...value] = record.split(' ')
  const mark = (name: string): string | undefined => marks.find((one) => one.startsWith(name))?.slice(name.length)
  return { host, type, value: value.join(' '), line: mark('@') ?? 'default', ttl: Number(mark('ttl=') ?? 600), weight: null, remark: '', status: 1 }
}
const writesOf = (...pairs: [before: string | null, after: string | null][]): QuotaWrite[] =>
  pairs.map(([before, after], change) => ({ before: before === null ? null : recordOf(before), after: after === null ? null : recordOf(after), change }))
const adding = (...texts: string[]): QuotaWrite[] => writesOf(...texts.map((text): [null, string] => [null, text]))
const told = (limits: Partial<PlanLimits>, used: Partial<UsedBefore>, writes: QuotaWrite[]): string[] =>
  quotaFindings({ ...none, ...limits }, { ...nothing, ...used }, writes).map(({ change, code, field }) => `${change} ${code} ${field}`)
const setOf = (text: string): string => addressSetOf(recordOf(text))!

describe('a limit', () => {
  it.each<[string, Partial<PlanLimits>, Partial<UsedBefore>, QuotaWrite[], string[]]>([
    ['of nothing refuses nothing', {}, { records: 9e6 }, adding('a.b.c.d.e A 192.0.2.1 | ttl=0'), []],
    // Records
    ['of records is reached', { records: 2 }, { records: 1 }, adding('a A 192.0.2.1'), []],
    [
      'of records is exceeded by the last ones',
      { records: 2 },
      { records: 1 },
      adding('a A 192.0.2.1', 'b A 192.0.2.1', 'c A 192.0.2.1'),
      ['1 quota_records host', '2 quota_records host'],
    ],
    ['of records lets one take the place of another', { records: 1 }, { records: 1 }, writesOf(['a A 192.0.2.1', null], [null, 'b A 192.0.2.1']), []],
    ['of records that is exceeded already lets them be changed', { records: 1 }, { records: 5 }, writesOf(['a A 192.0.2.1', 'a A 192.0.2.2']), []],
    ['and become fewer', { records: 1 }, { records: 5 }, writesOf(['a A 192.0.2.1', null]), []],
    ['but not more', { records: 1 }, { records: 5 }, adding('a A 192.0.2.1'), ['0 quota_records host']],
    // Levels
    ['of levels is reached', { subdomainLevels: 2 }, {}, adding('a.b A 192.0.2.1', '@ A 192.0.2.1'), []],
    ['of levels is exceeded', { subdomainLevels: 2 }, {}, adding('a.b.c A 192.0.2.1'), ['0 quota_subdomain_levels host']],
    ['of levels does not count wildcards', { subdomainLevels: 1 }, {}, adding('*.a A 192.0.2.1'), []],
    [
      'of wildcard levels counts the asterisk',
      { wildcardLevels: 2 },
      {},
      adding('* A 192.0.2.1', '*.a A 192.0.2.1', '*.a.b A 192.0.2.1'),
      ['2 quota_wildcard_levels host'],
    ],
    ['of wildcard levels does not count other hosts', { wildcardLevels: 1 }, {}, adding('a.b.c A 192.0.2.1'), []],
    [
      'of levels that a record exceeds lets it be changed',
      { subdomainLevels: 1 },
      {},
      writesOf(['a.b A 192.0.2.1', 'a.b A 192.0.2.2'], ['a.b.c A 192.0.2.1', 'b.c A 192.0.2.1']),
      [],
    ],
    ['but not go further', { subdomainLevels: 1 }, {}, writesOf(['a.b A 192.0.2.1', 'a.b.c A 192.0.2.1']), ['0 quota_subdomain_levels host']],
    // TTL
    ['of the TTL is reached', { minimumTtl: 60 }, {}, adding('a A 192.0.2.1 | ttl=60'), []],
    ['of the TTL is missed', { minimumTtl: 60 }, {}, adding('a A 192.0.2.1 | ttl=59'), ['0 quota_minimum_ttl ttl']],
    ['of the TTL that a record misses lets it be raised', { minimumTtl: 60 }, {}, writesOf(['a A 192.0.2.1 | ttl=10', 'a A 192.0.2.1 | ttl=20']), []],
    ['but not lowered', { minimumTtl: 60 }, {}, writesOf(['a A 192.0.2.1 | ttl=20', 'a A 192.0.2.1 | ttl=10']), ['0 quota_minimum_ttl ttl']],
    ['of nothing at all is a limit', { urlRecords: 0 }, {}, adding('a URL 301 https://x.example/', 'b A 192.0.2.1'), ['0 quota_url_records type']],
    // URL records
    [
      'of URL records counts what becomes one',
      { urlRecords: 1 },
      { urlRecords: 1 },
      writesOf(['a A 192.0.2.1', 'a URL 301 https://x.example/']),
      ['0 quota_url_records type'],
    ],
    [
      'and what is one no more',
      { urlRecords: 1 },
      { urlRecords: 1 },
      writesOf(['a URL 301 https://x.example/', 'a A 192.0.2.1'], [null, 'b URL 301 https://x.example/']),
      [],
    ],
    // Addresses
    [
      'of addresses is of one host, line and type',
      { sameLineAddresses: 1 },
      {},
      adding('a A 192.0.2.1', 'b A 192.0.2.1', 'a A 192.0.2.1 | @telecom', 'a AAAA 2001:db8::1', 'a TXT "x"'),
      [],
    ],
    [
      'of addresses counts those that are there',
      { sameLineAddresses: 2 },
      { addresses: new Map([[setOf('a A 192.0.2.9'), 1]]) },
      adding('a A 192.0.2.1', 'a A 192.0.2.2'),
      ['1 quota_same_line_addresses value'],
    ],
    [
      'of addresses counts what moves to the line',
      { sameLineAddresses: 1 },
      { addresses: new Map([[setOf('a A 192.0.2.9'), 1]]) },
      writesOf(['a A 192.0.2.1 | @telecom', 'a A 192.0.2.1']),
      ['0 quota_same_line_addresses value'],
    ],
    [
      'of addresses that is exceeded lets them be changed',
      { sameLineAddresses: 1 },
      { addresses: new Map([[setOf('a A 192.0.2.9'), 3]]) },
      writesOf(['a A 192.0.2.1', 'a A 192.0.2.2']),
      [],
    ],
  ])('%s', (_, limits, used, writes, expected) => {
    expect(told(limits, used, writes)).toEqual(expected)
  })
})

it('a finding says the limit and what is used', () => {
  expect(quotaFindings({ ...none, subdomainLevels: 2 }, nothing, adding('a.b.c A 192.0.2.1'))).toEqual([
    { change: 0, severity: 'error', code: 'quota_subdomain_levels', field: 'host', params: { limit: 2, used: 3, host: 'a.b.c' } },
  ])
})

it('levels are labels', () => {
  expect(['@', '*', 'www', '*.a', 'a.b.c'].map(levelsOf)).toEqual([0, 1, 1, 2, 3])
})

it('only writes that make URL records need these counted', () => {
  expect(addsUrlRecords(adding('a A 192.0.2.1'))).toBe(false)
  expect(addsUrlRecords(writesOf(['a URL 301 https://x.example/', 'a URL 302 https://x.example/']))).toBe(false)
  expect(addsUrlRecords(adding('a URL 301 https://x.example/'))).toBe(true)
})
