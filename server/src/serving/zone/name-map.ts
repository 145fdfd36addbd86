/** What building and changing a zone writes to: a plain `Map`, or `NameEdits` over a zone that is served. */
export type WritableNames<Value> = { get(key: string): Value | undefined; set(key: string, value: Value): unknown; delete(key: string): unknown }

/** Changes are laid over the base until they are this share of it; then a new base is made, which costs as much as the base is large. */
const changesOfBase = 1 / 128

/** Values by the key of a name, never written to. */
export type NameBase<Value> = {
  readonly size: number
  /** Of memory that the collector does not count. */
  readonly sharedBytes: number
  has(key: string): boolean
  get(key: string): Value | undefined
  keys(): Iterable<string>
  /** Another one with these changes; null stands for a name that is there no more. */
  changed(changes: ReadonlyMap<string, Value | null>): NameBase<Value>
}

/**
 * Values by the key of a name, never written to. A copy with few changes shares the rest with its original, so that it costs as
 * much as the changes: a `Map` of 100,000 names takes milliseconds to copy.
 */
export class NameMap<Value extends object | number> {
  readonly size: number
  readonly #base: NameBase<Value>
  /** What differs from the base; null stands for a name that is there no more. */
  readonly #changes: ReadonlyMap<string, Value | null> | null

  private constructor(size: number, base: NameBase<Value>, changes: ReadonlyMap<string, Value | null> | null) {
    this.size = size
    this.#base = base
    this.#changes = changes
  }

  /** Takes the map over: it must not be written to any more. */
  static of<Value extends object | number>(base: ReadonlyMap<string, Value>): NameMap<Value> {
    return NameMap.over(new PlainNames(base))
  }

  static over<Value extends object | number>(base: NameBase<Value>): NameMap<Value> {
    return new NameMap(base.size, base, null)
  }

  /** What the changes are laid over. */
  get base(): NameBase<Value> {
    return this.#base
  }

  get(key: string): Value | undefined {
    if (this.#changes !== null) {
      const changed = this.#changes.get(key)
      if (changed !== undefined) return changed ?? undefined
    }
    return this.#base.get(key)
  }

  has(key: string): boolean {
    const changed = this.#changes?.get(key)
    return changed === undefined ? this.#base.has(key) : changed !== null
  }

  *keys(): Generator<string> {
    for (const key of this.#base.keys()) if (!this.#changes?.has(key)) yield key
    if (this.#changes !== null) for (const [key, value] of this.#changes) if (value !== null) yield key
  }

  /** A copy with these changes; the original stays as it is. */
  with(edits: ReadonlyMap<string, Value | null>): NameMap<Value> {
    if (edits.size === 0) return this
    let size = this.size
    for (const [key, value] of edits) size += (value === null ? 0 : 1) - (this.has(key) ? 1 : 0)
    const changes = new Map(this.#changes)
    for (const [key, value] of edits) changes.set(key, value)
    if (changes.size <= this.#base.size * changesOfBase) return new NameMap(size, this.#base, changes)
    return NameMap.over(this.#base.changed(changes))
  }
}

class PlainNames<Value extends object | number> implements NameBase<Value> {
  readonly #map: ReadonlyMap<string, Value>

  constructor(map: ReadonlyMap<string, Value>) {
    this.#map = map
  }

  get size(): number {
    return this.#map.size
  }

  get sharedBytes(): number {
    return 0
  }

  has(key: string): boolean {
    return this.#map.has(key)
  }

  get(key: string): Value | undefined {
    return this.#map.get(key)
  }

  keys(): Iterable<string> {
    return this.#map.keys()
  }

  changed(changes: ReadonlyMap<string, Value | null>): PlainNames<Value> {
    const map = new Map(this.#map)
    for (const [key, value] of changes) {
      if (value === null) map.delete(key)
      else map.set(key, value)
    }
    return new PlainNames(map)
  }
}

/** Changes to a map that others go on reading. */
export class NameEdits<Value extends object | number> implements WritableNames<Value> {
  readonly #before: NameMap<Value>
  readonly #edits = new Map<string, Value | null>()

  constructor(before: NameMap<Value>) {
    this.#before = before
  }

  get(key: string): Value | undefined {
    const edited = this.#edits.get(key)
    return edited === undefined ? this.#before.get(key) : (edited ?? undefined)
  }

  set(key: string, value: Value): void {
    this.#edits.set(key, value)
  }

  delete(key: string): void {
    this.#edits.set(key, null)
  }

  result(): NameMap<Value> {
    return this.#before.with(this.#edits)
  }
}
