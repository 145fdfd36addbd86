/** How often it is told of zones at most. */
const defaultSpacingMs = 1_000

/** Zones whose primaries have said that they changed, each told of once however often that was said: at once, then once a second. */
export class NotifyInbox {
  readonly #tell: (zoneKeys: readonly string[]) => void
  readonly #spacingMs: number
  readonly #heard = new Set<string>()
  #timer: NodeJS.Timeout | null = null

  constructor(tell: (zoneKeys: readonly string[]) => void, spacingMs = defaultSpacingMs) {
    this.#tell = tell
    this.#spacingMs = spacingMs
  }

  add(zoneKey: string): void {
    this.#heard.add(zoneKey)
    if (this.#timer === null) this.#flush()
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#heard.clear()
  }

  #flush(): void {
    this.#timer = null
    if (this.#heard.size === 0) return
    const keys = [...this.#heard]
    this.#heard.clear()
    this.#timer = setTimeout(() => this.#flush(), this.#spacingMs)
    this.#timer.unref()
    this.#tell(keys)
  }
}
