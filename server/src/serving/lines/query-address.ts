/** The address of a query as the tables look it up: family settled, unknown bits cleared. */
import type { AddressWords } from './range-index.ts'

export type QueryAddress = {
  readonly words: AddressWords
  readonly wordsPerAddress: 1 | 4
  /** Bits to add to a scope of this family to count it in the family the caller gave: 96 for IPv4-mapped, else 0. */
  readonly scopeShift: 0 | 96
  readonly nothingKnown: boolean
}

/**
 * @param address 4 or 16 bytes; a prefix inside ::ffff:0:0/96 (RFC 4291 §2.5.5.2) becomes IPv4
 * @param prefixLength known bits; those beyond are cleared, values beyond the address are cut
 * @throws RangeError when the address has neither 4 nor 16 bytes
 */
export function queryAddressOf(address: Uint8Array, prefixLength: number): QueryAddress {
  if (address.length === 4) {
    return fourByteAddress(wordAt(address, 0), prefixLength, 0)
  }
  if (address.length !== 16) throw new RangeError(`an address has 4 or 16 bytes, not ${address.length}`)
  const w0 = wordAt(address, 0)
  const w1 = wordAt(address, 4)
  const w2 = wordAt(address, 8)
  const w3 = wordAt(address, 12)
  if (w0 === 0 && w1 === 0 && w2 === 0xffff && prefixLength > 96) return fourByteAddress(w3, prefixLength - 96, 96)
  const words = { w0: masked(w0, prefixLength), w1: masked(w1, prefixLength - 32), w2: masked(w2, prefixLength - 64), w3: masked(w3, prefixLength - 96) }
  return { words, wordsPerAddress: 4, scopeShift: 0, nothingKnown: prefixLength <= 0 }
}

function fourByteAddress(word: number, prefixLength: number, scopeShift: 0 | 96): QueryAddress {
  const words = { w0: masked(word, prefixLength), w1: 0, w2: 0, w3: 0 }
  return { words, wordsPerAddress: 1, scopeShift, nothingKnown: prefixLength <= 0 }
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16) | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number)) >>> 0
}

/** Keeps the leading bits of a 32-bit word. */
function masked(word: number, bits: number): number {
  if (bits >= 32) return word
  return bits <= 0 ? 0 : (word & (0xffff_ffff << (32 - bits))) >>> 0
}
