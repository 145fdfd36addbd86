import { expect, it } from 'vitest'
import { longestRoundSeconds, secondsUntilNextRound } from './check-rounds.ts'

it.each([
  ['online', [20, 20, 20], 20],
  ['timing', [120, 120, 120], 120],
  ['random', [10, 20, 30], 30],
] as const)('in the mode %s the rounds of a node are %j seconds apart, by chance, and at most %d', (DnsDispatchMode, apart, longest) => {
  const rules = { DnsDispatchMode, ModeTimingFrequency: 120, checkNodeFrequency: 20 }
  expect([0, 0.5, 1].map((chance) => secondsUntilNextRound(rules, chance))).toEqual(apart)
  expect(longestRoundSeconds(rules)).toBe(longest)
})
