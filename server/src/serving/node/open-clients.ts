import type { Socket } from 'node:net'
import { clientAddressBytes } from './client-address.ts'

export type ClientLimits = {
  /** Open connections; one more ends the one that has asked nothing for longest. */
  readonly maxClients: number
  /** Open connections from one IPv4 address or one IPv6 network of 64 bits; one more is refused. */
  readonly maxClientsPerNetwork: number
}

/** The connections of a port that anybody may open. */
export class OpenClients {
  readonly #limits: ClientLimits
  /** Longest silent first. */
  readonly #sockets = new Set<Socket>()
  readonly #perNetwork = new Map<string, number>()

  constructor(limits: ClientLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#sockets.size
  }

  /** Counts a connection until it is closed. One too many of its network is closed now. */
  admit(socket: Socket): void {
    const network = networkOf(socket.remoteAddress)
    const fromNetwork = this.#perNetwork.get(network ?? '') ?? 0
    socket.on('error', () => socket.destroy()) // the other side went away
    if (network === null || fromNetwork >= this.#limits.maxClientsPerNetwork) {
      socket.destroy()
      return
    }
    if (this.#sockets.size >= this.#limits.maxClients) this.#endLongestSilent()
    this.#sockets.add(socket)
    this.#perNetwork.set(network, fromNetwork + 1)
    socket.once('close', () => this.#forget(socket, network))
  }

  /** It has asked something. Unknown ones are ignored. */
  heardFrom(socket: Socket): void {
    if (this.#sockets.delete(socket)) this.#sockets.add(socket)
  }

  #forget(socket: Socket, network: string): void {
    this.#sockets.delete(socket)
    const left = (this.#perNetwork.get(network) ?? 1) - 1
    if (left > 0) this.#perNetwork.set(network, left)
    else this.#perNetwork.delete(network)
  }

  #endLongestSilent(): void {
    for (const socket of this.#sockets) {
      this.#sockets.delete(socket)
      socket.destroy()
      return
    }
  }
}

/** An IPv4 address, or the network of 64 bits that one client of IPv6 has for itself; null for a socket that is gone. */
export function networkOf(address: string | undefined): string | null {
  if (address === undefined) return null
  const bytes = clientAddressBytes(address)
  return Buffer.from(bytes.subarray(0, 8)).toString('latin1')
}
