import { parseAddress } from '@nameplane/dns-text/addresses'
import { CLASS, TYPE } from '../wire/wire-types.ts'
import { rdataOffset, type LineRecords } from '../zone/rrset.ts'

/** The addresses of the redirect service as records, which stand in for each URL record. */
export class RedirectAddresses {
  readonly #ipv4: StandIn | null
  readonly #ipv6: StandIn | null

  /** @throws DnsTextError for a text that is no address */
  constructor(addresses: readonly string[]) {
    const parsed = addresses.map(parseAddress)
    const ofFamily = (family: 4 | 6): Uint8Array[] => parsed.filter((one) => one.family === family).map(({ bytes }) => bytes)
    this.#ipv4 = standIn(TYPE.A, ofFamily(4))
    this.#ipv6 = standIn(TYPE.AAAA, ofFamily(6))
  }

  /**
   * What a client gets that sees `redirect` and asks for `type`, with the TTL and the line of that; null when the service has no
   * address of the family. The bytes are those of the next call too: they have to be copied before.
   */
  setFor(type: number, redirect: LineRecords): LineRecords | null {
    const found = type === TYPE.AAAA ? this.#ipv6 : type === TYPE.ANY ? (this.#ipv4 ?? this.#ipv6) : this.#ipv4
    if (found === null) return null
    const { ttlSeconds, line } = redirect
    const recordId = redirect.rdatas[0]?.recordId ?? null
    for (const { start } of found.places) found.arena.writeUInt32BE(ttlSeconds, start + 6)
    return { line, type: found.type, ttlSeconds, arena: found.arena, rdatas: found.places.map((place) => ({ ...place, weight: 1, recordId })), totalWeight: 0 }
  }
}

type StandIn = { readonly type: number; readonly arena: Buffer; readonly places: readonly { readonly start: number; readonly end: number }[] }

function standIn(type: number, addresses: readonly Uint8Array[]): StandIn | null {
  if (addresses.length === 0) return null
  const arena = Buffer.alloc(addresses.reduce((sum, { length }) => sum + rdataOffset + length, 0))
  let start = 0
  const places = addresses.map((bytes) => {
    const place = { start, end: start + rdataOffset + bytes.length }
    arena.writeUInt16BE(0xc00c, start)
    arena.writeUInt16BE(type, start + 2)
    arena.writeUInt16BE(CLASS.IN, start + 4)
    arena.writeUInt16BE(bytes.length, start + 10)
    arena.set(bytes, start + rdataOffset)
    start = place.end
    return place
  })
  return { type, arena, places }
}

export const noRedirectAddresses = new RedirectAddresses([])
