import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

const now = new Date(2026, 2, 9, 14, 5)
const at = (day: number, hour: number): string => new Date(2026, 2, day, hour).toISOString()

test('messages of today stand apart from earlier ones, whatever the hour, and pinned ones above both', () => {
  const rows = [
    { id: 1, pinned: false, publishTime: at(9, 14) },
    { id: 2, pinned: true, publishTime: at(9, 13) },
    { id: 3, pinned: false, publishTime: at(9, 0) },
    { id: 4, pinned: false, publishTime: at(8, 23) },
    { id: 5, pinned: true, publishTime: at(1, 9) },
    { id: 6, pinned: false, publishTime: null },
  ]
  const idsOf = (group: readonly { id: number }[]) => group.map(({ id }) => id)
  const { pinned, today, earlier } = byDay(rows, now)
  expect([idsOf(pinned), idsOf(today), idsOf(earlier)]).toEqual([
    [2, 5],
    [1, 3],
    [4, 6],
  ])
})
