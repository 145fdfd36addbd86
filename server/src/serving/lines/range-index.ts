/**
 * Sorted starts of consecutive ranges that cover a whole address space, for one family. Range i reaches from its start to
 * the address before the next start. Addresses with equal top 16 bits are found through a bucket, the rest by halving.
 */

/** Below this many ranges halving alone is fast, and the buckets (256 KiB) would be waste. */
const BUCKETS_FROM_RANGES = 4096

/** One family's ranges. Addresses are bytes in network order, 4 or 16 of them, at `offset` of a buffer. */
export class RangeIndex {
  /** 32-bit words of one address: 1 (IPv4) or 4 (IPv6). */
  readonly wordsPerAddress: 1 | 4
  readonly count: number
  readonly #starts: Uint32Array
  readonly #buckets: Uint32Array | null

  /** @param starts words of all starts, ascending; the first start is address zero */
  constructor(starts: Uint32Array, wordsPerAddress: 1 | 4) {
    this.#starts = starts
    this.wordsPerAddress = wordsPerAddress
    this.count = starts.length / wordsPerAddress
    this.#buckets = this.count >= BUCKETS_FROM_RANGES ? this.#fillBuckets() : null
  }

  /** For each value of the top 16 bits the range that holds its first address; one more entry ends the last bucket. */
  #fillBuckets(): Uint32Array {
    const buckets = new Uint32Array(65_537)
    let range = 0
    for (let top = 0; top < 65_536; top += 1) {
      const first = (top << 16) >>> 0
      while (range + 1 < this.count && this.#startsAtOrBefore(range + 1, first, 0, 0, 0)) range += 1
      buckets[top] = range
    }
    buckets[65_536] = this.count - 1
    return buckets
  }

  #startsAtOrBefore(range: number, w0: number, w1: number, w2: number, w3: number): boolean {
    const starts = this.#starts
    if (this.wordsPerAddress === 1) return (starts[range] as number) <= w0
    const at = range * 4
    let word = starts[at] as number
    if (word !== w0) return word < w0
    word = starts[at + 1] as number
    if (word !== w1) return word < w1
    word = starts[at + 2] as number
    if (word !== w2) return word < w2
    return (starts[at + 3] as number) <= w3
  }

  /** The range that holds an address given as words (IPv4: the first only). */
  find(words: AddressWords): number {
    const { w0, w1, w2, w3 } = words
    let low = 0
    let high = this.count - 1
    if (this.#buckets !== null) {
      const top = w0 >>> 16
      low = this.#buckets[top] as number
      high = this.#buckets[top + 1] as number
    }
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.#startsAtOrBefore(middle, w0, w1, w2, w3)) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Bits of the shortest prefix around the address that stays within the range. */
  scopeWithin(range: number, words: AddressWords): number {
    let scope = 0
    if (range > 0) scope = commonBits(words, this.#wordsBefore(range), this.wordsPerAddress) + 1
    if (range + 1 < this.count) {
      scope = Math.max(scope, commonBits(words, this.startWords(range + 1), this.wordsPerAddress) + 1)
    }
    return scope
  }

  startWords(range: number): AddressWords {
    const at = range * this.wordsPerAddress
    if (this.wordsPerAddress === 1) return { w0: this.#starts[at] as number, w1: 0, w2: 0, w3: 0 }
    return { w0: this.#starts[at] as number, w1: this.#starts[at + 1] as number, w2: this.#starts[at + 2] as number, w3: this.#starts[at + 3] as number }
  }

  /** The last address of the range. */
  lastWords(range: number): AddressWords {
    if (range + 1 < this.count) return this.#wordsBefore(range + 1)
    const ones = 0xffff_ffff
    return this.wordsPerAddress === 1 ? { w0: ones, w1: 0, w2: 0, w3: 0 } : { w0: ones, w1: ones, w2: ones, w3: ones }
  }

  /** The address before the start of a range other than the first. */
  #wordsBefore(range: number): AddressWords {
    const { w0, w1, w2, w3 } = this.startWords(range)
    if (this.wordsPerAddress === 1) return { w0: w0 - 1, w1: 0, w2: 0, w3: 0 }
    const ones = 0xffff_ffff
    if (w3 > 0) return { w0, w1, w2, w3: w3 - 1 }
    if (w2 > 0) return { w0, w1, w2: w2 - 1, w3: ones }
    if (w1 > 0) return { w0, w1: w1 - 1, w2: ones, w3: ones }
    return { w0: w0 - 1, w1: ones, w2: ones, w3: ones }
  }
}

/** An address as 32-bit words, the most significant first; an IPv4 address is in `w0` alone. */
export type AddressWords = { readonly w0: number; readonly w1: number; readonly w2: number; readonly w3: number }

function commonBits(a: AddressWords, b: AddressWords, wordCount: 1 | 4): number {
  if (a.w0 !== b.w0) return Math.clz32(a.w0 ^ b.w0)
  if (wordCount === 1) return 32
  if (a.w1 !== b.w1) return 32 + Math.clz32(a.w1 ^ b.w1)
  if (a.w2 !== b.w2) return 64 + Math.clz32(a.w2 ^ b.w2)
  return 96 + Math.clz32(a.w3 ^ b.w3)
}

/** Words as bytes in network order. */
export function bytesOfWords(words: AddressWords, wordCount: 1 | 4): Uint8Array {
  const bytes = new Uint8Array(wordCount * 4)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, words.w0)
  if (wordCount === 4) {
    view.setUint32(4, words.w1)
    view.setUint32(8, words.w2)
    view.setUint32(12, words.w3)
  }
  return bytes
}
