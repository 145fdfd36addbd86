import { isIpv6 } from '@nameplane/dns-text/addresses'

/** A name server and the addresses that it has, in their one spelling; null where that is not known. */
export type Addressed = { readonly name: string; readonly found: readonly string[] | null }

/** The same with the addresses of nodes that it should have. */
export type Shared = { readonly wanted: readonly string[]; readonly lacking: readonly string[] }

/**
 * Shares the addresses of nodes out to names, so that each node is found under a name and each name leads to a node of each family that
 * there is (RFC 2182 §3.1: different names, different places). What a name has already stays its own. Names whose addresses are not known
 * have their share like those without any, and lack nothing: nobody knows that they do.
 */
export function sharesOf(names: readonly Addressed[], nodes: readonly string[]): Shared[] {
  const shares = names.map(() => new Set<string>())
  for (const isOfFamily of [(address: string) => !isIpv6(address), isIpv6]) share(names, nodes.filter(isOfFamily), shares)
  return names.map(({ found }, index) => {
    const wanted = [...shares[index]!]
    return { wanted, lacking: found === null ? [] : wanted.filter((address) => !found.includes(address)) }
  })
}

function share(names: readonly Addressed[], nodes: readonly string[], shares: readonly Set<string>[]): void {
  if (nodes.length === 0 || names.length === 0) return
  const sizes = names.map(() => 0)
  const give = (index: number, address: string): void => {
    shares[index]!.add(address)
    sizes[index]! += 1
  }
  const given = new Set<string>()
  for (const [index, { found }] of names.entries())
    for (const address of found ?? [])
      if (nodes.includes(address)) {
        give(index, address)
        given.add(address)
      }
  // Whoever has fewest is next, in the order of the names.
  for (const address of nodes) if (!given.has(address)) give(sizes.indexOf(Math.min(...sizes)), address)
  for (const [index, size] of sizes.entries()) if (size === 0) give(index, nodes[index % nodes.length]!)
}
