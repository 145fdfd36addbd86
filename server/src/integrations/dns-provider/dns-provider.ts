import { CloudProblem } from '../cloud/cloud-problem.ts'
import { OutboundProblem } from '../http/outbound-problem.ts'

/** A record as another provider has it, in its words for lines and types. */
export type ProviderRecord = {
  /** Relative to the zone, `@` for the zone itself; or a whole name with its final dot. */
  readonly host: string
  readonly type: string
  /** Empty for providers without lines. */
  readonly line: string
  readonly value: string
  /** Seconds; null where the provider chooses. */
  readonly ttl: number | null
  readonly weight: number | null
  readonly priority: number | null
  readonly remark: string
  /** In a word that the reader of tables knows. */
  readonly status: string
  /** Whether the provider answers with addresses of its own; null where it has no such thing. */
  readonly isProxied: boolean | null
  /** Record sets are one thing with some providers: their values have one weight together. */
  readonly valuesOfSet: number
}

export type ProviderFailure = 'key-refused' | 'permission-missing' | 'zone-missing' | 'busy' | 'address-refused' | 'unreachable' | 'unreadable' | 'too-large'

/** Why the records of a zone could not be read. The message has the provider's code and no part of what was sent. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem'
  readonly failure: ProviderFailure
  readonly code: string

  constructor(failure: ProviderFailure, code: string = failure) {
    super(`${failure}: ${code}`)
    this.failure = failure
    this.code = code
  }
}

/** Keys of an account with a provider, and where it is asked. They are used for one reading and kept nowhere. */
export type ProviderAccess = { readonly keyId: string; readonly secret: string; readonly region: string; readonly url: string }

/** Reads all records of a zone; `zone` in lower case without its final dot. @throws ProviderProblem @throws OutboundProblem @throws CloudProblem */
export type ZoneReader = (access: ProviderAccess, zone: string, reading: Reading) => Promise<void>

export const family = 'dns-provider'
/** Answers beyond this are not read. */
export const answerBytes = 8 * 1024 * 1024
const mostPages = 400
export const patienceMs = 60_000

/** What has been read so far, within bounds that no provider exceeds by answering on and on. */
export class Reading {
  readonly records: ProviderRecord[] = []
  readonly signal: AbortSignal
  readonly #mostBytes: number
  #bytes = 0
  #pages = 0

  constructor(mostBytes: number, signal: AbortSignal = AbortSignal.timeout(patienceMs)) {
    this.#mostBytes = mostBytes
    this.signal = signal
  }

  /** @throws ProviderProblem when there are too many of them */
  take(page: readonly ProviderRecord[]): void {
    this.#pages += 1
    for (const record of page) {
      this.#bytes += record.host.length + record.value.length + record.remark.length + 40
      if (this.#bytes > this.#mostBytes) throw new ProviderProblem('too-large')
      this.records.push(record)
    }
    if (this.#pages > mostPages) throw new ProviderProblem('too-large')
  }
}

/** Reads pages until all records are there that the provider counts. */
export async function readPages(
  reading: Reading,
  page: (index: number, seen: number) => Promise<{ rows: readonly unknown[]; total: number; records: ProviderRecord[] }>,
): Promise<void> {
  for (let index = 0, seen = 0; ; index += 1) {
    const { rows, total, records } = await page(index, seen)
    reading.take(records)
    seen += rows.length
    if (seen >= total) return
    // Fewer than it counts: some would be missing without anybody noticing.
    if (rows.length === 0) throw new ProviderProblem('unreadable', 'incomplete')
  }
}

const statuses: Readonly<Record<number, ProviderFailure>> = { 401: 'key-refused', 403: 'permission-missing', 404: 'zone-missing', 429: 'busy' }

/** What a reading failed for, told apart as a person can act on it; null for a fault of this platform. */
export function failureOf(cause: unknown, kinds: Readonly<Partial<Record<ProviderFailure, RegExp>>>): ProviderProblem | null {
  if (cause instanceof ProviderProblem) return cause
  if (cause instanceof OutboundProblem) {
    if (cause.reason === 'wrong-address') return new ProviderProblem('address-refused')
    return new ProviderProblem(cause.reason === 'too-large' ? 'too-large' : cause.reason === 'redirected' ? 'unreadable' : 'unreachable', cause.reason)
  }
  if (!(cause instanceof CloudProblem)) return null
  const kind = (Object.keys(kinds) as ProviderFailure[]).find((one) => kinds[one]!.test(cause.code))
  return new ProviderProblem(kind ?? statuses[cause.status ?? 0] ?? 'unreadable', cause.code)
}

/** A list in an answer. @throws ProviderProblem for anything else */
export function listOf(value: unknown): readonly Record<string, unknown>[] {
  const isRow = (one: unknown): one is Record<string, unknown> => typeof one === 'object' && one !== null && !Array.isArray(one)
  if (!Array.isArray(value) || !value.every(isRow)) throw new ProviderProblem('unreadable', 'bad-answer')
  return value
}

/** A text in an answer. @throws ProviderProblem for anything else */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new ProviderProblem('unreadable', 'bad-answer')
  return value
}

export function optionalText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function numberOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ProviderProblem('unreadable', 'bad-answer')
  return value
}

export function optionalNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
