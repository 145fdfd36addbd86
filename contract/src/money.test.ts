import { describe, expect, it } from 'vitest'
import { centsFromDecimal, decimalFromCents } from './money.ts'

describe('a decimal amount', () => {
  it.each([
    ['0', 0],
    ['0.01', 1],
    ['0.1', 10],
    ['1', 100],
    ['12.3', 1230],
    ['12.30', 1230],
    ['19.99', 1999],
    ['1.1000', 110],
    // Where a number with a fraction would give 0.28999… or 4034.9999…
    ['0.29', 29],
    ['40.35', 4035],
    ['1128.03', 112_803],
    ['90000000000.00', 9_000_000_000_000],
  ])('%s is %i cents', (text, cents) => expect(centsFromDecimal(text)).toBe(cents))

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '-0.01',
    '.5',
    '5.',
    '01',
    '00.10',
    '1.001',
    '1.999',
    '1e2',
    '0x10',
    '1,000.00',
    '１',
    'NaN',
    '1.2.3',
    '1\n',
    '90000000000.01',
    '99999999999999',
  ])('%j is none', (text) => expect(centsFromDecimal(text)).toBeNull())
})

describe('cents', () => {
  it.each([
    [0, '0.00'],
    [1, '0.01'],
    [10, '0.10'],
    [1230, '12.30'],
    [-5, '-0.05'],
    [9_000_000_000_000, '90000000000.00'],
  ])('%i are written %s', (cents, text) => expect(decimalFromCents(cents)).toBe(text))

  it('and decimals are each other’s way back', () => {
    for (let cents = 0; cents < 30_000; cents++) expect(centsFromDecimal(decimalFromCents(cents))).toBe(cents)
  })

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('that are not whole are refused: %d', (cents) =>
    expect(() => decimalFromCents(cents)).toThrow(RangeError),
  )
})
