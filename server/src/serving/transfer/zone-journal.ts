import type { RedirectAddresses } from '../redirect/redirect-addresses.ts'
import type { CompiledZone } from '../zone/rrset.ts'
import { inSlices } from '../zone/slices.ts'
import type { ZoneChange } from '../zone/zone-patch.ts'
import { bytesOfDifference, differenceSteps, isNoDifference, type ZoneDifference } from './zone-difference.ts'

export type JournalLimits = {
  /** Of one zone; what is longer is not kept, and shorter than it is a zone that is given whole. */
  readonly zoneBytes: number
  readonly zoneDifferences: number
  /** Of all zones; those that changed longest ago are forgotten first. */
  readonly bytes: number
  /** Zones that were replaced and not compared yet; more are not compared. */
  readonly waiting: number
}

export const defaultJournalLimits: JournalLimits = { zoneBytes: 1 << 20, zoneDifferences: 100, bytes: 64 << 20, waiting: 64 }

type Kept = { readonly differences: readonly ZoneDifference[]; readonly bytes: number }
type Replaced = {
  readonly before: CompiledZone
  readonly after: CompiledZone
  readonly change: ZoneChange | null
  readonly redirects: RedirectAddresses
  readonly settle: () => void
}

/** The last differences of zones, for servers that have them as they were then (RFC 1995). */
export class ZoneJournal {
  readonly #limits: JournalLimits
  readonly #onFault: (fault: unknown) => void
  /** By the key of the zone, those that changed longest ago first. */
  readonly #kept = new Map<string, Kept>()
  /** Zones as they are now, which were given with other redirects than those of now. */
  #unlike = new WeakSet<CompiledZone>()
  /** Rises when the addresses of redirects change. */
  #era = 0
  #bytes = 0
  #waiting: Replaced[] = []
  #isComparing = false

  constructor(limits: JournalLimits, onFault: (fault: unknown) => void) {
    this.#limits = limits
    this.#onFault = onFault
  }

  /** Bytes that differences take. */
  get bytes(): number {
    return this.#bytes
  }

  /** The zone has taken the place of `before`. Settles once the difference is kept, or is not to be; what is not small takes several turns. */
  async replaced(before: CompiledZone, after: CompiledZone, change: ZoneChange | null, redirects: RedirectAddresses): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting) {
      // Without this step those before it lead nowhere.
      this.forget(after.key)
      return
    }
    await new Promise<void>((settle) => {
      this.#waiting.push({ before, after, change, redirects, settle })
      if (!this.#isComparing) void this.#compareAll()
    })
  }

  /** Zone gone, or what was given of it is not what is kept of it. */
  forget(key: string): void {
    const kept = this.#kept.get(key)
    if (kept === undefined) return
    this.#bytes -= kept.bytes
    this.#kept.delete(key)
  }

  /** Addresses of redirects have changed: servers have these zones with others, whatever their serial. */
  forgetAll(zones: Iterable<CompiledZone>): void {
    this.#kept.clear()
    this.#bytes = 0
    this.#era += 1
    this.#unlike = new WeakSet(zones)
  }

  /** What leads from the serial to the zone, oldest first; null when that is not known. */
  since(zone: CompiledZone, serial: number): readonly ZoneDifference[] | null {
    const differences = this.#kept.get(zone.key)?.differences ?? []
    if (differences.at(-1)?.to !== zone.serial) return null
    const first = differences.findIndex(({ from }) => from === serial)
    return first < 0 ? null : differences.slice(first)
  }

  async #compareAll(): Promise<void> {
    this.#isComparing = true
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { before, after, change, redirects, settle } = next
      const era = this.#era
      try {
        const difference = before.key === after.key && !this.#unlike.has(before) ? await inSlices(differenceSteps(before, after, change, redirects)) : null
        if (difference === null || era !== this.#era) this.forget(after.key)
        else this.#keep(after.key, difference)
      } catch (fault) {
        this.forget(after.key)
        this.#onFault(fault)
      }
      settle()
    }
    this.#isComparing = false
  }

  #keep(key: string, difference: ZoneDifference): void {
    if (isNoDifference(difference)) return
    const before = this.#kept.get(key)
    this.forget(key)
    const isRising = ((difference.to - difference.from) | 0) > 0
    if (!isRising || bytesOfDifference(difference) > this.#limits.zoneBytes) return
    const isNext = before?.differences.at(-1)?.to === difference.from
    const differences = [...(isNext ? before.differences : []), difference]
    let bytes = (isNext ? before.bytes : 0) + bytesOfDifference(difference)
    while (bytes > this.#limits.zoneBytes || differences.length > this.#limits.zoneDifferences) bytes -= bytesOfDifference(differences.shift()!)
    this.#kept.set(key, { differences, bytes })
    this.#bytes += bytes
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= this.#limits.bytes) return
      this.forget(oldest)
    }
  }
}
