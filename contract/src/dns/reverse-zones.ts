import {
  bigintToBytes,
  bytesToBigint,
  cidrToRange,
  isIpv4,
  isIpv6,
  parseAddress,
  parseCidr,
  printAddress,
  printCidr,
  reverseName,
  type AddressFamily,
  type Cidr,
} from '@nameplane/dns-text/addresses'
import { DnsTextError } from '@nameplane/dns-text/errors'
import './record-problems.ts'

/*
 * Which zones the reverse names of a network stand in, and which name an address has there (RFC 1035 §3.5, RFC 3596 §2.5, RFC 2317). Pure:
 * the server makes zones by it, the console shows the same before anything is saved.
 */

/** A zone of reverse names, without the final dot, and the addresses in it. */
export type ReverseZone = { readonly name: string; readonly cidr: string }

/** Shorter prefixes would be more zones of one segment than anybody means: 128 at most. */
export const shortestPrefix = { 4: 8, 6: 16 } as const satisfies Record<AddressFamily, number>

/** Bits of an address. */
const widthOf = { 4: 32, 6: 128 } as const satisfies Record<AddressFamily, number>
/** Bits of a label of a reverse name. */
const labelBits = { 4: 8, 6: 4 } as const satisfies Record<AddressFamily, number>

/** What a network may be refused with beyond what is wrong with any. */
export const networkProblems = {
  reverse_segment_too_large: { zh: '网段过大，前缀长度至少为 {shortest}', en: 'Network too large. The prefix length must be at least {shortest}.' },
} as const

export type NetworkRefusal = 'bad_cidr' | 'host_bits_set' | 'reverse_segment_too_large'

/** A network as typed; an address alone is the network that only it is in. */
export function readNetwork(text: string): { readonly cidr: Cidr } | { readonly problem: NetworkRefusal; readonly params: Readonly<Record<string, unknown>> } {
  const bare = text.trim()
  try {
    const cidr = parseCidr(isIpv4(bare) ? `${bare}/32` : isIpv6(bare) ? `${bare}/128` : bare)
    const shortest = shortestPrefix[cidr.family]
    return cidr.prefixLength < shortest ? { problem: 'reverse_segment_too_large', params: { shortest } } : { cidr }
  } catch (error) {
    if (!(error instanceof DnsTextError)) throw error
    if (error.code === 'host_bits_set') return { problem: 'host_bits_set', params: { network: error.params['network'] } }
    return { problem: 'bad_cidr', params: { text: bare } }
  }
}

/** A network part of a label: `64-26` of 192.0.2.64/26. RFC 2317 §4 advises against copying the slash of its examples. */
const classlessLabel = /^\d{1,3}-(2[5-9]|3[01])$/

const withoutDot = (name: string): string => name.replace(/\.$/, '')

/** The zones that hold the reverse names of a network, in the order of their addresses. */
export function reverseZonesOf(cidr: Cidr): ReverseZone[] {
  const { family, bytes, prefixLength } = cidr
  const bits = labelBits[family]
  if (family === 4 && prefixLength > 24 && prefixLength < 32) {
    const [, ...parent] = withoutDot(reverseName(printAddress(bytes))).split('.')
    return [{ name: [`${bytes[3]}-${prefixLength}`, ...parent].join('.'), cidr: printCidr(cidr) }]
  }
  const zonePrefix = Math.ceil(prefixLength / bits) * bits
  const step = 1n << BigInt(widthOf[family] - zonePrefix)
  const labelsDropped = (widthOf[family] - zonePrefix) / bits
  return Array.from({ length: 2 ** (zonePrefix - prefixLength) }, (_, index) => {
    const network = bigintToBytes(bytesToBigint(bytes) + BigInt(index) * step, family)
    const name = withoutDot(reverseName(printAddress(network)))
    return { name: name.split('.').slice(labelsDropped).join('.'), cidr: printCidr({ family, bytes: network, prefixLength: zonePrefix }) }
  })
}

/** Whether an address, or a whole network, lies in a network. */
export function isInside(inner: string, outer: string): boolean {
  const within = cidrToRange(parseCidr(outer))
  const { family, first, last } = inner.includes('/') ? cidrToRange(parseCidr(inner)) : singleRange(inner)
  return family === within.family && within.first <= first && last <= within.last
}

function singleRange(address: string): { family: AddressFamily; first: bigint; last: bigint } {
  const { family, bytes } = parseAddress(address)
  const value = bytesToBigint(bytes)
  return { family, first: value, last: value }
}

/** Finds the zone of an address among these, of which none overlaps another. */
export function zoneFinder<Zone extends ReverseZone>(zones: readonly Zone[]): (address: string) => Zone | undefined {
  const named = new Map(zones.map((zone) => [zone.name, zone]))
  const classless = zones.filter(({ name }) => classlessLabel.test(name.split('.', 1)[0]!))
  return (address) => {
    const labels = withoutDot(reverseName(address)).split('.')
    for (let from = 0; from < labels.length - 2; from += 1) {
      const zone = named.get(labels.slice(from).join('.'))
      if (zone) return zone
    }
    return classless.find(({ cidr }) => isInside(address, cidr))
  }
}

/** The host of an address in a zone that it lies in: `@` where the zone is of this address alone. */
export function reverseHost(address: string, zone: string): string {
  const name = withoutDot(reverseName(address))
  if (name === zone) return '@'
  const [label = '', ...parent] = zone.split('.')
  return name.slice(0, -(classlessLabel.test(label) ? parent.join('.') : zone).length - 1)
}

/** Whether the last number of an address lies in a network part such as `64-26`. */
function isInNetwork(number: number, label: string): boolean {
  const [first, prefixLength] = label.split('-').map(Number) as [number, number]
  return first <= number && number < first + 2 ** (widthOf[4] - prefixLength)
}

/** The address whose reverse name this is; null for other names in such zones, such as a delegation. */
export function reverseAddress(host: string, zone: string): string | null {
  const labels = (host === '@' ? zone : `${host}.${zone}`).split('.')
  const kind = labels.slice(-2).join('.')
  const own = labels.slice(0, -2)
  if (kind === 'in-addr.arpa') {
    if (own.length === 5 && classlessLabel.test(own[1]!)) {
      const [network] = own.splice(1, 1)
      // An alias of the zone above leads here from the addresses of the network alone.
      if (!isInNetwork(Number(own[0]), network!)) return null
    }
    const text = own.reverse().join('.')
    return own.length === 4 && isIpv4(text) ? text : null
  }
  if (kind !== 'ip6.arpa' || own.length !== 32 || !own.every((label) => /^[0-9a-f]$/.test(label))) return null
  const digits = own.reverse().join('')
  return printAddress(bigintToBytes(BigInt(`0x${digits}`), 6))
}

/**
 * What whoever holds the zone above has to enter, as lines of a zone file: the delegation, and of a network below /24 an alias for each
 * of its addresses (RFC 2317).
 */
export function parentLines(cidr: Cidr, nameservers: readonly string[]): string[] {
  const zones = reverseZonesOf(cidr)
  const delegation = zones.flatMap(({ name }) => nameservers.map((server) => `${name}. IN NS ${server}.`))
  const [zone] = zones
  const [label = '', ...parent] = zone!.name.split('.')
  if (!classlessLabel.test(label)) return delegation
  const { first, last } = cidrToRange(cidr)
  return [...delegation, `$GENERATE ${first & 255n}-${last & 255n} $.${parent.join('.')}. IN CNAME $.${zone!.name}.`]
}

/** How many addresses a network has, as a power of two. */
export function addressBits(cidr: string): number {
  const { family, prefixLength } = parseCidr(cidr)
  return widthOf[family] - prefixLength
}

/* Names by a pattern. */

/** What may stand between braces in a pattern, by the kind of address. */
export const patternPlaceholders = {
  4: ['a', 'b', 'c', 'd', 'ip', 'n'],
  6: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'h7', 'h8', 'nibbles', 'ip', 'n'],
} as const satisfies Record<AddressFamily, readonly string[]>

const placeholder = /\{([^{}]*)\}/g

/** The first placeholder of a pattern that addresses of this kind do not have; undefined where all are known. */
export function unknownPlaceholder(pattern: string, family: AddressFamily): string | undefined {
  const known: readonly string[] = patternPlaceholders[family]
  return [...pattern.matchAll(placeholder)].map(([, name]) => name!).find((name) => !known.includes(name))
}

/** Whether addresses get names of their own by it. */
export function hasPlaceholder(pattern: string): boolean {
  return pattern.match(placeholder) !== null
}

/** The name of an address by a pattern, which has known placeholders only; `number` counts from 1. */
export function nameByPattern(pattern: string, address: string, number: number): string {
  const values = valuesOf(address, number)
  return pattern.replace(placeholder, (whole, name: string) => values[name] ?? whole)
}

function valuesOf(address: string, number: number): Readonly<Record<string, string>> {
  const { family, bytes } = parseAddress(address)
  const n = String(number)
  if (family === 4) {
    const [a, b, c, d] = [...bytes].map(String) as [string, string, string, string]
    return { a, b, c, d, ip: [a, b, c, d].join('-'), n }
  }
  const digits = bytesToBigint(bytes).toString(16).padStart(32, '0')
  const parts = Array.from({ length: 8 }, (_, index) => digits.slice(4 * index, 4 * index + 4))
  return { ...Object.fromEntries(parts.map((part, index) => [`h${index + 1}`, part])), nibbles: digits, ip: parts.join('-'), n }
}

/** The addresses from the first to the last, both included; null where they are of two kinds, the wrong way round, or more than `most`. */
export function addressesBetween(first: string, last: string, most: number): string[] | null {
  const [from, to] = [singleRange(first), singleRange(last)]
  const count = to.first - from.first + 1n
  if (from.family !== to.family || count < 1n || count > BigInt(most)) return null
  return Array.from({ length: Number(count) }, (_, index) => printAddress(bigintToBytes(from.first + BigInt(index), from.family)))
}

/* Working days. */

/** The day so many working days after a moment, as YYYY-MM-DD; days are those of UTC, and Saturdays and Sundays are none. */
export function workingDayAfter(moment: Date, days: number): string {
  const day = new Date(`${moment.toISOString().slice(0, 10)}T00:00:00Z`)
  for (let left = days; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() % 6 !== 0) left -= 1
  }
  return day.toISOString().slice(0, 10)
}
