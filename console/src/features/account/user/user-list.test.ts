import { describe, expect, test } from 'vitest'
import { formatExactTime } from '../../../i18n/format.ts'
import { cellOf } from '../../../screen-parts/list/cells.testing.ts'
import { userList, type UserRow } from './user-list.tsx'
import { rowTime, userRow } from './user-row.testing.ts'

const [row, time] = [userRow, rowTime]
const cell = (key: string, part: Partial<UserRow> = {}) => cellOf(userList, key, { ...row, ...part })

describe('a user in the list', () => {
  test.each([
    ['can sign in', {}, 'Enabled', 'good'],
    ['has to set a password first', { resetDue: true }, 'New password required', 'warning'],
    ['cannot sign in', { status: 0, resetDue: true }, 'Disabled', 'neutral'],
  ] as const)('who %s', (_, part, text, tone) => expect(cell('status', part)).toEqual({ text, tone }))

  test.each([
    ['all', {}, 'ada@example.org · 13800140000'],
    ['one', { email: '' }, '13800140000'],
    ['none', { email: '', mobile: '' }, ''],
  ])('has the contacts that there are: %s', (_, part, text) => expect(cell('contact', part).text).toBe(text))

  test.each([
    [['a'], 'a'],
    [['a', 'b'], 'a b'],
    [['a', 'b', 'c'], 'a b +1'],
    [['a', 'b', 'c', 'd'], 'a b +2'],
    [[], ''],
  ])('with the tags %j shows two of them and counts the others', (tags, text) => expect(cell('tags', { tags }).text).toBe(text))
  test('without tags has no tooltip either', () => expect(cell('tags')).toEqual({ text: '' }))
  test('is an ordinary one or an agent of a level', () => {
    expect(new Set([2, 3, 4].map((type) => cell('type', { type }).text)).size).toBe(3)
  })
  test('has all tags in the tooltip', () => expect(cell('tags', { tags: ['a', 'b', 'c'] }).title).toBe('a, b, c'))

  test('leads to the domains that there are', () => {
    expect(cell('domainCount')).toEqual({ text: '0' })
    expect(cell('domainCount', { domainCount: 1200 })).toEqual({ text: '1,200', href: '#/dns/domain/list?userId=7' })
  })

  test('has a balance in the currency of the books', () => {
    expect([cell('balanceCents').text, cell('balanceCents', { currency: 'USD' }).text]).toEqual(['￥1,234.56', 'USD 1,234.56'])
  })

  test('is verified or not', () => {
    expect([cell('verified').tone, cell('verified', { verified: 1 }).tone]).toEqual(['neutral', 'good'])
  })

  test('signed in at a moment, or never', () => {
    expect(cell('lastSignInTime')).toEqual({ text: 'Never' })
    expect(cell('lastSignInTime', { lastSignInTime: time }).title).toBe(formatExactTime(time))
  })
})
