import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NameEdits, NameMap } from './name-map.ts'

const entriesOf = (map: NameMap<number>): [string, number][] => [...map.keys()].toSorted().map((key) => [key, map.get(key)!])
const baseOf = (size: number): Map<string, number> => new Map(Array.from({ length: size }, (_, i) => [`n${i}`, i]))

const lastIndex = 310

describe('a map of names', () => {
  const edits = fc.array(fc.tuple(fc.nat(lastIndex), fc.option(fc.nat(9), { nil: null })), { maxLength: 4 })

  it.each([0, 5, 300])('over %i names any run of changes gives what a plain map gives, and changes no map before it', (size) => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 8 }), (runs) => {
        const plain = baseOf(size)
        let map = NameMap.of(baseOf(size))
        for (const run of runs) {
          const before = map
          const asBefore = entriesOf(before)
          const changed = new NameEdits(map)
          for (const [index, value] of run) {
            const key = `n${index}`
            if (value === null) changed.delete(key)
            else changed.set(key, value)
            if (value === null) plain.delete(key)
            else plain.set(key, value)
            expect(changed.get(key)).toBe(plain.get(key))
          }
          map = changed.result()
          expect(entriesOf(before)).toEqual(asBefore)
          expect(entriesOf(map)).toEqual([...plain].toSorted(([left], [right]) => (left < right ? -1 : 1)))
          expect(map.size).toBe(plain.size)
          for (let index = 0; index <= lastIndex; index += 1) expect(map.get(`n${index}`)).toBe(plain.get(`n${index}`))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('without changes is itself', () => {
    const map = NameMap.of(baseOf(3))
    expect(new NameEdits(map).result()).toBe(map)
  })
})
