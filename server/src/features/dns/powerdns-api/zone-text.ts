import { powerdnsRoot } from '@nameplane/contract/dns/powerdns-api'
import { absoluteHost } from '@nameplane/contract/dns/record-checks'
import type { Steps } from '../../../serving/zone/slices.ts'
import { remarksOf } from '../record/record-sets.service.ts'
import type { LockedRow } from '../record/record.store.ts'
import type { ZoneRecord, ZoneRow } from './powerdns-api.store.ts'

/* Zones as PowerDNS prints them, the members of each object in its order: shell scripts find them by their places. */

/** The one server that there is. */
export const serverName = 'localhost'
const serverUrl = `${powerdnsRoot}/${serverName}`

/** `version` names the PowerDNS whose API this is: programs choose by it what they send. */
export const serverObject = {
  daemon_type: 'authoritative',
  id: serverName,
  type: 'Server',
  url: serverUrl,
  version: '4.9.0',
  zones_url: `${serverUrl}/zones{/zone}`,
}

/** What lists say of a zone. There are no primaries and secondaries: the platform brings every change to its nodes by itself. */
export function zoneObject({ name, serial, remark }: ZoneRow) {
  const id = `${name}.`
  return {
    account: remark,
    catalog: '',
    dnssec: false,
    edited_serial: serial,
    id,
    kind: 'Native',
    last_check: 0,
    masters: [],
    name: id,
    notified_serial: 0,
    serial,
    url: `${serverUrl}/zones/${id}`,
  }
}

/** What is said of a zone beside that when it is asked for alone. */
const furtherMembers = {
  api_rectify: false,
  master_tsig_key_ids: [],
  nsec3narrow: false,
  nsec3param: '',
  presigned: false,
  slave_tsig_key_ids: [],
  soa_edit: '',
  // The serial rises with every change.
  soa_edit_api: 'DEFAULT',
}

/** Records of one host and type. */
type SetOfRecords = { host: string; type: string; records: readonly ZoneRecord[] }

/** The sets of records that are in the order of their hosts and types, one after the other. */
function* setsOf(records: readonly ZoneRecord[]): Generator<SetOfRecords> {
  let rows: ZoneRecord[] = []
  for (const [index, record] of records.entries()) {
    const { host, type } = record
    rows.push(record)
    const next = records[index + 1]
    if (next?.host === host && next.type === type) continue
    yield { host, type, records: rows }
    rows = []
  }
}

/** SOA and NS of the domain itself as records. */
export function fixedRecords(locked: readonly LockedRow[]): ZoneRecord[] {
  return locked.map((row) => ({ ...row, status: 1, remark: '', updatedAt: new Date(0) }))
}

// Types of numbers and hexadecimal digits alone, which PowerDNS writes small: programs compare texts.
const hexTypes: ReadonlySet<string> = new Set(['DS', 'CDS', 'SSHFP', 'TLSA', 'SMIMEA'])
const contentOf = ({ type, value }: ZoneRecord): string => (hexTypes.has(type) ? value.toLowerCase() : value)

function setObject(zone: string, { host, type, records }: SetOfRecords) {
  const modifiedAt = Math.floor(Math.max(...records.map(({ updatedAt }) => updatedAt.getTime())) / 1000)
  return {
    comments: remarksOf(records).map((content) => ({ account: '', content, modified_at: modifiedAt })),
    name: absoluteHost(host, zone),
    records: records.map((record) => ({ content: contentOf(record), disabled: record.status !== 1 })),
    // Records that are answered have one TTL; paused ones may have another.
    ttl: (records.find(({ status }) => status === 1) ?? records[0]!).ttl,
    type,
  }
}

/** A zone as JSON, with its record sets unless these are null. */
export function* zoneText(zone: ZoneRow, records: readonly ZoneRecord[] | null): Steps<string> {
  const head = JSON.stringify({ ...zoneObject(zone), ...furtherMembers })
  if (records === null) return head
  const texts: string[] = []
  for (const set of setsOf(records)) {
    texts.push(JSON.stringify(setObject(zone.name, set)))
    yield
  }
  return `${head.slice(0, -1)},"rrsets":[${texts.join(',')}]}`
}

/** What the default line answers with, as lines of text. */
export function* exportText(zone: string, records: readonly ZoneRecord[]): Steps<string> {
  const lines: string[] = []
  for (const record of records) {
    const { host, type, ttl } = record
    if (record.status === 1) lines.push(`${absoluteHost(host, zone)}\t${ttl}\tIN\t${type}\t${contentOf(record)}\n`)
    yield
  }
  return lines.join('')
}
