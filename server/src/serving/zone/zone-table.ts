import type { CompiledZone } from './rrset.ts'
import type { NameKey } from '../wire/wire-key.ts'

/** The zones a node answers for, found by the longest suffix of a name. */
export class ZoneTable {
  readonly #byKey = new Map<string, CompiledZone>()
  /** How many zones have n labels: suffixes of other lengths need no look-up. */
  readonly #zonesByLabels = new Uint32Array(128)

  get size(): number {
    return this.#byKey.size
  }

  /** Puts a zone in place of its predecessor; the next query sees it whole. */
  put(zone: CompiledZone): void {
    if (!this.#byKey.has(zone.key)) this.#countLabels(zone.key, 1)
    this.#byKey.set(zone.key, zone)
  }

  /** True when there was such a zone. */
  remove(key: string): boolean {
    if (!this.#byKey.delete(key)) return false
    this.#countLabels(key, -1)
    return true
  }

  get(key: string): CompiledZone | undefined {
    return this.#byKey.get(key)
  }

  all(): Iterable<CompiledZone> {
    return this.#byKey.values()
  }

  /** The deepest zone that holds `name`, leaving out its first `skippedLabels` labels. */
  find(name: NameKey, skippedLabels = 0): CompiledZone | undefined {
    for (let i = skippedLabels; i < name.labels; i += 1) {
      if (this.#zonesByLabels[name.labels - i] === 0) continue
      const zone = this.#byKey.get(i === 0 ? name.key : name.key.slice(name.starts[i]))
      if (zone !== undefined) return zone
    }
    return this.#zonesByLabels[0] === 0 ? undefined : this.#byKey.get('')
  }

  #countLabels(key: string, change: 1 | -1): void {
    let labels = 0
    for (let at = 0; at < key.length; at += 1 + key.charCodeAt(at)) labels += 1
    this.#zonesByLabels[labels] = (this.#zonesByLabels[labels] as number) + change
  }
}
