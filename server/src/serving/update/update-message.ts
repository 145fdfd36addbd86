import { DnsTextError } from '@nameplane/dns-text/errors'
import { decodeMessage, type MessageRecord } from '@nameplane/dns-text/message'
import { CLASS, RCODE } from '../wire/wire-types.ts'

/** A record of an update; `value` is null where it has no data, which is how a whole set or name is meant. */
export type UpdateRecord = {
  /** Absolute. */
  readonly name: string
  readonly type: string
  readonly class: 'IN' | 'ANY' | 'NONE'
  readonly ttl: number
  readonly value: string | null
}

/** An update that a key of ours has signed. */
export type UpdateRequest = {
  readonly keyId: number
  readonly domainId: number
  /** Absolute. */
  readonly zone: string
  /** The address that it came from. */
  readonly client: string
  readonly prerequisites: readonly UpdateRecord[]
  readonly updates: readonly UpdateRecord[]
}

/** More are refused: a save has as many changes. */
export const mostRecords = 1000

const classes: Readonly<Record<number, UpdateRecord['class']>> = { [CLASS.IN]: 'IN', [CLASS.ANY]: 'ANY', [CLASS.NONE]: 'NONE' }

/** Reads the sections of an update (RFC 2136 §2). The response code where it is not executed: malformed, or too long for one save. */
export function readUpdate(packet: Uint8Array): Pick<UpdateRequest, 'zone' | 'prerequisites' | 'updates'> | number {
  try {
    const { questions, answers, authorities } = decodeMessage(packet)
    const [zone] = questions
    if (questions.length !== 1 || zone === undefined || zone.type !== 'SOA' || zone.classCode !== CLASS.IN) return RCODE.FORMERR
    if (answers.length + authorities.length > mostRecords) return RCODE.REFUSED
    const prerequisites = answers.map(recordOf)
    const updates = authorities.map(recordOf)
    if (!prerequisites.every(isPrerequisite) || !updates.every(isUpdate)) return RCODE.FORMERR
    return { zone: zone.name, prerequisites: prerequisites as UpdateRecord[], updates: updates as UpdateRecord[] }
  } catch (error) {
    if (error instanceof DnsTextError) return RCODE.FORMERR
    throw error
  }
}

const noData = String.raw`\# 0`

function recordOf({ name, type, classCode, ttlSeconds, value }: MessageRecord): UpdateRecord | null {
  const found = classes[classCode]
  return found === undefined ? null : { name, type, class: found, ttl: ttlSeconds, value: value === noData ? null : value }
}

/** RFC 2136 §3.2.5: data only where values are compared, and no time to live. */
function isPrerequisite(record: UpdateRecord | null): boolean {
  if (record === null || record.ttl !== 0) return false
  return record.class === 'IN' ? record.value !== null && record.type !== 'ANY' : record.value === null
}

/** RFC 2136 §3.4.1.3. */
function isUpdate(record: UpdateRecord | null): boolean {
  if (record === null || notOfRecords.has(record.type)) return false
  if (record.class === 'ANY') return record.ttl === 0 && record.value === null
  if (record.type === 'ANY') return false
  return record.value !== null && (record.class === 'IN' || record.ttl === 0)
}

const notOfRecords: ReadonlySet<string> = new Set(['AXFR', 'IXFR', 'MAILA', 'MAILB', 'TYPE251', 'TYPE252', 'TYPE253', 'TYPE254'])
