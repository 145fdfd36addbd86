import { parseAddress } from '@nameplane/dns-text/addresses'
import { nameToWire } from '@nameplane/dns-text/names'
import { lowerWire, type TsigAlgorithm, type TsigKeys } from '../wire/tsig.ts'
import { keyOfWire } from '../wire/wire-key.ts'

/** A zone that the platform transfers, and whose NOTIFY counts (RFC 1996), as plain data: any engine can be told so. */
export type PrimaryRule = {
  readonly zone: string
  readonly addresses: readonly string[]
  /** Null: NOTIFY is not signed. */
  readonly key: { readonly name: string; readonly algorithm: TsigAlgorithm; /** Base64. */ readonly secret: string } | null
}

type Primaries = { readonly addresses: readonly Uint8Array[]; readonly keys: TsigKeys }

/** The same in the form in which it is looked up: by the key of the zone's name (wire-key.ts). */
export class PrimariesOfZones {
  readonly #zones: ReadonlyMap<string, Primaries>

  /** @throws DnsTextError for a name or an address that is none */
  constructor(rules: readonly PrimaryRule[]) {
    this.#zones = new Map(
      rules.map(({ zone, addresses, key }) => {
        const keys: TsigKeys =
          key === null
            ? new Map()
            : new Map([[keyOfWire(lowerWire(key.name)), { name: lowerWire(key.name), algorithm: key.algorithm, secret: Buffer.from(key.secret, 'base64') }]])
        return [keyOfWire(nameToWire(zone)), { addresses: addresses.map((address) => parseAddress(address).bytes), keys }]
      }),
    )
  }

  /** The keys that may sign NOTIFY of the zone from there; null when nobody there is its primary. */
  keysOf(zoneKey: string, address: Uint8Array): TsigKeys | null {
    const primaries = this.#zones.get(zoneKey)
    return primaries?.addresses.some((one) => Buffer.compare(one, address) === 0) ? primaries.keys : null
  }
}

export const noPrimaries = new PrimariesOfZones([])
