import { lineEnd } from '@nameplane/dns-text/line-ends'
import { parseRange, printRange, rangesOverlap, rangeToCidrs, type AddressRange } from '@nameplane/dns-text/addresses'
import { refusalOf } from '@nameplane/dns-text/errors'
import { limits } from '../limits.ts'
import { registerProblems } from '../problem-text.ts'

export const segmentProblems = {
  custom_line_range_invalid: { zh: '第 {number} 行不是 IP 地址或 IP 段：{range}', en: 'Line {number} is not an IP address or range: {range}' },
  custom_line_range_network: {
    zh: '第 {number} 行不是网段的起始地址，应为 {network}',
    en: 'Line {number}: not the start address of the network. Use {network}.',
  },
  custom_line_range_reversed: { zh: '第 {number} 行的起始 IP 大于截止 IP：{range}', en: 'Line {number}: start IP is above end IP: {range}' },
  custom_line_ranges_overlap: { zh: '第 {number} 行与第 {other} 行的 IP 段重叠：{range}', en: 'Line {number} overlaps line {other}: {range}' },
  custom_line_ranges_many: { zh: '最多 {maximum} 个 IP 段', en: 'At most {maximum, IP range}' },
} as const
registerProblems(segmentProblems)

/** A range, and where in the text it stands, from 1. */
export type NumberedRange = { readonly number: number; readonly range: AddressRange }

/** Why a text is refused: a problem of custom lines and its params. */
export type SegmentsRefusal = { readonly problem: keyof typeof segmentProblems; readonly params: Readonly<Record<string, unknown>> }

/** Addresses of IPv4 written as those of IPv6 (RFC 4291 §2.5.5.2): clients that come so are looked for as IPv4. */
const mapped: AddressRange = parseRange('::ffff:0:0/96')

function inItsFamily(range: AddressRange): AddressRange {
  if (range.family === 4 || range.first < mapped.first || range.last > mapped.last) return range
  return { family: 4, first: range.first - mapped.first, last: range.last - mapped.first }
}

/**
 * Reads ranges, one a line: an address, `first-last` or a network. Empty lines are left out and count as lines.
 * @returns them in their order, or what is wrong with the first line that is wrong
 */
export function readSegments(text: string): { readonly ranges: readonly NumberedRange[] } | SegmentsRefusal {
  const ranges: NumberedRange[] = []
  for (const [index, line] of text.split(lineEnd).entries()) {
    const number = index + 1
    const written = line.trim()
    if (written === '') continue
    const refusal = refusalOf(() => parseRange(written))
    if (refusal !== undefined) {
      const shown = written.length > limits.customLineSegmentLength ? `${written.slice(0, limits.customLineSegmentLength)}…` : written
      if (refusal.code === 'host_bits_set')
        return { problem: 'custom_line_range_network', params: { number, range: shown, network: refusal.params['network'] } }
      return { problem: refusal.code === 'range_reversed' ? 'custom_line_range_reversed' : 'custom_line_range_invalid', params: { number, range: shown } }
    }
    ranges.push({ number, range: inItsFamily(parseRange(written)) })
  }
  if (ranges.length > limits.customLineSegments) return { problem: 'custom_line_ranges_many', params: { maximum: limits.customLineSegments } }
  const overlap = firstOverlap(ranges, [])
  if (overlap === null) return { ranges }
  const { number, range, other } = overlap
  return { problem: 'custom_line_ranges_overlap', params: { number, range: printSegment(range), other: other.number } }
}

type Side<Other> = { readonly range: AddressRange; readonly own: NumberedRange | null; readonly other: Other | null }

/**
 * A range that shares addresses with one of `others`, or with that of an earlier line; null when none does. Of several, one of the
 * lowest lines. Sorted and looked at side by side, so that many lines take no longer than reading them.
 * @param others none of which overlaps another of them
 */
export function firstOverlap<Other extends { readonly range: AddressRange }>(
  ranges: readonly NumberedRange[],
  others: readonly Other[],
): { readonly number: number; readonly range: AddressRange; readonly other: Other | NumberedRange } | null {
  let found: { number: number; range: AddressRange; other: Other | NumberedRange } | null = null
  const sides: Side<Other>[] = [
    ...ranges.map((own) => ({ range: own.range, own, other: null })),
    ...others.map((other) => ({ range: other.range, own: null, other })),
  ]
  sides.sort((left, right) => left.range.family - right.range.family || compare(left.range.first, right.range.first))
  // The one that reaches farthest: whoever overlaps any before it overlaps that one.
  let farthest: Side<Other> | null = null
  for (const side of sides) {
    if (farthest !== null && rangesOverlap(farthest.range, side.range)) {
      const overlap = overlapOf(farthest, side)
      if (overlap !== null && (found === null || overlap.number < found.number)) found = overlap
    }
    if (farthest === null || farthest.range.family !== side.range.family || farthest.range.last < side.range.last) farthest = side
  }
  return found
}

function overlapOf<Other extends { readonly range: AddressRange }>(one: Side<Other>, two: Side<Other>) {
  const [earlier, later] = one.own !== null && two.own !== null && one.own.number > two.own.number ? [two, one] : [one, two]
  const own = later.own ?? earlier.own
  const other = later.own === null ? later.other : (earlier.own ?? earlier.other)
  return own === null || other === null ? null : { number: own.number, range: own.range, other }
}

function compare(left: bigint, right: bigint): -1 | 0 | 1 {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** A range in its one spelling: an address, a network where it is one, else `first-last`. */
export function printSegment(range: AddressRange): string {
  const size = range.last - range.first + 1n
  const isNetwork = size > 1n && (size & (size - 1n)) === 0n && range.first % size === 0n
  return isNetwork ? rangeToCidrs(range)[0]! : printRange(range)
}

/** All of them, as they are kept. */
export function printSegments(ranges: readonly NumberedRange[]): string {
  return ranges.map(({ range }) => printSegment(range)).join('\n')
}
