import type { CompiledZone } from '../zone/rrset.ts'
import type { GivenZone } from './zone-transfers.ts'

/** How far a secondary server is with one zone, as far as a node knows since it has started. Times in milliseconds since 1970. */
export type TransferState = {
  readonly zone: string
  /** The serial that the node has. */
  readonly serial: number
  /** The last serial that it was told of (RFC 1996), and when; null: it was not. */
  readonly notified: { readonly serial: number; readonly at: number; readonly tries: number } | null
  /** The last serial of which it, or the last of its addresses, has said that it was told. */
  readonly acknowledged: { readonly serial: number; readonly at: number } | null
  /** What became of the last try, if it did not acknowledge it; it may be told again. */
  readonly failure: NotifyFailure | null
  /** What it was last given to the end. `asked`: the serial it had, null when it did not say. */
  readonly transferred: { readonly serial: number; readonly at: number; readonly kind: GivenZone['kind']; readonly asked: number | null } | null
}

/** `unsigned`: it answered without the signature of the key. `rcode`: the code of its answer, if it answered. */
export type NotifyFailure = { readonly reason: 'silent' | 'unsigned' | 'refused' | 'unreachable'; readonly rcode: number | null }

export type StatePage = { readonly total: number; readonly states: readonly TransferState[] }

type Kept = Omit<TransferState, 'zone' | 'serial'>

const unseen: Kept = { notified: null, acknowledged: null, failure: null, transferred: null }

/** The states of secondary servers, of each zone of ours that one of them may have and no others: strangers add none. */
export class TransferStates {
  /** By the id of the secondary server, then by the key of the zone; what happened last is last. */
  readonly #kept = new Map<number, Map<string, Kept>>()

  note(id: number, zoneKey: string, change: Partial<Kept>): void {
    let ofServer = this.#kept.get(id)
    if (ofServer === undefined) this.#kept.set(id, (ofServer = new Map()))
    const before = ofServer.get(zoneKey) ?? unseen
    ofServer.delete(zoneKey)
    ofServer.set(zoneKey, { ...before, ...change })
  }

  get(id: number, zoneKey: string): Kept | null {
    return this.#kept.get(id)?.get(zoneKey) ?? null
  }

  forgetZone(zoneKey: string): void {
    for (const ofServer of this.#kept.values()) ofServer.delete(zoneKey)
  }

  /** Servers that there are no more. */
  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of this.#kept.keys()) if (!ids.has(id)) this.#kept.delete(id)
  }

  /**
   * What happened last comes first.
   * @param zoneOf null for a zone that is not given to it any more
   */
  page(id: number, zoneOf: (key: string) => CompiledZone | null, search: string, from: number, limit: number): StatePage {
    const states: TransferState[] = []
    let total = 0
    for (const [key, kept] of [...(this.#kept.get(id) ?? [])].reverse()) {
      const zone = zoneOf(key)
      if (zone === null || !zone.name.includes(search)) continue
      if (total >= from && states.length < limit) states.push({ zone: zone.name, serial: zone.serial, ...kept })
      total += 1
    }
    return { total, states }
  }
}
