import type { NodeCheck } from '@nameplane/contract/system/settings/node-check'
import type * as z from 'zod/mini'

type Rules = Pick<z.output<typeof NodeCheck>, 'DnsDispatchMode' | 'ModeTimingFrequency' | 'checkNodeFrequency'>

/** How far from the frequency a pause may be in the mode `random`, as a share of it. */
const spread = 0.5

/**
 * How long a node waits until its next round of checks, in whole seconds: the frequency, the timing period in the mode `timing`, and
 * in the mode `random` anything around the frequency, so that the rounds of many nodes do not meet. `chance` is from 0 up to 1.
 */
export function secondsUntilNextRound(rules: Rules, chance: number): number {
  const { DnsDispatchMode: mode, ModeTimingFrequency: period, checkNodeFrequency: frequency } = rules
  if (mode === 'timing') return period
  return mode === 'random' ? Math.round(frequency * (1 + spread * (2 * chance - 1))) : frequency
}

/** The longest time between two rounds of a node, in seconds. */
export function longestRoundSeconds(rules: Rules): number {
  return secondsUntilNextRound(rules, 1)
}
