import type { CompiledZone } from '../zone/rrset.ts'
import { inSlices } from '../zone/slices.ts'
import { patchZone, type ZoneChange } from '../zone/zone-patch.ts'
import { compileSteps, compileZone } from '../zone/zone.ts'
import type { ZoneTable } from '../zone/zone-table.ts'
import { CatalogMembers } from './catalog-members.ts'
import { CatalogSerials } from './catalog-serials.ts'
import { catalogChange, catalogSource } from './catalog-source.ts'
import { mayHave, type TransferRight } from './transfer-rules.ts'

/** A catalog zone without its members: what of it is answered by UDP. */
export type CatalogHead = { readonly name: string; readonly serial: number }

export type CatalogsOptions = {
  readonly table: ZoneTable
  /** Where serials outlive the process; null: nowhere. */
  readonly path: string | null
  readonly clockMs: () => number
  /** A catalog has taken the place of another, or is the first of its server. */
  readonly onChanged: (right: TransferRight, before: CompiledZone | undefined, after: CompiledZone, change: ZoneChange | null) => void
  readonly onGone: (key: string) => void
  /** Told of all that there are; settles once each thread that answers has them. */
  readonly tell: (heads: readonly CatalogHead[]) => Promise<void>
  readonly onFault: (fault: unknown) => void
}

type Catalog = { right: TransferRight; readonly name: string; readonly key: string; readonly members: CatalogMembers; readonly changed: Set<number> }

/** What comes within so long is one change; catalogs of many zones are made less often, so that this takes a tenth of the time at most. */
const leastPauseMs = 50
const pausesOfWork = 10
/** More changes are not laid over the zone: it is made anew. */
const mostPatched = 1_000

/** The catalog zone (RFC 9432) of each secondary server that has one: the zones that it may have, of those that this node has. */
export class Catalogs {
  /** Those that are served, by their key. */
  readonly zones = new Map<string, CompiledZone>()
  readonly #options: CatalogsOptions
  readonly #serials: CatalogSerials
  #catalogs = new Map<string, Catalog>()
  /** The node has all zones that it is to have: until then only what was served before is served. */
  #isComplete = false
  #work: Promise<void> | null = null
  #isEnded = false

  constructor(options: CatalogsOptions) {
    this.#options = options
    this.#serials = new CatalogSerials(options.path, options.onFault)
  }

  useRights(rights: readonly TransferRight[]): void {
    const before = this.#catalogs
    this.#catalogs = new Map()
    for (const right of rights) {
      if (right.catalog === null) continue
      const { name, key } = right.catalog
      const known = before.get(key)
      const isKnown = known !== undefined && known.right.id === right.id
      // What another server had under this name is not this one's.
      if (!isKnown) this.#forget(key)
      const catalog = isKnown ? known : { right, name, key, members: new CatalogMembers(), changed: new Set<number>() }
      catalog.right = right
      this.#catalogs.set(key, catalog)
      this.#compareAll(catalog)
    }
    for (const key of before.keys()) if (!this.#catalogs.has(key)) this.#forget(key)
    if (this.#isComplete) this.#serials.keepOnly(new Set(this.#catalogs.keys()))
    if (before.size > 0 || this.#catalogs.size > 0) this.#makeSoon()
  }

  /** The node has the zone of a domain, also one that it had before. */
  put({ domainId, name }: CompiledZone): void {
    this.#note(domainId, name)
  }

  gone({ domainId }: CompiledZone): void {
    this.#note(domainId, undefined)
  }

  complete(): void {
    if (this.#isComplete) return
    this.#isComplete = true
    if (this.#catalogs.size > 0) this.#makeSoon()
  }

  /** They stay as they are: another process has our place, or none. */
  end(): void {
    this.#isEnded = true
  }

  /** Settles once what was changed until now is served. */
  async settled(): Promise<void> {
    while (this.#work !== null) await this.#work
  }

  #forget(key: string): void {
    if (this.zones.delete(key)) this.#options.onGone(key)
  }

  #note(domainId: number, name: string | undefined): void {
    for (const catalog of this.#catalogs.values()) {
      const isMember = name !== undefined && mayHave(catalog.right, domainId)
      if (!catalog.members.put(domainId, isMember ? name : undefined)) continue
      catalog.changed.add(domainId)
      this.#makeSoon()
    }
  }

  /** Which domains the server may have has changed. */
  #compareAll({ right, members, changed }: Catalog): void {
    const left = new Set(members.ids())
    for (const { domainId, name } of this.#options.table.all()) {
      left.delete(domainId)
      if (members.put(domainId, mayHave(right, domainId) ? name : undefined)) changed.add(domainId)
    }
    for (const id of left) if (members.put(id, undefined)) changed.add(id)
  }

  #makeSoon(): void {
    if (this.#isEnded) return
    this.#work ??= this.#makeAll()
      .catch(this.#options.onFault)
      .finally(() => (this.#work = null))
  }

  async #makeAll(): Promise<void> {
    for (let pauseMs = leastPauseMs; ;) {
      await new Promise((settle) => setTimeout(settle, pauseMs).unref())
      const startedAt = performance.now()
      if (this.#isEnded) return
      const due = [...this.#catalogs.values()].filter((catalog) => this.#isDue(catalog))
      for (const catalog of due) await this.#make(catalog)
      await this.#options.tell(Array.from(this.zones.values(), ({ name, serial }) => ({ name, serial })))
      if (![...this.#catalogs.values()].some((catalog) => this.#isDue(catalog))) return
      pauseMs = Math.max(leastPauseMs, (performance.now() - startedAt) * pausesOfWork)
    }
  }

  #isDue({ key, members, changed }: Catalog): boolean {
    const served = this.zones.get(key)
    if (this.#isComplete) return served === undefined || changed.size > 0
    return served === undefined && this.#serials.serialOf(key, members.digest) !== null
  }

  async #make(catalog: Catalog): Promise<void> {
    const { right, name, key, members, changed } = catalog
    const before = this.zones.get(key)
    const changedIds = [...changed]
    changed.clear()
    const { digest } = members
    const serial = this.#serials.serialOf(key, digest) ?? this.#serials.next(key, Math.floor(this.#options.clockMs() / 1000))
    if (before?.serial === serial) return
    const change = before === undefined || changedIds.length > mostPatched ? null : catalogChange(name, serial, changedIds, members)
    const patched = before === undefined || change === null ? null : patchZone(before, change)
    const after = patched ?? (await inSlices(compileSteps(catalogSource(name, serial, members))))
    // It may be another's meanwhile, or nobody's.
    if (this.#catalogs.get(key) !== catalog) return
    this.#serials.keep(key, { serial, members: digest })
    this.zones.set(key, after)
    this.#options.onChanged(right, before, after, patched === null ? null : change)
  }
}

/** The catalog zone of a thread that answers by UDP. */
export function catalogOfHead({ name, serial }: CatalogHead): CompiledZone {
  return compileZone(catalogSource(name, serial, noMembers))
}

const noMembers = new CatalogMembers()
