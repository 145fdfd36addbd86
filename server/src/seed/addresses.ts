import type { Random } from './random.ts'

const networks = ['192.0.2', '198.51.100', '203.0.113'] as const

/** An IPv4 address that belongs to nobody: for documentation (RFC 5737). */
export function ipv4(random: Random): string {
  return `${random.pick(networks)}.${random.between(1, 254)}`
}

/** Several of them, no two the same: one in each network, at most three. */
export function differentIpv4(random: Random, count: number): string[] {
  return networks.slice(0, count).map((network) => `${network}.${random.between(1, 254)}`)
}

/** An IPv6 address for documentation (RFC 3849) in its one spelling (RFC 5952): no group is zero, so none is shortened away. */
export function ipv6(random: Random): string {
  return `2001:db8:${random.between(1, 0xffff).toString(16)}:${random.between(1, 0xffff).toString(16)}::${random.between(1, 0xffff).toString(16)}`
}
