import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { explainAnswer, type Explaining, type Explanation } from '../answer/explain.ts'
import { onlyDefaultLine, type LineTable } from '../lines/line-table.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import type { AnswerCount, AppliedUpdate, DriverCapabilities, DriverHealth, EngineDriver, HeldZone, LoggedQuery, Verification } from './driver.ts'
import { ProbeFailure, probeSoa } from './soa-probe.ts'
import { AnswerCounters } from './answer-counters.ts'
import { QueryRing } from './query-ring.ts'
import { defaultRateLimit, RateLimiter, type RateLimitOptions } from './rate-limit.ts'
import { Responder } from './responder.ts'
import { ServedZones } from './served-zones.ts'
import { defaultTcpLimits, TcpListener, type TcpLimits } from './tcp-listener.ts'
import { UdpListener } from './udp-listener.ts'
import { ZoneStore } from './zone-store.ts'

export type BuiltInNodeOptions = {
  /** IP address (`::` is all of both families), or a name of which every address is listened on. */
  readonly host: string
  /** UDP and TCP; 0 takes a free one, see `BuiltInNode.port`. */
  readonly port: number
  /** Where it keeps its zones; without one it keeps nothing. */
  readonly zonesFolder?: string
  /** Another process of ours may listen on the same port, so that one takes over from the other without a gap. */
  readonly sharesPort?: boolean
  readonly rateLimit?: RateLimitOptions
  readonly tcp?: TcpLimits
  /** How many queries the live log goes back. */
  readonly recentQueries?: number
  readonly random?: () => number
  readonly clockMs?: () => number
  /** Told of faults that no query must see; must not throw. */
  readonly onFault?: (fault: unknown) => void
}

export const builtInCapabilities: DriverCapabilities = { lines: true, weightsInLine: true, dnssec: false, types: 'all', statsTop: false, queryLog: true }

type Listeners = { readonly host: string; readonly udp: UdpListener; readonly tcp: TcpListener }

/** The authoritative server in this process. What it serves is kept over stop and start. */
export class BuiltInNode implements EngineDriver {
  readonly kind = 'builtin'
  readonly capabilities = builtInCapabilities
  readonly #options: BuiltInNodeOptions
  readonly #zones: ServedZones
  readonly #counters = new AnswerCounters()
  readonly #recent: QueryRing
  readonly #responder: Responder
  readonly #clockMs: () => number
  #lines: LineTable = onlyDefaultLine
  #listeners: Listeners[] = []

  constructor(options: BuiltInNodeOptions) {
    this.#options = options
    this.#zones = new ServedZones(options.zonesFolder === undefined ? null : new ZoneStore(options.zonesFolder, this.#onFault))
    this.#recent = new QueryRing(options.recentQueries ?? 10_000)
    this.#clockMs = options.clockMs ?? Date.now
    this.#responder = new Responder({
      zones: this.#zones.table,
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

  /** Reads the zones it kept. Returns whether these are all that it was ever given, so that it can start without being given any. */
  async load(): Promise<{ isComplete: boolean }> {
    await this.#zones.load()
    return { isComplete: this.#zones.isComplete }
  }

  /** @throws when a socket cannot be had; then nothing is left running */
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

  /** Ends what `start` began; harmless when nothing runs. */
  async stop(): Promise<void> {
    const open = this.#listeners
    this.#listeners = []
    await Promise.all(open.flatMap(({ udp, tcp }) => [udp.close(), tcp.close()]))
  }

  async health(): Promise<DriverHealth> {
    return {
      state: this.#listeners.length > 0 ? 'up' : 'stopped',
      detail: null,
      zones: this.#zones.table.size,
      listening: this.#listeners.map(({ host, tcp }) => `${host}#${tcp.port}`),
    }
  }

  async heldZones(): Promise<readonly HeldZone[]> {
    return this.#zones.held()
  }

  async applyZones(updates: readonly ZoneUpdate[]): Promise<readonly AppliedUpdate[]> {
    const applied: AppliedUpdate[] = []
    for (const update of updates) applied.push(await this.#zones.apply(update))
    return applied
  }

  async removeZones(names: readonly string[]): Promise<number> {
    return this.#zones.remove(names)
  }

  async complete(): Promise<void> {
    await this.#zones.complete()
    await this.start()
  }

  useLines(lines: LineTable): void {
    this.#lines = lines
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

  async drainCounters(): Promise<readonly AnswerCount[]> {
    return this.#counters.drain()
  }

  async recentQueries(sequence: number, limit: number): Promise<readonly LoggedQuery[]> {
    return this.#recent.after(sequence, limit)
  }

  /** How it comes to an answer, by what it serves. @throws as `explainAnswer` */
  async explain(question: Omit<Explaining, 'zones' | 'lines'>): Promise<Explanation> {
    return explainAnswer({ ...question, zones: this.#zones.table, lines: this.#lines })
  }

  readonly #onFault = (fault: unknown): void => {
    this.#options.onFault?.(fault)
  }

  async #listen(host: string, port: number): Promise<Listeners> {
    const limits = this.#options.tcp ?? defaultTcpLimits
    const reusePort = this.#options.sharesPort === true && process.platform === 'linux'
    for (let attempt = 1; ; attempt += 1) {
      const tcp = await TcpListener.open({ host, port, reusePort }, this.#responder, limits, this.#clockMs, this.#onFault)
      try {
        return { host, tcp, udp: await UdpListener.open({ host, port: tcp.port, reusePort }, this.#responder, this.#onFault) }
      } catch (error) {
        await tcp.close()
        // A free TCP port may be taken for UDP; a port that was asked for is a fault of the setting.
        if (port !== 0 || attempt === 20) throw error
      }
    }
  }
}

/** @throws what opening them throws, when a node could not listen there; port 0 stands for any */
export async function tryToListen(host: string, port: number): Promise<void> {
  const node = new BuiltInNode({ host, port })
  await node.start()
  await node.stop()
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
