import type { CheckedEntry } from '@nameplane/contract/dns/record-text'
import { recordKeyOf } from '@nameplane/contract/dns/record-text'
import type { MessageRecord } from '@nameplane/dns-text/message'
import { isPlatformType, isStorableType, parseTypeName } from '@nameplane/dns-text/record-types'
import type { TransferredApex } from '../../../db/primary-tables.ts'
import { TransferProblem } from '../../../serving/transfer/transfer-problem.ts'

const defaultLine = 'default'
/** What a signer makes. Without its records a signed zone would be wrong for who validates; with them it is more than is served here. */
const signerTypes = new Set(['RRSIG', 'NSEC', 'NSEC3', 'NSEC3PARAM', 'DNSKEY'])

/** A zone as its primary gives it, in the forms in which it is stored: as it is, since it is that of others. */
export class TransferredZone {
  readonly #zone: string
  readonly #entries = new Map<string, CheckedEntry>()
  #serial = 0
  #soa: TransferredApex['soa'] | null = null
  readonly #nameservers: { name: string; ttlSeconds: number }[] = []

  /** @param zone in lower case, without its final dot */
  constructor(zone: string) {
    this.#zone = zone
  }

  /** @throws TransferProblem for what cannot be served as it is */
  take(records: readonly MessageRecord[]): void {
    for (const record of records) {
      const host = this.#hostOf(record.name.toLowerCase())
      // Not of this zone, whatever it does there: nobody is answered with it (RFC 5936 §3.5).
      if (host === null) continue
      if (record.type === 'SOA') this.#takeSoa(record)
      else if (record.type === 'NS' && host === '@') this.#nameservers.push({ name: plainName(record.value), ttlSeconds: record.ttlSeconds })
      else this.#takeRecord(host, record)
    }
  }

  get serial(): number {
    return this.#serial
  }

  get entries(): readonly CheckedEntry[] {
    return [...this.#entries.values()]
  }

  /** @throws TransferProblem where there is no name server */
  get apex(): TransferredApex {
    if (this.#soa === null || this.#nameservers.length === 0) throw new TransferProblem('unreadable', 'no-ns')
    return { soa: this.#soa, nameservers: this.#nameservers }
  }

  #hostOf(name: string): string | null {
    if (name === `${this.#zone}.`) return '@'
    return name.endsWith(`.${this.#zone}.`) ? name.slice(0, -this.#zone.length - 2) : null
  }

  #takeSoa({ value, ttlSeconds }: MessageRecord): void {
    const [mname = '', rname = '', ...numbers] = value.split(' ')
    const [serial, refresh, retry, expire, minimum] = numbers.map(Number)
    this.#serial = serial!
    this.#soa = { mname: plainName(mname), rname: plainName(rname), refresh: refresh!, retry: retry!, expire: expire!, minimum: minimum!, ttlSeconds }
  }

  #takeRecord(host: string, { type, value, ttlSeconds: ttl }: MessageRecord): void {
    if (signerTypes.has(type)) throw new TransferProblem('signed', type)
    const code = parseTypeName(type)
    if (!isStorableType(code) || isPlatformType(code)) throw new TransferProblem('unreadable', type)
    const record = { host, type, line: defaultLine, value, ttl, weight: null, remark: '', status: 1 as const }
    this.#entries.set(recordKeyOf(record), { record, lineNumber: 0, change: this.#entries.size })
  }
}

/** Without its final dot, as names of a service group are. */
const plainName = (name: string): string => (name === '.' ? name : name.replace(/\.$/, ''))
