import { withLineFeeds } from '@nameplane/dns-text/line-ends'
import { automaticTtlSeconds, isOfCloudflare, saidByCloudflare } from '@nameplane/dns-text/record-text/cloudflare'
import { commentOf } from '@nameplane/dns-text/record-text/comments'
import { readTable } from '@nameplane/dns-text/record-text/table'
import type { LineName } from '@nameplane/dns-text/record-text/line-names'
import type { TextFormat } from '@nameplane/dns-text/record-text/text-format'
import { parseZoneFile, type ParsedZoneFile } from '@nameplane/dns-text/zone-file'
import { readInput } from '../issues.ts'
import { annotationAt, nothingSaid, type AnnotationAt } from './record-annotations.ts'
import { RecordFile, RecordSent, type Finding } from './record.ts'
import { checkRecord, targetOf, type CanonicalRecord, type RecordToCheck, type Zone } from './record-checks.ts'

/*
 * The one reader of records written as text: of what is pasted into the console, and of what is imported. Which format a text has
 * says textFormatOf of dns-text.
 */

/** A text to read, and the zone it is for. */
export type TextToCheck = {
  text: string
  format: TextFormat
  zone: Zone
  defaultTtlSeconds: number
  /** Lines of the platform, by whose names a table calls them. */
  lines?: readonly LineName[]
  /** All of them are in memory while they are judged. */
  maxRecords?: number
}

/** An entry that can be stored; `change` numbers the entries of the text. */
export type CheckedEntry = { record: CanonicalRecord; lineNumber: number; change: number }
export type CheckedText = { entries: CheckedEntry[]; findings: Finding[] }

/** One record of a text, not yet judged, and the line it is on (or its place among the records of a JSON file), from 1. */
type Entry = { record: RecordToCheck; lineNumber: number; written: 'typed' | 'canonical' }
type ReadText = { entries: Entry[]; findings: Finding[] }

const mostRecords = 250_000

export function setKeyOf(record: CanonicalRecord): string {
  return `${record.host}\u0000${record.type}\u0000${record.line}`
}

/** Equal for records that are one: upper and lower case of the names in a value are the same (RFC 4343). */
export function recordKeyOf(record: CanonicalRecord): string {
  return `${setKeyOf(record)}\u0000${targetOf(record.type, record.value) === null ? record.value : record.value.toLowerCase()}`
}

/** Reads a text and judges each entry by itself. Pure; 100,000 entries take about two seconds. */
export function checkText(given: TextToCheck): CheckedText {
  const { entries: read, findings } = readText({ ...given, text: withLineFeeds(given.text) })
  const entries: CheckedEntry[] = []
  const firstLines = new Map<string, number>()
  read.forEach(({ record: written, lineNumber, written: how }, change) => {
    const { record, found } = checkRecord(written, given.zone, how)
    for (const { severity, code, field, params } of found) findings.push({ change: null, lineNumber, severity, code, field, params })
    if (!record) return
    const key = recordKeyOf(record)
    const first = firstLines.get(key)
    if (first !== undefined) return void findings.push({ change: null, lineNumber, severity: 'note', code: 'repeated_in_file', field: null, params: { first } })
    firstLines.set(key, lineNumber)
    entries.push({ record, lineNumber, change })
  })
  return { entries, findings }
}

function readText(given: TextToCheck): ReadText {
  if (given.format === 'json') return readJsonText(given)
  return given.format === 'table' ? readTableText(given) : readZoneText(given)
}

function findingAt(
  lineNumber: number | null,
  severity: Finding['severity'],
  code: string,
  params: Record<string, unknown> = {},
  field: string | null = null,
): Finding {
  return { change: null, lineNumber, severity, code, field, params }
}

/** Reads a zone file; what cannot be read becomes a finding with its line. */
function readZoneText({ text, zone, defaultTtlSeconds, maxRecords = mostRecords }: TextToCheck): ReadText {
  const { plain, annotation } = annotationAt(text)
  const read = ofZoneFile(parseZoneFile(plain, { origin: `${zone.name}.`, defaultTtlSeconds, maxRecords }), zone.name, annotation)
  return isOfCloudflare(text) ? ofCloudflare(read, text.split('\n'), defaultTtlSeconds) : read
}

/** The same, with what the lines of an export of Cloudflare mean. */
function ofCloudflare({ entries: read, findings }: ReadText, lines: readonly string[], defaultTtlSeconds: number): ReadText {
  const entries = read.flatMap(({ record, lineNumber }) => {
    const isAutomatic = record.ttl === automaticTtlSeconds
    const { remark, isProxied } = saidByCloudflare(commentOf(lines[lineNumber - 1] ?? '') ?? '')
    if (isAutomatic) findings.push(findingAt(lineNumber, 'note', 'ttl_automatic', { text: String(record.ttl), ttl: defaultTtlSeconds }, 'ttl'))
    if (isProxied) findings.push(findingAt(lineNumber, 'note', 'proxied_elsewhere', {}, 'value'))
    return entriesOf({ ...record, remark, ttl: isAutomatic ? defaultTtlSeconds : record.ttl }, lineNumber, findings)
  })
  return { entries, findings }
}

function ofZoneFile(parsed: ParsedZoneFile, zone: string, annotation: AnnotationAt): ReadText {
  const entries: Entry[] = []
  const findings = parsed.refusals.map(({ lineNumber, code, params, text }) => findingAt(lineNumber, 'error', code, { text: text.slice(0, 200), ...params }))
  findings.push(...parsed.notes.map(({ lineNumber, code, params }) => findingAt(lineNumber, 'note', code, params)))
  for (const { name, type, ttlSeconds, value, lineNumber } of parsed.records) {
    // The reader gives names of this zone only, in their canonical form.
    const host = name.length === zone.length + 1 ? '@' : name.slice(0, -zone.length - 2)
    if (type === 'SOA') findings.push(findingAt(lineNumber, 'note', 'soa_ignored'))
    else if (type === 'NS' && host === '@') findings.push(findingAt(lineNumber, 'note', 'apex_ns_ignored', { value }))
    else {
      const said = annotation(lineNumber)
      if (said) entries.push({ record: { host, type, value, ttl: ttlSeconds, ...said }, lineNumber, written: 'canonical' })
      else findings.push(findingAt(lineNumber, 'error', 'import_annotation_unreadable'))
    }
  }
  return { entries, findings }
}

/** Reads a table, with the lines of a zone file that are between its rows. */
function readTableText({ text, zone, defaultTtlSeconds, lines = [], maxRecords = mostRecords }: TextToCheck): ReadText {
  const { records, found, zoneLines } = readTable(text, { zone: zone.name, defaultTtlSeconds, lines, maxRecords })
  const read: ReadText = zoneLines === null ? { entries: [], findings: [] } : ofZoneFile(zoneLines, zone.name, () => nothingSaid)
  for (const { lineNumber, severity, code, field, params } of found) read.findings.push(findingAt(lineNumber, severity, code, shortened(params), field))
  for (const { record, lineNumber } of records) {
    if (record.type === 'SOA') read.findings.push(findingAt(lineNumber, 'note', 'soa_ignored'))
    else if (record.type === 'NS' && isApex(record.host, zone.name))
      read.findings.push(findingAt(lineNumber, 'note', 'apex_ns_ignored', { value: record.value }))
    else read.entries.push(...entriesOf(record, lineNumber, read.findings))
  }
  read.entries.sort((left, right) => left.lineNumber - right.lineNumber)
  return read
}

/** What a finding repeats of a text is bounded, as cells are not. */
function shortened(params: Readonly<Record<string, string | number>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' && value.length > 200 ? `${value.slice(0, 199)}…` : value]),
  )
}

const isApex = (host: string, zone: string): boolean => host === '@' || host.toLowerCase() === `${zone}.`

/** A record as the API takes it; what the API would refuse becomes a finding. */
function entriesOf(sent: unknown, lineNumber: number, findings: Finding[]): Entry[] {
  const read = readInput(RecordSent, sent)
  if (read.isRight) return [{ record: read.value, lineNumber, written: 'typed' }]
  const { path, code, params } = read.issues[0]!
  findings.push(findingAt(lineNumber, 'error', code, { ...params }, path.join('.') || null))
  return []
}

/** Reads JSON of our own export, a bare list of records as the API takes them, or one record as the editor copies it. */
function readJsonText({ text, maxRecords = mostRecords }: TextToCheck): ReadText {
  const findings: Finding[] = []
  const json = jsonOf(text)
  const file = RecordFile.safeParse(isOneRecord(json) ? [json] : json)
  if (!file.success) return { entries: [], findings: [findingAt(null, 'error', 'import_unreadable')] }
  const records = Array.isArray(file.data) ? file.data : file.data.records
  if (records.length > maxRecords) findings.push(findingAt(maxRecords + 1, 'error', 'too_many_records', { max: maxRecords }))
  const entries = records.slice(0, maxRecords).flatMap((one, index) => entriesOf(one, index + 1, findings))
  return { entries, findings }
}

function isOneRecord(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'host' in json && 'type' in json
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}
