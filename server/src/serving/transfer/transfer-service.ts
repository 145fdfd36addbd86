import type { ZoneWatcher } from '../node/served-zones.ts'
import type { RedirectAddresses } from '../redirect/redirect-addresses.ts'
import type { CompiledZone } from '../zone/rrset.ts'
import type { ZoneChange } from '../zone/zone-patch.ts'
import type { ZoneTable } from '../zone/zone-table.ts'
import { Catalogs, type CatalogHead } from './catalogs.ts'
import { defaultNotifyTimes, type NotifyTimes } from './notify-target.ts'
import { Notifier } from './notifier.ts'
import { mayHave, noTransferRights, type TransferRight, type TransferRights } from './transfer-rules.ts'
import { TransferStates, type StatePage } from './transfer-states.ts'
import { defaultJournalLimits, ZoneJournal, type JournalLimits } from './zone-journal.ts'
import { ZoneTransfers } from './zone-transfers.ts'

export type TransferServiceOptions = {
  readonly table: ZoneTable
  /** Where serials of catalog zones outlive the process; null: nowhere. */
  readonly catalogsPath: string | null
  /** An address of ours that secondary servers know us by; null: the system chooses. */
  readonly localAddress: (family: 4 | 6) => string | null
  readonly tellCatalogs: (heads: readonly CatalogHead[]) => Promise<void>
  readonly clockMs: () => number
  readonly onFault: (fault: unknown) => void
  readonly journal?: JournalLimits
  readonly notifyTimes?: NotifyTimes
}

/** What is asked for about secondary servers: how far one is with the zones that it may have, what happened last first. */
export type StateQuestion = { readonly id: number; readonly search: string; readonly from: number; readonly limit: number }

/** Gives zones to secondary servers: whole, as differences, and the news of them; beside answering, which it never holds up. */
export class TransferService implements ZoneWatcher {
  readonly transfers: ZoneTransfers
  readonly catalogs: Catalogs
  readonly #options: TransferServiceOptions
  readonly #journal: ZoneJournal
  readonly #states = new TransferStates()
  readonly #notifier: Notifier
  #rights: TransferRights = noTransferRights
  #redirects: RedirectAddresses | null = null
  #redirectsText = ''

  constructor(options: TransferServiceOptions) {
    this.#options = options
    const { table, clockMs, onFault } = options
    this.#journal = new ZoneJournal(options.journal ?? defaultJournalLimits, onFault)
    this.catalogs = new Catalogs({
      ...{ table, clockMs, onFault, path: options.catalogsPath, tell: options.tellCatalogs },
      onChanged: (right, before, after, change) =>
        void this.#journalled(before ?? null, after, change).then(() => this.#notifier.changedCatalog(right.id, after.key)),
      onGone: (key) => this.#forget(key),
    })
    this.#notifier = new Notifier({
      ...{ states: this.#states, times: options.notifyTimes ?? defaultNotifyTimes, clockMs, localAddress: options.localAddress },
      zoneOf: (right, key) => this.#zoneOf(right, key),
    })
    this.transfers = new ZoneTransfers({
      clockMs,
      journal: this.#journal,
      onGiven: ({ right, zone: { key, serial }, kind, asked }) => this.#states.note(right.id, key, { transferred: { serial, at: clockMs(), kind, asked } }),
    })
  }

  /** Zones that wait to be told of, or for an answer to that. */
  get notifying(): number {
    return this.#notifier.waiting
  }

  useRights(rights: TransferRights, redirects: RedirectAddresses, redirectAddresses: readonly string[]): void {
    this.#rights = rights
    // Servers have other addresses in place of URL records than we give now, under the same serials.
    const text = redirectAddresses.join(' ')
    if (this.#redirects !== null && text !== this.#redirectsText) this.#journal.forgetAll(this.#options.table.all())
    this.#redirects = redirects
    this.#redirectsText = text
    this.#states.keepOnly(new Set(rights.all.map(({ id }) => id)))
    this.#notifier.useRights(rights.all)
    this.catalogs.useRights(rights.all)
  }

  kept(before: CompiledZone | null, zone: CompiledZone, change: ZoneChange | null): void {
    if (this.#rights.all.length > 0 && before !== null) void this.#journalled(before, zone, change)
    this.catalogs.put(zone)
  }

  given(before: CompiledZone | null, zone: CompiledZone, change: ZoneChange | null, isOurs: boolean): void {
    this.catalogs.put(zone)
    if (this.#rights.all.length === 0 || !this.#rights.isGiven(zone.domainId)) return this.#journal.forget(zone.key)
    const isNew = before?.serial !== zone.serial
    void this.#journalled(before, zone, change).then(() => isOurs && isNew && this.#notifier.changed(zone))
  }

  gone(zone: CompiledZone): void {
    this.catalogs.gone(zone)
    this.#forget(zone.key)
  }

  /** The node has been given all zones. */
  complete(): void {
    this.catalogs.complete()
  }

  /** How far a secondary server is. */
  states({ id, search, from, limit }: StateQuestion): StatePage {
    const right = this.#rights.all.find((one) => one.id === id)
    return right === undefined ? { total: 0, states: [] } : this.#states.page(id, (key) => this.#zoneOf(right, key), search, from, limit)
  }

  /** Says nothing to anybody any more: another process has our place, or none. */
  end(): void {
    this.catalogs.end()
    this.#notifier.end()
  }

  async #journalled(before: CompiledZone | null, after: CompiledZone, change: ZoneChange | null): Promise<void> {
    if (before === null || this.#redirects === null) return this.#journal.forget(after.key)
    return this.#journal.replaced(before, after, change, this.#redirects)
  }

  #zoneOf(right: TransferRight, key: string): CompiledZone | null {
    const zone = this.#options.table.get(key)
    if (zone !== undefined) return mayHave(right, zone.domainId) ? zone : null
    return right.catalog?.key === key ? (this.catalogs.zones.get(key) ?? null) : null
  }

  #forget(key: string): void {
    this.#journal.forget(key)
    this.#notifier.gone(key)
    this.#states.forgetZone(key)
  }
}
