import type { Finding } from '@nameplane/contract/dns/record'
import type { Zone } from '@nameplane/contract/dns/record-checks'
import { checkText } from '@nameplane/contract/dns/record-text'
import { limits } from '@nameplane/contract/limits'
import { headerOf } from '@nameplane/dns-text/record-text/column-names'
import { entryPlaces, type EntryPlace } from '@nameplane/dns-text/record-text/entry-places'
import type { LineName } from '@nameplane/dns-text/record-text/line-names'
import { textFormatOf, type TextFormat } from '@nameplane/dns-text/record-text/text-format'
import type { RecordDraft } from '../tray/tray.ts'

/* What is pasted, as it is read line by line. The text stays what it is all the time: a line is edited in it, and read again. */

export type PasteContext = { readonly zone: Zone; readonly defaultTtlSeconds: number; readonly lines: readonly LineName[] }

/** One line that says something: the records it gives, and what is told of it. */
export type ReadLine = {
  readonly lineNumber: number
  /** As it is written; of several lines within quotes or parentheses, all. */
  readonly text: string
  readonly drafts: readonly RecordDraft[]
  readonly found: readonly Finding[]
  readonly isWrong: boolean
}

export type ReadPaste = {
  readonly format: TextFormat
  readonly lines: readonly ReadLine[]
  /** What is told of the whole. */
  readonly found: readonly Finding[]
  /** The records of all lines that are right. */
  readonly drafts: readonly RecordDraft[]
  readonly wrong: number
}

export function readPaste(text: string, { zone, defaultTtlSeconds, lines }: PasteContext): ReadPaste {
  const format = textFormatOf(text, lines)
  const { entries, findings } = checkText({ text, format, zone, defaultTtlSeconds, lines, maxRecords: limits.recordChanges })
  const codes = new Set(lines.map((line) => line.code))
  const byLine = new Map<number, { drafts: RecordDraft[]; found: Finding[] }>()
  const at = (lineNumber: number) => {
    const line = byLine.get(lineNumber) ?? { drafts: [], found: [] }
    byLine.set(lineNumber, line)
    return line
  }
  for (const finding of findings) if (finding.lineNumber !== null) at(finding.lineNumber).found.push(finding)
  for (const { record, lineNumber } of entries) {
    const line = at(lineNumber)
    line.drafts.push(record)
    if (codes.size > 0 && !codes.has(record.line)) line.found.push(unknownLine(record.line, lineNumber))
  }
  const written = textsOf(text, format, lines)
  const read = [...byLine]
    .sort(([left], [right]) => left - right)
    .map(([lineNumber, line]): ReadLine => ({ lineNumber, text: written(lineNumber), ...line, isWrong: line.found.some(isError) }))
  const found = findings.filter((finding) => finding.lineNumber === null)
  return {
    format,
    lines: read,
    found,
    drafts: read.flatMap((line) => (line.isWrong ? [] : line.drafts)),
    wrong: read.filter((line) => line.isWrong).length + found.filter(isError).length,
  }
}

const isError = (finding: Finding): boolean => finding.severity === 'error'

function unknownLine(line: string, lineNumber: number): Finding {
  return { change: null, lineNumber, severity: 'error', code: 'line_unknown', field: 'line', params: { line } }
}

function textsOf(text: string, format: TextFormat, lines: readonly LineName[]): (lineNumber: number) => string {
  if (format === 'json') return () => ''
  const places = entryPlaces(text, format, lines)
  const physical = text.split('\n')
  return (lineNumber) => {
    const place = places.get(lineNumber)
    return (place ? text.slice(place.start, place.end) : (physical[lineNumber - 1] ?? '')).replace(/\r$/, '')
  }
}

function placeAt(text: string, lineNumber: number, lines: readonly LineName[]): EntryPlace {
  return entryPlaces(text, textFormatOf(text, lines), lines).get(lineNumber) ?? linePlace(text, lineNumber)
}

/** What is written at a line: an entry, or the line as it is. */
export function entryText(text: string, lineNumber: number, lines: readonly LineName[]): string {
  const { start, end } = placeAt(text, lineNumber, lines)
  return text.slice(start, end).replace(/\r$/, '')
}

/** The text with another entry in the place of that at a line; a line without one is replaced as it is. */
export function withEntry(text: string, lineNumber: number, next: string, lines: readonly LineName[]): string {
  const place = placeAt(text, lineNumber, lines)
  return `${text.slice(0, place.start)}${next}${text.slice(place.end)}`
}

function linePlace(text: string, lineNumber: number): EntryPlace {
  let start = 0
  for (let line = 1; line < lineNumber; line += 1) {
    const feed = text.indexOf('\n', start)
    if (feed < 0) return { start: text.length, end: text.length }
    start = feed + 1
  }
  const feed = text.indexOf('\n', start)
  return { start, end: feed < 0 ? text.length : feed }
}

const directive = /^\$(?:ORIGIN|TTL)\b/i

/**
 * What stays in the box when the records that are right were taken: the wrong lines, with what they need to be read the same way: column
 * names, directives, and the host that a line which begins blank repeats.
 */
export function leftOver(text: string, read: ReadPaste): string {
  const wrong = read.lines.filter((line) => line.isWrong)
  if (read.format === 'json' || wrong.length === 0) return text
  const header = read.format === 'table' ? headerOf(text) : undefined
  if (header) return [text.slice(header.start, header.end), ...wrong.map((line) => line.text)].join('\n')
  const wrongAt = new Map(wrong.map((line) => [line.lineNumber, line.text]))
  const kept: string[] = []
  let owner = ''
  let isOwnerKept = false
  text.split('\n').forEach((line, index) => {
    const entry = wrongAt.get(index + 1)
    const startsBlank = /^\s/.test(line)
    if (!startsBlank && /^[^;$]/.test(line)) {
      owner = /^[^\s,;]+/.exec(line)?.[0] ?? ''
      isOwnerKept = entry !== undefined
    }
    if (entry === undefined) {
      if (directive.test(line)) kept.push(line)
    } else if (startsBlank && !isOwnerKept) {
      kept.push(`${owner}${entry}`)
      isOwnerKept = true
    } else kept.push(entry)
  })
  return kept.join('\n')
}
