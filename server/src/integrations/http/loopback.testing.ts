import { isSomeFailing } from './failing-peers.testing.ts'
import { internetRules, rulesInForce, type OutboundRules } from './outbound-rules.ts'

type TimeLimits = Pick<OutboundRules, 'connectMs' | 'totalMs'>
type Changed = Partial<OutboundRules> & {
  /** Time limits for as long as a peer is made to fail. One that is well has those of production: the machine may be busy. */
  readonly impatience?: TimeLimits
}

/**
 * For tests: lets this process call peers of its own on 127.0.0.1, by plain HTTP and without a place in a vendor's list of hosts, and
 * forgets what failed before. Everything else keeps the rules of production; `changed` replaces single ones, such as the time limits.
 * @returns a function that puts the rules of production back in force
 */
export function allowLoopback({ impatience, ...changed }: Changed = {}): () => void {
  const internet = internetRules()
  const limits = (): TimeLimits => (impatience && isSomeFailing() ? impatience : { ...internet, ...changed })
  rulesInForce.current = {
    ...internet,
    isAllowedAddress: (address) => address === '127.0.0.1' || internet.isAllowedAddress(address),
    isTrustedHost: (host) => host === '127.0.0.1',
    pauseMs: 5,
    ...changed,
    get connectMs() {
      return limits().connectMs
    },
    get totalMs() {
      return limits().totalMs
    },
  }
  return () => {
    rulesInForce.current = internetRules()
  }
}

/** For tests: as `allowLoopback`, with peers in the place of vendors: `{ 'https://sms.tencentcloudapi.com': peer.baseUrl }`. */
export function placeFakes(fakes: Readonly<Record<string, string>>, changed: Changed = {}): () => void {
  return allowLoopback({ route: (origin) => fakes[origin] ?? origin, ...changed })
}

/** For tests of the rules themselves: those of production with some replaced. */
export function withRules(changed: Partial<OutboundRules>): () => void {
  rulesInForce.current = { ...internetRules(), ...changed }
  return () => {
    rulesInForce.current = internetRules()
  }
}
