import type { Breaker, OutboundRules } from './outbound-rules.ts'

/** Failures in a row after which a host is left alone. */
const failuresToRest = 5

/** Hosts come from settings, so there are few; this only bounds what a mistake could make of them. */
const hostsAtMost = 1000

/**
 * Leaves a host alone that failed five times in a row, so that nobody waits for it and it is not called to death; after the rest one
 * call tries it, and its answer opens the way for the others.
 */
export type Gate = {
  /** Whether a call may go now; the one that tries after a rest is told so only once. */
  mayCall(): boolean
  succeeded(): void
  failed(): void
  /** The call ended without telling anything about the host. */
  leftOpen(): void
}

export function gateOf(rules: OutboundRules, key: string): Gate {
  const { breakers, now, restMs } = rules
  let breaker = breakers.get(key)
  if (!breaker) {
    if (breakers.size >= hostsAtMost) breakers.delete(breakers.keys().next().value!)
    breaker = { failures: 0, restsUntil: 0, isBeingTried: false }
    breakers.set(key, breaker)
  }
  return gate(breaker, now, restMs)
}

function gate(breaker: Breaker, now: () => number, restMs: number): Gate {
  let isTrying = false
  return {
    mayCall() {
      if (breaker.failures < failuresToRest) return true
      if (isTrying) return false
      if (now() < breaker.restsUntil || breaker.isBeingTried) return false
      breaker.isBeingTried = true
      isTrying = true
      return true
    },
    succeeded() {
      breaker.failures = 0
      if (isTrying) breaker.isBeingTried = false
    },
    failed() {
      breaker.failures += 1
      if (breaker.failures >= failuresToRest) breaker.restsUntil = now() + restMs
      if (isTrying) breaker.isBeingTried = false
    },
    leftOpen() {
      if (isTrying) breaker.isBeingTried = false
    },
  }
}
