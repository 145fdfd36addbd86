import type { Finding } from '@nameplane/contract/dns/record'
import { checkText, type CheckedText, type TextToCheck } from '@nameplane/contract/dns/record-text'
import { Threads } from '../../../../http/large-body/threads.ts'
import { inSlices, type Steps } from '../../../../serving/zone/slices.ts'

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

/** A few characters may stand for this many records and more. */
const generatedAtOnce = 2_000
const generateRange = /^\$GENERATE[ \t]+(\d+)-(\d+)/gim

function isReadAtOnce({ text }: TextToCheck): boolean {
  if (text.length > readAtOnce) return false
  let rows = 0
  for (const [, first, last] of text.matchAll(generateRange)) rows += Number(last) - Number(first) + 1
  return rows <= generatedAtOnce
}

/** Each may hold all the records of a text. */
const threads = new Threads<TextToCheck, PackedText>(new URL('./record-text.worker.ts', import.meta.url), {
  most: 2,
  memoryMegabytes: 1536,
  patienceMs: 120_000,
  idleMs: 10_000,
})

/** The same; a large text, or one that stands for many records, is read by a thread of its own, so that others are answered meanwhile. */
export async function checkTextAside(given: TextToCheck): Promise<CheckedText> {
  return isReadAtOnce(given) ? checkText(given) : inSlices(unpacked(await threads.run(given)))
}
