import { DnsTextError } from './errors.ts'

/** A growing octet buffer; numbers are written in network order. */
export class WireWriter {
  length = 0
  #bytes: Uint8Array

  constructor(capacity = 64) {
    this.#bytes = new Uint8Array(capacity)
  }

  #reserve(count: number): void {
    const needed = this.length + count
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
  }

  uint8(value: number): void {
    this.#reserve(1)
    this.#bytes[this.length] = value
    this.length += 1
  }

  uint16(value: number): void {
    this.#reserve(2)
    this.#bytes[this.length] = value >>> 8
    this.#bytes[this.length + 1] = value
    this.length += 2
  }

  uint32(value: number): void {
    this.uint16((value >>> 16) & 0xffff)
    this.uint16(value & 0xffff)
  }

  bytes(octets: Uint8Array): void {
    this.#reserve(octets.length)
    this.#bytes.set(octets, this.length)
    this.length += octets.length
  }

  /** Overwrites two octets written before, for lengths known only afterwards. */
  uint16At(offset: number, value: number): void {
    this.#bytes[offset] = value >>> 8
    this.#bytes[offset + 1] = value
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.length)
  }
}

/**
 * Reads octets from `offset` up to `end` of `message`. Every read past the end throws bad_wire. Names may be compressed only
 * when the reader was made over a whole message (`compression: 'followed'`).
 */
export class WireReader {
  message: Uint8Array
  offset: number
  end: number
  compression: 'refused' | 'followed'

  constructor(message: Uint8Array, offset = 0, end = message.length, compression: 'refused' | 'followed' = 'refused') {
    this.message = message
    this.offset = offset
    this.end = end
    this.compression = compression
  }

  #take(count: number): number {
    const start = this.offset
    if (start + count > this.end) throw new DnsTextError('bad_wire', { offset: start })
    this.offset = start + count
    return start
  }

  get remaining(): number {
    return this.end - this.offset
  }

  uint8(): number {
    return this.message[this.#take(1)] as number
  }

  uint16(): number {
    const start = this.#take(2)
    return ((this.message[start] as number) << 8) | (this.message[start + 1] as number)
  }

  uint32(): number {
    const start = this.#take(4)
    const [first, second, third, fourth] = this.message.subarray(start, start + 4) as unknown as [number, number, number, number]
    return first * 0x1000000 + ((second << 16) | (third << 8) | fourth)
  }

  /** A view, not a copy. */
  bytes(count: number): Uint8Array {
    const start = this.#take(count)
    return this.message.subarray(start, start + count)
  }

  rest(): Uint8Array {
    return this.bytes(this.remaining)
  }
}

const hexDigits = '0123456789ABCDEF'

/** Octets as upper-case hexadecimal digits. */
export function printHex(bytes: Uint8Array): string {
  let text = ''
  for (const octet of bytes) text += (hexDigits[octet >> 4] as string) + (hexDigits[octet & 15] as string)
  return text
}

/** Hexadecimal digits, without white space, to octets. Throws bad_hex. */
export function parseHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || !/^[0-9A-Fa-f]*$/.test(text)) throw new DnsTextError('bad_hex', { text })
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16)
  }
  return bytes
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Octets in Base 64 with padding (RFC 4648 §4). */
export function printBase64(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    text += (base64Digits[group >> 18] as string) + (base64Digits[(group >> 12) & 63] as string)
    text += left > 1 ? (base64Digits[(group >> 6) & 63] as string) : '='
    text += left > 2 ? (base64Digits[group & 63] as string) : '='
  }
  return text
}

/** Base 64 without white space to octets; padding and zero trailing bits are required (RFC 4648 §3.5). Throws bad_base64. */
export function parseBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0 || !/^[0-9A-Za-z+/]*={0,2}$/.test(text)) throw new DnsTextError('bad_base64', { text })
  const digits = text.replace(/=+$/, '')
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8))
  let buffer = 0
  let bits = 0
  let length = 0
  for (const digit of digits) {
    buffer = ((buffer << 6) | base64Digits.indexOf(digit)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length] = buffer >> bits
    length += 1
  }
  if ((buffer & ((1 << bits) - 1)) !== 0) throw new DnsTextError('bad_base64', { text })
  return bytes
}
