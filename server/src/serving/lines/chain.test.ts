import { describe, expect, test } from 'vitest'
import type { LineLookup, LineNode } from './chain.ts'
import { ancestorsOf, chainOf, withLine } from './chain.ts'
import { standardLine } from './standard-lines.ts'

const ownLines: readonly LineNode[] = [
  { code: 'guangdong', kind: 'province', parent: 'domestic' },
  { code: 'guangdong_telecom', kind: 'province_operator', parent: 'guangdong' },
  { code: 'office', kind: 'custom', parent: 'default' },
  { code: 'branch', kind: 'custom', parent: 'telecom' },
  { code: 'round_a', kind: 'province', parent: 'round_b' },
  { code: 'round_b', kind: 'region', parent: 'round_a' },
  { code: 'lost', kind: 'operator', parent: 'no_such_line' },
]
const lineOf: LineLookup = (code) => standardLine(code) ?? ownLines.find((line) => line.code === code)

function line(code: string): LineNode {
  const found = lineOf(code)
  if (found === undefined) throw new Error(`no line ${code}`)
  return found
}

describe('the chain of an address', () => {
  test.each([
    [[], 'default'],
    [['telecom'], 'telecom domestic cn default'],
    [['domestic'], 'domestic cn default'],
    [['hk'], 'hk asia overseas default'],
    [['us'], 'us north_america overseas default'],
    [['telecom', 'baidu'], 'baidu search_engine telecom domestic cn default'],
    [['guangdong_telecom', 'telecom'], 'guangdong_telecom guangdong telecom domestic cn default'],
    [['no_such_line'], 'default'],
  ])('that belongs to %j is %s', (lines, expected) => {
    expect(chainOf(lines, lineOf).join(' ')).toBe(expected)
  })
})

describe('ancestors', () => {
  test('end at a circle instead of running in it', () => {
    expect(ancestorsOf(line('round_a'), lineOf).map((one) => one.code)).toEqual(['round_b'])
  })

  test('end at a parent that does not exist', () => {
    expect(ancestorsOf(line('lost'), lineOf)).toEqual([])
  })
})

describe('saying that an address belongs to a line', () => {
  test.each([
    ['replaces a line of the same kind', 'telecom domestic cn default', 'unicom', 'unicom domestic cn default'],
    ['moves an address from abroad into the mainland', 'us north_america overseas default', 'telecom', 'telecom domestic cn default'],
    ['moves an operator’s address abroad', 'telecom domestic cn default', 'jp', 'jp asia overseas default'],
    ['replaces the continent with the country’s own', 'us north_america overseas default', 'jp', 'jp asia overseas default'],
    ['drops a country outside the continent said', 'us north_america overseas default', 'asia', 'asia overseas default'],
    ['keeps a country inside the continent said', 'jp asia overseas default', 'asia', 'jp asia overseas default'],
    ['keeps the operator when the wider line is repeated', 'telecom domestic cn default', 'domestic', 'telecom domestic cn default'],
    ['drops the operator when the address is said to be overseas', 'telecom domestic cn default', 'overseas', 'overseas default'],
    ['adds a province before the operator', 'telecom domestic cn default', 'guangdong', 'guangdong telecom domestic cn default'],
    ['gives an address nothing was known of its place', 'default', 'mobile', 'mobile domestic cn default'],
    ['keeps the place when it is a search engine', 'us north_america overseas default', 'google', 'google search_engine us north_america overseas default'],
    ['replaces one search engine by another', 'google search_engine default', 'bing', 'bing search_engine default'],
    [
      'keeps the search engine when it is a place',
      'google search_engine us north_america overseas default',
      'telecom',
      'google search_engine telecom domestic cn default',
    ],
    [
      'puts a custom line in front',
      'google search_engine us north_america overseas default',
      'office',
      'office google search_engine us north_america overseas default',
    ],
    ['puts a later custom line before an earlier one', 'office telecom domestic cn default', 'branch', 'branch office telecom domestic cn default'],
    ['does not take over the parent of a custom line', 'us north_america overseas default', 'branch', 'branch us north_america overseas default'],
    ['changes nothing when it is default', 'telecom domestic cn default', 'default', 'telecom domestic cn default'],
  ])('%s', (_rule, chain, code, expected) => {
    expect(withLine(chain.split(' '), line(code), lineOf).join(' ')).toBe(expected)
  })
})
