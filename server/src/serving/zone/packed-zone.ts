import { zoneLinesOf, type ZoneLineSource } from '../lines/zone-lines.ts'
import { NameMap } from './name-map.ts'
import { PackedNames, type PackedParts } from './packed-names.ts'
import type { CompiledZone, ZoneNode, ZoneProblem } from './rrset.ts'

/** A compiled zone without its names. */
export type ZoneBesideNames = Pick<CompiledZone, 'domainId' | 'name' | 'key' | 'serial' | 'linedNames' | 'weightedNames' | 'isExpired'> & {
  readonly problems: readonly ZoneProblem[]
  readonly childCounts: ReadonlyMap<string, number>
  /** Keys of the names where authority ends or moves. */
  readonly cuts: readonly string[]
  readonly lines?: readonly ZoneLineSource[]
}

export type PackedZone = { readonly beside: ZoneBesideNames; readonly names: PackedNames }

/** A zone as it is handed from one thread to another: plain data, the bytes of its names without being copied. */
export type SentZone = { readonly beside: ZoneBesideNames; readonly names: PackedParts }

const noChildren = NameMap.of<number>(new Map())

export function zoneOfPacked({ beside: { childCounts, cuts, lines, ...beside }, names }: PackedZone): CompiledZone {
  const customLines = zoneLinesOf(lines, undefined)
  return {
    ...beside,
    nodes: NameMap.over(names),
    childCounts: childCounts.size === 0 ? noChildren : NameMap.of(childCounts),
    cuts: cuts.length === 0 ? null : NameMap.of(new Map(cuts.map((key) => [key, names.get(key)!]))),
    negativeSoa: names.aside,
    ...(customLines === null ? {} : { customLines }),
  }
}

/** The range of names that a zone has since it was changed; null while it has the one of the zone before. */
export function rangeSince(before: CompiledZone, { nodes: { base } }: CompiledZone): PackedParts | null {
  return base !== before.nodes.base && base instanceof PackedNames ? base.parts : null
}

export function namesOfRange(range: PackedParts): NameMap<ZoneNode> {
  return NameMap.over(PackedNames.ofParts(range))
}

export function zoneOfSent({ beside, names }: SentZone): CompiledZone {
  return zoneOfPacked({ beside, names: PackedNames.ofParts(names) })
}
