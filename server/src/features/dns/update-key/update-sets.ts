import { canonicalRdata } from '@nameplane/dns-text/rdata'
import { DnsTextError } from '@nameplane/dns-text/errors'
import { isSubdomain, relativeHost } from '@nameplane/dns-text/names'
import { domainToAscii } from '@nameplane/dns-text/names'
import type { UpdateRecord } from '../../../serving/update/update-message.ts'
import { RCODE } from '../../../serving/wire/wire-types.ts'
import type { SetChange } from '../record/record-sets.service.ts'
import type { LockedRow, SavedRecord } from '../record/record.store.ts'

/*
 * RFC 2136 over the records of the default line: what has to be so before (§3.2), and what becomes of each set (§3.4.2). Those of other
 * lines are not seen, and paused ones are neither seen nor changed.
 */

/** The update is answered with this response code, and nothing is changed. */
export class UpdateRefused extends Error {
  readonly rcode: number

  constructor(rcode: number) {
    super(`rcode ${rcode}`)
    this.rcode = rcode
  }
}

/** A record of an update with its host relative to the domain, and its data as records have it. */
export type HostRecord = Omit<UpdateRecord, 'name'> & { readonly host: string }

/** @throws UpdateRefused NOTZONE for a name of elsewhere, FORMERR for data that its type cannot have */
export function hostRecord({ name, value, ...record }: UpdateRecord, zone: string): HostRecord {
  try {
    const ascii = domainToAscii(name).toLowerCase()
    if (!isSubdomain(ascii, `${zone}.`)) throw new UpdateRefused(RCODE.NOTZONE)
    return { ...record, host: relativeHost(ascii, `${zone}.`), value: value === null ? null : canonicalRdata(record.type, value) }
  } catch (error) {
    throw error instanceof DnsTextError ? new UpdateRefused(RCODE.FORMERR) : error
  }
}

type Value = { readonly value: string; readonly status: 0 | 1 }
type RecordSet = { readonly host: string; readonly type: string; ttl: number | null; values: Value[]; isChanged: boolean }

const keyOf = (host: string, type: string): string => `${host} ${type}`
const served = ({ values }: RecordSet): Value[] => values.filter(({ status }) => status === 1)
/** Names in data are compared in lower case; the data of other types as they are (RFC 2136 §1.1). */
const isEqual = (type: string, one: string, other: string): boolean => one === other || (namedTypes.has(type) && one.toLowerCase() === other.toLowerCase())
const namedTypes: ReadonlySet<string> = new Set(['NS', 'CNAME', 'DNAME', 'PTR', 'MX', 'SRV'])

/** The sets of the default line, as an update finds and changes them. */
export class ZoneSets {
  readonly #sets = new Map<string, RecordSet>()

  /** @param apex SOA and NS, which nothing changes */
  constructor(records: readonly SavedRecord[], apex: readonly LockedRow[]) {
    for (const { host, type, value, ttl } of apex) {
      const set = this.#set(host, type)
      set.values.push({ value, status: 1 })
      set.ttl = ttl
    }
    for (const { host, type, line, value, ttl, status } of records) {
      if (line !== 'default') continue
      const set = this.#set(host, type)
      set.values.push({ value, status: status === 1 ? 1 : 0 })
      set.ttl = ttl
    }
  }

  /** @throws UpdateRefused with the code of the first prerequisite that is not so */
  require(prerequisites: readonly HostRecord[]): void {
    const wanted = new Map<string, { host: string; type: string; values: string[] }>()
    for (const { host, type, class: kind, value } of prerequisites) {
      if (kind === 'IN') {
        const set = wanted.get(keyOf(host, type)) ?? { host, type, values: [] }
        if (!set.values.some((one) => isEqual(type, one, value!))) set.values.push(value!)
        wanted.set(keyOf(host, type), set)
        continue
      }
      const isThere = type === 'ANY' ? this.typesOf(host).length > 0 : this.#servedOf(host, type).length > 0
      if (kind === 'ANY' && !isThere) throw new UpdateRefused(type === 'ANY' ? RCODE.NXDOMAIN : RCODE.NXRRSET)
      if (kind === 'NONE' && isThere) throw new UpdateRefused(type === 'ANY' ? RCODE.YXDOMAIN : RCODE.YXRRSET)
    }
    for (const { host, type, values } of wanted.values()) {
      const there = this.#servedOf(host, type)
      const isSame = there.length === values.length && values.every((value) => there.some((one) => isEqual(type, one.value, value)))
      if (!isSame) throw new UpdateRefused(RCODE.NXRRSET)
    }
  }

  /** Types of a host that are served. */
  typesOf(host: string): string[] {
    return [...this.#sets.values()].flatMap((set) => (set.host === host && served(set).length > 0 ? [set.type] : []))
  }

  /** One after the other (§3.4.2). */
  apply(updates: readonly HostRecord[]): void {
    for (const { host, type, class: kind, ttl, value } of updates) {
      if (kind === 'IN') this.#add(host, type, ttl, value!)
      else if (kind === 'NONE') this.#keepOnly(host, type, (one) => !isEqual(type, one, value!))
      else for (const gone of type === 'ANY' ? this.typesOf(host) : [type]) this.#keepOnly(host, gone, () => false)
    }
  }

  /** What is to be saved. */
  changes(): SetChange[] {
    return [...this.#sets.values()].flatMap(({ host, type, ttl, values, isChanged }) =>
      isChanged ? [{ host, type, how: 'replace' as const, ttl, values, remarks: null }] : [],
    )
  }

  /** §3.4.2.2: a CNAME is alone, and what would stand beside it is passed over; so is the SOA, whose serial is ours. */
  #add(host: string, type: string, ttl: number, value: string): void {
    if (type === 'SOA') return
    const others = this.typesOf(host).filter((other) => other !== type)
    if (type === 'CNAME' ? others.length > 0 : others.includes('CNAME')) return
    const set = this.#set(host, type)
    const isIt = (one: Value): boolean => (type === 'CNAME' && one.status === 1) || isEqual(type, one.value, value)
    const found = set.values.find(isIt)
    if (found !== undefined && found.status === 1 && found.value === value && set.ttl === ttl) return
    set.values = [...set.values.filter((one) => !isIt(one)), { value, status: 1 }]
    set.ttl = ttl
    set.isChanged = true
  }

  /** §3.4.2.3 and 4: the SOA and NS of the domain itself stay. */
  #keepOnly(host: string, type: string, isKept: (value: string) => boolean): void {
    if (isOfApex(host, type)) return
    const set = this.#sets.get(keyOf(host, type))
    if (set === undefined) return
    const kept = set.values.filter(({ value, status }) => status === 0 || isKept(value))
    if (kept.length === set.values.length) return
    set.values = kept
    set.isChanged = true
  }

  #servedOf(host: string, type: string): Value[] {
    const set = this.#sets.get(keyOf(host, type))
    return set === undefined ? [] : served(set)
  }

  #set(host: string, type: string): RecordSet {
    const key = keyOf(host, type)
    const set = this.#sets.get(key) ?? { host, type, ttl: null, values: [], isChanged: false }
    this.#sets.set(key, set)
    return set
  }
}

/** Records that come from the settings of the domain. */
export function isOfApex(host: string, type: string): boolean {
  return host === '@' && (type === 'SOA' || type === 'NS')
}
