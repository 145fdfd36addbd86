import { randomInt } from 'node:crypto'
import type { AnswerEvent } from '../answer/answer.ts'
import type { LimitedCounts } from './driver.ts'
import { ListedNetworks } from './listed-networks.ts'

/**
 * How many UDP answers of one class one client network may have, as other servers count them (response rate limiting): who forges
 * addresses wants the same large answer again and again, while a resolver has it in its cache. Of the addresses of a network a forger
 * chooses the last bits.
 */
export type RateLimitOptions = {
  /** `log`: counts what would be limited, and answers it. */
  readonly mode: 'on' | 'log' | 'off'
  readonly answersPerSecond: number
  /** Answers of the class that may come at once after silence. */
  readonly burst: number
  /** Of the queries over the rate every n-th is told to ask by TCP, the others get nothing; 0: none is told. */
  readonly slipEvery: number
  /** How many bits of an address its network has; of IPv6 at most 64. */
  readonly ipv4Prefix: number
  readonly ipv6Prefix: number
  /** See `ListedNetworks`. */
  readonly unlimitedNetworks: readonly string[]
}

/** A large resolver asks for a busy name once for each of its clients' networks (RFC 7871): hundreds a second are no attack. */
export const defaultRateLimit: RateLimitOptions = {
  mode: 'on',
  answersPerSecond: 200,
  burst: 400,
  slipEvery: 2,
  ipv4Prefix: 24,
  ipv6Prefix: 56,
  unlimitedNetworks: [],
}

export type Verdict = 'answer' | 'slip' | 'drop'

const sets = 65_536
const ways = 4

/**
 * The class of an answer: each name with records of its own is one, and everything that an asker could make up names for is one
 * for each zone (no such name, no such type, wildcards, names below a delegation); what lies outside all zones is one for each code.
 */
export function answerClass({ domainId, isOwnName, nameKey, type, rcode }: AnswerEvent): number {
  let hash = Math.imul((domainId ?? -1) ^ 0x811c9dc5, 0x01000193)
  if (!isOwnName) return Math.imul(hash ^ rcode, 0x01000193) >>> 0
  hash = Math.imul(hash ^ (type + 0x10000), 0x01000193)
  for (let at = 0; at < nameKey.length; at += 1) hash = Math.imul(hash ^ nameKey.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** The memory of a limiter, which those of several threads may have together: first its secret. */
export function limiterMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(8 + sets * ways * 28)
  new Uint32Array(memory, 0, 1)[0] = randomInt(2 ** 32) | 1
  return memory
}

/**
 * Token buckets in a table of fixed size (262,144 pairs of network and class, 7.3 MB): a flood from forged sources pushes out the
 * pairs not seen for longest and costs no memory. The place in the table is keyed by a secret, so nobody can aim at another's bucket.
 * Threads take from it without waiting for each other: that two at once take one token does no harm.
 */
export class RateLimiter {
  #options: RateLimitOptions
  #listed: ListedNetworks
  #counts: Record<'dropped' | 'slipped' | 'spared', number> = { dropped: 0, slipped: 0, spared: 0 }
  readonly #secret: number
  readonly #seenMs: Float64Array
  readonly #high: Uint32Array
  readonly #low: Uint32Array
  readonly #class: Uint32Array
  readonly #over: Uint32Array
  readonly #tokens: Float32Array

  constructor(options: RateLimitOptions, memory = limiterMemory()) {
    const slots = sets * ways
    const at = (column: number): number => 8 + slots * (8 + 4 * column)
    this.#secret = new Uint32Array(memory, 0, 1)[0]! | 0
    this.#seenMs = new Float64Array(memory, 8, slots)
    this.#high = new Uint32Array(memory, at(0), slots)
    this.#low = new Uint32Array(memory, at(1), slots)
    this.#class = new Uint32Array(memory, at(2), slots)
    this.#over = new Uint32Array(memory, at(3), slots)
    this.#tokens = new Float32Array(memory, at(4), slots)
    this.#options = options
    this.#listed = new ListedNetworks(options.unlimitedNetworks)
  }

  /** From now on. What was taken until now stays taken. */
  use(options: RateLimitOptions): void {
    this.#options = options
    this.#listed = new ListedNetworks(options.unlimitedNetworks)
  }

  /** What was not answered since the last drain. */
  drain(): LimitedCounts {
    const counts = this.#counts
    this.#counts = { dropped: 0, slipped: 0, spared: 0 }
    return counts
  }

  /** Takes one token for `address` (4 or 16 bytes) and a class at `nowMs`, a clock that does not go backwards much. */
  take(address: Uint8Array, ofClass: number, nowMs: number): Verdict {
    const { mode, answersPerSecond, burst, slipEvery } = this.#options
    if (mode === 'off' || this.#listed.isUnlimited(address)) return 'answer'
    const slot = this.#slotOf(address, ofClass, nowMs, burst)
    const passedMs = Math.max(nowMs - (this.#seenMs[slot] as number), 0)
    const tokens = Math.min(burst, (this.#tokens[slot] as number) + (passedMs * answersPerSecond) / 1000)
    this.#seenMs[slot] = nowMs
    if (tokens >= 1) {
      this.#tokens[slot] = tokens - 1
      return 'answer'
    }
    this.#tokens[slot] = tokens
    const over = ((this.#over[slot] as number) + 1) >>> 0
    this.#over[slot] = over
    if (mode === 'log') {
      this.#counts.spared += 1
      return 'answer'
    }
    if (slipEvery > 0 && over % slipEvery === 0) {
      this.#counts.slipped += 1
      return 'slip'
    }
    this.#counts.dropped += 1
    return 'drop'
  }

  #slotOf(address: Uint8Array, answers: number, nowMs: number, burst: number): number {
    const { ipv4Prefix, ipv6Prefix } = this.#options
    const isIpv4 = address.length === 4
    const high = leading(address, 0, isIpv4 ? ipv4Prefix : ipv6Prefix)
    const low = isIpv4 ? 0 : leading(address, 4, ipv6Prefix - 32)
    // The last bit keeps IPv4 and IPv6 sources apart.
    const ofClass = (isIpv4 ? answers & ~1 : answers | 1) >>> 0
    let hash = Math.imul(high ^ this.#secret, 0x9e3779b1)
    hash = Math.imul(hash ^ (hash >>> 15) ^ low, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13) ^ this.#secret, 0xc2b2ae35)
    hash = Math.imul(hash ^ (hash >>> 16) ^ ofClass, 0x9e3779b1)
    const first = ((hash ^ (hash >>> 16)) & (sets - 1)) * ways
    let oldest = first
    for (let slot = first; slot < first + ways; slot += 1) {
      if (this.#high[slot] === high && this.#low[slot] === low && this.#class[slot] === ofClass) return slot
      if ((this.#seenMs[slot] as number) < (this.#seenMs[oldest] as number)) oldest = slot
    }
    this.#high[oldest] = high
    this.#low[oldest] = low
    this.#class[oldest] = ofClass
    this.#tokens[oldest] = burst
    this.#seenMs[oldest] = nowMs
    this.#over[oldest] = 0
    return oldest
  }
}

/** The first `bits` of the four bytes at `at`, the others zero. */
function leading(address: Uint8Array, at: number, bits: number): number {
  const word = ((address[at] as number) << 24) | ((address[at + 1] as number) << 16) | ((address[at + 2] as number) << 8) | (address[at + 3] as number)
  return bits >= 32 ? word >>> 0 : bits <= 0 ? 0 : (word & (-1 << (32 - bits))) >>> 0
}
