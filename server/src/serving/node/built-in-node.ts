import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { explainAnswer, type Explaining, type Explanation } from '../answer/explain.ts'
import { onlyDefaultLine, type LineTable } from '../lines/line-table.ts'
import { EncryptedPorts, type EncryptedOptions } from '../encrypted/encrypted-ports.ts'
import type { SegmentParts } from '../lines/segment-parts.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import { textOfKey } from '../wire/wire-key.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import type { AppliedUpdate, DrainedCounts, DriverCapabilities, DriverHealth, EngineDriver, HeldZone, LogQuestion, NodeLog, Verification } from './driver.ts'
import { ProbeFailure, probeSoa } from './soa-probe.ts'
import { identityOf, type AnsweringRules } from './answering-rules.ts'
import { AnsweringStore } from './answering-store.ts'
import { AnswerCounters } from './answer-counters.ts'
import { AnsweringThread, type SharedMemory, type ThreadCalls } from './answering-threads.ts'
import { sumOfThreads, type ThreadCounts } from './counts-sum.ts'
import { readersOfMachine } from './kept-zones.ts'
import { joinedLog, logNumbers, QueryLog } from './query-log.ts'
import { defaultRateLimit, limiterMemory, RateLimiter, type RateLimitOptions } from './rate-limit.ts'
import { OwnProbes, Responder } from './responder.ts'
import { ServedZones } from './served-zones.ts'
import { SidePort } from './side-port.ts'
import { defaultTcpLimits, type ListenAddress, type TcpLimits } from './tcp-listener.ts'
import { addressesOfMachine, isAny, Listeners } from './listeners.ts'
import type { NotifyTimes } from '../transfer/notify-target.ts'
import { NotifyInbox } from '../transfer/notify-inbox.ts'
import { TransferService, type StateQuestion } from '../transfer/transfer-service.ts'
import type { StatePage } from '../transfer/transfer-states.ts'
import type { UpdateRequest } from '../update/update-message.ts'
import { inTime, Updates, type AskUpdate } from '../update/updates.ts'
import { RCODE } from '../wire/wire-types.ts'
import { ZoneStore } from './zone-store.ts'
import { noRedirectAddresses } from '../redirect/redirect-addresses.ts'
import { findRedirect } from '../redirect/redirect-finder.ts'
import { defaultRedirectLimits, RedirectListener, type FindRedirect } from '../redirect/redirect-listener.ts'

export type BuiltInNodeOptions = {
  /** IP address (`0.0.0.0` is all of IPv4, `::` of both families), or a name of which every address is listened on. */
  readonly host: string
  /** UDP and TCP; 0 takes a free one, see `BuiltInNode.port`. */
  readonly port: number
  /** TCP, where HTTP is answered with redirects; 0 takes a free one, without it none are answered. */
  readonly redirectPort?: number | null
  /** Where it answers DNS by TLS, HTTPS or both, and with which certificate. */
  readonly encrypted?: EncryptedOptions
  /** Where it keeps its zones; without one it keeps nothing. */
  readonly zonesFolder?: string
  /** How many threads answer by UDP; elsewhere than on Linux one does. Others than this one have clocks and chance of their own. */
  readonly threads?: number
  /** Told when one of them has ended by itself. Without it the process ends, since clients of that one are not answered any more. */
  readonly onLost?: (cause: Error) => void
  /** Another process of ours may listen on the same port, so that one takes over from the other without a gap. */
  readonly sharesPort?: boolean
  /** The addresses this machine has; asked for while all of them are listened on. */
  readonly ownAddresses?: () => readonly string[]
  readonly followMs?: number
  readonly rateLimit?: RateLimitOptions
  readonly notifyTimes?: NotifyTimes
  readonly tcp?: TcpLimits
  /** How many queries, and how many errors, the live log of each thread goes back. */
  readonly recentQueries?: number
  readonly random?: () => number
  readonly clockMs?: () => number
  /** Told of faults that no query must see; must not throw. */
  readonly onFault?: (fault: unknown) => void
}

export const builtInCapabilities: DriverCapabilities = { lines: true, weightsInLine: true, dnssec: false, types: 'all', statsTop: false, queryLog: true }

/** A new address is answered at after at most this long. */
const defaultFollowMs = 5_000

/** The authoritative server in this process. What it serves is kept over stop and start. */
export class BuiltInNode implements EngineDriver {
  readonly kind = 'builtin'
  readonly capabilities = builtInCapabilities
  readonly #options: BuiltInNodeOptions
  readonly #zones: ServedZones
  readonly #counters = new AnswerCounters()
  readonly #log: QueryLog
  /** Its numbers are of no use after another start. */
  readonly #run = randomUUID()
  readonly #begunAt: number
  readonly #clockMs: () => number
  readonly #limiter: RateLimiter
  readonly #rules: AnsweringStore | null
  readonly #responder: Responder
  readonly #transfers: TransferService
  #lines: LineTable = onlyDefaultLine
  #redirectAddresses = noRedirectAddresses
  /** Null: redirects are not answered here. */
  readonly #redirects: SidePort | null
  /** Null: it answers without encryption only. */
  readonly #encrypted: EncryptedPorts | null
  readonly #listeners: Listeners
  readonly #ownProbes: OwnProbes
  /** Null while there is no control plane. */
  #askUpdate: AskUpdate | null = null
  /** Those beside this one. */
  readonly #threads: readonly AnsweringThread[]
  #hearNotified: (zones: readonly string[]) => void = () => undefined
  readonly #inbox = new NotifyInbox((keys) => this.#hearNotified(keys.map(textOfKey)))

  constructor(options: BuiltInNodeOptions) {
    this.#options = options
    const { recentQueries = 10_000, rateLimit = defaultRateLimit, clockMs = Date.now } = options
    const memory: SharedMemory = { limiter: limiterMemory(), numbers: logNumbers(), ownProbes: new SharedArrayBuffer(65_536) }
    const beside = process.platform === 'linux' ? (options.threads ?? 1) - 1 : 0
    const {
      onLost = (cause) => {
        throw cause
      },
    } = options
    const onNotified = (zoneKey: string): void => this.#inbox.add(zoneKey)
    const task = { memory, rateLimit, recentQueries }
    this.#threads = Array.from({ length: beside }, () => new AnsweringThread(task, { onFault: this.#onFault, onLost, onNotified, askUpdate: this.#update }))
    const store = options.zonesFolder === undefined ? null : new ZoneStore(options.zonesFolder, this.#onFault)
    const table = new ZoneTable()
    this.#transfers = new TransferService({
      ...{ table, clockMs, onFault: this.#onFault },
      ...(options.notifyTimes !== undefined && { notifyTimes: options.notifyTimes }),
      catalogsPath: options.zonesFolder === undefined ? null : join(options.zonesFolder, 'catalogs'),
      localAddress: (family) => (isIP(options.host) === family && !isAny(options.host) ? options.host : null),
      tellCatalogs: (heads) => this.#tellThreads('catalogs', heads),
    })
    this.#zones = new ServedZones(store, beside === 0 ? null : (news) => this.#tellThreads('zones', news), this.#transfers, table)
    this.#log = new QueryLog(recentQueries, memory.numbers)
    this.#clockMs = clockMs
    this.#begunAt = clockMs()
    this.#limiter = new RateLimiter(rateLimit, memory.limiter)
    this.#ownProbes = new OwnProbes(memory.ownProbes)
    this.#rules = options.zonesFolder === undefined ? null : new AnsweringStore(join(options.zonesFolder, 'answering'), this.#onFault)
    this.#responder = new Responder({
      zones: table,
      catalogs: this.#transfers.catalogs.zones,
      transfers: this.#transfers.transfers,
      updates: new Updates(this.#update),
      limiter: this.#limiter,
      counters: this.#counters,
      log: this.#log,
      ownProbes: this.#ownProbes,
      random: options.random ?? Math.random,
      clockMs,
      onFault: this.#onFault,
      onNotified,
    })
    this.#listeners = new Listeners({
      host: options.host,
      port: options.port,
      sharesPort: options.sharesPort ?? false,
      tcp: options.tcp ?? defaultTcpLimits,
      responder: this.#responder,
      threads: this.#threads,
      clockMs,
      onFault: this.#onFault,
      ownAddresses: options.ownAddresses ?? addressesOfMachine,
      followMs: options.followMs ?? defaultFollowMs,
    })
    const { host, redirectPort = null, sharesPort = false } = options
    const find: FindRedirect = (name, client) => findRedirect(this.#zones.table, this.#lines, name, client)
    const openRedirects = (address: ListenAddress) => RedirectListener.open(address, find, defaultRedirectLimits, this.#onFault)
    this.#redirects = redirectPort === null ? null : new SidePort({ host, port: redirectPort, sharesPort, open: openRedirects, onFault: this.#onFault })
    const parts = { host, sharesPort, responder: this.#responder, tcp: options.tcp ?? defaultTcpLimits, clockMs, onFault: this.#onFault }
    this.#encrypted = options.encrypted === undefined ? null : new EncryptedPorts(options.encrypted, parts)
  }

  /** The port that is listened on; only while it is. */
  get port(): number {
    const { port } = this.#listeners
    if (port === null) throw new Error('the node is not listening')
    return port
  }

  /** The port where redirects are answered; null while they are not. */
  get redirectPort(): number | null {
    return this.#redirects?.port ?? null
  }

  /** The ports of DNS by TLS and HTTPS; null where it is not answered. */
  get encryptedPorts(): { readonly tls: number | null; readonly https: number | null } {
    return { tls: this.#encrypted?.tlsPort ?? null, https: this.#encrypted?.httpsPort ?? null }
  }

  /** Open TCP connections of DNS. */
  get tcpClients(): number {
    return this.#listeners.tcpClients
  }

  /** Reads the zones and rules it kept. Returns whether these are all that it was ever given, so that it can start without being given any. */
  async load(): Promise<{ isComplete: boolean }> {
    const rules = this.#rules?.read() ?? null
    if (rules !== null) await this.#obey(rules)
    await this.#zones.load(readersOfMachine())
    return { isComplete: this.#zones.isComplete }
  }

  /** @throws when a socket for DNS cannot be had; then nothing is left running */
  async start(): Promise<void> {
    await this.#listeners.start()
    await Promise.all([this.#redirects?.start(), this.#encrypted?.start()])
  }

  /** Ends what `start` began; harmless when nothing runs. */
  async stop(): Promise<void> {
    await Promise.all([this.#listeners.stop(), this.#redirects?.stop(), this.#encrypted?.stop()])
  }

  /** Leaves its port to another process, for good, and answers the connections it has. Settles once these have ended. */
  async leave(): Promise<void> {
    this.#transfers.end()
    await Promise.all([this.#listeners.leave(), this.#redirects?.leave(), this.#encrypted?.leave()])
  }

  /** Ends its threads too; it can be used no more. */
  async end(): Promise<void> {
    this.#transfers.end()
    this.#inbox.end()
    await this.stop()
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }

  async health(): Promise<DriverHealth> {
    const { port, hosts } = this.#listeners
    return { state: port !== null ? 'up' : 'stopped', detail: null, zones: this.#zones.table.size, listening: hosts.map((host) => `${host}#${port}`) }
  }

  async heldZones(): Promise<readonly HeldZone[]> {
    return this.#zones.held()
  }

  /** @param isKept false where another process keeps the same on the same disk */
  async applyZones(updates: readonly ZoneUpdate[], isKept = true): Promise<readonly AppliedUpdate[]> {
    const applied: AppliedUpdate[] = []
    for (const update of updates) applied.push(await this.#zones.apply(update, isKept))
    return applied
  }

  async removeZones(names: readonly string[], isKept = true): Promise<number> {
    return this.#zones.remove(names, isKept)
  }

  async complete(): Promise<void> {
    await this.#zones.complete()
    this.#transfers.complete()
    await this.start()
  }

  async useRules(rules: AnsweringRules): Promise<void> {
    await this.#obey(rules)
    this.#rules?.keep(rules)
  }

  async #obey(rules: AnsweringRules): Promise<void> {
    const identity = identityOf(rules)
    this.#limiter.use(rules.limit)
    this.#responder.useIdentity(identity)
    this.#redirectAddresses = identity.redirects
    this.#transfers.useRights(identity.transfers, identity.redirects, rules.redirectAddresses)
    await this.#tellThreads('rules', rules)
  }

  /** @param lines with their parts, where several threads answer */
  async useLines(lines: LineTable & { readonly parts?: SegmentParts }): Promise<void> {
    this.#lines = lines
    this.#responder.useLines(lines)
    if (lines.parts !== undefined) await this.#tellThreads('lines', lines.parts)
  }

  async #tellThreads<Call extends 'zones' | 'lines' | 'rules' | 'catalogs'>(call: Call, sent: ThreadCalls[Call]['sent']): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.ask(call, sent)))
  }

  async verify(zoneName: string): Promise<Verification> {
    const { host, port } = this.#listeners
    if (host === null || port === null) throw new ProbeFailure('unreachable', zoneName, 'the node is stopped')
    let ownPort = 0
    try {
      return await probeSoa(zoneName, host, port, undefined, (sentFrom) => {
        ownPort = sentFrom
        this.#ownProbes.begin(sentFrom)
      })
    } finally {
      this.#ownProbes.end(ownPort)
    }
  }

  async drainCounters(): Promise<DrainedCounts> {
    return { ...sumOfThreads(await this.drainThreads()), confirm: async () => undefined }
  }

  /** What each thread has counted since the last drain. */
  async drainThreads(): Promise<readonly ThreadCounts[]> {
    const own = { counts: this.#counters.drain(), limited: this.#limiter.drain() }
    return [own, ...(await Promise.all(this.#threads.map((thread) => thread.ask('drain', null))))]
  }

  async queryLog(asked: LogQuestion): Promise<NodeLog> {
    const upTo = this.#log.last(asked.log)
    const question = { ...asked, after: asked.run === this.#run ? asked.after : 0, upTo, nowMs: this.#clockMs() }
    // Queries with numbers up to the last one are in their rings before the threads are asked.
    const own = this.#log.read(question)
    const others = await Promise.all(this.#threads.map((thread) => thread.ask('log', question)))
    return { run: this.#run, ...joinedLog([own, ...others], question, this.#begunAt) }
  }

  /** How far a secondary server is with its zones. */
  async transferStates(question: StateQuestion): Promise<StatePage> {
    return this.#transfers.states(question)
  }

  /** How it comes to an answer, by what it serves. @throws as `explainAnswer` */
  async explain(question: Omit<Explaining, 'zones' | 'lines' | 'redirects'>): Promise<Explanation> {
    return explainAnswer({ ...question, zones: this.#zones.table, lines: this.#lines, redirects: this.#redirectAddresses })
  }

  /** @param hear told of zones whose primaries say that they have changed, by their names */
  onNotified(hear: (zones: readonly string[]) => void): void {
    this.#hearNotified = hear
  }

  /** Who executes updates from now on; null: nobody, so that they fail at once. */
  useUpdates(ask: AskUpdate | null): void {
    this.#askUpdate = ask
  }

  readonly #update = async (request: UpdateRequest): Promise<number> => (this.#askUpdate === null ? RCODE.SERVFAIL : inTime(this.#askUpdate(request)))

  readonly #onFault = (fault: unknown): void => {
    this.#options.onFault?.(fault)
  }
}

/** @throws what opening them throws, when a node could not listen there; port 0 stands for any */
export async function tryToListen(host: string, port: number): Promise<void> {
  const node = new BuiltInNode({ host, port })
  await node.start()
  await node.stop()
}

/** An address at which a socket bound to "any" answers this machine. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
