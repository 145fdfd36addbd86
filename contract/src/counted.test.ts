import { expect, it } from 'vitest'
import { counted, groupedNumber } from './counted.ts'

it.each([
  [counted(0, 'day'), '0 days'],
  [counted(1, 'day'), '1 day'],
  [counted(36_500, 'day'), '36,500 days'],
  [counted(2, 'entry', 'entries'), '2 entries'],
])('a count agrees with its noun and is grouped: %s', (text, expected) => {
  expect(text).toBe(expected)
})

it.each([
  [groupedNumber(999, 'en'), '999'],
  [groupedNumber(2100, 'en'), '2,100'],
  [groupedNumber(2100, 'zh'), '2100'],
  [groupedNumber(2_147_483_647, 'zh'), '2,147,483,647'],
])('thousands stand apart, in Chinese from five digits: %s', (text, expected) => {
  expect(text).toBe(expected)
})
