import { readFileSync, renameSync, writeFileSync } from 'node:fs'

type Kept = { readonly serial: number; /** What its members were together. */ readonly members: string }

/** The serials of catalog zones and of which members they were, on the disk of the node: what has not changed keeps its serial when it starts again. */
export class CatalogSerials {
  readonly #path: string | null
  readonly #onFault: (fault: unknown) => void
  /** By the key of the zone. */
  #kept = new Map<string, Kept>()

  /** @param path null: they are kept as long as the process runs */
  constructor(path: string | null, onFault: (fault: unknown) => void) {
    this.#path = path
    this.#onFault = onFault
    if (path === null) return
    try {
      this.#kept = new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Kept>))
    } catch (fault) {
      // Made anew, they are later than any before.
      if (!(fault instanceof Error && 'code' in fault && fault.code === 'ENOENT')) onFault(fault)
    }
  }

  /** The serial that a catalog of these members had; null when it had others last. */
  serialOf(key: string, members: string): number | null {
    const kept = this.#kept.get(key)
    return kept?.members === members ? kept.serial : null
  }

  /** A serial for new members: the time, so that nodes that change at about the same time have about the same. */
  next(key: string, nowSeconds: number): number {
    const before = this.#kept.get(key)?.serial
    const now = nowSeconds >>> 0
    return before === undefined || ((now - before) | 0) > 0 ? now : (before + 1) >>> 0
  }

  keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept)
    this.#write()
  }

  /** Those of catalogs that there are no more are forgotten. */
  keepOnly(keys: ReadonlySet<string>): void {
    const gone = [...this.#kept.keys()].filter((key) => !keys.has(key))
    for (const key of gone) this.#kept.delete(key)
    if (gone.length > 0) this.#write()
  }

  #write(): void {
    if (this.#path === null) return
    try {
      const fresh = `${this.#path}.${process.pid}`
      writeFileSync(fresh, JSON.stringify(Object.fromEntries(this.#kept)), { mode: 0o600 })
      renameSync(fresh, this.#path)
    } catch (fault) {
      this.#onFault(fault)
    }
  }
}
