import { getServers, Resolver } from 'node:dns/promises'
import { canonicalAddress } from '@nameplane/dns-text/addresses'
import { resolverLines } from '@nameplane/contract/system/settings/ns-check'
import { mostAddresses, type FamilyAnswer } from './alias-state.ts'

/** Asks for both kinds of address of a name, given with its final dot. */
export type AskAddresses = (name: string) => Promise<{ ipv4: FamilyAnswer; ipv6: FamilyAnswer }>

const timeoutMs = 2000
const tries = 2
/** Each is asked when the one before it fails. */
const mostResolvers = 4

/** Asks the resolvers of the setting, or those of the system where it names none; nobody else, whatever a target is called. */
export function addressesFrom(lines: string): AskAddresses {
  const named = resolverLines(lines)
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  resolver.setServers([...new Set(named.length > 0 ? named : getServers())].slice(0, mostResolvers))
  return async (name) => {
    const bare = name.replace(/\.$/, '')
    const [ipv4, ipv6] = await Promise.all([answerOf(() => resolver.resolve4(bare, { ttl: true })), answerOf(() => resolver.resolve6(bare, { ttl: true }))])
    return { ipv4, ipv6 }
  }
}

async function answerOf(ask: () => Promise<readonly { address: string; ttl: number }[]>): Promise<FamilyAnswer> {
  try {
    const found = await ask()
    // In one order, so that the order in which they came is no change.
    const addresses = [...new Set(found.map(({ address }) => canonicalAddress(address)))].sort().slice(0, mostAddresses)
    if (addresses.length === 0) return { kind: 'none', problem: 'no_address' }
    return { kind: 'addresses', addresses, ttlSeconds: Math.min(...found.map(({ ttl }) => ttl)) }
  } catch (error) {
    const code = (error as { code?: string }).code
    // NXDOMAIN, and a name without such records (RFC 2308); everything else says something of the resolver, not of the name.
    if (code === 'ENOTFOUND') return { kind: 'none', problem: 'no_such_name' }
    return code === 'ENODATA' ? { kind: 'none', problem: 'no_address' } : { kind: 'failed' }
  }
}
