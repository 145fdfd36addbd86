import { expect, test } from 'vitest'
import type { Layer } from './layers.ts'
import { IPV4_SPACE, IPV6_SPACE, sweepLayers } from './layers.ts'

function layer<A extends number | bigint>(...ranges: [A, A, number][]): Layer<A> {
  return { first: ranges.map(([first]) => first), last: ranges.map(([, last]) => last), value: ranges.map(([, , value]) => value) }
}

test('a sweep reports each stretch once, from address zero to the last', () => {
  const seen: string[] = []
  sweepLayers([layer([10, 19, 1], [20, 29, 2], [0xffff_fff0, 0xffff_ffff, 3]), layer([15, 24, 7])], IPV4_SPACE, (first, values) => {
    seen.push(`${first}:${values.join(',')}`)
  })
  expect(seen).toEqual(['0:-1,-1', '10:1,-1', '15:1,7', '20:2,7', '25:2,-1', '30:-1,-1', '4294967280:3,-1'])
})

test('a sweep over IPv6 reaches the last address and ends there', () => {
  const seen: string[] = []
  const last = IPV6_SPACE.max
  sweepLayers([layer([0n, 0n, 4], [last, last, 5])], IPV6_SPACE, (first, values) => {
    seen.push(`${first.toString(16)}:${values.join(',')}`)
  })
  expect(seen).toEqual(['0:4', '1:-1', `${last.toString(16)}:5`])
})

test('without layers the whole space is one stretch', () => {
  const seen: number[] = []
  sweepLayers([], IPV4_SPACE, (first) => seen.push(first))
  expect(seen).toEqual([0])
})
