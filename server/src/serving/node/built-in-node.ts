import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { nameToWire } from '@nameplane/dns-text/names'
import type { AnswerCount, DriverCapabilities, DriverHealth, EngineDriver, LoggedQuery, Verification } from './driver.ts'
import type { LineTable } from '../lines/line-table.ts'
import type { CompiledZone } from '../zone/rrset.ts'
import { ProbeFailure, probeSoa } from './soa-probe.ts'
import { keyOfWire } from '../wire/wire-key.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import { AnswerCounters } from './answer-counters.ts'
import { QueryRing } from './query-ring.ts'
import { defaultRateLimit, RateLimiter, type RateLimitOptions } from './rate-limit.ts'
import { Responder } from './responder.ts'
import { defaultTcpLimits, TcpListener, type TcpLimits } from './tcp-listener.ts'
import { UdpListener } from './udp-listener.ts'

export type BuiltInNodeOptions = {
  /** IP address (`::` is all of both families), or a name of which every address is listened on. */
  readonly host: string
  /** UDP and TCP; 0 takes a free one, see `BuiltInNode.port`. */
  readonly port: number
  readonly rateLimit?: RateLimitOptions
  readonly tcp?: TcpLimits
  /** How many queries the live log goes back. */
  readonly recentQueries?: number
  readonly random?: () => number
  readonly clockMs?: () => number
  /** Told of faults that no query must see; must not throw. */
  readonly onFault?: (fault: unknown) => void
}

const capabilities: DriverCapabilities = { lines: true, weightsInLine: true, dnssec: false, types: 'all', statsTop: false, queryLog: true }

type Listeners = { readonly host: string; readonly udp: UdpListener; readonly tcp: TcpListener }

/** The authoritative server in this process. Zones and lines are kept over stop and start. */
export class BuiltInNode implements EngineDriver {
  readonly kind = 'builtin'
  readonly capabilities = capabilities
  readonly #options: BuiltInNodeOptions
  readonly #zones = new ZoneTable()
  readonly #counters = new AnswerCounters()
  readonly #recent: QueryRing
  readonly #responder: Responder
  readonly #clockMs: () => number
  #listeners: Listeners[] = []

  constructor(options: BuiltInNodeOptions) {
    this.#options = options
    this.#recent = new QueryRing(options.recentQueries ?? 10_000)
    this.#clockMs = options.clockMs ?? Date.now
    this.#responder = new Responder({
      zones: this.#zones,
      limiter: new RateLimiter(options.rateLimit ?? defaultRateLimit),
      counters: this.#counters,
      recent: this.#recent,
      random: options.random ?? Math.random,
      clockMs: this.#clockMs,
      onFault: this.#onFault,
    })
  }

  /** The port that is listened on; only while it is. */
  get port(): number {
    const [first] = this.#listeners
    if (first === undefined) throw new Error('the node is not listening')
    return first.tcp.port
  }

  /** Open TCP connections. */
  get tcpClients(): number {
    return this.#listeners.reduce((sum, { tcp }) => sum + tcp.openClients, 0)
  }

  async start(): Promise<void> {
    if (this.#listeners.length > 0) return
    const { host, port } = this.#options
    const hosts = await addressesOf(host)
    let unavailable: unknown
    try {
      for (const address of hosts) {
        try {
          this.#listeners.push(await this.#listen(address, this.#listeners[0]?.tcp.port ?? port))
        } catch (error) {
          // A name may have an IPv6 address on a machine that has none; one of several is enough then.
          if (hosts.length === 1 || !lacksAddress(error)) throw error
          unavailable = error
        }
      }
      if (this.#listeners.length === 0) throw unavailable
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  async stop(): Promise<void> {
    const open = this.#listeners
    this.#listeners = []
    await Promise.all(open.flatMap(({ udp, tcp }) => [udp.close(), tcp.close()]))
  }

  async health(): Promise<DriverHealth> {
    return {
      state: this.#listeners.length > 0 ? 'up' : 'stopped',
      detail: null,
      zones: this.#zones.size,
      listening: this.#listeners.map(({ host, tcp }) => `${host}#${tcp.port}`),
    }
  }

  async applyZones(zones: readonly CompiledZone[]): Promise<void> {
    for (const zone of zones) this.#zones.put(zone)
  }

  async removeZones(names: readonly string[]): Promise<number> {
    let removed = 0
    for (const name of names) if (this.#zones.remove(keyOfName(name))) removed += 1
    return removed
  }

  async applyLines(lines: LineTable): Promise<void> {
    this.#responder.useLines(lines)
  }

  async verify(zoneName: string): Promise<Verification> {
    const [first] = this.#listeners
    if (first === undefined) throw new ProbeFailure('unreachable', zoneName, 'the node is stopped')
    const { ownProbePorts } = this.#responder
    let ownPort = 0
    try {
      return await probeSoa(zoneName, reachable(first.host), first.tcp.port, undefined, (port) => {
        ownPort = port
        ownProbePorts.add(port)
      })
    } finally {
      ownProbePorts.delete(ownPort)
    }
  }

  drainCounters(): readonly AnswerCount[] {
    return this.#counters.drain()
  }

  recentQueries(sequence: number, limit: number): readonly LoggedQuery[] {
    return this.#recent.after(sequence, limit)
  }

  /** The zones as served, for the explainer. */
  get servedZones(): ZoneTable {
    return this.#zones
  }

  readonly #onFault = (fault: unknown): void => {
    this.#options.onFault?.(fault)
  }

  async #listen(host: string, port: number): Promise<Listeners> {
    const limits = this.#options.tcp ?? defaultTcpLimits
    for (let attempt = 1; ; attempt += 1) {
      const tcp = await TcpListener.open(host, port, this.#responder, limits, this.#clockMs, this.#onFault)
      try {
        return { host, tcp, udp: await UdpListener.open(host, tcp.port, this.#responder, this.#onFault) }
      } catch (error) {
        await tcp.close()
        // A free TCP port may be taken for UDP; a port that was asked for is a fault of the setting.
        if (port !== 0 || attempt === 20) throw error
      }
    }
  }
}

/** `::` is every address of the machine, of both families. */
async function addressesOf(host: string): Promise<string[]> {
  if (host === '::') return ['::', '0.0.0.0']
  if (isIP(host) > 0) return [host]
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

function lacksAddress(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')
}

/** An address at which a socket bound to "any" answers this machine. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

function keyOfName(name: string): string {
  return name === '' || name === '.' ? '' : keyOfWire(nameToWire(name))
}
