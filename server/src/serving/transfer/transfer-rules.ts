import { nameToWire } from '@nameplane/dns-text/names'
import { isWithinNetwork, readNetwork, type Network } from '../node/listed-networks.ts'
import { lowerWire, type TsigAlgorithm, type TsigKey, type TsigKeys } from '../wire/tsig.ts'
import { keyOfWire } from '../wire/wire-key.ts'

/** Who may have whole zones, as plain data: any engine can be told so. */
export type TransferRules = readonly TransferRule[]

/** One secondary server, or several that are treated alike. What is optional a node of an earlier release did not keep. */
export type TransferRule = {
  /** Of the secondary server, to tell them apart. */
  readonly id?: number
  /** Addresses, or networks as address/length; it has to be in one of them. */
  readonly networks: readonly string[]
  /** It has to sign with it. Null: it need not sign. */
  readonly key: { readonly name: string; readonly algorithm: TsigAlgorithm; /** Base64. */ readonly secret: string } | null
  /** Null: every domain. */
  readonly domainIds: readonly number[] | null
  /** Where it hears of new serials (RFC 1996); no address: nowhere. */
  readonly notify?: { readonly addresses: readonly string[]; readonly port: number }
  /** The zone that lists what it may have (RFC 9432); empty: none. */
  readonly catalog?: string
}

/** The same in the form in which it is looked up. */
export type TransferRight = {
  readonly id: number
  readonly networks: readonly Network[]
  readonly key: TsigKey | null
  readonly keyName: string | null
  readonly domainIds: ReadonlySet<number> | null
  readonly notify: { readonly addresses: readonly string[]; readonly port: number }
  /** Null: it has none. */
  readonly catalog: { readonly name: string; readonly key: string } | null
}

const nowhere = { addresses: [], port: 0 }

export class TransferRights {
  readonly keys: TsigKeys
  readonly all: readonly TransferRight[]
  readonly #byCatalog: ReadonlyMap<string, TransferRight>

  /** @throws DnsTextError for a name or an address that is none */
  constructor(rules: TransferRules) {
    const keys = new Map<string, TsigKey>()
    const rights = rules.map((rule): TransferRight => {
      const { id = 0, networks, domainIds, notify = nowhere, catalog = '' } = rule
      const key = rule.key === null ? null : { name: lowerWire(rule.key.name), algorithm: rule.key.algorithm, secret: Buffer.from(rule.key.secret, 'base64') }
      const keyName = key === null ? null : keyOfWire(key.name)
      if (key !== null && keyName !== null) keys.set(keyName, key)
      return {
        ...{ id, key, keyName, notify },
        networks: networks.map(readNetwork),
        domainIds: domainIds === null ? null : new Set(domainIds),
        catalog: catalog === '' ? null : { name: catalog, key: keyOfWire(nameToWire(catalog)) },
      }
    })
    this.keys = keys
    // Of several that may have a zone the one whose key was used is meant.
    this.all = rights.toSorted((one, other) => Number(one.key === null) - Number(other.key === null))
    this.#byCatalog = new Map(rights.flatMap((right) => (right.catalog === null ? [] : [[right.catalog.key, right]])))
  }

  /**
   * Who may have a zone, of those that ask from there; null when none may.
   * @param address 4 or 16 bytes
   * @param signedBy the key, by the key of its name (wire-key.ts), that has signed the query; null when none has
   */
  rightTo(domainId: number, address: Uint8Array, signedBy: string | null): TransferRight | null {
    return this.all.find((right) => mayHave(right, domainId) && isItself(right, address, signedBy)) ?? null
  }

  /** The same for a catalog zone, which is of one alone. */
  rightToCatalog(key: string, address: Uint8Array, signedBy: string | null): TransferRight | null {
    const right = this.#byCatalog.get(key)
    return right !== undefined && isItself(right, address, signedBy) ? right : null
  }

  /** Whether anybody may have the zone of a domain. */
  isGiven(domainId: number): boolean {
    return this.all.some((right) => mayHave(right, domainId))
  }
}

export function mayHave({ domainIds }: TransferRight, domainId: number): boolean {
  return domainIds === null || domainIds.has(domainId)
}

function isItself({ keyName, networks }: TransferRight, address: Uint8Array, signedBy: string | null): boolean {
  return (keyName === null || keyName === signedBy) && networks.some((network) => network.bytes.length === address.length && isWithinNetwork(address, network))
}

export const noTransferRights = new TransferRights([])
