import { isIpv4, isIpv6, parseCidr, printCidr } from '@nameplane/dns-text/addresses'
import { DnsTextError } from '@nameplane/dns-text/errors'

/** What a log is filtered by: every address of a network, or those that begin so. */
type AddressFilter = { readonly network: string } | { readonly beginning: string }

/** Reads an address filter; null for text that no address can begin with and that is no network. A network may be named by any address in it. */
export function readAddressFilter(text: string): AddressFilter | null {
  const plain = text.trim().toLowerCase()
  if (plain.includes('/')) {
    const network = networkOf(plain)
    return network === null ? null : { network }
  }
  return canBegin(plain) ? { beginning: plain } : null
}

function networkOf(text: string): string | null {
  try {
    return printCidr(parseCidr(text))
  } catch (cause) {
    if (!(cause instanceof DnsTextError)) throw cause
    return cause.code === 'host_bits_set' ? String(cause.params['network']) : null
  }
}

// The last group of either family may be cut anywhere; an IPv6 peer of a socket for both families ends as IPv4.
const ipv4Beginning = /^\d{1,3}(\.\d{1,3}){0,2}\.?$/
const ipv6Beginning = /^([0-9a-f]{0,4}:){0,7}([0-9a-f]{0,4}|\d{1,3}(\.\d{1,3}){0,2}\.?)$/

function canBegin(text: string): boolean {
  if (isIpv4(text) || isIpv6(text)) return true
  if (ipv4Beginning.test(text)) return text.split('.').every((octet) => Number(octet) <= 255)
  return text !== '' && ipv6Beginning.test(text) && !/:::|::.*::/.test(text)
}
