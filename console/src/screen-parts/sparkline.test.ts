import { expect, test } from 'vitest'
import { sparklinePath } from './sparkline.tsx'

test.each<[string, number[], string]>([
  ['the largest stands at the top and zero at the bottom', [0, 10, 0], 'M0 15L26 1L52 15'],
  ['a share stands at its height', [0, 5, 10], 'M0 15L26 8L52 1'],
  ['nothing but zeros lies along the bottom', [0, 0, 0], 'M0 15L26 15L52 15'],
  ['a single value is one point', [3], 'M0 1'],
  ['no values are no line', [], ''],
])('%s', (_, values, path) => {
  expect(sparklinePath(values)).toBe(path)
})
