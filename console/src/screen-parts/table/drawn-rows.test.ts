import { expect, test } from 'vitest'
import { rowsAtOnce } from './drawn-rows.ts'

const rowsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => ({ id: first + index }))

test.each([
  ['a screenful of a long page that arrives', rowsFrom(1, 200), [], 60],
  ['all of a short page', rowsFrom(1, 20), [], 20],
  ['a screenful of the next page', rowsFrom(201, 200), rowsFrom(1, 200), 60],
  ['a screenful of a page that grows', rowsFrom(1, 200), rowsFrom(1, 20), 60],
  ['all that were drawn, where a row came first', rowsFrom(0, 200), rowsFrom(1, 199), 200],
  ['those that were drawn, where the page grows below them', rowsFrom(1, 200), rowsFrom(1, 100), 100],
  ['nothing of nothing', [], rowsFrom(1, 20), 0],
])('draws %s', (_, rows, before, expected) => {
  expect(rowsAtOnce(rows, before, ({ id }) => id)).toBe(expected)
})
