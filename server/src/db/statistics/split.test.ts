import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packNumbers, unpackNumbers } from './packed-numbers.ts'
import { emptySplit, packMinutes, packSplit, splitNames, unpackMinutes, unpackSplit } from './split.ts'

describe('packed numbers', () => {
  it('come back as they were, and a 0 at most behind them', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (numbers) => {
        const back = unpackNumbers(packNumbers(numbers))
        expect(back.slice(0, numbers.length)).toEqual(numbers)
        expect([[], [0]]).toContainEqual(back.slice(numbers.length))
      }),
    )
  })

  // What is stored is read by every later version.
  it.each([
    [[0], '00'],
    [[7, 1], '71'],
    [[8], '81'],
    [[63, 64], 'f788' + '10'],
    [[2 ** 53 - 1], 'fffffffffffffffff3'],
  ])('%j are the bytes %s', (numbers, hex) => {
    expect(packNumbers(numbers).toString('hex')).toBe(hex)
  })
})

describe('the minutes of an hour', () => {
  it('come back as sixty, and take no room when nothing was asked', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), (minutes) => {
        expect(unpackMinutes(packMinutes(minutes))).toEqual(minutes)
      }),
    )
    expect(packMinutes(Array.from({ length: 60 }, () => 0))).toHaveLength(0)
  })
})

describe('a split', () => {
  const splits = fc.record(
    Object.fromEntries(splitNames.map((name) => [name, fc.array(fc.tuple(fc.nat(65_535), fc.integer({ min: 1, max: 1_000_000 })), { maxLength: 60 })])),
  )

  it('comes back whole where there is room', () => {
    fc.assert(
      fc.property(splits, (given) => {
        const split = { ...emptySplit(), ...Object.fromEntries(splitNames.map((name) => [name, new Map(given[name])])) }
        expect(unpackSplit(packSplit(split, 60))).toEqual(split)
      }),
    )
  })

  it('keeps the largest, and of those alike the same each time', () => {
    const split = emptySplit()
    for (let line = 1; line <= 30; line += 1) split.line.set(line, line < 25 ? 5 : line)
    const kept = [...unpackSplit(packSplit(split, 8)).line]
    expect(kept).toEqual([30, 29, 28, 27, 26, 25].map((line) => [line, line]).concat([[1, 5], [2, 5]])) // prettier-ignore
    expect(unpackSplit(packSplit(unpackSplit(packSplit(split, 8)), 8))).toEqual(unpackSplit(packSplit(split, 8)))
  })
})
