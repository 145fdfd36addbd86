import { nameToWire } from '@nameplane/dns-text/names'
import { keyOfWire } from '../wire/wire-key.ts'
import { patchZone } from '../zone/zone-patch.ts'
import type { CompiledZone, ZoneProblem } from '../zone/rrset.ts'
import { zoneOfSent } from '../zone/packed-zone.ts'
import { inSlices } from '../zone/slices.ts'
import { compileSteps, UnservableZone } from '../zone/zone.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import type { AppliedUpdate, HeldZone } from './driver.ts'
import { readKeptZones } from './kept-zones.ts'
import type { KeptZone, ZoneStore } from './zone-store.ts'

type Served = { readonly zone: CompiledZone; readonly version: number }

/** The zones of the built-in node: what it answers from, made of the updates it was given and, at its start, of those it kept. */
export class ServedZones {
  readonly table = new ZoneTable()
  readonly #byDomain = new Map<number, Served>()
  readonly #store: ZoneStore | null

  /** @param store where they outlive the process; null for a node that keeps nothing */
  constructor(store: ZoneStore | null) {
    this.#store = store
  }

  /** Reads what was kept. @param readers how many threads help */
  async load(readers = 0): Promise<void> {
    if (this.#store === null) return
    await readKeptZones(this.#store, readers, {
      kept: (zone) => this.#putKept(zone),
      made: ({ domainId, version, zone }) => this.#put(domainId, { zone: zoneOfSent(zone), version }),
    })
  }

  async #putKept({ updates, setAside }: KeptZone): Promise<void> {
    let served: Served | null = null
    for (const update of updates) {
      // Kept twice, when one process took the place of another.
      if (served !== null && update.version <= served.version) continue
      served = await this.#made(update, served)
      if (served === null) break
    }
    if (served === null) setAside()
    else this.#put(updates[0]!.domainId, served)
  }

  /** Whether it has all that it was ever given. */
  get isComplete(): boolean {
    return this.#store?.isComplete ?? false
  }

  held(): HeldZone[] {
    return Array.from(this.#byDomain, ([domainId, { zone, version }]) => ({ domainId, name: zone.name, version, serial: zone.serial }))
  }

  async apply(update: ZoneUpdate): Promise<AppliedUpdate> {
    const { domainId } = update
    const before = this.#byDomain.get(domainId) ?? null
    if (update.source === null && update.change === null) {
      await this.remove([update.name])
      return { domainId, outcome: 'applied', problems: [] }
    }
    if (update.change !== null && this.#store?.needsWhole(domainId)) return { domainId, outcome: 'unclear', problems: [] }
    let after: Served | null
    try {
      after = await this.#made(update, before)
    } catch (error) {
      if (error instanceof UnservableZone) return { domainId, outcome: 'unservable', problems: [] }
      throw error
    }
    if (after === null) return { domainId, outcome: 'unclear', problems: [] }
    this.#put(domainId, after)
    await this.#store?.keep(update)
    return { domainId, outcome: 'applied', problems: newProblems(after.zone, before?.zone) }
  }

  /** By name; unknown names are ignored. Returns how many there were. */
  async remove(names: readonly string[]): Promise<number> {
    let removed = 0
    for (const name of names) {
      const zone = this.table.get(keyOfName(name))
      if (zone === undefined) continue
      this.table.remove(zone.key)
      if (this.#byDomain.get(zone.domainId)?.zone.key === zone.key) {
        this.#byDomain.delete(zone.domainId)
        await this.#store?.forget(zone.domainId)
      }
      removed += 1
    }
    return removed
  }

  /** All that it must serve has been given. */
  async complete(): Promise<void> {
    await this.#store?.markComplete()
  }

  async #made({ source, change, version }: ZoneUpdate, before: Served | null): Promise<Served | null> {
    if (source !== null) return { zone: await inSlices(compileSteps(source)), version }
    if (change === null || before === null || before.version !== change.from) return null
    const zone = patchZone(before.zone, change)
    return zone === null ? null : { zone, version }
  }

  #put(domainId: number, served: Served): void {
    const before = this.#byDomain.get(domainId)?.zone
    // After a restore a domain may have another's name.
    if (before !== undefined && before.key !== served.zone.key && this.table.get(before.key)?.domainId === domainId) this.table.remove(before.key)
    this.#byDomain.set(domainId, served)
    this.table.put(served.zone)
  }
}

function newProblems(zone: CompiledZone, before: CompiledZone | undefined): readonly ZoneProblem[] {
  const known = new Set(before?.problems)
  return zone.problems.filter((problem) => !known.has(problem))
}

function keyOfName(name: string): string {
  return name === '' || name === '.' ? '' : keyOfWire(nameToWire(name))
}
