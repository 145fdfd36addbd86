import type { Finding } from '@nameplane/contract/dns/record'
import { checkRecord, targetOf, type CanonicalRecord, type Zone } from '@nameplane/contract/dns/record-checks'
import { Threads } from '../../../../http/large-body/threads.ts'
import { inSlices, type Steps } from '../../../../serving/zone/slices.ts'
import { findingOf } from '../record-findings.ts'
import { readJsonText, readZoneText } from './record-text.ts'

/** A text to read, and the zone it is for. */
export type TextToCheck = { text: string; format: 'bind' | 'json'; zone: Zone; defaultTtlSeconds: number }

/** An entry that can be stored; `change` numbers the entries of the text. */
export type CheckedEntry = { record: CanonicalRecord; lineNumber: number; change: number }
export type CheckedText = { entries: CheckedEntry[]; findings: Finding[] }

export function setKeyOf(record: CanonicalRecord): string {
  return `${record.host}\u0000${record.type}\u0000${record.line}`
}

/** Equal for records that are one: upper and lower case of the names in a value are the same (RFC 4343). */
export function recordKeyOf(record: CanonicalRecord): string {
  return `${setKeyOf(record)}\u0000${targetOf(record.type, record.value) === null ? record.value : record.value.toLowerCase()}`
}

/** Reads a text and judges each entry by itself. Pure; 100,000 entries take about two seconds. */
export function checkText({ text, format, zone, defaultTtlSeconds }: TextToCheck): CheckedText {
  const { entries: read, findings } = format === 'json' ? readJsonText(text) : readZoneText(text, zone.name, defaultTtlSeconds)
  const entries: CheckedEntry[] = []
  const firstLines = new Map<string, number>()
  read.forEach(({ record: written, lineNumber }, change) => {
    const { record, found } = checkRecord(written, zone, format === 'json' ? 'typed' : 'canonical')
    for (const one of found) findings.push(findingOf(one, null, lineNumber))
    if (!record) return
    const key = recordKeyOf(record)
    const first = firstLines.get(key)
    if (first !== undefined) return void findings.push({ change: null, lineNumber, severity: 'note', code: 'repeated_in_file', field: null, params: { first } })
    firstLines.set(key, lineNumber)
    entries.push({ record, lineNumber, change })
  })
  return { entries, findings }
}

/**
 * What was read, for another thread: JSON of so many entries or findings each. Copied as they are, a hundred thousand would hold
 * whoever takes them for seconds; a text is copied at once and read a piece at a time. Of an entry there are the values alone.
 */
export type PackedText = { entries: string[]; findings: string[] }

type PackedEntry = readonly [
  lineNumber: number,
  change: number,
  host: string,
  type: string,
  line: string,
  value: string,
  ttl: number,
  weight: number | null,
  remark: string,
  status: number,
]

const packedRows = 500

export function packedText({ entries, findings }: CheckedText): PackedText {
  const rows = entries.map(({ record: { host, type, line, value, ttl, weight, remark, status }, lineNumber, change }): PackedEntry => {
    return [lineNumber, change, host, type, line, value, ttl, weight, remark, status]
  })
  return { entries: [...packed(rows)], findings: [...packed(findings)] }
}

function* packed(rows: readonly unknown[]): Generator<string> {
  for (let from = 0; from < rows.length; from += packedRows) yield JSON.stringify(rows.slice(from, from + packedRows))
}

function* unpacked({ entries, findings }: PackedText): Steps<CheckedText> {
  const text: CheckedText = { entries: [], findings: [] }
  for (const piece of entries) {
    for (const [lineNumber, change, host, type, line, value, ttl, weight, remark, status] of JSON.parse(piece) as PackedEntry[])
      text.entries.push({ record: { host, type, line, value, ttl, weight, remark, status }, lineNumber, change })
    yield
  }
  for (const piece of findings) {
    text.findings.push(...(JSON.parse(piece) as Finding[]))
    yield
  }
  return text
}

/** Texts up to this many characters are read at once: a thread takes longer to start. */
const readAtOnce = 100_000

/** Each may hold all the records of a text. */
const threads = new Threads<TextToCheck, PackedText>(new URL('./record-text.worker.ts', import.meta.url), {
  most: 2,
  memoryMegabytes: 1536,
  patienceMs: 120_000,
  idleMs: 10_000,
})

/** The same; a large text is read by a thread of its own, so that others are answered meanwhile. */
export async function checkTextAside(given: TextToCheck): Promise<CheckedText> {
  return given.text.length <= readAtOnce ? checkText(given) : inSlices(unpacked(await threads.run(given)))
}
