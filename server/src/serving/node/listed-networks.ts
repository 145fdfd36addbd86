import { maskBytes, parseAddress } from '@nameplane/dns-text/addresses'
import { isLoopback } from './client-address.ts'

/** Bytes beyond the prefix are zero. */
export type Network = { readonly bytes: Uint8Array; readonly prefixLength: number }
type Listed = Network & { readonly isUnlimited: boolean }

/** Client networks without a limit, and within these others that have one: the longest prefix decides. The loopback has none. */
export class ListedNetworks {
  readonly #v4: readonly Listed[]
  readonly #v6: readonly Listed[]

  /** @param networks addresses, or networks as address/length, `!` before those that are limited */
  constructor(networks: readonly string[]) {
    const listed = networks.map(read).toSorted((one, other) => other.prefixLength - one.prefixLength)
    this.#v4 = listed.filter(({ bytes }) => bytes.length === 4)
    this.#v6 = listed.filter(({ bytes }) => bytes.length === 16)
  }

  isUnlimited(address: Uint8Array): boolean {
    const listed = address.length === 4 ? this.#v4 : this.#v6
    for (let i = 0; i < listed.length; i += 1) {
      const network = listed[i] as Listed
      if (isWithinNetwork(address, network)) return network.isUnlimited
    }
    return isLoopback(address)
  }
}

function read(text: string): Listed {
  const isUnlimited = !text.startsWith('!')
  return { ...readNetwork(isUnlimited ? text : text.slice(1)), isUnlimited }
}

/** An address, or a network as address/length. @throws DnsTextError when it is none */
export function readNetwork(text: string): Network {
  const [address = '', length] = text.split('/')
  const { bytes } = parseAddress(address)
  const prefixLength = Number(length ?? bytes.length * 8)
  return { bytes: maskBytes(bytes, prefixLength), prefixLength }
}

/** Both have to be of one family. */
export function isWithinNetwork(address: Uint8Array, { bytes, prefixLength }: Network): boolean {
  const whole = prefixLength >> 3
  for (let i = 0; i < whole; i += 1) if (address[i] !== bytes[i]) return false
  const bits = prefixLength & 7
  return bits === 0 || (((address[whole] as number) ^ (bytes[whole] as number)) & (0xff00 >> bits) & 0xff) === 0
}
