import { DnsTextError } from '@nameplane/dns-text/errors'
import { nameToWire } from '@nameplane/dns-text/names'
import { parseRdataTokens } from '@nameplane/dns-text/rdata'
import { isStorableType, typeCodeOf } from '@nameplane/dns-text/record-types'
import { tokeniseValue } from '@nameplane/dns-text/tokens'
import { DEFAULT_LINE } from './line-table.ts'
import { leaveOut, zoneOfRows, type RecordSource, type Row } from './zone-build.ts'
import type { CompiledZone, ZoneProblem } from './rrset.ts'
import { keyOfWire } from './wire-key.ts'
import { TYPE } from './wire-types.ts'

/**
 * What is saved of one domain, read in one transaction: the compiler's whole input. Paused records are left out by the reader.
 * All names are ASCII; the final dot is optional and means nothing, every name in a value is absolute. Times are in seconds.
 */
export interface ZoneSource {
  readonly domainId: number
  readonly name: string
  readonly serial: number
  readonly soa: SoaSource
  readonly nameservers: readonly { readonly name: string; readonly ttlSeconds: number }[]
  readonly records: readonly RecordSource[]
}

export interface SoaSource {
  readonly mname: string
  /** A mailbox as a name (`hostmaster.example.com`) or as an address (`hostmaster@example.com`). */
  readonly rname: string
  readonly refresh: number
  readonly retry: number
  readonly expire: number
  readonly minimum: number
  readonly ttlSeconds: number
}

/** The zone's own name cannot be served; nothing of it can. */
export class UnservableZone extends Error {
  constructor(zoneName: string, cause: unknown) {
    super(`zone name ${JSON.stringify(zoneName)} cannot be served`, { cause })
    this.name = 'UnservableZone'
  }
}

const maxTtlSeconds = 0x7fffffff // RFC 2181 §8
const maxWeight = 1_000_000

/**
 * Saved rows → a zone to answer from. Pure and total: a row that cannot be served is left out and listed in `problems`, and what
 * the rows mean together (one CNAME, nothing beside it, whole delegations) is settled here, so that answering never has to.
 * @throws {UnservableZone} only when the zone's own name is no name
 */
export function compileZone(source: ZoneSource): CompiledZone {
  const problems: ZoneProblem[] = []
  let origin: Uint8Array
  let zoneKey: string
  try {
    origin = source.name === '' ? new Uint8Array(1) : nameToWire(source.name)
    zoneKey = keyOfWire(origin)
  } catch (error) {
    throw new UnservableZone(source.name, error)
  }

  const rows: Row[] = []
  for (const record of source.records) {
    const row = readRow(record, origin, zoneKey)
    if (typeof row === 'string') leaveOut(problems, record, row)
    else rows.push(row)
  }
  const nameservers: RecordSource[] = source.nameservers.map((server) => ({
    host: '@',
    type: 'NS',
    line: DEFAULT_LINE,
    value: server.name,
    ttlSeconds: server.ttlSeconds,
    weight: null,
  }))
  for (const record of nameservers) {
    const row = readRow(record, origin, zoneKey)
    if (typeof row === 'string') leaveOut(problems, record, row)
    else rows.push(row)
  }
  return zoneOfRows(
    { domainId: source.domainId, name: source.name, key: zoneKey, serial: source.serial >>> 0, problems },
    rows,
    readSoa(source, origin, problems),
  )
}

// Owners repeat from row to row and from zone to zone; most hosts are one of a few words.
const plainHost = /^[a-z0-9_-]{1,63}$/

function hostKey(host: string, origin: Uint8Array, zoneKey: string): string {
  if (host === '@' || host === '') return ''
  if (plainHost.test(host) && host.length + zoneKey.length + 2 <= 255) return String.fromCharCode(host.length) + host
  const key = keyOfWire(nameToWire(host, origin))
  return key.slice(0, key.length - zoneKey.length)
}

function isWildcardInside(key: string): boolean {
  return key.startsWith('\x01*')
}

/** A row in wire form, or the code of why it cannot be served. */
function readRow(record: RecordSource, origin: Uint8Array, zoneKey: string): Row | string {
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
    const { wire } = parseRdataTokens(type, tokeniseValue(record.value), undefined)
    return { key, type, line: record.line, ttlSeconds: record.ttlSeconds, weight, wire, record }
  } catch (error) {
    if (error instanceof DnsTextError) return error.code
    throw error
  }
}

/** `hostmaster@example.com` → `hostmaster.example.com`, a dot in the local part escaped (RFC 1035 §8). */
function mailboxName(rname: string): string {
  const at = rname.lastIndexOf('@')
  if (at < 0) return rname
  return `${rname.slice(0, at).replaceAll('.', '\\.')}.${rname.slice(at + 1)}`
}

function readSoa(source: ZoneSource, origin: Uint8Array, problems: ZoneProblem[]): { wire: Buffer; ttlSeconds: number; minimum: number } {
  const { soa } = source
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
  numbers.writeUInt32BE(source.serial >>> 0, 0)
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
