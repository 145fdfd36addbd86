import type { CompiledZone } from '../zone/rrset.ts'
import { NotifyTarget, type NotifyTimes } from './notify-target.ts'
import { mayHave, type TransferRight } from './transfer-rules.ts'
import type { TransferStates } from './transfer-states.ts'

export type NotifierOptions = {
  readonly states: TransferStates
  /** A zone of a domain, or the catalog zone of a secondary server, as it is now. */
  readonly zoneOf: (right: TransferRight, key: string) => CompiledZone | null
  /** The address that we answer at; null: the system chooses. */
  readonly localAddress: (family: 4 | 6) => string | null
  readonly times: NotifyTimes
  readonly clockMs: () => number
}

type Told = { right: TransferRight; readonly target: NotifyTarget }

/** Tells secondary servers of new serials (RFC 1996). */
export class Notifier {
  readonly #options: NotifierOptions
  /** By all that an address is told with. */
  #told = new Map<string, Told>()

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  /** Zones that wait, or wait for an answer, at all addresses together. */
  get waiting(): number {
    return [...this.#told.values()].reduce((sum, { target }) => sum + target.waiting, 0)
  }

  /** From now on these are told; what others were to be told is forgotten. */
  useRights(rights: readonly TransferRight[]): void {
    const before = this.#told
    this.#told = new Map()
    for (const right of rights) {
      const { addresses, port } = right.notify
      for (const address of addresses) {
        const place = JSON.stringify([
          right.id,
          address,
          port,
          right.keyName,
          right.key?.algorithm,
          right.key && Buffer.from(right.key.secret).toString('base64'),
        ])
        const told = before.get(place) ?? this.#toldAt(right, address, port)
        told.right = right
        before.delete(place)
        this.#told.set(place, told)
      }
    }
    for (const { target } of before.values()) target.end()
  }

  /** A domain has this zone now. */
  changed({ domainId, key }: CompiledZone): void {
    for (const { right, target } of this.#told.values()) if (mayHave(right, domainId)) target.add(key)
  }

  /** A secondary server has this catalog zone now. */
  changedCatalog(id: number, key: string): void {
    for (const { right, target } of this.#told.values()) if (right.id === id) target.add(key)
  }

  gone(key: string): void {
    for (const { target } of this.#told.values()) target.forget(key)
  }

  end(): void {
    for (const { target } of this.#told.values()) target.end()
    this.#told.clear()
  }

  #toldAt(right: TransferRight, address: string, port: number): Told {
    const { states, zoneOf, localAddress, times, clockMs } = this.#options
    const told: Told = {
      right,
      target: new NotifyTarget({
        ...{ address, port, key: right.key, times, clockMs },
        localAddress: localAddress(address.includes(':') ? 6 : 4),
        zoneOf: (key) => zoneOf(told.right, key),
        onTold: ({ zone, tries }) => states.note(right.id, zone.key, { notified: { serial: zone.serial, at: clockMs(), tries } }),
        onAnswer({ zone, failure }) {
          states.note(right.id, zone.key, failure === null ? { acknowledged: { serial: zone.serial, at: clockMs() }, failure } : { failure })
        },
      }),
    }
    return told
  }
}
