import { Worker } from 'node:worker_threads'
import type { Finding } from '@nameplane/contract/dns/record'
import { checkRecord, targetOf, type CanonicalRecord, type Zone } from '@nameplane/contract/dns/record-checks'
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
    const { record, found } = checkRecord(written, zone)
    for (const one of found) findings.push(findingOf(one, null, lineNumber))
    if (!record) return
    const first = firstLines.get(recordKeyOf(record))
    if (first !== undefined) return void findings.push({ change: null, lineNumber, severity: 'note', code: 'repeated_in_file', field: null, params: { first } })
    firstLines.set(recordKeyOf(record), lineNumber)
    entries.push({ record, lineNumber, change })
  })
  return { entries, findings }
}

/** Texts up to this many characters are read at once: a thread takes longer to start. */
const readAtOnce = 100_000

/** The same; a large text is read by a thread of its own, so that DNS is answered meanwhile. */
export async function checkTextAside(given: TextToCheck): Promise<CheckedText> {
  if (given.text.length <= readAtOnce) return checkText(given)
  const worker = new Worker(new URL('./record-text.worker.ts', import.meta.url), { workerData: given })
  try {
    return await new Promise<CheckedText>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread that reads a text ended without an answer')))
    })
  } finally {
    await worker.terminate()
  }
}
