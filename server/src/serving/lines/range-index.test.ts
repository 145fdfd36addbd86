import { bigintToBytes, bytesToBigint } from '@nameplane/dns-text/addresses'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queryAddressOf } from './query-address.ts'
import { bytesOfWords, RangeIndex } from './range-index.ts'

/** Addresses near each other and near the borders of the four words, where carrying and comparing can go wrong. */
const address6 = fc
  .tuple(fc.constantFrom(0n, 32n, 64n, 96n), fc.bigInt({ min: 0n, max: 5n }), fc.bigInt({ min: -2n, max: 2n }), fc.constantFrom(0n, 0x2001n << 112n))
  .map(([shift, multiple, offset, top]) => BigInt.asUintN(128, top + (multiple << shift) + offset))

function indexOf(starts: readonly bigint[]): RangeIndex {
  return new RangeIndex(Uint32Array.from(starts.flatMap((start) => [96n, 64n, 32n, 0n].map((shift) => Number((start >> shift) & 0xffff_ffffn)))), 4)
}

function sorted(addresses: readonly bigint[]): bigint[] {
  return [...new Set([0n, ...addresses])].sort((a, b) => (a < b ? -1 : 1))
}

describe('an index of IPv6 ranges', () => {
  test('finds the range, its ends and the shortest prefix inside it, as plain arithmetic does', () => {
    fc.assert(
      fc.property(fc.array(address6, { maxLength: 12 }), address6, (borders, asked) => {
        const starts = sorted(borders)
        const index = indexOf(starts)
        const { words } = queryAddressOf(bigintToBytes(asked, 6), 128)
        const range = index.find(words)
        const expected = starts.findLastIndex((start) => start <= asked)
        expect(range).toBe(expected)
        const first = starts[expected] as bigint
        const last = (starts[expected + 1] ?? 1n << 128n) - 1n
        expect(bytesToBigint(bytesOfWords(index.startWords(range), 4))).toBe(first)
        expect(bytesToBigint(bytesOfWords(index.lastWords(range), 4))).toBe(last)
        let scope = 0n
        while ((asked >> (128n - scope)) << (128n - scope) < first || (asked | ((1n << (128n - scope)) - 1n)) > last) scope += 1n
        expect(index.scopeWithin(range, words)).toBe(Number(scope))
      }),
      { numRuns: 2000 },
    )
  })

  test('answers the same with buckets as without', () => {
    const starts = sorted(Array.from({ length: 5000 }, (_, number) => (BigInt(number) * 0x1_2345_6789n) << 83n).map((start) => BigInt.asUintN(128, start)))
    const index = indexOf(starts)
    for (let position = 0; position < starts.length; position += 13) {
      const start = starts[position] as bigint
      expect(index.find(queryAddressOf(bigintToBytes(start, 6), 128).words)).toBe(position)
      if (position > 0) expect(index.find(queryAddressOf(bigintToBytes(start - 1n, 6), 128).words)).toBe(position - 1)
    }
  })
})

describe('the bits of a query’s address beyond its prefix', () => {
  test.each([0, 1, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128, 200])('are cleared behind bit %i of IPv6', (prefixLength) => {
    const ones = (1n << 128n) - 1n
    const kept = BigInt(Math.min(prefixLength, 128))
    const { words } = queryAddressOf(bigintToBytes(ones, 6), prefixLength)
    expect(bytesToBigint(bytesOfWords(words, 4))).toBe(ones ^ ((1n << (128n - kept)) - 1n))
  })

  test.each([
    [0, 0],
    [1, 0x8000_0000],
    [8, 0xff00_0000],
    [31, 0xffff_fffe],
    [32, 0xffff_ffff],
    [40, 0xffff_ffff],
  ])('are cleared behind bit %i of IPv4', (prefixLength, expected) => {
    expect(queryAddressOf(new Uint8Array(4).fill(255), prefixLength).words.w0).toBe(expected)
  })
})
