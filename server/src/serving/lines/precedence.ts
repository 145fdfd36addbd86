/**
 * Which line wins when several fit a client: the one implementation, read by the built-in node, the explainer,
 * the compilers of all drivers and the console.
 */

/** Kinds of lines, the most specific first. */
export const LINE_KINDS = [
  'custom',
  'search_engine_single',
  'search_engine',
  'province_operator',
  'province',
  'region_operator',
  'region',
  'operator',
  'domestic',
  'country',
  'continent',
  'overseas',
  'default',
] as const

export type LineKind = (typeof LINE_KINDS)[number]

const RANK: Readonly<Record<LineKind, number>> = Object.fromEntries(LINE_KINDS.map((kind, rank) => [kind, rank])) as Record<LineKind, number>

/** Rank of a kind, 0 (custom) to 12 (default): the lower number wins. */
export function precedenceOf(kind: LineKind): number {
  return RANK[kind]
}

/** Orders lines from the most to the least specific; a stable sort keeps equals in their order. */
export function byPrecedence(a: { readonly kind: LineKind }, b: { readonly kind: LineKind }): number {
  return RANK[a.kind] - RANK[b.kind]
}
