import { lookup } from 'node:dns/promises'
import { isInternetAddress } from './internet-address.ts'

/** What happened lately between us and one host; see `breaker.ts`. */
export type Breaker = { failures: number; restsUntil: number; isBeingTried: boolean }

/** Where calls may go and how long they may take. */
export type OutboundRules = {
  readonly isAllowedAddress: (address: string) => boolean
  /** A host whose certificate, scheme and place in a list do not matter; nobody, but a test's own peers. */
  readonly isTrustedHost: (host: string) => boolean
  /** Where a call to an origin really goes: there itself. Tests put a vendor's peer in its place, the Host header unchanged. */
  readonly route: (origin: string) => string
  /** All addresses of a name. @throws when there are none */
  readonly resolve: (host: string) => Promise<readonly string[]>
  readonly connectMs: number
  /** For everything together: name, connection, answer, further tries. */
  readonly totalMs: number
  /** The first pause before another try; the second is twice as long, both within ± 50 %. */
  readonly pauseMs: number
  /** How long a host that failed several times is left alone. */
  readonly restMs: number
  /** Milliseconds of any clock that only goes forward. */
  readonly now: () => number
  readonly breakers: Map<string, Breaker>
}

export const internetRules = (): OutboundRules => ({
  isAllowedAddress: isInternetAddress,
  isTrustedHost: () => false,
  route: (origin) => origin,
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  connectMs: 3000,
  totalMs: 10_000,
  pauseMs: 200,
  restMs: 30_000,
  now: () => performance.now(),
  breakers: new Map(),
})

/**
 * The rules of this process. Nothing that runs in production changes them: only `outbound.ts` may import this file, beside tests
 * (a rule of .dependency-cruiser.cjs), which let calls to their own peers on loopback through by `loopback.testing.ts`.
 */
export const rulesInForce: { current: OutboundRules } = { current: internetRules() }
