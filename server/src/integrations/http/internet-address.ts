import { isIP } from 'node:net'
import { isPrivateAddress, parseAddress, parseRange, type AddressRange } from '@nameplane/dns-text/addresses'

/** Global unicast as far as it is given out (RFC 4291 §2.4): the rest of IPv6 is private, reserved, or IPv4 in disguise. */
const givenOut = parseRange('2000::/3')

/** Ranges inside that lead to an IPv4 address written in their bits, or to none. */
const disguised: readonly AddressRange[] = [
  '2001::/23', // RFC 2928: Teredo (RFC 4380), benchmarking, ORCHID
  '2002::/16', // RFC 3056, 6to4
].map(parseRange)

/** Addresses on the Internet's side of the registries that clouds use for their own metadata. */
const metadata = new Set(['168.63.129.16'])

/** Networks inside an organisation (RFC 1918, RFC 4193); not those of one machine or link, where clouds answer with their metadata. */
const inside: readonly AddressRange[] = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'].map(parseRange)

const contains = (range: AddressRange, value: bigint): boolean => range.first <= value && value <= range.last

/**
 * Whether a call may go to this address: one machine on the Internet, and not a way to the inside of a network, such as loopback,
 * link-local, private and shared networks, multicast, mapped and translated IPv4. Anything that is no address is not one either.
 */
export function isInternetAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false
  if (isPrivateAddress(text) || metadata.has(text)) return false
  const { family, bytes } = parseAddress(text)
  if (family === 4) return !text.startsWith('192.0.0.')
  const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  // ISATAP (RFC 5214 §6.1) hides an IPv4 address in the second half.
  const isIsatap = (bytes[8]! & 0xfc) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
  return contains(givenOut, value) && !isIsatap && !disguised.some((range) => contains(range, value))
}

/** Whether this is an address inside the network of an organisation. */
export function isInsideAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false
  const { family, bytes } = parseAddress(text)
  const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  return inside.some((range) => range.family === family && contains(range, value))
}
