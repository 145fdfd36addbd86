import type { ReplyOptions } from './reply-options.ts'
import { rdataOffset, type LineRecords, type Rdata } from '../zone/rrset.ts'
import type { Query } from '../wire/query.ts'
import { compressibleNameAt } from '../wire/wire-types.ts'

const headerBytes = 12
/** What our answers over UDP never exceed, so that they are not cut into fragments (RFC 9715 §3.2). */
export const maxUdpBytes = 1232
/** Of EDNS without options. */
export const ednsBytes = 11
const optionPadding = 12
/** Padded replies are a multiple of so many bytes (RFC 8467 §4.1). */
const paddedBlockBytes = 468
const pointerReach = 0x4000
const rememberedNames = 120

/** Sections of a reply in their order on the wire. */
export const SECTION = { answer: 0, authority: 1, additional: 2 } as const
export type Section = (typeof SECTION)[keyof typeof SECTION]

/**
 * Writes one reply at a time into its own buffer; `finish` hands out a copy. Records that do not fit are taken back whole, a set
 * is never cut in two (RFC 2181 §9).
 */
export class ResponseWriter {
  readonly out = Buffer.alloc(65_535 + 512)
  #position = 0
  #limit = 0
  readonly #counts = new Uint16Array(3)
  /** Where label sequences were written, and how long each is with its root byte, for RFC 1035 §4.1.4. */
  readonly #nameAt = new Uint16Array(rememberedNames)
  readonly #nameBytes = new Uint8Array(rememberedNames)
  #names = 0
  #questionRemembered = false
  #questionNameBytes = 0

  /** Header and question copied from the query; `limit` is the size that records may fill. */
  begin(packet: Uint8Array, questionEnd: number, limit: number): void {
    const { out } = this
    const counts = this.#counts
    for (let i = 0; i < questionEnd; i += 1) out[i] = packet[i] as number
    out[2] = 0x80 | ((packet[2] as number) & 0x79) // QR, opcode and RD as asked
    out[3] = 0
    out[4] = 0
    out[5] = questionEnd > headerBytes ? 1 : 0
    this.#position = questionEnd
    this.#limit = limit
    counts[0] = 0
    counts[1] = 0
    counts[2] = 0
    this.#names = 0
    this.#questionRemembered = questionEnd === headerBytes
    this.#questionNameBytes = questionEnd - headerBytes - 4
  }

  setAuthoritative(): void {
    this.out[2] = (this.out[2] as number) | 0x04
  }

  setTruncated(): void {
    this.out[2] = (this.out[2] as number) | 0x02
  }

  /** The four low bits; the rest of an extended code goes into EDNS. */
  setRcode(rcode: number): void {
    this.out[3] = ((this.out[3] as number) & 0xf0) | (rcode & 15)
  }

  count(section: Section): number {
    return this.#counts[section] as number
  }

  /**
   * Appends a set, or one record of it when `only` ≥ 0, else beginning with the record `first` so that clients spread.
   * The owner is either already in the message at `ownerPointer`, or is read from `owner` (wire form) when that is 0.
   * @returns false, with nothing written, when it does not fit
   */
  addSet(section: Section, set: LineRecords, ownerPointer: number, owner: OwnerName, only: number, first: number): boolean {
    const mark = this.#position
    const nameMark = this.#names
    const { rdatas, arena } = set
    const count = only >= 0 ? 1 : rdatas.length
    let pointer = ownerPointer
    for (let i = 0; i < count; i += 1) {
      const rdata = rdatas[only >= 0 ? only : (first + i) % count] as Rdata
      const start = this.#position
      // The longest owner and the fixed part, then the rdata uncompressed: no write below can leave the buffer.
      if (start + 265 + rdata.end - rdata.start > this.out.length) {
        this.#position = this.#limit + 1 // surely too long
        break
      }
      if (pointer > 0) this.#writePointer(pointer)
      else {
        this.#writeName(owner.bytes, owner.offset)
        if (start < pointerReach) pointer = start
      }
      this.#writeBody(arena, rdata, set.type)
    }
    if (this.#position > this.#limit) {
      this.#takeBack(mark, nameMark)
      return false
    }
    this.#counts[section] = (this.#counts[section] as number) + count
    return true
  }

  /** Appends the CNAME that a DNAME stands for (RFC 6672 §3.1): owner as asked, target in wire form. */
  addSynthesised(ownerPointer: number, owner: OwnerName, ttlSeconds: number, target: Uint8Array): boolean {
    const mark = this.#position
    const nameMark = this.#names
    if (mark + 600 > this.out.length) return false
    const { out } = this
    if (ownerPointer > 0) this.#writePointer(ownerPointer)
    else this.#writeName(owner.bytes, owner.offset)
    out.writeUInt32BE(0x00050001, this.#position) // CNAME, IN
    out.writeUInt32BE(ttlSeconds, this.#position + 4)
    const lengthAt = this.#position + 8
    this.#position += 10
    this.#writeName(target, 0)
    out.writeUInt16BE(this.#position - lengthAt - 2, lengthAt)
    if (this.#position > this.#limit) {
      this.#takeBack(mark, nameMark)
      return false
    }
    this.#counts[SECTION.answer] = (this.#counts[SECTION.answer] as number) + 1
    return true
  }

  /** Appends a text about the name that was asked in the class CHAOS; there is room for it in every reply. */
  addChaosText(text: Uint8Array): void {
    const { out } = this
    this.#writePointer(headerBytes)
    out.writeUInt32BE(0x00100003, this.#position) // TXT, CH
    out.writeUInt32BE(0, this.#position + 4)
    out.writeUInt16BE(text.length + 1, this.#position + 8)
    out[this.#position + 10] = text.length
    out.set(text, this.#position + 11)
    this.#position += 11 + text.length
    this.#counts[SECTION.answer] = (this.#counts[SECTION.answer] as number) + 1
  }

  /**
   * Appends EDNS; its size must have been kept free of `limit`. The subnet option is repeated with `scope` (RFC 7871 §7.2.1).
   * @param paddedTo how long a reply that is padded may become; 0 pads none
   */
  addEdns(rcode: number, query: Query, packet: Uint8Array, scope: number, options: ReplyOptions, paddedTo: number): void {
    const { subnetAt, subnetBytes } = query
    const { out } = this
    let at = this.#position
    const padding = paddingBytes(at + ednsBytes + subnetBytes + options.length, paddedTo)
    const optionBytes = subnetBytes + options.length + padding
    out[at] = 0
    out[at + 1] = 0
    out[at + 2] = 41
    out[at + 3] = maxUdpBytes >> 8
    out[at + 4] = maxUdpBytes & 255
    out[at + 5] = rcode >> 4
    out[at + 6] = 0
    out[at + 7] = query.dnssecOk ? 0x80 : 0
    out[at + 8] = 0
    out[at + 9] = optionBytes >> 8
    out[at + 10] = optionBytes & 255
    at += ednsBytes
    for (let i = 0; i < subnetBytes; i += 1) out[at + i] = packet[subnetAt + i] as number
    if (subnetBytes > 0) out[at + 7] = scope
    options.bytes.copy(out, at + subnetBytes, 0, options.length)
    this.#position = at + optionBytes
    if (padding > 0) {
      const start = this.#position - padding
      out.writeUInt16BE(optionPadding, start)
      out.writeUInt16BE(padding - 4, start + 2)
      out.fill(0, start + 4, this.#position)
    }
    this.#counts[SECTION.additional] = (this.#counts[SECTION.additional] as number) + 1
  }

  /** The finished message, a copy that stays as it is. */
  finish(): Buffer {
    const { out } = this
    const counts = this.#counts
    for (let i = 0; i < 3; i += 1) {
      out[6 + 2 * i] = (counts[i] as number) >> 8
      out[7 + 2 * i] = (counts[i] as number) & 255
    }
    const message = Buffer.allocUnsafe(this.#position)
    out.copy(message, 0, 0, this.#position)
    return message
  }

  #takeBack(position: number, names: number): void {
    this.#position = position
    this.#names = names
    if (names === 0) this.#questionRemembered = false
  }

  #writePointer(target: number): void {
    this.out[this.#position] = 0xc0 | (target >> 8)
    this.out[this.#position + 1] = target & 255
    this.#position += 2
  }

  /** Type, class, TTL, length and rdata, the name in it compressed where RFC 3597 §4 allows. */
  #writeBody(arena: Buffer, rdata: Rdata, type: number): void {
    const { out } = this
    const from = rdata.start + 2
    const nameOffset = compressibleNameAt(type)
    if (nameOffset < 0) {
      this.#copy(arena, from, rdata.end)
      return
    }
    this.#copy(arena, from, rdata.start + rdataOffset + nameOffset)
    const rdataAt = this.#position - nameOffset
    let end = this.#writeName(arena, rdata.start + rdataOffset + nameOffset)
    if (type === 6) end = this.#writeName(arena, end)
    this.#copy(arena, end, rdata.end)
    const bytes = this.#position - rdataAt
    out[rdataAt - 2] = bytes >> 8
    out[rdataAt - 1] = bytes & 255
  }

  #copy(from: Buffer, start: number, end: number): void {
    const { out } = this
    let at = this.#position
    if (end - start > 64) {
      from.copy(out, at, start, end)
      at += end - start
    } else for (let i = start; i < end; i += 1) out[at++] = from[i] as number
    this.#position = at
  }

  /** Writes an uncompressed wire name with compression; returns the offset behind it in `bytes`. */
  #writeName(bytes: Uint8Array, offset: number): number {
    if (!this.#questionRemembered) this.#rememberQuestion()
    const { out } = this
    let end = offset
    while (bytes[end] !== 0) end += 1 + (bytes[end] as number)
    end += 1
    for (let at = offset; ;) {
      const length = bytes[at] as number
      if (length === 0) {
        out[this.#position] = 0
        this.#position += 1
        return end
      }
      const known = this.#findName(bytes, at, end - at)
      if (known >= 0) {
        this.#writePointer(known)
        return end
      }
      this.#remember(this.#position, end - at)
      this.#copyLabel(bytes, at, length)
      at += 1 + length
    }
  }

  #copyLabel(bytes: Uint8Array, at: number, length: number): void {
    const { out } = this
    const position = this.#position
    for (let i = 0; i <= length; i += 1) out[position + i] = bytes[at + i] as number
    this.#position = position + 1 + length
  }

  #rememberQuestion(): void {
    this.#questionRemembered = true
    let left = this.#questionNameBytes
    for (let at = headerBytes; left > 1;) {
      this.#remember(at, left)
      const step = 1 + (this.out[at] as number)
      at += step
      left -= step
    }
  }

  #remember(at: number, bytes: number): void {
    if (at >= pointerReach || this.#names === rememberedNames) return
    this.#nameAt[this.#names] = at
    this.#nameBytes[this.#names] = bytes
    this.#names += 1
  }

  #findName(bytes: Uint8Array, offset: number, length: number): number {
    for (let i = 0; i < this.#names; i += 1) {
      if (this.#nameBytes[i] === length && this.#sameName(this.#nameAt[i] as number, bytes, offset)) return this.#nameAt[i] as number
    }
    return -1
  }

  /** Compares without regard to ASCII case (RFC 4343); length bytes are below 64 and unaffected. */
  #sameName(written: number, bytes: Uint8Array, offset: number): boolean {
    const { out } = this
    let at = written
    let from = offset
    for (;;) {
      let length = out[at] as number
      while (length >= 0xc0) {
        at = ((length & 0x3f) << 8) | (out[at + 1] as number)
        length = out[at] as number
      }
      if (length !== bytes[from]) return false
      if (length === 0) return true
      for (let i = 1; i <= length; i += 1) {
        if (lower(out[at + i] as number) !== lower(bytes[from + i] as number)) return false
      }
      at += 1 + length
      from += 1 + length
    }
  }
}

/** The bytes of the option that makes a message of `bare` bytes a whole number of blocks; 0 where it has no room. */
function paddingBytes(bare: number, longest: number): number {
  const least = bare + 4
  return least > longest ? 0 : Math.min(Math.ceil(least / paddedBlockBytes) * paddedBlockBytes, longest) - bare
}

/** An owner's wire form somewhere in a buffer. */
export type OwnerName = { bytes: Uint8Array; offset: number }

function lower(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte | 32 : byte
}
