import type { Explaining, Explanation } from '../answer/explain.ts'
import { builtInCapabilities } from '../node/built-in-node.ts'
import type { AnsweringRules } from '../node/answering-rules.ts'
import type { AppliedUpdate, DrainedCounts, DriverHealth, EngineDriver, HeldZone, LogQuestion, NodeLog, Verification } from '../node/driver.ts'
import { ProbeFailure } from '../node/soa-probe.ts'
import type { StateQuestion } from '../transfer/transfer-service.ts'
import type { StatePage } from '../transfer/transfer-states.ts'
import { headOf, piecesOf, type ZoneUpdate } from '../zone/zone-update.ts'
import type { NodeCalls } from './node-calls.ts'
import type { LinkPeer } from './peer.ts'

/** Enough that neither side waits for the other, few enough that they fit what a socket holds. */
const updatesAtOnce = 32

/** The built-in node in another process, as the control plane works with it. Every call throws `LinkLost` once the node is gone. */
export class RemoteNode implements EngineDriver {
  readonly kind = 'builtin'
  readonly capabilities = builtInCapabilities
  readonly #peer: LinkPeer
  /** Whose place it takes. */
  #before: RemoteNode | null = null
  #isLeaving = false
  #hear: (zones: readonly string[]) => void = () => undefined
  /** It was not told all that the one in its place was told. */
  #isBehind = false

  constructor(peer: LinkPeer) {
    this.#peer = peer
  }

  onNotified(hear: (zones: readonly string[]) => void): void {
    this.#hear = hear
  }

  /** The node says so. */
  notified(zones: readonly string[]): void {
    this.#hear(zones)
  }

  async health(): Promise<DriverHealth> {
    return this.#ask('health', null)
  }

  async heldZones(): Promise<readonly HeldZone[]> {
    const held: HeldZone[] = []
    for (;;) {
      const page = await this.#ask('held', { after: held.at(-1)?.domainId ?? 0 })
      if (page.length === 0) return held
      held.push(...page)
    }
  }

  async applyZones(updates: readonly ZoneUpdate[]): Promise<readonly AppliedUpdate[]> {
    const [applied] = await Promise.all([this.#apply(updates, true), this.#tellBefore((before) => before.#apply(updates, false))])
    return applied
  }

  async removeZones(names: readonly string[]): Promise<number> {
    const [removed] = await Promise.all([
      this.#ask('remove', { names, isKept: true }),
      this.#tellBefore(async (before) => (await before.#ask('remove', { names, isKept: false }), [])),
    ])
    return removed
  }

  async #apply(updates: readonly ZoneUpdate[], isKept: boolean): Promise<readonly AppliedUpdate[]> {
    const applied: AppliedUpdate[] = []
    for (let from = 0; from < updates.length; from += updatesAtOnce) {
      const some = updates.slice(from, from + updatesAtOnce)
      applied.push(...(await Promise.all(some.map((update) => this.#ask('zone', { ...headOf(update), isKept }, piecesOf(update))))))
    }
    return applied
  }

  /** From now on that one is told what this one is told, until it ends: it answers the connections it has from its own zones. */
  takePlaceOf(before: RemoteNode): void {
    this.#before = before
    void before.#peer.closed.then(() => (this.#before = null))
  }

  /** One that cannot follow may answer only until this one listens. */
  async #tellBefore(work: (before: RemoteNode) => Promise<readonly AppliedUpdate[]>): Promise<void> {
    const before = this.#before
    if (before === null) return
    const applied = await work(before).catch(() => null)
    if (applied !== null && !applied.some(({ outcome }) => outcome === 'unclear')) return
    before.#isBehind = true
    if (before.#isLeaving) await before.end()
  }

  async complete(): Promise<void> {
    await this.#ask('complete', null)
  }

  async useRules(rules: AnsweringRules): Promise<void> {
    await Promise.all([this.#ask('rules', rules), this.#before?.useRules(rules).catch(() => undefined)])
  }

  async verify(zoneName: string): Promise<Verification> {
    const answer = await this.#ask('verify', { name: zoneName })
    if ('failure' in answer) throw new ProbeFailure(answer.failure.reason, zoneName, answer.failure.detail)
    return answer.verification
  }

  async drainCounters(): Promise<DrainedCounts> {
    const { batch, counts, limited } = await this.#ask('counters', null)
    return { counts, limited, confirm: async () => void (await this.#ask('counted', { batch })) }
  }

  async queryLog(question: LogQuestion): Promise<NodeLog> {
    return this.#ask('log', question)
  }

  async explain({ clientAddress, ...question }: Omit<Explaining, 'zones' | 'lines' | 'redirects'>): Promise<Explanation> {
    return this.#ask('explain', { ...question, clientAddress: [...clientAddress] })
  }

  /** How far a secondary server is with its zones. */
  async transferStates(question: StateQuestion): Promise<StatePage> {
    return this.#ask('states', question)
  }

  /** Its port is another's. Settles once the TCP connections it has have ended, or are not to be answered by it. */
  async leave(): Promise<void> {
    this.#isLeaving = true
    if (!this.#isBehind) await this.#ask('leave', null).catch(() => undefined)
  }

  /** Ends the process; harmless when it has ended. */
  async end(): Promise<void> {
    await this.#ask('end', null).catch(() => undefined)
    await this.#peer.closed
  }

  async #ask<Call extends keyof NodeCalls>(call: Call, sent: NodeCalls[Call]['sent'], parts: Iterable<unknown> = []): Promise<NodeCalls[Call]['reply']> {
    return (await this.#peer.ask(call, sent, parts)) as NodeCalls[Call]['reply']
  }
}
