import { nameToWire } from '@nameplane/dns-text/names'
import { keyOfWire } from '../wire/wire-key.ts'
import { patchZone, type ZoneChange } from '../zone/zone-patch.ts'
import type { CompiledZone, ZoneProblem } from '../zone/rrset.ts'
import { rangeSince, zoneOfSent } from '../zone/packed-zone.ts'
import { inSlices } from '../zone/slices.ts'
import { compileToSendSteps, UnservableZone } from '../zone/zone.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import type { AppliedUpdate, HeldZone } from './driver.ts'
import { readKeptZones, type FolderRead } from './kept-zones.ts'
import { LeftBytes, type ZoneNews } from './zone-news.ts'
import type { KeptZone, ZoneStore } from './zone-store.ts'

type Served = { readonly zone: CompiledZone; readonly version: number }
type Made = Served & { readonly news: ZoneNews }

/** Those who answer from the same bytes, told of what is put in place or taken away, in that order; settles once each of them has it. */
export type Followers = (news: readonly ZoneNews[]) => Promise<void>

/** Who gives zones to others, told of each that is put in place or taken away. */
export type ZoneWatcher = {
  /** A step on the way to what was kept, or all of it without a step. */
  kept(before: CompiledZone | null, zone: CompiledZone, change: ZoneChange | null): void
  /** @param isOurs false where another process has taken our place and tells others */
  given(before: CompiledZone | null, zone: CompiledZone, change: ZoneChange | null, isOurs: boolean): void
  gone(zone: CompiledZone): void
}

/** The zones of the built-in node: what it answers from, made of the updates it was given and, at its start, of those it kept. */
export class ServedZones {
  readonly table: ZoneTable
  readonly #byDomain = new Map<number, Served>()
  readonly #store: ZoneStore | null
  readonly #followers: Followers | null
  readonly #watcher: ZoneWatcher | null
  readonly #left = new LeftBytes()

  /**
   * @param store where they outlive the process; null for a node that keeps nothing
   * @param followers null where one thread answers
   */
  constructor(store: ZoneStore | null, followers: Followers | null = null, watcher: ZoneWatcher | null = null, table = new ZoneTable()) {
    this.table = table
    this.#watcher = watcher
    this.#store = store
    this.#followers = followers
  }

  /** Reads what was kept. @param readers how many threads help */
  async load(readers = 0): Promise<void> {
    if (this.#store === null) return
    const told: Promise<void>[] = []
    const made = (zones: FolderRead['zones']): void => {
      const news = zones.flatMap(({ domainId, version, zone }) => {
        const made: Made = { zone: zoneOfSent(zone), version, news: { kind: 'whole', zone } }
        this.#watcher?.kept(null, made.zone, null)
        return this.#put(domainId, made)
      })
      told.push(this.#tell(news))
    }
    const kept = async (zone: KeptZone): Promise<void> => void told.push(this.#tell(await this.#putKept(zone)))
    await readKeptZones(this.#store, { readers, isShared: this.#followers !== null }, { kept, made })
    await Promise.all(told)
  }

  async #putKept({ updates, setAside }: KeptZone): Promise<ZoneNews[]> {
    let served: Made | null = null
    const changes: ZoneNews[] = []
    for (const update of updates) {
      // Kept twice, when one process took the place of another.
      if (served !== null && !isLater(update, served)) continue
      if (served !== null) changes.push(served.news)
      const before: Made | null = served
      served = await this.#made(update, before)
      if (served === null) break
      this.#watcher?.kept(before?.zone ?? null, served.zone, update.change)
    }
    if (served !== null) return [...changes, ...this.#put(updates[0]!.domainId, served)]
    setAside()
    return []
  }

  /** Whether it has all that it was ever given. */
  get isComplete(): boolean {
    return this.#store?.isComplete ?? false
  }

  held(): HeldZone[] {
    return Array.from(this.#byDomain, ([domainId, { zone, version }]) => ({ domainId, name: zone.name, version, serial: zone.serial }))
  }

  /** @param isKept false where another process keeps the same on the same disk: what that one lacked this one may have */
  async apply(update: ZoneUpdate, isKept = true): Promise<AppliedUpdate> {
    const { domainId } = update
    const before = this.#byDomain.get(domainId) ?? null
    if (update.source === null && update.change === null) {
      await this.remove([update.name], isKept)
      return { domainId, outcome: 'applied', problems: [] }
    }
    // Of two domains of one name, which there are for a moment after a restore, one is served: a change of the other is laid over nothing.
    const isServed = before !== null && this.table.get(before.zone.key) === before.zone
    if (!isKept && isServed && before.version === update.version && before.zone.serial === update.serial) return { domainId, outcome: 'applied', problems: [] }
    if (update.change !== null && (!isServed || (isKept && this.#store?.needsWhole(domainId)))) return { domainId, outcome: 'unclear', problems: [] }
    let after: Made | null
    try {
      after = await this.#made(update, before)
    } catch (error) {
      if (error instanceof UnservableZone) return { domainId, outcome: 'unservable', problems: [] }
      throw error
    }
    if (after === null) return { domainId, outcome: 'unclear', problems: [] }
    const news = this.#put(domainId, after)
    this.#watcher?.given(isServed && before.zone.key === after.zone.key ? before.zone : null, after.zone, update.change, isKept)
    await Promise.all([this.#tell(news), isKept && this.#store?.keep(update)])
    return { domainId, outcome: 'applied', problems: newProblems(after.zone, before?.zone) }
  }

  /** By name; unknown names are ignored. Returns how many there were. */
  async remove(names: readonly string[], isKept = true): Promise<number> {
    let removed = 0
    for (const name of names) {
      const zone = this.table.get(keyOfName(name))
      if (zone === undefined) continue
      this.table.remove(zone.key)
      this.#watcher?.gone(zone)
      this.#left.note(zone, undefined)
      const isOfDomain = this.#byDomain.get(zone.domainId)?.zone.key === zone.key
      if (isOfDomain) this.#byDomain.delete(zone.domainId)
      await Promise.all([this.#tell([{ kind: 'gone', key: zone.key }]), isKept && isOfDomain && this.#store?.forget(zone.domainId)])
      removed += 1
    }
    return removed
  }

  /** All that it must serve has been given. */
  async complete(): Promise<void> {
    await this.#store?.markComplete()
  }

  async #made({ source, change, version }: ZoneUpdate, before: Served | null): Promise<Made | null> {
    if (source !== null) {
      const sent = await inSlices(compileToSendSteps(source, this.#followers !== null))
      return { zone: zoneOfSent(sent), version, news: { kind: 'whole', zone: sent } }
    }
    if (change === null || before === null || before.version !== change.from) return null
    const zone = patchZone(before.zone, change)
    return zone === null ? null : { zone, version, news: { kind: 'change', key: zone.key, change, range: rangeSince(before.zone, zone) } }
  }

  async #tell(news: readonly ZoneNews[]): Promise<void> {
    if (news.length > 0) await this.#followers?.(news)
  }

  /** Returns what others have to do to have the same. */
  #put(domainId: number, { zone, version, news }: Made): ZoneNews[] {
    const before = this.#byDomain.get(domainId)?.zone
    this.#left.note(before, zone)
    this.#byDomain.set(domainId, { zone, version })
    // After a restore a domain may have another's name.
    const isRenamed = before !== undefined && before.key !== zone.key && this.table.get(before.key)?.domainId === domainId
    if (isRenamed) {
      this.table.remove(before.key)
      this.#watcher?.gone(before)
    }
    this.table.put(zone)
    return isRenamed ? [{ kind: 'gone', key: before.key }, news] : [news]
  }
}

/** Addresses of ALIAS records and lines change without a version: the serial rises with everything (RFC 1982). */
function isLater({ version, serial }: ZoneUpdate, before: Served): boolean {
  return version > before.version || (version === before.version && ((serial - before.zone.serial) | 0) > 0)
}

function newProblems(zone: CompiledZone, before: CompiledZone | undefined): readonly ZoneProblem[] {
  const known = new Set(before?.problems)
  return zone.problems.filter((problem) => !known.has(problem))
}

function keyOfName(name: string): string {
  return name === '' || name === '.' ? '' : keyOfWire(nameToWire(name))
}
