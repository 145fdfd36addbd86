import { DEFAULT_LINE } from '../lines/line-table.ts'
import type { RedirectAddresses } from '../redirect/redirect-addresses.ts'
import type { LineRecords, RRset, ZoneNode } from '../zone/rrset.ts'
import { TYPE } from '../wire/wire-types.ts'

/** The rrset of `type` at a name. */
export function rrsetOf(node: ZoneNode, type: number): RRset | null {
  const { rrsets } = node
  for (let i = 0; i < rrsets.length; i += 1) {
    const rrset = rrsets[i] as RRset
    if (rrset.type === type) return rrset
  }
  return null
}

function setOnLine(rrset: RRset, line: string): LineRecords | null {
  if (line === DEFAULT_LINE) return rrset.fallback
  return rrset.lines?.get(line) ?? null
}

/** The first line of the chain that has records wins; the default line is the last of every chain. */
export function chooseLine(rrset: RRset, chain: readonly string[]): LineRecords | null {
  if (rrset.lines === null) return rrset.fallback
  for (let i = 0; i < chain.length; i += 1) {
    const set = setOnLine(rrset, chain[i] as string)
    if (set !== null) return set
  }
  return null
}

/**
 * The CNAME this client sees at the name. A client must not see a CNAME beside other records (RFC 2181 §10.1), so the more
 * specific of the two hides the other: a CNAME on the client's line hides the address on the default line, and the reverse.
 */
export function visibleCname(node: ZoneNode, chain: readonly string[]): LineRecords | null {
  const cname = rrsetOf(node, TYPE.CNAME)
  if (cname === null) return null
  if (node.rrsets.length === 1) return chooseLine(cname, chain)
  for (const line of chain) {
    const set = setOnLine(cname, line)
    if (set !== null) return set
    for (const rrset of node.rrsets) if (rrset !== cname && setOnLine(rrset, line) !== null) return null
  }
  return null
}

/**
 * The URL record whose client this is: it gets the addresses of the redirect service instead of others. As with a CNAME, the more
 * specific hides the other: addresses of the client's line hide a URL record of the default line, and the reverse.
 */
export function visibleRedirect(node: ZoneNode, chain: readonly string[]): LineRecords | null {
  const { rrsets } = node
  // In order of type number, and few are above it.
  if ((rrsets.at(-1)?.type ?? 0) < TYPE.URL) return null
  const redirect = rrsetOf(node, TYPE.URL)
  if (redirect === null) return null
  if (rrsets.length === 1) return chooseLine(redirect, chain)
  for (const line of chain) {
    const set = setOnLine(redirect, line)
    if (set !== null) return set
    for (const rrset of rrsets) if (leadsElsewhere(rrset.type) && setOnLine(rrset, line) !== null) return null
  }
  return null
}

function leadsElsewhere(type: number): boolean {
  return type === TYPE.A || type === TYPE.AAAA || type === TYPE.CNAME
}

/**
 * What a client with this chain is given for `type` at an existing name: the set of that type, the CNAME in its place
 * (the caller sees it by `type`), the addresses of the redirect service for a URL record, which itself is never given, or null when
 * there is nothing (NODATA). ANY takes the first set there is (RFC 8482 §4.1).
 */
export function chooseSet(node: ZoneNode, type: number, chain: readonly string[], redirects: RedirectAddresses): LineRecords | null {
  const cname = visibleCname(node, chain)
  if (cname !== null) return cname
  if (type === TYPE.A || type === TYPE.AAAA) {
    const redirect = visibleRedirect(node, chain)
    if (redirect !== null) return redirects.setFor(type, redirect)
  }
  if (type === TYPE.CNAME || type === TYPE.URL) return null
  if (type !== TYPE.ANY) {
    const rrset = rrsetOf(node, type)
    return rrset === null ? null : chooseLine(rrset, chain)
  }
  const redirect = visibleRedirect(node, chain)
  for (const rrset of node.rrsets) {
    const isGiven = rrset.type !== TYPE.CNAME && rrset.type !== TYPE.URL && (redirect === null || !leadsElsewhere(rrset.type))
    const set = isGiven ? chooseLine(rrset, chain) : null
    if (set !== null) return set
  }
  return redirect === null ? null : redirects.setFor(type, redirect)
}

/** True when another client could be given something else for this name and type: the answer then has a scope (RFC 7871 §7.2.1). */
export function dependsOnLine(node: ZoneNode, type: number): boolean {
  if (!node.hasLines) return false
  if (type === TYPE.ANY || rrsetOf(node, TYPE.CNAME) !== null) return true
  if ((type === TYPE.A || type === TYPE.AAAA) && rrsetOf(node, TYPE.URL) !== null) return true
  return rrsetOf(node, type)?.lines != null
}

/** A set may be another object each time that it is looked for; where its records lie, there is no other. */
export function isSameSet(one: LineRecords | null, other: LineRecords): boolean {
  return one !== null && one.arena === other.arena && one.rdatas[0]?.start === other.rdatas[0]?.start
}

/** Index of the record to answer with; `random` gives 0 ≤ x < 1. Only for weighted sets. */
export function chooseByWeight(set: LineRecords, random: () => number): number {
  let left = random() * set.totalWeight
  const last = set.rdatas.length - 1
  for (let i = 0; i < last; i += 1) {
    left -= set.rdatas[i]?.weight ?? 0
    if (left < 0) return i
  }
  return last
}

/** For each record of the set, the share of answers it is in: its weight's share, or 1 when the whole set is answered. */
export function answerShares(set: LineRecords): number[] {
  return set.rdatas.map((rdata) => (set.totalWeight === 0 ? 1 : rdata.weight / set.totalWeight))
}
