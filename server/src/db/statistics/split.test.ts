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

  it('with countries that are lines of their own, and others, comes back whole', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 20 })), { maxLength: 40 }), fc.array(fc.nat(300)), (lines, others) => {
        const split = { ...emptySplit(), node: new Map([[1, 9]]), line: new Map(lines), name: new Map([[0, 3]]) }
        for (const [line, answers] of split.line) split.country.set(line % 7 === 0 ? 44 : line, answers)
        for (const other of others) split.country.set(other, 2)
        expect(unpackSplit(packSplit(split, 400))).toEqual(split)
      }),
    )
  })

  it('takes one step for a country that has as many answers as its line', () => {
    const split = emptySplit()
    split.node.set(1, 200)
    for (let line = 0; line < 20; line += 1) split.line.set(40 + line * 10, 5 + line)
    const bytes = packSplit(split, 20).length
    for (const [line, answers] of split.line) split.country.set(line, answers)
    expect(packSplit(split, 20)).toHaveLength(bytes + 1)
  })

  // What is stored is read by every later version: as it was before countries and names were counted, and as it is now.
  it.each([
    ['11f12281cd4711f110f1', { node: [[1, 15]], line: [[2, 8], [300, 7]], type: [[1, 15]], rcode: [[0, 15]], country: [], name: [] }], // oxfmt-ignore
    [
      '01e101260e300811e1011e100270911812502200',
      { node: [[1, 15]], line: [[8, 8], [30, 7]], type: [[1, 15]], rcode: [[0, 15]], country: [[9, 8], [30, 7]], name: [[0, 9], [2, 6]] }, // oxfmt-ignore
    ],
  ])('stored as %s is read', (hex, counts) => {
    const split = Object.fromEntries(Object.entries(counts).map(([name, entries]) => [name, new Map(entries as [number, number][])]))
    expect(unpackSplit(Buffer.from(hex, 'hex'))).toEqual(split)
  })

  it('keeps the largest, and of those alike the same each time', () => {
    const split = emptySplit()
    for (let line = 1; line <= 30; line += 1) split.line.set(line, line < 25 ? 5 : line)
    const kept = [...unpackSplit(packSplit(split, 8)).line].sort(([keyA, a], [keyB, b]) => b - a || keyA - keyB)
    expect(kept).toEqual([30, 29, 28, 27, 26, 25].map((line) => [line, line]).concat([[1, 5], [2, 5]])) // oxfmt-ignore
    expect(unpackSplit(packSplit(unpackSplit(packSplit(split, 8)), 8))).toEqual(unpackSplit(packSplit(split, 8)))
  })
})
