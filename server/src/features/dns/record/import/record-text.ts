import { RecordAnnotation, RecordFile, RecordSent, type Finding } from '@nameplane/contract/dns/record'
import type { CanonicalRecord, RecordToCheck } from '@nameplane/contract/dns/record-checks'
import { readInput } from '@nameplane/contract/issues'
import { canonicalSortKey } from '@nameplane/dns-text/names'
import { endOfQuoted } from '@nameplane/dns-text/tokens'
import { parseZoneFile } from '@nameplane/dns-text/zone-file'
import type { LockedRow } from '../record.store.ts'

/*
 * A domain's records as text, out and in. A zone file has no words for lines, weights, remarks and paused records, so they
 * stand in comments that BIND skips and our import reads (docs/decisions/zone-file-annotations.md):
 *   www 600 IN A 192.0.2.1 ; nameplane: {"weight":5,"remark":"…"}
 *   ;nameplane-record www 600 IN A 192.0.2.2 ; nameplane: {"line":"telecom"}
 */

const suffix = '; nameplane: '
const prefix = ';nameplane-record '

/** Records that one text may hold: all of them are in memory while they are judged. */
const maxRecords = 250_000

/** One record of a file, not yet judged, and the line it stands on (or its place among the records of a JSON file), from 1. */
export type Entry = { record: RecordToCheck; lineNumber: number }

export type ReadText = { entries: Entry[]; findings: Finding[] }

function annotationOf(record: CanonicalRecord): string {
  const annotation = {
    ...(record.line === 'default' ? {} : { line: record.line }),
    ...(record.weight === null ? {} : { weight: record.weight }),
    ...(record.status === 1 ? {} : { status: record.status }),
    ...(record.remark === '' ? {} : { remark: record.remark }),
  }
  return Object.keys(annotation).length === 0 ? '' : ` ${suffix}${JSON.stringify(annotation)}`
}

/**
 * The domain as a zone file that BIND loads as what the default line answers, and that our import reads back whole.
 * `records` are its own, `fixed` the SOA and NS of its service group.
 */
export function printZoneText(zone: string, records: readonly CanonicalRecord[], fixed: readonly LockedRow[]): string {
  const keys = new Map<string, string>()
  const keyOf = (host: string): string => {
    let key = keys.get(host)
    if (key === undefined) keys.set(host, (key = host === '@' ? '' : canonicalSortKey(host)))
    return key
  }
  const sorted = [...records].sort((left, right) => {
    const [leftKey, rightKey] = [keyOf(left.host), keyOf(right.host)]
    return leftKey < rightKey ? -1 : leftKey > rightKey ? 1 : 0
  })
  const aliased = new Set<string>()
  const lines = [`$ORIGIN ${zone}.`, ...fixed.map((record) => `${record.host}\t${record.ttl}\tIN\t${record.type}\t${record.value}`)]
  for (const record of sorted) {
    // Of several weighted CNAMEs a zone file can hold one.
    const isRepeatedAlias = record.type === 'CNAME' && aliased.has(record.host)
    const isPlain = record.line === 'default' && record.status === 1 && !isRepeatedAlias
    if (isPlain && record.type === 'CNAME') aliased.add(record.host)
    lines.push(`${isPlain ? '' : prefix}${record.host}\t${record.ttl}\tIN\t${record.type}\t${record.value}${annotationOf(record)}`)
  }
  return `${lines.join('\n')}\n`
}

/** The domain as JSON; `records` are `RecordSent` as the API takes them. */
export function printJsonText(zone: string, records: readonly CanonicalRecord[]): string {
  const rows = records.map(({ host, type, line, value, ttl, weight, remark, status }) =>
    JSON.stringify({ host, type, line, value, ttl, weight, remark, status }),
  )
  return `{"format":"nameplane-records","version":1,"domain":${JSON.stringify(zone)},"records":[\n${rows.join(',\n')}\n]}\n`
}

/** The text of our comment at the end of an entry's line; null when it has none. */
function commentOf(line: string): string | null {
  if (!line.includes(suffix)) return null
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index]
    if (character === '"') {
      const end = endOfQuoted(line, index)
      if (end < 0) return null
      index = end
    } else if (character === '\\') index += 1
    else if (character === ';') return line.startsWith(suffix, index) ? line.slice(index + suffix.length) : null
  }
  return null
}

function readAnnotation(comment: string): RecordAnnotation | null {
  try {
    const read = RecordAnnotation.safeParse(JSON.parse(comment))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Reads a zone file for `zone`; what cannot be read becomes a finding with its line. */
export function readZoneText(text: string, zone: string, defaultTtlSeconds: number): ReadText {
  const findings: Finding[] = []
  const note = (severity: Finding['severity'], code: string, lineNumber: number, params: Record<string, unknown> = {}): void =>
    void findings.push({ change: null, lineNumber, severity, code, field: null, params })
  const plain = text.includes(prefix) ? text.replace(/^;nameplane-record /gm, '') : text
  const parsed = parseZoneFile(plain, { origin: `${zone}.`, defaultTtlSeconds, maxRecords })
  for (const refusal of parsed.refusals) note('error', refusal.code, refusal.lineNumber, { text: refusal.text.slice(0, 200), ...refusal.params })
  const lines = plain.includes(suffix) ? plain.split('\n') : []
  const entries: Entry[] = []
  for (const { name, type, ttlSeconds, value, lineNumber } of parsed.records) {
    // The reader gives names of this zone only, in their canonical form.
    const host = name.length === zone.length + 1 ? '@' : name.slice(0, -zone.length - 2)
    if (type === 'SOA') note('note', 'soa_ignored', lineNumber)
    else if (type === 'NS' && host === '@') note('note', 'apex_ns_ignored', lineNumber, { value })
    else {
      const comment = commentOf(lines[lineNumber - 1] ?? '')
      const annotation = comment === null ? { line: 'default', status: 1, remark: '' } : readAnnotation(comment)
      if (annotation) entries.push({ record: { host, type, value, ttl: ttlSeconds, ...annotation }, lineNumber })
      else note('error', 'import_annotation_unreadable', lineNumber)
    }
  }
  return { entries, findings }
}

/** Reads JSON of our own export, or a bare list of records as the API takes them. */
export function readJsonText(text: string): ReadText {
  const findings: Finding[] = []
  const entries: Entry[] = []
  const file = RecordFile.safeParse(jsonOf(text))
  if (!file.success) return { entries, findings: [{ change: null, lineNumber: null, severity: 'error', code: 'import_unreadable', field: null, params: {} }] }
  const records = Array.isArray(file.data) ? file.data : file.data.records
  if (records.length > maxRecords)
    findings.push({ change: null, lineNumber: maxRecords + 1, severity: 'error', code: 'too_many_records', field: null, params: { max: maxRecords } })
  records.slice(0, maxRecords).forEach((one, index) => {
    const read = readInput(RecordSent, one)
    if (read.isRight) return void entries.push({ record: read.value, lineNumber: index + 1 })
    const { path, code, params } = read.issues[0]!
    findings.push({ change: null, lineNumber: index + 1, severity: 'error', code, field: path.join('.') || null, params: { ...params } })
  })
  return { entries, findings }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
