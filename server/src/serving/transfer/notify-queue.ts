/** Zones that wait to be told of, each once: at once, a little later because it was just told of, or again after a growing pause. */
export class NotifyQueue {
  readonly #pausesMs: readonly number[]
  readonly #spacingMs: number
  /** Each is in the order in which its zones are due: fresh ones, those just told of, then by how often they were tried. */
  readonly #lanes: readonly Map<string, number>[]
  /** Where a zone waits. */
  readonly #laneOf = new Map<string, number>()
  /** When zones were last told of, oldest first, as long as that is just now. */
  readonly #told = new Map<string, number>()

  /** @param pausesMs before each further try; `spacingMs` at least between two tries for changes that follow each other */
  constructor(pausesMs: readonly number[], spacingMs: number) {
    this.#pausesMs = pausesMs
    this.#spacingMs = spacingMs
    this.#lanes = Array.from({ length: 2 + pausesMs.length }, () => new Map<string, number>())
  }

  get size(): number {
    return this.#laneOf.size
  }

  /** The zone has changed: what was tried before counts no longer. */
  add(key: string, nowMs: number): void {
    for (const [told, atMs] of this.#told) {
      if (atMs + this.#spacingMs > nowMs) break
      this.#told.delete(told)
    }
    const lane = this.#laneOf.get(key)
    if (lane === 0 || lane === 1) return
    if (this.#told.has(key)) this.#put(key, 1, nowMs + this.#spacingMs)
    else this.#put(key, 0, nowMs)
  }

  /** It was tried so often, in vain. False: that was the last time. */
  addAgain(key: string, tries: number, nowMs: number): boolean {
    // Changed meanwhile.
    if (this.#laneOf.has(key)) return true
    const pauseMs = this.#pausesMs[tries - 1]
    if (pauseMs === undefined) return false
    this.#put(key, 1 + tries, nowMs + pauseMs)
    return true
  }

  remove(key: string): void {
    this.#takeOut(key)
    this.#told.delete(key)
  }

  /** The next one that is due, which waits no longer; `tries` counts this one. */
  take(nowMs: number): { readonly key: string; readonly tries: number } | null {
    for (const [lane, keys] of this.#lanes.entries()) {
      for (const [key, dueMs] of keys) {
        if (dueMs > nowMs) break
        this.remove(key)
        this.#told.set(key, nowMs)
        return { key, tries: Math.max(1, lane) }
      }
    }
    return null
  }

  /** When the next one is due; null while none waits. */
  get nextDueMs(): number | null {
    let next: number | null = null
    for (const keys of this.#lanes) {
      for (const dueMs of keys.values()) {
        if (next === null || dueMs < next) next = dueMs
        break
      }
    }
    return next
  }

  #takeOut(key: string): void {
    const lane = this.#laneOf.get(key)
    if (lane !== undefined) this.#lanes[lane]!.delete(key)
    this.#laneOf.delete(key)
  }

  #put(key: string, lane: number, dueMs: number): void {
    this.#takeOut(key)
    this.#lanes[lane]!.set(key, dueMs)
    this.#laneOf.set(key, lane)
  }
}
