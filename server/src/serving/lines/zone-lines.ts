import { bigintToBytes, parseRange, type AddressRange } from '@nameplane/dns-text/addresses'
import { refusalOf } from '@nameplane/dns-text/errors'
import type { LineTable } from './line-table.ts'
import { withOverrides, type OverrideSegment } from './overrides.ts'

/** A line that one zone has for itself, in plain data. Ranges are addresses, networks or `first-last`; one that cannot be read is left out. */
export type ZoneLineSource = { readonly code: string; readonly ranges: readonly string[] }

/** What the explainer calls the origin of such a range. */
export const zoneLineOrigin = 'custom'

/** The lines of one zone, laid over the table that all zones share. Costs memory for its ranges only, from the first query on. */
export class ZoneLines {
  readonly sources: readonly ZoneLineSource[]
  #below: LineTable | null = null
  #table: LineTable | null = null

  constructor(sources: readonly ZoneLineSource[]) {
    this.sources = sources
  }

  over(below: LineTable): LineTable {
    if (this.#table === null || this.#below !== below) {
      this.#below = below
      this.#table = withOverrides(below, this.sources.flatMap(segmentsOf))
    }
    return this.#table
  }
}

/** The same lines as before where they are alike, so that what was made of them is not made again; null for none. */
export function zoneLinesOf(sources: readonly ZoneLineSource[] | undefined, before: ZoneLines | undefined): ZoneLines | null {
  if (sources === undefined || sources.length === 0) return null
  return before !== undefined && areAlike(before.sources, sources) ? before : new ZoneLines(sources)
}

/** The table by which clients of a zone are found. */
export function tableFor(zone: { readonly customLines?: ZoneLines }, shared: LineTable): LineTable {
  return zone.customLines === undefined ? shared : zone.customLines.over(shared)
}

function segmentsOf({ code, ranges }: ZoneLineSource): OverrideSegment[] {
  return ranges.flatMap((text) => {
    const range = rangeOf(text)
    if (range === null) return []
    const { family, first, last } = range
    return [{ line: code, kind: 'custom', first: bigintToBytes(first, family), last: bigintToBytes(last, family), source: zoneLineOrigin }]
  })
}

function rangeOf(text: string): AddressRange | null {
  return refusalOf(() => parseRange(text)) === undefined ? parseRange(text) : null
}

function areAlike(one: readonly ZoneLineSource[], other: readonly ZoneLineSource[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ code, ranges }, at) => {
      const line = other[at] as ZoneLineSource
      return line.code === code && line.ranges.length === ranges.length && ranges.every((range, place) => range === line.ranges[place])
    })
  )
}
