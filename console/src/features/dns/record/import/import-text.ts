import type { importFormats } from '@nameplane/contract/dns/record'

export type ImportFormat = (typeof importFormats)[number]

/** A text to import, and the file it came from, if it did. */
export type ImportSource = { readonly text: string; readonly file: ImportFile | null }

type ImportFile = {
  readonly name: string
  readonly bytes: number
  readonly encoding: string
  /** Of records that were read at another provider: what was decided before they became a table. */
  readonly notes?: readonly { readonly code: string; readonly params: Readonly<Record<string, unknown>> }[]
  /** Of an XLSX file: what another sheet is read from, the sheet that was read, and all there are. */
  readonly workbook?: { readonly file: File; readonly sheet: string; readonly sheets: readonly { readonly name: string; readonly isHidden: boolean }[] }
}

/** The first lines of a text, and how many there are in all; a last line break ends a line and begins none. */
export function firstLines(text: string, count: number): { lines: string[]; total: number } {
  const lines: string[] = []
  let total = 0
  for (let start = 0; start < text.length; total += 1) {
    const end = text.indexOf('\n', start)
    const stop = end < 0 ? text.length : end
    if (total < count) lines.push(text.slice(start, stop).replace(/\r$/, ''))
    start = stop + 1
  }
  return { lines, total }
}

/** The text with another line in the place of one, counted from 1. */
export function withLine(text: string, lineNumber: number, next: string): string {
  let start = 0
  for (let line = 1; line < lineNumber; line += 1) {
    const feed = text.indexOf('\n', start)
    if (feed < 0) return text
    start = feed + 1
  }
  const feed = text.indexOf('\n', start)
  return `${text.slice(0, start)}${next}${feed < 0 ? '' : text.slice(feed)}`
}

/** Reads what stands at the numbers of findings: lines of a text, records of a JSON file, both from 1. */
export function placesOf(text: string, format: ImportFormat): (lineNumber: number) => string | null {
  let places: readonly string[] | null = null
  return (lineNumber) => {
    places ??= format === 'json' ? jsonRecords(text) : text.split('\n')
    const place = places[lineNumber - 1]
    return place === undefined || place.trim() === '' ? null : place.trimEnd()
  }
}

function jsonRecords(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    const records: unknown = Array.isArray(value) ? value : typeof value === 'object' && value !== null && 'records' in value ? value.records : null
    return Array.isArray(records) ? records.map((one) => JSON.stringify(one)) : []
  } catch {
    return []
  }
}
