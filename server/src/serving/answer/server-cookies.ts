import { sipHash24, sipKey, type SipKey } from './sip-hash.ts'

export const clientCookieBytes = 8
/** Of a client cookie and our server cookie together. */
export const wholeCookieBytes = 24
const version = 1
/** RFC 9018 §4.3: a cookie is good for an hour, of clocks ahead of ours five minutes, and is made anew after half an hour. */
const oldestSeconds = 3_600
const mostAheadSeconds = 300
const freshSeconds = 1_800

const message = new Uint8Array(8 + 8 + 16)
const hash = new Uint8Array(8)

/** Whether a COOKIE option of so many bytes may be answered (RFC 7873 §5.2.2). */
export function isCookieLength(bytes: number): boolean {
  return bytes === clientCookieBytes || (bytes >= 16 && bytes <= 40)
}

/** Server cookies that any server with the same secrets understands (RFC 9018): who shows one has received what was sent to that address. */
export class ServerCookies {
  readonly #keys: readonly SipKey[]

  /** @param secrets 16 bytes each; the first one makes cookies, every one is accepted */
  constructor(secrets: readonly Uint8Array[]) {
    this.#keys = secrets.map(sipKey)
  }

  /**
   * Writes the cookie to answer with, 24 bytes, to `out` at `to`. Of what the client sent only its own 8 bytes are repeated.
   * @param at where the client's cookie of `bytes` bytes is in `packet`
   * @returns whether the client has shown a good server cookie
   */
  answer(packet: Uint8Array, at: number, bytes: number, client: Uint8Array, nowSeconds: number, out: Uint8Array, to: number): boolean {
    for (let i = 0; i < clientCookieBytes; i += 1) message[i] = packet[at + i] as number
    message.set(client, 16)
    const length = 16 + client.length
    const by = bytes === wholeCookieBytes ? this.#madeBy(packet, at + clientCookieBytes, nowSeconds, length) : -1
    const sentSeconds = uint32(packet, at + 12)
    const isKept = by === 0 && ((nowSeconds - sentSeconds) | 0) <= freshSeconds && packet[at + 9] === 0 && uint16(packet, at + 10) === 0
    const madeSeconds = isKept ? sentSeconds : nowSeconds
    message[8] = version
    message[9] = 0
    message[10] = 0
    message[11] = 0
    for (let i = 0; i < 4; i += 1) message[12 + i] = (madeSeconds >>> (24 - 8 * i)) & 255
    sipHash24(this.#keys[0]!, message, length, hash)
    for (let i = 0; i < 16; i += 1) out[to + i] = message[i] as number
    for (let i = 0; i < 8; i += 1) out[to + 16 + i] = hash[i] as number
    return by >= 0
  }

  /** The number of the secret that a server cookie was made with; -1 when it is none of ours, or too old. */
  #madeBy(packet: Uint8Array, at: number, nowSeconds: number, length: number): number {
    const age = (nowSeconds - uint32(packet, at + 4)) | 0 // RFC 1982: it wraps in 2106
    if (packet[at] !== version || age > oldestSeconds || age < -mostAheadSeconds) return -1
    for (let i = 0; i < 8; i += 1) message[8 + i] = packet[at + i] as number
    for (let key = 0; key < this.#keys.length; key += 1) {
      sipHash24(this.#keys[key]!, message, length, hash)
      let differs = 0
      for (let i = 0; i < 8; i += 1) differs |= (packet[at + 8 + i] as number) ^ (hash[i] as number)
      if (differs === 0) return key
    }
    return -1
  }
}

function uint16(packet: Uint8Array, at: number): number {
  return ((packet[at] as number) << 8) | (packet[at + 1] as number)
}

function uint32(packet: Uint8Array, at: number): number {
  return ((uint16(packet, at) << 16) | uint16(packet, at + 2)) >>> 0
}
