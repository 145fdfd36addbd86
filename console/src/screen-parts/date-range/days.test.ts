import { describe, expect, it } from 'vitest'
import { dayOf, isBetween, momentsOf, recentRanges, shiftedDay, shiftedMonth, startOfDay, weeksOf, withClicked, wrongEnds } from './days.ts'

describe('a day', () => {
  it.each(['2026-02-28', '2024-02-29', '2026-12-31'])('%s is one', (day) => expect(startOfDay(day)).not.toBeNull())
  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '', 'today', '2026-01-01T00:00:00Z', '0NaN-NaN-NaN'])('%j is none', (day) =>
    expect(startOfDay(day)).toBeNull(),
  )
  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-10-25', 1, '2026-10-26'],
  ])('%s and %i more is %s, also where clocks change', (day, days, then) => expect(shiftedDay(day, days)).toBe(then))
  it('is the reader’s own', () => expect(dayOf(new Date(2026, 2, 9, 23, 59, 59))).toBe('2026-03-09'))
})

describe('a range of days', () => {
  it('goes from 00:00:00 of the first to 23:59:59 of the last', () => {
    const { from, to } = momentsOf('2026-03-09', '2026-03-10')
    expect([from, to]).toEqual([new Date(2026, 2, 9, 0, 0, 0).toISOString(), new Date(2026, 2, 10, 23, 59, 59, 999).toISOString()])
  })
  it.each([
    ['', '2026-03-10', ['to']],
    ['2026-03-10', '', ['from']],
    ['nonsense', '2026-99-99', []],
  ])('may be open (%j to %j)', (from, to, members) => expect(Object.keys(momentsOf(from, to))).toEqual(members))
  it('of the last week, month and three months ends today', () =>
    expect(recentRanges('2026-03-09')).toEqual([
      { key: 'week', from: '2026-03-02', to: '2026-03-09' },
      { key: 'month', from: '2026-02-07', to: '2026-03-09' },
      { key: 'threeMonths', from: '2025-12-09', to: '2026-03-09' },
    ]))
})

describe('a range that is typed', () => {
  it.each([
    ['', '', []],
    ['2026-03-09', '', []],
    ['', '2026-03-09', []],
    ['2026-03-09', '2026-03-09', []],
    ['2026-03-09', '2026-03-10', []],
    ['2026-03-10', '2026-03-09', ['last']],
    ['2026-02-30', '2026-01-01', ['first']],
    ['2026-02-30', '', ['first']],
    ['2026-01-01', '2026-02-30', ['last']],
    ['', 'today', ['last']],
    ['yesterday', 'today', ['first', 'last']],
  ])('from %j to %j is wrong at %j', (first, last, wrong) => {
    const ends = wrongEnds({ first, last })
    expect((['first', 'last'] as const).filter((end) => ends[end])).toEqual(wrong)
  })
})

describe('a range that is clicked', () => {
  it.each([
    ['begins with the first click', '', '', '2026-03-09', '2026-03-09', ''],
    ['ends with the second', '2026-03-09', '', '2026-03-12', '2026-03-09', '2026-03-12'],
    ['may be one day', '2026-03-09', '', '2026-03-09', '2026-03-09', '2026-03-09'],
    ['begins anew with an earlier day', '2026-03-09', '', '2026-03-08', '2026-03-08', ''],
    ['begins anew with the third', '2026-03-09', '2026-03-12', '2026-03-20', '2026-03-20', ''],
    ['begins anew where only its end was known', '', '2026-03-12', '2026-03-09', '2026-03-09', ''],
    ['begins anew where what was typed is no day', '2026-02-30', '', '2026-03-09', '2026-03-09', ''],
  ])('%s', (_, first, last, clicked, newFirst, newLast) => {
    expect(withClicked({ first, last }, clicked)).toEqual({ first: newFirst, last: newLast })
  })

  it.each([
    ['2026-03-08', false],
    ['2026-03-09', false],
    ['2026-03-10', true],
    ['2026-03-11', true],
    ['2026-03-12', false],
    ['2026-03-13', false],
  ])('has %s between its ends: %s', (day, expected) => expect(isBetween(day, { first: '2026-03-09', last: '2026-03-12' })).toBe(expected))
  it.each([
    ['2026-03-09', ''],
    ['', '2026-03-12'],
    ['', ''],
  ])('with an open end (%j to %j) has none between', (first, last) => expect(isBetween('2026-03-10', { first, last })).toBe(false))
})

describe('a month’s calendar', () => {
  it.each([
    ['2026-03-01', '2026-02-23', '2026-04-05', 6],
    ['2026-06-01', '2026-06-01', '2026-07-05', 5],
    ['2027-02-01', '2027-02-01', '2027-02-28', 4],
    ['2026-08-01', '2026-07-27', '2026-09-06', 6],
  ])('of %s goes from Monday %s to Sunday %s', (month, first, last, weeks) => {
    const days = weeksOf(month)
    expect([days[0]![0], days.at(-1)![6], days.length]).toEqual([first, last, weeks])
    expect(days.every((week) => week.length === 7)).toBe(true)
    expect(new Date(`${days[0]![0]}T12:00:00`).getDay()).toBe(1)
  })
  it.each([
    ['2026-01-31', 1, '2026-02-01'],
    ['2026-01-15', -1, '2025-12-01'],
  ])('%s and %i months is %s', (day, months, first) => expect(shiftedMonth(day, months)).toBe(first))
})
