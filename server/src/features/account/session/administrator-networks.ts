import { BlockList, isIPv4 } from 'node:net'
import type { LoginRules } from '@nameplane/contract/system/settings/login-rules'

/** Whether administrators may work from this address: from anywhere unless the rules name networks. */
export function isFromAdministratorNetwork(rules: LoginRules, address: string): boolean {
  return isFromOneOf(rules.administratorNetworks, address)
}

/** Whether an address lies in one of these networks, given as address or address/length; in none named lies every one. */
export function isFromOneOf(named: readonly string[], address: string): boolean {
  if (named.length === 0) return true
  const networks = new BlockList()
  for (const network of named) {
    const [first = '', length] = network.split('/')
    const family = isIPv4(first) ? 'ipv4' : 'ipv6'
    if (length === undefined) networks.addAddress(first, family)
    else networks.addSubnet(first, Number(length), family)
  }
  // A socket that takes both families names IPv4 peers as ::ffff:192.0.2.1 (RFC 4291 §2.5.5.2).
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  return networks.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}
