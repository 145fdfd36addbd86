import { expect, test } from 'vitest'
import { ttlOf } from './ttl-text.ts'

test.each([
  ['600', 600],
  ['10m', 600],
  ['1h30m', 5400],
  [' 60 ', 60],
  ['0', 0],
  ['', null],
  ['soon', null],
  ['-1', null],
  ['99999999999', null],
])('TTL %j is %s', (text, seconds) => {
  expect(ttlOf(text)).toBe(seconds)
})
