import { describe, expect, test } from 'vitest'
import { formatExactTime } from '../../../i18n/format.ts'
import { cellOf } from '../../../screen-parts/list/cells.testing.ts'
import { domainList, recycledList, type DomainRow } from './domain-list.tsx'
import { domainRow, rowTime } from './domain-row.testing.ts'

const [row, time] = [domainRow, rowTime]
const cell = (key: string, part: Partial<DomainRow> = {}) => cellOf(domainList, key, { ...row, ...part })

describe('a domain in the list', () => {
  test.each([
    ['served', {}, 'Active', 'good'],
    ['paused', { status: 0 }, 'Paused', 'neutral'],
    ['locked', { isLocked: true }, 'Locked', 'warning'],
    ['locked and paused', { isLocked: true, status: 0 }, 'Locked · Paused', 'warning'],
  ] as const)('that is %s says so', (_, part, text, tone) => expect(cell('status', part)).toEqual({ text, tone }))

  test('leads to its records, and names itself in ASCII too where that differs', () => {
    expect(cell('domain')).toEqual({ text: 'shop.example', title: 'shop.example', href: '#/dns/domain/list/admin/shop.example/7/3/record' })
    const chinese = { domain: 'xn--fiq228c.example', unicodeName: '中文.example' }
    expect(cell('domain', chinese)).toMatchObject({ text: '中文.example', title: '中文.example\nxn--fiq228c.example' })
    expect(cellOf(recycledList, 'domain', { ...row, ...chinese })).toEqual({ text: '中文.example', title: '中文.example\nxn--fiq228c.example' })
  })

  test.each([
    ['whole', 999_999, '999,999'],
    ['short from a million on', 1_000_000, '1M'],
    ['short with one decimal', 12_340_000, '12.3M'],
  ])('has its queries of the day as a number, %s', (_, queries24h, text) => expect(cell('queries24h', { queries24h }).text).toBe(text))
  test('has the whole number and that of the busiest hour in the tooltip', () => {
    expect(cell('queries24h', { queries24h: 1_250_000 }).title).toBe('1,250,000 queries in the last 24 hours, 900 in the busiest hour')
  })

  test('has its number of records with groups, and its serial without', () => {
    expect([cell('recordCount', { recordCount: 12_345 }).text, cell('serial').text]).toEqual(['12,345', '2020030901'])
  })
})

describe('the delegation of a domain', () => {
  const checked = `Checked ${formatExactTime(time)}`

  test.each([
    ['unchecked', { nsState: 'unchecked', nsCheckTime: null }, 'Not checked', 'neutral', 'Name servers not checked yet'],
    ['right', { nsFound: ['ns1.dns.example'] }, 'Correct', 'good', checked],
    [
      'right in part',
      { nsState: 'partial', nsFound: ['ns1.dns.example', 'ns.else.example'] },
      'Partly correct',
      'warning',
      `${checked}\nCurrent name servers: ns1.dns.example and ns.else.example`,
    ],
    ['wrong', { nsState: 'wrong', nsFound: ['ns.else.example'] }, 'Incorrect', 'bad', `${checked}\nCurrent name servers: ns.else.example`],
    ['nowhere', { nsState: 'wrong' }, 'Incorrect', 'bad', `${checked}\nNo name servers found`],
  ] satisfies [string, Partial<DomainRow>, string, string, string][])('that is %s says so, and what was seen', (_, part, text, tone, title) => {
    expect(cell('nameservers', part)).toEqual({ text, tone, title })
  })

  test.each([1, 0])('says how long the domain stays, down to %i', (nsDaysLeft) => {
    const days = nsDaysLeft === 1 ? '1 day' : '0 days'
    const { text, title } = cell('nameservers', { nsState: 'wrong', nsDaysLeft })
    expect(text).toBe(`Incorrect ${days}`)
    expect(title).toMatch(new RegExp(`\nMoves to the recycle bin in ${days}$`))
  })
})
