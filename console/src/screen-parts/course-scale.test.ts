import { describe, expect, test } from 'vitest'
import { isOfDays, lonelyValues, timeDistances, valueMarks, zoomWithin } from './course-scale.ts'

describe('the marks of values', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [40, [0, 10, 20, 30, 40]],
    [41, [0, 20, 40, 60]],
    [1999, [0, 500, 1000, 1500, 2000]],
    [12_345_678, [0, 5_000_000, 10_000_000, 15_000_000]],
  ])('up to %d are whole, begin at zero and reach it', (highest, marks) => expect(valueMarks(highest)).toEqual(marks))

  test('are never many, and never below the highest', () => {
    for (let highest = 1; highest < 3e9; highest = Math.ceil(highest * 1.37)) {
      const marks = valueMarks(highest)
      expect(marks.length).toBeLessThanOrEqual(6)
      expect(marks.at(-1)).toBeGreaterThanOrEqual(highest)
    }
  })
})

test('spans of more than two days are marked by days, shorter ones by hours and minutes', () => {
  const day = 86_400_000
  expect(isOfDays(2 * day)).toBe(false)
  expect(isOfDays(7 * day)).toBe(true)
  expect(timeDistances(7 * day).every((distance) => distance % day === 0)).toBe(true)
  expect(timeDistances(day).every((distance) => distance < day)).toBe(true)
})

describe('a value is drawn as a dot', () => {
  test.each([
    ['between two gaps', [1, 2, null, 3, null, 4, 5], [3]],
    ['at an end before a gap', [1, null, 2, 3, null, 4], [0, 5]],
    ['while there are fewer than three', [null, 5, 6, null], [1, 2]],
    ['nowhere in a whole line', [1, 2, 3], []],
    ['nowhere without values', [null, null], []],
  ])('%s', (_, values, dots) => expect(lonelyValues(values)).toEqual(dots))
})

describe('a zoom into a course', () => {
  const zoom = { from: 120, to: 150, spanMs: 100 }
  test.each([
    ['stays over the course that it was made of', 100, 200, zoom],
    ['stays while the course goes on', 149, 249, zoom],
    ['ends when all of it is past', 150, 250, null],
    ['is none of a longer period', 100, 201, null],
  ])('%s', (_, first, last, shown) => expect(zoomWithin(zoom, first, last)).toBe(shown))
  test('is none before one was made', () => expect(zoomWithin(null, 100, 200)).toBeNull())
})
