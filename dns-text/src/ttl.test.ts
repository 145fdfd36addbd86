import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusalOf } from './errors.ts'
import { isTtl, maxTtlSeconds, parseTtl, printTtl } from './ttl.ts'

test.each([
  ['0', 0],
  ['600', 600],
  ['0600', 600],
  ['10m', 600],
  ['1h30m', 5400],
  ['1H30M', 5400],
  ['1w2d3h4m5s', 788645],
  ['90m', 5400],
  ['30m1h', 5400],
  ['1h1h', 7200],
  ['2147483647', maxTtlSeconds],
])('%s is %i seconds', (text, seconds) => {
  expect(isTtl(text)).toBe(true)
  expect(parseTtl(text)).toBe(seconds)
})

test.each([
  ['', 'bad_ttl'],
  ['h', 'bad_ttl'],
  ['1x', 'bad_ttl'],
  ['1h2', 'bad_ttl'],
  ['-1', 'bad_ttl'],
  ['1.5h', 'bad_ttl'],
  ['2147483648', 'number_out_of_range'],
  ['4000w', 'number_out_of_range'],
  ['99999999999999999999', 'number_out_of_range'],
])('%j is refused as %s', (text, code) => {
  expect(refusalOf(() => parseTtl(text))?.code).toBe(code)
})

test('every TTL prints to what reads back', () => {
  fc.assert(
    fc.property(fc.nat(maxTtlSeconds), (seconds) => {
      expect(parseTtl(printTtl(seconds))).toBe(seconds)
    }),
  )
  expect(printTtl(5400)).toBe('1h30m')
  expect(printTtl(0)).toBe('0')
})
