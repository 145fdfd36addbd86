import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { AnsweringThread } from './answering-threads.ts'
import type { Responder } from './responder.ts'
import { TcpListener, type ListenAddress, type TcpLimits } from './tcp-listener.ts'
import { UdpListener } from './udp-listener.ts'

export type ListenersOptions = {
  /** IP address (`0.0.0.0` is all of IPv4, `::` of both families), or a name of which every address is listened on. */
  readonly host: string
  /** UDP and TCP; 0 takes a free one. */
  readonly port: number
  /** Another process of ours may listen on the same port, so that one takes over from the other without a gap. */
  readonly sharesPort: boolean
  readonly tcp: TcpLimits
  readonly responder: Responder
  /** Each has a UDP socket of its own at each address, beside that of this thread. */
  readonly threads: readonly AnsweringThread[]
  readonly clockMs: () => number
  readonly onFault: (fault: unknown) => void
  /** The addresses this machine has at this moment. */
  readonly ownAddresses: () => readonly string[]
  /** How often these are looked at. */
  readonly followMs: number
}

type UdpSockets = { close(): Promise<void> }
type Listener = { readonly host: string; readonly udp: UdpSockets; readonly tcp: TcpListener }

/**
 * The sockets of a node, a pair for each address: an answer leaves from the address that was asked, which one socket for all
 * addresses could not promise. "All addresses" are followed as they come and go.
 */
export class Listeners {
  readonly #options: ListenersOptions
  #open: Listener[] = []
  #follower: NodeJS.Timeout | null = null
  /** Another process has taken its place. */
  #hasLeft = false
  /** Those that answer the connections they had then. */
  readonly #leaving = new Set<TcpListener>()
  /** Opening and closing, one after the other. */
  #changing: Promise<unknown> = Promise.resolve()
  readonly #refused = new Set<string>()

  constructor(options: ListenersOptions) {
    this.#options = options
  }

  /** Null while nothing is listened on. */
  get port(): number | null {
    return this.#open[0]?.tcp.port ?? null
  }

  /** An address that answers this machine; null while nothing is listened on. */
  get host(): string | null {
    return this.#open[0]?.host ?? null
  }

  get hosts(): string[] {
    return this.#open.map(({ host }) => host)
  }

  get tcpClients(): number {
    return [...this.#open.map(({ tcp }) => tcp), ...this.#leaving].reduce((sum, tcp) => sum + tcp.openClients, 0)
  }

  /** @throws when a socket cannot be had; then nothing is left open */
  async start(): Promise<void> {
    if (this.#open.length > 0 || this.#hasLeft) return
    const { host, followMs } = this.#options
    const hosts = await this.#wanted()
    try {
      const unavailable = await this.#openAll(hosts, hosts.length > 1)
      if (this.#open.length === 0) throw unavailable
    } catch (error) {
      await this.stop()
      throw error
    }
    if (isAny(host)) this.#follower = setInterval(() => (this.#changing = this.#changing.then(() => this.#follow())), followMs).unref()
  }

  /** Harmless when nothing is open. */
  async stop(): Promise<void> {
    await this.#followNoMore()
    await Promise.all([this.#close(this.#open.splice(0)), ...Array.from(this.#leaving, (tcp) => tcp.close())])
  }

  /** Leaves the port to another process, for good. Settles once the connections it has have ended. */
  async leave(): Promise<void> {
    this.#hasLeft = true
    await this.#followNoMore()
    await Promise.all(
      this.#open.splice(0).map(async ({ udp, tcp }) => {
        this.#leaving.add(tcp)
        await Promise.all([udp.close(), tcp.leave()])
        this.#leaving.delete(tcp)
      }),
    )
  }

  async #followNoMore(): Promise<void> {
    if (this.#follower !== null) clearInterval(this.#follower)
    this.#follower = null
    await this.#changing
  }

  async #follow(): Promise<void> {
    if (this.#follower === null) return
    const hosts = await this.#wanted()
    const gone = this.#open.filter(({ host }) => !hosts.includes(host))
    // One at least stays: the port is known by it.
    if (gone.length < this.#open.length) {
      this.#open = this.#open.filter((one) => !gone.includes(one))
      await this.#close(gone)
    }
    const known = new Set(this.hosts)
    await this.#openAll(
      hosts.filter((host) => !known.has(host)),
      true,
    ).catch((error: unknown) => this.#options.onFault(error))
  }

  /** Opens what can be had. Returns why an address could not; @throws where another reason than a missing address stands against it */
  async #openAll(hosts: readonly string[], mayLack: boolean): Promise<unknown> {
    let unavailable: unknown
    for (const host of hosts) {
      try {
        this.#open.push(await this.#openOne(host, this.port ?? this.#options.port))
        this.#refused.delete(host)
      } catch (error) {
        // A name may have an IPv6 address on a machine that has none, and an address may be gone by now.
        if (!mayLack || !lacksAddress(error)) {
          if (this.#follower === null) throw error
          // Said once, tried again.
          if (!this.#refused.has(host)) this.#options.onFault(error)
          this.#refused.add(host)
        }
        unavailable = error
      }
    }
    return unavailable
  }

  async #openOne(host: string, port: number): Promise<Listener> {
    const { responder, threads, tcp: limits, clockMs, onFault, sharesPort } = this.#options
    const reusePort = (sharesPort || threads.length > 0) && process.platform === 'linux'
    for (let attempt = 1; ; attempt += 1) {
      const tcp = await TcpListener.open({ host, port, reusePort }, responder, limits, clockMs, onFault)
      try {
        return { host, tcp, udp: await this.#openUdp({ host, port: tcp.port ?? port, reusePort }) }
      } catch (error) {
        await tcp.close()
        // A free TCP port may be taken for UDP; a port that was asked for is a fault of the setting.
        if (port !== 0 || attempt === 20) throw error
      }
    }
  }

  async #openUdp(address: ListenAddress): Promise<UdpSockets> {
    const { responder, threads, onFault } = this.#options
    const { host } = address
    const sockets: UdpSockets[] = [await UdpListener.open(address, responder, onFault)]
    const close = async (): Promise<void> => void (await Promise.all(sockets.map((socket) => socket.close())))
    try {
      for (const thread of threads) {
        await thread.ask('open', address)
        sockets.push({ close: async () => void (await thread.ask('close', { host })) })
      }
    } catch (error) {
      await close()
      throw error
    }
    return { close }
  }

  async #close(listeners: readonly Listener[]): Promise<void> {
    await Promise.all(listeners.flatMap(({ udp, tcp }) => [udp.close(), tcp.close()]))
  }

  async #wanted(): Promise<readonly string[]> {
    const { host, ownAddresses } = this.#options
    if (isAny(host)) return ownAddresses().filter((address) => host === '::' || isIP(address) === 4)
    if (isIP(host) > 0) return [host]
    return (await lookup(host, { all: true })).map(({ address }) => address)
  }
}

/** Without those that mean something on one link only. */
export function addressesOfMachine(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return all.map(({ address }) => address).filter((address) => !/^fe[89ab]/i.test(address))
}

/** Whether it stands for all addresses of the machine. */
export function isAny(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function lacksAddress(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')
}
