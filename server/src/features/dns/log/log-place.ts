import { isIpv4, isIpv6, parseAddress } from '@nameplane/dns-text/addresses'
import { countryName } from '../../../serving/lines/countries.ts'
import type { SegmentTable } from '../../../serving/lines/segment-table.ts'

/** Where an address is; null for what is no address, or one that nobody announces. */
export type Place = { countryZh: string | null; countryEn: string | null; asName: string | null }

/** Places of addresses, each looked up once. */
export function placesFrom(segments: SegmentTable): (address: string) => Place | null {
  const known = new Map<string, Place | null>()
  return (address) => {
    const found = known.get(address)
    if (found !== undefined) return found
    const place = placeOf(segments, address)
    known.set(address, place)
    return place
  }
}

function placeOf(segments: SegmentTable, address: string): Place | null {
  // An IPv4 client of a socket for both families.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIpv4(plain) && !isIpv6(plain)) return null
  const { country, asName } = segments.asOf(parseAddress(plain).bytes)
  if (country === null && asName === null) return null
  return { countryZh: country && countryName(country, 'zh'), countryEn: country && countryName(country, 'en'), asName }
}
