/**
 * Small reproducible pseudo-random numbers (sfc32 after Chris Doty-Humphrey's design, state from an FNV-1a hash of a name):
 * the same name gives the same sequence on every machine, so a seeded world is the same everywhere.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(name: string) {
    let hash = 0x811c9dc5
    for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
    this.#a = hash | 0
    this.#b = Math.imul(hash, 0x9e3779b1) | 0
    this.#c = ~hash
    for (let round = 0; round < 12; round++) this.#next()
  }

  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** A whole number from 0 to below `bound`. */
  below(bound: number): number {
    return Math.floor((this.#next() / 4_294_967_296) * bound)
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  /** True this many times in a thousand. */
  perMille(times: number): boolean {
    return this.below(1000) < times
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!
  }

  /** Lower-case hexadecimal digits. */
  hex(digits: number): string {
    let text = ''
    while (text.length < digits) text += this.#next().toString(16).padStart(8, '0')
    return text.slice(0, digits)
  }
}
