import { createHash } from 'node:crypto'

/** The members of a catalog zone: names of zones by the id of their domain; and what they are together. */
export class CatalogMembers {
  readonly #zones = new Map<number, string>()
  #sum = 0n

  get size(): number {
    return this.#zones.size
  }

  /** The same for the same members, in whatever order they came. */
  get digest(): string {
    return `${this.#zones.size} ${this.#sum.toString(16)}`
  }

  get(id: number): string | undefined {
    return this.#zones.get(id)
  }

  /** @param zone undefined: it is none. Returns whether that is new */
  put(id: number, zone: string | undefined): boolean {
    const before = this.#zones.get(id)
    if (before === zone) return false
    if (before !== undefined) this.#sum ^= digestOf(id, before)
    if (zone === undefined) this.#zones.delete(id)
    else {
      this.#zones.set(id, zone)
      this.#sum ^= digestOf(id, zone)
    }
    return true
  }

  ids(): Iterable<number> {
    return this.#zones.keys()
  }

  [Symbol.iterator](): Iterator<[number, string]> {
    return this.#zones.entries()
  }
}

function digestOf(id: number, zone: string): bigint {
  return createHash('sha256').update(`${id} ${zone}`).digest().readBigUInt64BE(0)
}
