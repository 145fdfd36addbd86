import { expect, test } from 'vitest'
import { badgeText } from './unread-count.ts'

test.each([
  [-1, ''],
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('%i unread messages show as “%s”', (count, text) => {
  expect(badgeText(count)).toBe(text)
})
