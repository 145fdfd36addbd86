import { isWithinNetwork, readNetwork, type Network } from '../node/listed-networks.ts'
import { lowerWire, type TsigAlgorithm, type TsigKey, type TsigKeys } from '../wire/tsig.ts'
import { keyOfWire } from '../wire/wire-key.ts'

/** Who may have whole zones, as plain data: any engine can be told so. */
export type TransferRules = readonly TransferRule[]

/** One secondary server, or several that are treated alike. */
export type TransferRule = {
  /** Addresses, or networks as address/length; it has to be in one of them. */
  readonly networks: readonly string[]
  /** It has to sign with it. Null: it need not sign. */
  readonly key: { readonly name: string; readonly algorithm: TsigAlgorithm; /** Base64. */ readonly secret: string } | null
  /** Null: every domain. */
  readonly domainIds: readonly number[] | null
}

type Right = { readonly networks: readonly Network[]; readonly keyName: string | null; readonly domainIds: ReadonlySet<number> | null }

/** The same in the form in which it is looked up. */
export class TransferRights {
  readonly keys: TsigKeys
  readonly #rights: readonly Right[]

  /** @throws DnsTextError for a name or an address that is none */
  constructor(rules: TransferRules) {
    const keys = new Map<string, TsigKey>()
    this.#rights = rules.map(({ networks, key, domainIds }) => {
      let keyName: string | null = null
      if (key !== null) {
        const name = lowerWire(key.name)
        keyName = keyOfWire(name)
        keys.set(keyName, { name, algorithm: key.algorithm, secret: Buffer.from(key.secret, 'base64') })
      }
      return { networks: networks.map(readNetwork), keyName, domainIds: domainIds === null ? null : new Set(domainIds) }
    })
    this.keys = keys
  }

  /**
   * @param address 4 or 16 bytes
   * @param signedBy the key, by the key of its name (wire-key.ts), that has signed the query; null when none has
   */
  mayTransfer(domainId: number, address: Uint8Array, signedBy: string | null): boolean {
    return this.#rights.some(
      ({ networks, keyName, domainIds }) =>
        (domainIds === null || domainIds.has(domainId)) &&
        (keyName === null || keyName === signedBy) &&
        networks.some((network) => network.bytes.length === address.length && isWithinNetwork(address, network)),
    )
  }
}

export const noTransferRights = new TransferRights([])
