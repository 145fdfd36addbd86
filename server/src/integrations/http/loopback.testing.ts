import { internetRules, rulesInForce, type OutboundRules } from './outbound-rules.ts'

/**
 * For tests: lets this process call peers of its own on 127.0.0.1, by plain HTTP and without a place in a vendor's list of hosts, and
 * forgets what failed before. Everything else keeps the rules of production; `changed` replaces single ones, such as the time limits.
 * @returns a function that puts the rules of production back in force
 */
export function allowLoopback(changed: Partial<OutboundRules> = {}): () => void {
  const internet = internetRules()
  rulesInForce.current = {
    ...internet,
    isAllowedAddress: (address) => address === '127.0.0.1' || internet.isAllowedAddress(address),
    isTrustedHost: (host) => host === '127.0.0.1',
    pauseMs: 5,
    ...changed,
  }
  return () => {
    rulesInForce.current = internetRules()
  }
}

/** For tests: as `allowLoopback`, with peers in the place of vendors: `{ 'https://sms.tencentcloudapi.com': peer.baseUrl }`. */
export function placeFakes(fakes: Readonly<Record<string, string>>, changed: Partial<OutboundRules> = {}): () => void {
  return allowLoopback({ route: (origin) => fakes[origin] ?? origin, ...changed })
}

/** For tests of the rules themselves: those of production with some replaced. */
export function withRules(changed: Partial<OutboundRules>): () => void {
  rulesInForce.current = { ...internetRules(), ...changed }
  return () => {
    rulesInForce.current = internetRules()
  }
}
