import type { Explaining, Explanation } from '../answer/explain.ts'
import { builtInCapabilities } from '../node/built-in-node.ts'
import type { AnsweringRules } from '../node/answering-rules.ts'
import type { AppliedUpdate, DrainedCounts, DriverHealth, EngineDriver, HeldZone, LoggedQuery, Verification } from '../node/driver.ts'
import { ProbeFailure } from '../node/soa-probe.ts'
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

  constructor(peer: LinkPeer) {
    this.#peer = peer
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
    const applied: AppliedUpdate[] = []
    for (let from = 0; from < updates.length; from += updatesAtOnce) {
      const some = updates.slice(from, from + updatesAtOnce)
      applied.push(...(await Promise.all(some.map((update) => this.#ask('zone', headOf(update), piecesOf(update))))))
    }
    return applied
  }

  async removeZones(names: readonly string[]): Promise<number> {
    return this.#ask('remove', { names })
  }

  async complete(): Promise<void> {
    await this.#ask('complete', null)
  }

  async useRules(rules: AnsweringRules): Promise<void> {
    await this.#ask('rules', rules)
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

  async recentQueries(sequence: number, limit: number): Promise<readonly LoggedQuery[]> {
    return this.#ask('queries', { sequence, limit })
  }

  async explain({ clientAddress, ...question }: Omit<Explaining, 'zones' | 'lines'>): Promise<Explanation> {
    return this.#ask('explain', { ...question, clientAddress: [...clientAddress] })
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
