/** What building and changing a zone writes to: a plain `Map`, or `NameEdits` over a zone that is served. */
export type WritableNames<Value> = { get(key: string): Value | undefined; set(key: string, value: Value): unknown; delete(key: string): unknown }

/** Changes are laid over the base until they are this share of it; then a new base is made, which costs as much as the base is large. */
const changesOfBase = 1 / 128

/**
 * Values by the key of a name, never written to. A copy with few changes shares the rest with its original, so that it costs as
 * much as the changes: a `Map` of 100,000 names takes milliseconds to copy.
 */
export class NameMap<Value extends object | number> {
  readonly size: number
  readonly #base: ReadonlyMap<string, Value>
  /** What differs from the base; null stands for a name that is there no more. */
  readonly #changes: ReadonlyMap<string, Value | null> | null

  private constructor(size: number, base: ReadonlyMap<string, Value>, changes: ReadonlyMap<string, Value | null> | null) {
    this.size = size
    this.#base = base
    this.#changes = changes
  }

  /** Takes the map over: it must not be written to any more. */
  static of<Value extends object | number>(base: ReadonlyMap<string, Value>): NameMap<Value> {
    return new NameMap(base.size, base, null)
  }

  get(key: string): Value | undefined {
    if (this.#changes !== null) {
      const changed = this.#changes.get(key)
      if (changed !== undefined) return changed ?? undefined
    }
    return this.#base.get(key)
  }

  has(key: string): boolean {
    return this.get(key) !== undefined
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
    const base = new Map(this.#base)
    for (const [key, value] of changes) {
      if (value === null) base.delete(key)
      else base.set(key, value)
    }
    return NameMap.of(base)
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
