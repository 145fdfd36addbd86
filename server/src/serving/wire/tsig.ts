import { createHmac, timingSafeEqual } from 'node:crypto'
import { nameToWire } from '@nameplane/dns-text/names'
import { skipName } from './query.ts'
import { emptyNameKey, expandedName, keyOfWire, readNameKey } from './wire-key.ts'

/** Shared secrets that sign messages (RFC 8945). The algorithms that are in use today: others are weak, or no one has them. */
export const tsigAlgorithms = { 'hmac-sha256': 'sha256', 'hmac-sha512': 'sha512' } as const
export type TsigAlgorithm = keyof typeof tsigAlgorithms

export type TsigKey = {
  /** Wire form, lower case. */
  readonly name: Uint8Array
  readonly algorithm: TsigAlgorithm
  readonly secret: Uint8Array
}

/** Keys by the key of their name (wire-key.ts). */
export type TsigKeys = ReadonlyMap<string, TsigKey>

/** RFC 8945 §3. */
export const TSIG_ERROR = { NONE: 0, BADSIG: 16, BADKEY: 17, BADTIME: 18, BADTRUNC: 22 } as const

/** What a signature may be late or early, in seconds; a client that allows more is not followed, so that nothing can be replayed for longer. */
export const tsigFudgeSeconds = 300

const typeTsig = 250
const classAny = 255
const timeBytes = 6
const noBytes = new Uint8Array()

type TsigRecord = {
  readonly name: Uint8Array
  readonly nameKey: string
  readonly algorithm: Uint8Array
  readonly algorithmKey: string
  readonly timeSigned: number
  readonly fudge: number
  readonly mac: Uint8Array
  readonly originalId: number
  readonly error: number
  readonly other: Uint8Array
}

/**
 * What a signed query is worth. `refused`: NOTAUTH is due, signed where RFC 8945 §5.3.2 allows it. `malformed`: FORMERR is due.
 */
export type TsigCheck =
  | { readonly kind: 'good'; readonly key: TsigKey; readonly keyName: string; readonly mac: Uint8Array }
  | { readonly kind: 'refused'; readonly refusal: TsigRefusal }
  | { readonly kind: 'malformed' }

export type TsigRefusal = { readonly error: number; readonly record: TsigRecord; readonly signer: { readonly key: TsigKey; readonly mac: Uint8Array } | null }

const malformed: TsigCheck = { kind: 'malformed' }
const algorithmWires = new Map(Object.keys(tsigAlgorithms).map((name) => [name, lowerWire(name)]))
const algorithmsByKey = new Map(Array.from(algorithmWires, ([name, wire]) => [keyOfWire(wire), name as TsigAlgorithm]))

/** A name in the form in which it is digested. @throws DnsTextError when it is none */
export function lowerWire(name: string): Uint8Array {
  return nameToWire(name.toLowerCase())
}

/**
 * @param at where the TSIG record, the last of the message, begins
 * @param nowSeconds since 1970
 * @param requestMac of the query that is answered, where it is a reply; empty for a query
 */
export function checkTsig(packet: Uint8Array, at: number, keys: TsigKeys, nowSeconds: number, requestMac: Uint8Array = noBytes): TsigCheck {
  const record = readTsig(packet, at)
  if (record === null) return malformed
  const key = keys.get(record.nameKey)
  const refuse = (error: number, signer: TsigRefusal['signer'] = null): TsigCheck => ({ kind: 'refused', refusal: { error, record, signer } })
  if (key === undefined || algorithmsByKey.get(record.algorithmKey) !== key.algorithm) return refuse(TSIG_ERROR.BADKEY)
  const expected = digest(key, [requestMac.length === 0 ? noBytes : prefixed(requestMac), unsigned(packet, at, record.originalId), variables(key, record)])
  const { mac } = record
  // RFC 8945 §5.2.2.1.
  if (mac.length > expected.length || mac.length < Math.max(10, expected.length / 2)) return malformed
  if (!timingSafeEqual(expected.subarray(0, mac.length), mac)) return refuse(TSIG_ERROR.BADSIG)
  const signer = { key, mac }
  // What a server could not take of our own signature it says under a good one (RFC 8945 §5.3.2); a query says nothing of the kind.
  if (requestMac.length > 0 && record.error !== TSIG_ERROR.NONE) return refuse(record.error, signer)
  if (Math.abs(nowSeconds - record.timeSigned) > Math.min(record.fudge, tsigFudgeSeconds)) return refuse(TSIG_ERROR.BADTIME, signer)
  if (mac.length < expected.length) return refuse(TSIG_ERROR.BADTRUNC, signer)
  return { kind: 'good', key, keyName: record.nameKey, mac }
}

/** The same message with what says why its query was refused. */
export function withRefusal(message: Uint8Array, { error, record, signer }: TsigRefusal, nowSeconds: number): Buffer {
  const other = error === TSIG_ERROR.BADTIME ? timeOf(nowSeconds) : noBytes
  // A client whose clock is wrong would not take another time than its own (RFC 8945 §5.2.3).
  const timeSigned = error === TSIG_ERROR.BADTIME ? record.timeSigned : nowSeconds
  const said = { timeSigned, fudge: tsigFudgeSeconds, error, other }
  const mac = signer === null ? noBytes : digest(signer.key, [prefixed(signer.mac), message, variables(signer.key, said)])
  return withTsig(message, record.name, record.algorithm, mac, said)
}

/** Signs the messages of one reply, or one message of its own. */
export class TsigSigner {
  readonly #key: TsigKey
  #before: Uint8Array
  #isFirst = true

  /** @param requestMac of the query that is answered; empty for a query */
  constructor(key: TsigKey, requestMac: Uint8Array = noBytes) {
    this.#key = key
    this.#before = requestMac
  }

  /** Bytes that signing a message adds to it. */
  get bytes(): number {
    return tsigBytes(this.#key)
  }

  /** Of the last message that was signed, for the check of what answers it. */
  get mac(): Uint8Array {
    return this.#before
  }

  /** The next message, signed; each signature covers the one before (RFC 8945 §5.3.1). */
  sign(message: Uint8Array, nowSeconds: number): Buffer {
    const said = { timeSigned: nowSeconds, fudge: tsigFudgeSeconds, error: TSIG_ERROR.NONE, other: noBytes }
    const before = this.#before.length === 0 ? noBytes : prefixed(this.#before)
    const mac = digest(this.#key, [before, message, this.#isFirst ? variables(this.#key, said) : timers(said)])
    this.#before = mac
    this.#isFirst = false
    return withTsig(message, this.#key.name, algorithmWires.get(this.#key.algorithm)!, mac, said)
  }
}

/** Messages that need no signature between two that have one (RFC 8945 §5.3.1). */
const mostUnsigned = 99

/** Checks the messages of one reply to a query that was signed, in their order. */
export class TsigVerifier {
  readonly #key: TsigKey
  #before: Uint8Array
  #isFirst = true
  readonly #unsigned: Uint8Array[] = []

  /** @param requestMac of the query */
  constructor(key: TsigKey, requestMac: Uint8Array) {
    this.#key = key
    this.#before = requestMac
  }

  /** Whether everything until now is covered by a signature. */
  get isSettled(): boolean {
    return !this.#isFirst && this.#unsigned.length === 0
  }

  /**
   * The next message, as it came. Null when it is good, or covered by a later signature; else the error of RFC 8945 that it is refused for.
   * @param at where its TSIG record begins; 0 without
   */
  take(message: Uint8Array, at: number, nowSeconds: number): number | null {
    if (at === 0) {
      if (this.#isFirst || this.#unsigned.length === mostUnsigned) return TSIG_ERROR.BADSIG
      this.#unsigned.push(message)
      return null
    }
    const record = readTsig(message, at)
    if (record === null) return TSIG_ERROR.BADSIG
    if (record.nameKey !== keyOfWire(this.#key.name) || algorithmsByKey.get(record.algorithmKey) !== this.#key.algorithm) return TSIG_ERROR.BADKEY
    const said = this.#isFirst ? variables(this.#key, record) : timers(record)
    const expected = digest(this.#key, [prefixed(this.#before), ...this.#unsigned, unsigned(message, at, record.originalId), said])
    if (record.mac.length !== expected.length || !timingSafeEqual(expected, record.mac)) return TSIG_ERROR.BADSIG
    if (record.error !== TSIG_ERROR.NONE) return record.error
    if (Math.abs(nowSeconds - record.timeSigned) > Math.min(record.fudge, tsigFudgeSeconds)) return TSIG_ERROR.BADTIME
    this.#before = record.mac
    this.#isFirst = false
    this.#unsigned.length = 0
    return null
  }
}

/** What a server says of the signature of the query that it answers; 0 when it says nothing. */
export function tsigErrorOf(message: Uint8Array, at: number): number {
  return at === 0 ? TSIG_ERROR.NONE : (readTsig(message, at)?.error ?? TSIG_ERROR.NONE)
}

/** The largest TSIG record of this key, also with the time of a server in it. */
export function tsigBytes({ name, algorithm }: TsigKey): number {
  return name.length + 10 + algorithmWires.get(algorithm)!.length + 16 + (algorithm === 'hmac-sha256' ? 32 : 64) + timeBytes
}

function readTsig(packet: Uint8Array, at: number): TsigRecord | null {
  const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength)
  // Clients compress it where it ends like the name of the zone.
  const name = expandedName(bytes, at)
  const fixed = skipName(bytes, at)
  if (name === null || fixed < 0 || fixed + 10 > bytes.length) return null
  if (bytes.readUInt16BE(fixed) !== typeTsig || bytes.readUInt16BE(fixed + 2) !== classAny || bytes.readUInt32BE(fixed + 4) !== 0) return null
  const end = fixed + 10 + bytes.readUInt16BE(fixed + 8)
  if (end !== bytes.length) return null
  const algorithm = emptyNameKey()
  const afterAlgorithm = readNameKey(bytes, fixed + 10, algorithm)
  if (afterAlgorithm < 0 || afterAlgorithm + 10 > end) return null
  const macAt = afterAlgorithm + 10
  const idAt = macAt + bytes.readUInt16BE(afterAlgorithm + 8)
  if (idAt + 6 > end || idAt + 6 + bytes.readUInt16BE(idAt + 4) !== end) return null
  return {
    name,
    nameKey: keyOfWire(name),
    algorithm: bytes.subarray(fixed + 10, afterAlgorithm),
    algorithmKey: algorithm.key,
    timeSigned: bytes.readUIntBE(afterAlgorithm, timeBytes),
    fudge: bytes.readUInt16BE(afterAlgorithm + 6),
    mac: bytes.subarray(macAt, idAt),
    originalId: bytes.readUInt16BE(idAt),
    error: bytes.readUInt16BE(idAt + 2),
    other: bytes.subarray(idAt + 6, end),
  }
}

/** The message as it was before it was signed (RFC 8945 §4.3.2). */
function unsigned(packet: Uint8Array, at: number, originalId: number): Buffer {
  const message = Buffer.from(packet.subarray(0, at))
  message.writeUInt16BE(originalId, 0)
  message.writeUInt16BE(message.readUInt16BE(10) - 1, 10)
  return message
}

type Said = Pick<TsigRecord, 'timeSigned' | 'fudge' | 'error' | 'other'>

function digest({ algorithm, secret }: TsigKey, parts: readonly Uint8Array[]): Buffer {
  const hmac = createHmac(tsigAlgorithms[algorithm], secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/** RFC 8945 §4.3.3. */
function variables({ name, algorithm }: TsigKey, said: Said): Buffer {
  const rest = Buffer.alloc(4)
  rest.writeUInt16BE(said.error, 0)
  rest.writeUInt16BE(said.other.length, 2)
  return Buffer.concat([name, Buffer.from([0, classAny, 0, 0, 0, 0]), algorithmWires.get(algorithm)!, timers(said), rest, said.other])
}

function timers({ timeSigned, fudge }: Said): Buffer {
  const bytes = Buffer.alloc(timeBytes + 2)
  bytes.writeUIntBE(timeSigned, 0, timeBytes)
  bytes.writeUInt16BE(fudge, timeBytes)
  return bytes
}

function timeOf(seconds: number): Buffer {
  const bytes = Buffer.alloc(timeBytes)
  bytes.writeUIntBE(seconds, 0, timeBytes)
  return bytes
}

function prefixed(mac: Uint8Array): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(mac.length)
  return Buffer.concat([length, mac])
}

function withTsig(message: Uint8Array, name: Uint8Array, algorithm: Uint8Array, mac: Uint8Array, said: Said): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(typeTsig, 0)
  fixed.writeUInt16BE(classAny, 2)
  fixed.writeUInt16BE(algorithm.length + timeBytes + 2 + 2 + mac.length + 6 + said.other.length, 8)
  const rest = Buffer.alloc(6)
  rest.set(message.subarray(0, 2))
  rest.writeUInt16BE(said.error, 2)
  rest.writeUInt16BE(said.other.length, 4)
  const signed = Buffer.concat([message, name, fixed, algorithm, timers(said), prefixed(mac), rest, said.other])
  signed.writeUInt16BE(signed.readUInt16BE(10) + 1, 10)
  return signed
}
