import { DnsTextError } from '@nameplane/dns-text/errors'
import { nameToWire } from '@nameplane/dns-text/names'
import { parseRdataWire } from '@nameplane/dns-text/rdata'
import { isStorableType, typeCodeOf } from '@nameplane/dns-text/record-types'
import { tokeniseValue } from '@nameplane/dns-text/tokens'
import { DEFAULT_LINE } from '../lines/line-table.ts'
import type { ZoneLineSource } from '../lines/zone-lines.ts'
import type { ZoneProblem } from './rrset.ts'
import { keyOfWire } from '../wire/wire-key.ts'
import { TYPE } from '../wire/wire-types.ts'

/** One saved record. */
export type RecordSource = {
  readonly id?: number
  /** `@`, `www`, `a.b`, `*` … relative to the zone. */
  readonly host: string
  readonly type: string
  readonly line: string
  /** Whole rdata in presentation form. */
  readonly value: string
  readonly ttlSeconds: number
  readonly weight: number | null
}

export type SoaSource = {
  readonly mname: string
  /** A mailbox as a name (`hostmaster.example.com`) or as an address (`hostmaster@example.com`). */
  readonly rname: string
  readonly refresh: number
  readonly retry: number
  readonly expire: number
  readonly minimum: number
  readonly ttlSeconds: number
}

/** What the zone has besides saved records. */
export type ApexSource = {
  readonly name: string
  readonly serial: number
  readonly soa: SoaSource
  readonly nameservers: readonly { readonly name: string; readonly ttlSeconds: number }[]
  /** The lines of its own; absent where it has none. */
  readonly lines?: readonly ZoneLineSource[]
  /** Its primaries have not given it for too long: it has no records, and what is asked of it fails. */
  readonly isExpired?: boolean
}

/** A record in wire form, its owner as a key relative to the zone. */
export type Row = {
  readonly key: string
  readonly type: number
  readonly line: string
  readonly ttlSeconds: number
  readonly weight: number | null
  readonly wire: Uint8Array
  readonly record: RecordSource
}

/** The SOA's rdata in wire form; times in seconds. */
export type SoaRow = { readonly wire: Uint8Array; readonly ttlSeconds: number; readonly minimum: number }

const maxTtlSeconds = 0x7fffffff // RFC 2181 §8
const maxWeight = 1_000_000
const noBytes = new Uint8Array()

/** Lists a row that is not served, with the code of the reason. */
export function leaveOut(problems: ZoneProblem[], record: RecordSource, code: string): void {
  const { id, host, type, line, value } = record
  problems.push({ code, recordId: id ?? null, host, type, line, value })
}

// Owners repeat from row to row and from zone to zone; most hosts are one of a few words.
const plainHost = /^[a-z0-9_-]{1,63}$/

/** The key of a host, relative to the zone. @throws {DnsTextError} when it is no name, or too long with the zone's */
export function hostKey(host: string, origin: Uint8Array, zoneKey: string): string {
  if (host === '@' || host === '') return ''
  if (plainHost.test(host) && host.length + zoneKey.length + 2 <= 255) return String.fromCharCode(host.length) + host
  const key = keyOfWire(nameToWire(host, origin))
  return key.slice(0, key.length - zoneKey.length)
}

function isWildcardInside(key: string): boolean {
  return key.startsWith('\x01*')
}

/** Appends the record in wire form to `rows`, or the reason why it cannot be served to `problems`. */
export function readRow(rows: Row[], problems: ZoneProblem[], record: RecordSource, origin: Uint8Array, zoneKey: string): void {
  const row = rowOrCode(record, origin, zoneKey)
  if (typeof row === 'string') leaveOut(problems, record, row)
  else rows.push(row)
}

function rowOrCode(record: RecordSource, origin: Uint8Array, zoneKey: string): Row | string {
  const type = typeCodeOf(record.type)
  if (type === undefined) return 'unknown_type'
  if (!isStorableType(type) || type === TYPE.SOA) return 'type_not_storable'
  if (!Number.isInteger(record.ttlSeconds) || record.ttlSeconds < 0 || record.ttlSeconds > maxTtlSeconds) return 'bad_ttl'
  const { weight } = record
  if (weight !== null && !(weight >= 0 && weight <= maxWeight)) return 'bad_weight'
  if (record.line === '') return 'bad_line'
  try {
    const key = hostKey(record.host, origin, zoneKey)
    if (key === '' && type === TYPE.CNAME) return 'cname_at_apex'
    if (isWildcardInside(key)) {
      // RFC 4592 §4.2, §4.4: what these would mean is left open there.
      if (type === TYPE.NS) return 'wildcard_delegation'
      if (type === TYPE.DNAME) return 'wildcard_dname'
    }
    // Without anything in its place it says that the name exists, and is in no answer.
    if (type === TYPE.ALIAS) return { key, type, line: record.line, ttlSeconds: record.ttlSeconds, weight: null, wire: noBytes, record }
    const wire = (type === TYPE.A ? plainIpv4(record.value) : null) ?? parseRdataWire(type, tokeniseValue(record.value), undefined)
    return { key, type, line: record.line, ttlSeconds: record.ttlSeconds, weight, wire, record }
  } catch (error) {
    if (error instanceof DnsTextError) return error.code
    throw error
  }
}

/** The bytes of a dotted quad and nothing else, the value of most records; null for all that has to be read in words. */
function plainIpv4(value: string): Uint8Array | null {
  const bytes = new Uint8Array(4)
  let part = 0
  let digits = 0
  let number = 0
  for (let i = 0; i <= value.length; i += 1) {
    const code = i < value.length ? value.charCodeAt(i) : 46
    if (code === 46) {
      if (digits === 0 || part > 3) return null
      bytes[part] = number
      part += 1
      digits = 0
      number = 0
    } else {
      if (code < 48 || code > 57 || (digits > 0 && number === 0)) return null
      number = number * 10 + code - 48
      digits += 1
      if (number > 255) return null
    }
  }
  return part === 4 ? bytes : null
}

/** The apex NS records of the domain itself, as records that nobody saved. */
export function nameserverRecords({ nameservers }: ApexSource): RecordSource[] {
  return nameservers.map((server) => ({ host: '@', type: 'NS', line: DEFAULT_LINE, value: server.name, ttlSeconds: server.ttlSeconds, weight: null }))
}

/** `hostmaster@example.com` → `hostmaster.example.com`, a dot in the local part escaped (RFC 1035 §8). */
function mailboxName(rname: string): string {
  const at = rname.lastIndexOf('@')
  if (at < 0) return rname
  return `${rname.slice(0, at).replaceAll('.', '\\.')}.${rname.slice(at + 1)}`
}

/** The SOA; a primary or mailbox that is no name is replaced by the zone's own and listed in `problems`. */
export function readSoa({ soa, serial }: ApexSource, origin: Uint8Array, problems: ZoneProblem[]): SoaRow {
  const nameOr = (name: string, code: string): Uint8Array => {
    try {
      return nameToWire(name)
    } catch (error) {
      if (!(error instanceof DnsTextError)) throw error
      problems.push({ code, recordId: null, host: '@', type: 'SOA', line: DEFAULT_LINE, value: name })
      return origin
    }
  }
  const seconds = (value: number): number => Math.min(Math.max(Math.trunc(value) || 0, 0), maxTtlSeconds)
  const numbers = Buffer.alloc(20)
  numbers.writeUInt32BE(serial >>> 0, 0)
  numbers.writeUInt32BE(seconds(soa.refresh), 4)
  numbers.writeUInt32BE(seconds(soa.retry), 8)
  numbers.writeUInt32BE(seconds(soa.expire), 12)
  numbers.writeUInt32BE(seconds(soa.minimum), 16)
  return {
    wire: Buffer.concat([nameOr(soa.mname, 'bad_mname'), nameOr(mailboxName(soa.rname), 'bad_rname'), numbers]),
    ttlSeconds: seconds(soa.ttlSeconds),
    minimum: seconds(soa.minimum),
  }
}
