/** What we know better than the shipped data, and the address blocks that stand in the table of standard lines. */
import { parseRange } from '@nameplane/dns-text/addresses'
import type { Layer } from './layers.ts'
import type { LineKind } from './precedence.ts'
import { STANDARD_LINES } from './standard-lines.ts'

/** Blocks whose country the data gets wrong. Each needs its reason. */
export const COUNTRY_CORRECTIONS: readonly { block: string; country: string; reason: string }[] = [
  {
    block: '114.114.112.0/21',
    country: 'cn',
    reason: 'the public resolver 114DNS, registered at APNIC to a company of Nanjing, is announced through a carrier of the United States',
  },
]

/** Corrections as a layer; values are positions in `countries`, which gets the codes it lacks. */
export function countryCorrections(countries: string[]): Layer<number> {
  return layer4(
    COUNTRY_CORRECTIONS.map(({ block, country }) => {
      let value = countries.indexOf(country)
      if (value === -1) value = countries.push(country) - 1
      return { block, value }
    }),
  )
}

/** IPv4 blocks of the standard lines of one kind; values are positions in STANDARD_LINES. */
export function blockLayer4(kind: LineKind): Layer<number> {
  return layer4(blocksOf(kind).filter(({ block }) => !block.includes(':')))
}

/** IPv6 blocks of the standard lines of one kind; values are positions in STANDARD_LINES. */
export function blockLayer6(kind: LineKind): Layer<bigint> {
  return layer6(blocksOf(kind).filter(({ block }) => block.includes(':')))
}

type ValuedBlock = { readonly block: string; readonly value: number }

function blocksOf(kind: LineKind): ValuedBlock[] {
  return STANDARD_LINES.flatMap((line, value) => (line.kind === kind ? (line.blocks ?? []).map((block) => ({ block, value })) : []))
}

function layer4(blocks: readonly ValuedBlock[]): Layer<number> {
  const wide = layer6(blocks)
  return { first: Array.from(wide.first, Number), last: Array.from(wide.last, Number), value: wide.value }
}

function layer6(blocks: readonly ValuedBlock[]): Layer<bigint> {
  const ranges = blocks.map(({ block, value }) => ({ ...parseRange(block), value })).sort((a, b) => (a.first < b.first ? -1 : 1))
  return { first: ranges.map((range) => range.first), last: ranges.map((range) => range.last), value: ranges.map((range) => range.value) }
}
