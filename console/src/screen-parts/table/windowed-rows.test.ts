import { describe, expect, test } from 'vitest'
import { rowWindow } from './windowed-rows.ts'

describe('the rows that are drawn', () => {
  test.each([
    ['all of a page of 200', 0, 640, 200, { from: 0, to: 200 }],
    ['the first ones at the top', 0, 640, 100_000, { from: 0, to: 40 }],
    ['those around the view', 32_000, 640, 100_000, { from: 980, to: 1040 }],
    ['not beyond the end', 3_199_360, 640, 100_000, { from: 99_960, to: 100_000 }],
    ['something, where the list has become shorter than the scroll position', 90_000, 640, 201, { from: 200, to: 201 }],
  ])('%s', (_, scrollTop, view, count, expected) => {
    expect(rowWindow(scrollTop, view, count, 32)).toEqual(expected)
  })

  test('cover the view at every position', () => {
    for (let scrollTop = 0; scrollTop < 20_000; scrollTop += 37) {
      const { from, to } = rowWindow(scrollTop, 640, 5000, 32)
      expect(from * 32 <= scrollTop && to * 32 >= scrollTop + 640 && to - from <= 80).toBe(true)
    }
  })
})
