import type { NameMap } from '../zone/name-map.ts'
import type { CompiledZone, LineRecords, ZoneNode } from '../zone/rrset.ts'
import { chooseLine, dependsOnLine, rrsetOf } from './selection.ts'
import type { NameKey } from '../wire/wire-key.ts'
import { TYPE } from '../wire/wire-types.ts'

/**
 * Where a name leads in a zone (RFC 1034 §4.3.2 step 3, RFC 4592, RFC 6672 §3.2).
 * @property owner the key of the name in the zone, relative to it: of a wildcard, its own
 * @property skippedLabels how many labels of the name stand before the cut or DNAME owner
 * @property dependsOnLine true when another client could be led elsewhere
 */
export type Place =
  | { readonly kind: 'name'; readonly node: ZoneNode; readonly owner: string; readonly wildcard: boolean }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'delegation' | 'dname'
      readonly set: LineRecords
      readonly owner: string
      readonly skippedLabels: number
      readonly dependsOnLine: boolean
    }

const missing: Place = { kind: 'missing' }

/** Finds `name`, which must be in `zone`, for a client with this chain. */
export function locate(zone: CompiledZone, name: NameKey, type: number, chain: readonly string[]): Place {
  const depth = name.key.length - zone.key.length
  const inner = zone.key === '' ? name.key : name.key.slice(0, depth)
  const below = labelsBelow(name, depth)
  if (zone.cuts !== null) {
    const cut = findCut(zone.cuts, inner, name, below, type, chain)
    if (cut !== null) return cut
  }
  const node = zone.nodes.get(inner)
  if (node !== undefined) return { kind: 'name', node, owner: inner, wildcard: false }
  for (let i = 1; i <= below; i += 1) {
    // The closest encloser is the deepest name that exists; only its own wildcard may stand in (RFC 4592 §3.3.1).
    const encloser = i === below ? '' : inner.slice(name.starts[i])
    if (!zone.nodes.has(encloser)) continue
    const owner = `\x01*${encloser}`
    const wildcard = zone.nodes.get(owner)
    return wildcard === undefined ? missing : { kind: 'name', node: wildcard, owner, wildcard: true }
  }
  return missing
}

/** How many labels of the name are below the apex. */
function labelsBelow(name: NameKey, depth: number): number {
  let labels = name.labels
  while (labels > 0 && (name.starts[labels - 1] as number) >= depth) labels -= 1
  return labels
}

/** The topmost cut on the way from the apex to the name. */
function findCut(cuts: NameMap<ZoneNode>, inner: string, name: NameKey, below: number, type: number, chain: readonly string[]): Place | null {
  for (let i = below; i >= 0; i -= 1) {
    const owner = i === below ? '' : inner.slice(name.starts[i])
    const node = cuts.get(owner)
    if (node === undefined) continue
    // At the cut the DS is the parent's own (RFC 4035 §3.1.4.1).
    if (i < below && !(i === 0 && type === TYPE.DS)) {
      const servers = rrsetOf(node, TYPE.NS)
      const set = servers === null ? null : chooseLine(servers, chain)
      if (set !== null) return { kind: 'delegation', set, owner, skippedLabels: i, dependsOnLine: dependsOnLine(node, TYPE.NS) }
    }
    if (i > 0) {
      const dname = rrsetOf(node, TYPE.DNAME)
      const set = dname === null ? null : chooseLine(dname, chain)
      if (set !== null) return { kind: 'dname', set, owner, skippedLabels: i, dependsOnLine: dependsOnLine(node, TYPE.DNAME) }
    }
  }
  return null
}
