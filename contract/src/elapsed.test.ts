import { expect, it } from 'vitest'
import { elapsed } from './elapsed.ts'

it.each([
  [0, '0 ms', '0 毫秒'],
  [12.4, '12 ms', '12 毫秒'],
  [850, '850 ms', '850 毫秒'],
  [999.6, '1 s', '1 秒'],
  [1000, '1 s', '1 秒'],
  [5040, '5 s', '5 秒'],
  [57_500, '57.5 s', '57.5 秒'],
  [59_949, '59.9 s', '59.9 秒'],
  [59_951, '1 min', '1 分钟'],
  [125_000, '2 min 5 s', '2 分 5 秒'],
  [119_600, '2 min', '2 分钟'],
  [72_000_000, '1,200 min', '1200 分钟'],
])('%d ms is %s', (milliseconds, en, zh) => {
  expect(elapsed(milliseconds, 'en')).toBe(en)
  expect(elapsed(milliseconds, 'zh')).toBe(zh)
})
