/** A key as the little-endian words of its 16 bytes. */
export type SipKey = Uint32Array

/** @throws RangeError when it is not 16 bytes */
export function sipKey(bytes: Uint8Array): SipKey {
  if (bytes.length !== 16) throw new RangeError('a key of SipHash is 16 bytes')
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16)
  return Uint32Array.from([0, 4, 8, 12], (at) => view.getUint32(at, true))
}

/** The four 64-bit words of the state, each as its low and its high half. */
const state = new Uint32Array(8)

function add(to: number, what: number): void {
  const low = (state[to] as number) + (state[what] as number)
  state[to + 1] = (state[to + 1] as number) + (state[what + 1] as number) + (low > 0xffff_ffff ? 1 : 0)
  state[to] = low
}

/** Rotates `word` left by 1 to 31 bits and lays `over` over it. */
function turnAndMix(word: number, bits: number, over: number): void {
  const low = state[word] as number
  const high = state[word + 1] as number
  state[word] = ((low << bits) | (high >>> (32 - bits))) ^ (state[over] as number)
  state[word + 1] = ((high << bits) | (low >>> (32 - bits))) ^ (state[over + 1] as number)
}

function swapHalves(word: number): void {
  const low = state[word] as number
  state[word] = state[word + 1] as number
  state[word + 1] = low
}

function rounds(count: number): void {
  for (let i = 0; i < count; i += 1) {
    add(0, 2)
    turnAndMix(2, 13, 0)
    swapHalves(0)
    add(4, 6)
    turnAndMix(6, 16, 4)
    add(0, 6)
    turnAndMix(6, 21, 0)
    add(4, 2)
    turnAndMix(2, 17, 4)
    swapHalves(4)
  }
}

function takeIn(low: number, high: number): void {
  state[6] = (state[6] as number) ^ low
  state[7] = (state[7] as number) ^ high
  rounds(2)
  state[0] = (state[0] as number) ^ low
  state[1] = (state[1] as number) ^ high
}

function word(message: Uint8Array, at: number, end: number): number {
  let value = 0
  for (let i = Math.min(at + 4, end) - 1; i >= at; i -= 1) value = (value << 8) | (message[i] as number)
  return value
}

/** SipHash-2-4 (Aumasson and Bernstein, 2012) of the first `bytes` bytes of a message: 8 bytes, the lowest first. */
export function sipHash24(key: SipKey, message: Uint8Array, bytes: number, out: Uint8Array): void {
  const [a = 0, b = 0, c = 0, d = 0] = key
  state.set([a ^ 0x70736575, b ^ 0x736f6d65, c ^ 0x6e646f6d, d ^ 0x646f7261, a ^ 0x6e657261, b ^ 0x6c796765, c ^ 0x79746573, d ^ 0x74656462])
  const whole = bytes & ~7
  for (let at = 0; at < whole; at += 8) takeIn(word(message, at, bytes), word(message, at + 4, bytes))
  takeIn(word(message, whole, bytes), word(message, whole + 4, bytes) | ((bytes & 255) << 24))
  state[4] = (state[4] as number) ^ 0xff
  rounds(4)
  for (let half = 0; half < 2; half += 1) {
    const value = (state[half] as number) ^ (state[2 + half] as number) ^ (state[4 + half] as number) ^ (state[6 + half] as number)
    for (let i = 0; i < 4; i += 1) out[half * 4 + i] = (value >>> (8 * i)) & 255
  }
}
