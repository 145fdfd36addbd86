import { describe, expect, it } from 'vitest'
import { checkRecordSet, type RemovedRow, type SetRow } from './record-set-checks.ts'

type More = Partial<SetRow>
type Written = readonly [host: string, type: string, value: string, more?: More]

const rowsOf = (change: (index: number) => number | null, written: readonly Written[]): SetRow[] =>
  written
    .map(([host, type, value, more]) => ({ host, type, value, more }))
    .map(({ host, type, value, more }, index) => ({ host, type, value, line: 'default', ttl: 600, weight: null, status: 1, change: change(index), ...more }))

/** What is found about new records beside those that are there. */
function findingsOf(there: readonly Written[], added: readonly Written[], removed: readonly RemovedRow[] = []): string[] {
  const rows = [...rowsOf(() => null, there), ...rowsOf((index) => index, added)]
  return checkRecordSet(rows, removed, 'example.com').map(({ change, severity, code, field }) => `${change} ${severity} ${code} ${field}`)
}

const to = (host: string): string => (host === '@' ? 'example.com.' : `${host}.example.com.`)
const alias = (host: string, target: string, more?: More): Written => [host, 'CNAME', to(target), more]
const [telecom, paused] = [{ line: 'telecom' }, { status: 0 }]

describe('a loop of CNAMEs', () => {
  it.each<[string, Written[], Written[], string[]]>([
    ['of two', [alias('b', 'a')], [alias('a', 'b')], ['0 error cname_loop value']],
    ['in one batch', [], [alias('a', 'b'), alias('b', 'a')], ['0 error cname_loop value', '1 error cname_loop value']],
    ['of several', [alias('b', 'c'), alias('c', 'd'), alias('d', 'A')], [alias('a', 'b')], ['0 error cname_loop value']],
    ['of a line, by way of the default line', [alias('b', 'a')], [alias('a', 'b', telecom), ['a', 'A', '192.0.2.1']], ['0 error cname_loop value']],
    ['closed by the default line', [alias('b', 'a')], [alias('a', 'b'), ['b', 'A', '192.0.2.1', telecom]], ['0 error cname_loop value']],
  ])('%s is found at what closes it', (_, there, added, found) => {
    expect(findingsOf(there, added)).toEqual(found)
  })

  it.each<[string, Written[], Written[]]>([
    ['a chain that ends', [alias('b', 'c'), ['c', 'A', '192.0.2.1']], [alias('a', 'b')]],
    ['a chain out of the zone and back by name only', [['b', 'CNAME', 'a.example.com.example.net.']], [alias('a', 'b')]],
    ['a loop that was there, entered from outside', [alias('b', 'c'), alias('c', 'b')], [alias('a', 'b')]],
    ['a paused rest', [alias('b', 'a', paused)], [alias('a', 'b')]],
    ['a way out on the same line', [alias('b', 'a'), ['b', 'A', '192.0.2.1', telecom]], [alias('a', 'b', telecom), ['a', 'A', '192.0.2.1']]],
    ['a choice by weight', [alias('b', 'a', { weight: 1 }), alias('b', 'c', { weight: 1 })], [alias('a', 'b')]],
  ])('is not %s', (_, there, added) => {
    expect(findingsOf(there, added)).toEqual([])
  })

  it('names its hosts, of many the first', () => {
    const hostsOf = (count: number): unknown => {
      const rows = rowsOf(
        (index) => index,
        Array.from({ length: count }, (_, index) => alias(`h${index}`, `h${(index + 1) % count}`)),
      )
      return checkRecordSet(rows, [], 'example.com')[0]?.params['hosts']
    }
    expect(hostsOf(3)).toBe('h0 → h1 → h2 → h0')
    expect(hostsOf(9)).toBe('h0 → h1 → h2 → h3 → h4 → h5 → … → h0')
  })

  it('is looked for once at each name, however long the chain', () => {
    const chain = Array.from({ length: 30_000 }, (_, index) => alias(`h${index}`, `h${index + 1}`))
    expect(findingsOf([], [...chain, alias('h30000', 'h0')])).toHaveLength(30_001)
  })
})

describe('a name server without an address', () => {
  const ns = (host: string, target: string): Written => [host, 'NS', to(target)]
  const warned = ['0 warning server_without_address value']

  it.each<[string, Written[], Written[], string[]]>([
    ['below what is delegated to it', [], [ns('sub', 'ns1.sub')], warned],
    ['with the name that is delegated', [], [ns('sub', 'sub')], warned],
    ['elsewhere in the zone', [], [ns('sub', 'ns1')], warned],
    ['with nothing but text', [['ns1', 'TXT', '"x"']], [ns('sub', 'ns1')], warned],
    ['whose address is paused', [['ns1.sub', 'A', '192.0.2.1', paused]], [ns('sub', 'ns1.sub')], warned],
    ['that only a wildcard below the delegation has', [['*.sub', 'A', '192.0.2.1']], [ns('sub', 'ns1.sub')], [...warned, '0 warning hides_names_below host']],
  ])('is one %s', (_, there, added, found) => {
    expect(findingsOf(there, added)).toEqual(found)
  })

  it.each<[string, Written[], Written[]]>([
    ['with glue', [['ns1.sub', 'A', '192.0.2.1']], [ns('sub', 'ns1.sub')]],
    ['with glue of the same batch', [], [ns('sub', 'NS1.Sub'), ['ns1.sub', 'AAAA', '2001:db8::1']]],
    ['outside the zone', [], [['sub', 'NS', 'ns1.example.net.']]],
    ['below another delegation', [['other', 'NS', 'ns1.example.net.']], [ns('sub', 'ns1.other')]],
    ['that a wildcard answers for', [['*', 'A', '192.0.2.1']], [ns('sub', 'ns1')]],
  ])('is not one %s', (_, there, added) => {
    expect(findingsOf(there, added)).toEqual([])
  })

  it('comes of the removal of its last address', () => {
    const gone: RemovedRow = { host: 'ns1.sub', type: 'A', line: 'default', status: 1, change: 4 }
    expect(findingsOf([ns('sub', 'ns1.sub')], [], [gone])).toEqual(['4 warning server_without_address host'])
    expect(findingsOf([ns('sub', 'ns1.sub'), ['ns1.sub', 'AAAA', '2001:db8::1']], [], [gone])).toEqual([])
    expect(findingsOf([ns('sub', 'ns1.sub')], [], [{ ...gone, status: 0 }])).toEqual([])
  })
})
