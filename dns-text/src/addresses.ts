import { DnsTextError, refusalOf } from './errors.ts'

export type AddressFamily = 4 | 6

/** A whole interval of addresses of one family, both ends included. */
export interface AddressRange {
  family: AddressFamily
  first: bigint
  last: bigint
}

const ipv4Pattern = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/

/** Dotted quad of exactly four decimal parts without leading zeros to 4 octets. Throws bad_ipv4. RFC 6943 §3.1.1 (strict form). */
export function parseIpv4(text: string): Uint8Array {
  const parts = ipv4Pattern.exec(text)
  const bytes = new Uint8Array(4)
  for (let index = 0; index < 4; index += 1) {
    const part = parts === null ? 256 : Number(parts[index + 1])
    if (part > 255) throw new DnsTextError('bad_ipv4', { text })
    bytes[index] = part
  }
  return bytes
}

export function printIpv4(bytes: Uint8Array): string {
  return `${bytes[0]}.${bytes[1]}.${bytes[2]}.${bytes[3]}`
}

/** Text of an IPv6 address, an embedded IPv4 tail included, to 16 octets. Throws bad_ipv6. RFC 4291 §2.2. No zone index. */
export function parseIpv6(text: string): Uint8Array {
  const refuse = (): never => {
    throw new DnsTextError('bad_ipv6', { text })
  }
  if (!/^[0-9A-Fa-f:.]{2,45}$/.test(text)) refuse()
  const halves = text.split('::')
  if (halves.length > 2) refuse()
  const groupsOf = (half: string, isLast: boolean): number[] => {
    if (half === '') return []
    const groups: number[] = []
    const words = half.split(':')
    words.forEach((word, index) => {
      if (word.includes('.')) {
        if (!isLast || index !== words.length - 1 || refusalOf(() => parseIpv4(word)) !== undefined) refuse()
        const quad = parseIpv4(word)
        groups.push(((quad[0] as number) << 8) | (quad[1] as number), ((quad[2] as number) << 8) | (quad[3] as number))
      } else {
        if (!/^[0-9A-Fa-f]{1,4}$/.test(word)) refuse()
        groups.push(Number.parseInt(word, 16))
      }
    })
    return groups
  }
  const head = groupsOf(halves[0] as string, halves.length === 1)
  const tail = halves.length === 2 ? groupsOf(halves[1] as string, true) : []
  const count = head.length + tail.length
  // `::` stands for at least one group of zeros.
  if (halves.length === 1 ? count !== 8 : count > 7) refuse()
  const bytes = new Uint8Array(16)
  const put = (groups: number[], start: number): void => {
    groups.forEach((group, index) => {
      bytes[(start + index) * 2] = group >> 8
      bytes[(start + index) * 2 + 1] = group & 255
    })
  }
  put(head, 0)
  put(tail, 8 - tail.length)
  return bytes
}

/** 16 octets in the one recommended form: lower case, longest run of zeros as `::`, mapped IPv4 as a quad. RFC 5952 §4, §5. */
export function printIpv6(bytes: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, index) => ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0))
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return `::ffff:${printIpv4(bytes.subarray(12, 16))}`
  }
  let bestStart = -1
  let bestLength = 1
  for (let start = 0; start < 8; start += 1) {
    let length = 0
    while (start + length < 8 && groups[start + length] === 0) length += 1
    if (length > bestLength) {
      bestStart = start
      bestLength = length
    }
  }
  const words = groups.map((group) => group.toString(16))
  if (bestStart < 0) return words.join(':')
  return `${words.slice(0, bestStart).join(':')}::${words.slice(bestStart + bestLength).join(':')}`
}

export function isIpv4(text: string): boolean {
  return refusalOf(() => parseIpv4(text)) === undefined
}

export function isIpv6(text: string): boolean {
  return refusalOf(() => parseIpv6(text)) === undefined
}

/** Either family: 4 or 16 octets. Throws bad_ipv6 when the text has a colon, else bad_ipv4. */
export function parseAddress(text: string): { family: AddressFamily; bytes: Uint8Array } {
  if (text.includes(':')) return { family: 6, bytes: parseIpv6(text) }
  return { family: 4, bytes: parseIpv4(text) }
}

/** 4 or 16 octets as text. */
export function printAddress(bytes: Uint8Array): string {
  return bytes.length === 4 ? printIpv4(bytes) : printIpv6(bytes)
}

/** The one spelling of an address (RFC 5952 for IPv6). Throws as parseAddress. */
export function canonicalAddress(text: string): string {
  return printAddress(parseAddress(text).bytes)
}

/** IPv4 as an unsigned 32-bit number. Throws bad_ipv4. */
export function ipv4ToNumber(text: string): number {
  const bytes = parseIpv4(text)
  return new DataView(bytes.buffer).getUint32(0)
}

/** An unsigned 32-bit number as IPv4 text. */
export function numberToIpv4(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
}

export function bytesToBigint(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, octet) => (sum << 8n) | BigInt(octet), 0n)
}

export function bigintToBytes(value: bigint, family: AddressFamily): Uint8Array {
  const bytes = new Uint8Array(family === 4 ? 4 : 16)
  for (let index = bytes.length - 1, rest = value; index >= 0; index -= 1, rest >>= 8n) bytes[index] = Number(rest & 255n)
  return bytes
}

/** 16 octets for either family; IPv4 becomes IPv4-mapped (RFC 4291 §2.5.5.2). Throws as parseAddress. */
export function addressTo16Bytes(text: string): Uint8Array {
  const { family, bytes } = parseAddress(text)
  if (family === 6) return bytes
  const mapped = new Uint8Array(16)
  mapped.fill(255, 10, 12)
  mapped.set(bytes, 12)
  return mapped
}

export interface Cidr {
  family: AddressFamily
  bytes: Uint8Array
  prefixLength: number
}

/** `address/length`. Throws bad_cidr, or host_bits_set (params.network is the network meant) when a bit behind the prefix is set. */
export function parseCidr(text: string): Cidr {
  const slash = text.indexOf('/')
  const address = text.slice(0, Math.max(slash, 0))
  const length = text.slice(slash + 1)
  if (slash < 0 || !/^(0|[1-9]\d{0,2})$/.test(length) || refusalOf(() => parseAddress(address)) !== undefined) {
    throw new DnsTextError('bad_cidr', { text })
  }
  const { family, bytes } = parseAddress(address)
  const prefixLength = Number(length)
  if (prefixLength > bytes.length * 8) throw new DnsTextError('bad_cidr', { text })
  const network = maskBytes(bytes, prefixLength)
  if (network.some((octet, index) => octet !== bytes[index])) {
    throw new DnsTextError('host_bits_set', { text, network: `${printAddress(network)}/${prefixLength}` })
  }
  return { family, bytes, prefixLength }
}

/** The address with every bit behind the prefix cleared. */
export function maskBytes(bytes: Uint8Array, prefixLength: number): Uint8Array {
  return bytes.map((octet, index) => {
    const kept = Math.min(8, Math.max(0, prefixLength - index * 8))
    return octet & (0xff00 >> kept) & 0xff
  })
}

export function printCidr(cidr: Cidr): string {
  return `${printAddress(cidr.bytes)}/${cidr.prefixLength}`
}

/** One address, a CIDR, or `first-last` (spaces allowed around the hyphen). Throws bad_address, bad_cidr, host_bits_set, bad_range, range_reversed. */
export function parseRange(text: string): AddressRange {
  const trimmed = text.trim()
  if (trimmed.includes('/')) return cidrToRange(parseCidr(trimmed))
  const ends = trimmed.split('-').map((end) => end.trim())
  if (ends.length > 2 || ends.some((end) => refusalOf(() => parseAddress(end)) !== undefined)) {
    throw new DnsTextError(ends.length === 1 ? 'bad_address' : 'bad_range', { text: trimmed })
  }
  const first = parseAddress(ends[0] as string)
  const last = parseAddress(ends.at(-1) as string)
  if (first.family !== last.family) throw new DnsTextError('bad_range', { text: trimmed })
  const range = { family: first.family, first: bytesToBigint(first.bytes), last: bytesToBigint(last.bytes) }
  if (range.first > range.last) throw new DnsTextError('range_reversed', { text: trimmed })
  return range
}

export function cidrToRange(cidr: Cidr): AddressRange {
  const first = bytesToBigint(cidr.bytes)
  const hostBits = BigInt(cidr.bytes.length * 8 - cidr.prefixLength)
  return { family: cidr.family, first, last: first | ((1n << hostBits) - 1n) }
}

/** `first-last`, or the single address when both are equal. */
export function printRange(range: AddressRange): string {
  const first = printAddress(bigintToBytes(range.first, range.family))
  if (range.first === range.last) return first
  return `${first}-${printAddress(bigintToBytes(range.last, range.family))}`
}

/** The fewest CIDR blocks that cover exactly the range, in ascending order (RFC 4632 §3.1). */
export function rangeToCidrs(range: AddressRange): string[] {
  const width = range.family === 4 ? 32 : 128
  const blocks: string[] = []
  let start = range.first
  while (start <= range.last) {
    let hostBits = 0
    while (hostBits < width) {
      const size = 1n << BigInt(hostBits + 1)
      if (start % size !== 0n || start + size - 1n > range.last) break
      hostBits += 1
    }
    blocks.push(`${printAddress(bigintToBytes(start, range.family))}/${width - hostBits}`)
    start += 1n << BigInt(hostBits)
  }
  return blocks
}

export function rangesOverlap(left: AddressRange, right: AddressRange): boolean {
  return left.family === right.family && left.first <= right.last && right.first <= left.last
}

// Blocks that are not globally reachable: IANA special-purpose address registries (RFC 6890, RFC 8190), multicast included.
const privateBlocks: readonly AddressRange[] = [
  '0.0.0.0/8', // RFC 791
  '10.0.0.0/8', // RFC 1918
  '100.64.0.0/10', // RFC 6598
  '127.0.0.0/8', // RFC 1122
  '169.254.0.0/16', // RFC 3927
  '172.16.0.0/12', // RFC 1918
  '192.0.0.0/24', // RFC 6890
  '192.0.2.0/24', // RFC 5737
  '192.168.0.0/16', // RFC 1918
  '198.18.0.0/15', // RFC 2544
  '198.51.100.0/24', // RFC 5737
  '203.0.113.0/24', // RFC 5737
  '224.0.0.0/4', // RFC 5771, multicast
  '240.0.0.0/4', // RFC 1112, and the limited broadcast of RFC 919
  '::/128', // RFC 4291
  '::1/128', // RFC 4291
  '64:ff9b:1::/48', // RFC 8215
  '100::/64', // RFC 6666
  '2001:2::/48', // RFC 5180
  '2001:db8::/32', // RFC 3849
  '3fff::/20', // RFC 9637
  '5f00::/16', // RFC 9602
  'fc00::/7', // RFC 4193
  'fe80::/10', // RFC 4291
  'ff00::/8', // RFC 4291, multicast
].map(parseRange)

// The registry marks these as globally reachable although 192.0.0.0/24 is not.
const reachableInside = new Set(['192.0.0.9', '192.0.0.10'])

/** Is the address one that clients on the Internet cannot reach? Mapped IPv4 is judged as IPv4. Throws as parseAddress. */
export function isPrivateAddress(text: string): boolean {
  const { family, bytes } = parseAddress(text)
  const mapped = family === 6 && printIpv6(bytes).startsWith('::ffff:') && bytes[10] === 255 && bytes[11] === 255
  if (mapped) return isPrivateAddress(printIpv4(bytes.subarray(12, 16)))
  if (reachableInside.has(printAddress(bytes))) return false
  const value = bytesToBigint(bytes)
  return privateBlocks.some((block) => block.family === family && block.first <= value && value <= block.last)
}

/** The name under which the PTR records of an address live (RFC 1035 §3.5, RFC 3596 §2.5), with final dot. Throws as parseAddress. */
export function reverseName(text: string): string {
  const { family, bytes } = parseAddress(text)
  if (family === 4) return `${Array.from(bytes).reverse().join('.')}.in-addr.arpa.`
  const nibbles = Array.from(bytes, (octet) => [octet >> 4, octet & 15]).flat()
  return `${nibbles
    .reverse()
    .map((nibble) => nibble.toString(16))
    .join('.')}.ip6.arpa.`
}

/** An address, or a network as address/length, of either family. */
export function isNetwork(text: string): boolean {
  const [address = '', length, rest] = text.split('/')
  const bits = isIpv4(address) ? 32 : isIpv6(address) ? 128 : 0
  return bits > 0 && rest === undefined && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
}
