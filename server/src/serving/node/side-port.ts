import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { ListenAddress } from './tcp-listener.ts'

/** What listens on one address. */
export type SideListener = {
  /** Null once it takes no more connections. */
  readonly port: number | null
  readonly openClients: number
  close(): Promise<void>
  /** Takes no more connections and answers those it has. Settles once they have ended. */
  leave(): Promise<void>
}

export type SidePortOptions = {
  /** An IP address, or a name of which every address is listened on. */
  readonly host: string
  /** TCP; 0 takes a free one, see `SidePort.port`. */
  readonly port: number
  /** Another process of ours may listen on the same port. */
  readonly sharesPort: boolean
  /** @throws when the address cannot be had, or what is needed to listen on it */
  readonly open: (address: ListenAddress) => Promise<SideListener>
  /** Told of what no client must see, and each new reason why the port cannot be had. */
  readonly onFault: (fault: unknown) => void
  /** A port that was taken is tried again after so long. */
  readonly retryMs?: number
}

/** A port of a node beside that of DNS, which does not depend on it: one that cannot be had is tried again and again. */
export class SidePort {
  readonly #options: SidePortOptions
  #listeners: SideListener[] = []
  #retry: NodeJS.Timeout | null = null
  #state: 'stopped' | 'started' | 'left' = 'stopped'
  #lastFault = ''

  constructor(options: SidePortOptions) {
    this.#options = options
  }

  /** Null while nothing is listened on. */
  get port(): number | null {
    return this.#listeners.find(({ port }) => port !== null)?.port ?? null
  }

  get openClients(): number {
    return this.#listeners.reduce((sum, { openClients }) => sum + openClients, 0)
  }

  async start(): Promise<void> {
    if (this.#state !== 'stopped') return
    this.#state = 'started'
    await this.#open()
  }

  /** Harmless when nothing is open. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    await this.#end((listener) => listener.close())
  }

  /** Leaves its port to another process, for good. Settles once its connections have ended. */
  async leave(): Promise<void> {
    this.#state = 'left'
    await this.#end((listener) => listener.leave())
  }

  async #end(end: (listener: SideListener) => Promise<void>): Promise<void> {
    if (this.#retry !== null) clearTimeout(this.#retry)
    this.#retry = null
    await Promise.all(this.#listeners.map(end))
    this.#listeners = []
  }

  async #open(): Promise<void> {
    const { host, port, sharesPort, open, onFault, retryMs = 2_000 } = this.#options
    const opened: SideListener[] = []
    try {
      const hosts = isIP(host) > 0 ? [host] : (await lookup(host, { all: true })).map(({ address }) => address)
      const reusePort = sharesPort && process.platform === 'linux'
      for (const one of hosts) opened.push(await open({ host: one, port: opened[0]?.port ?? port, reusePort }))
    } catch (fault) {
      const reason = String(fault)
      // Said once, tried again.
      if (reason !== this.#lastFault) onFault(fault)
      this.#lastFault = reason
      await Promise.all(opened.splice(0).map((listener) => listener.close()))
      if (this.#state === 'started') this.#retry = setTimeout(() => void this.#open(), retryMs).unref()
    }
    if (this.#state === 'started') this.#listeners = opened
    // Stopped meanwhile.
    else await Promise.all(opened.map((listener) => listener.close()))
  }
}
