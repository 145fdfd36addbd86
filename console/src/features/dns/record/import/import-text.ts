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

/** Beyond this a text is shown by its first lines only: a text area of it would freeze the page. */
export const editableCharacters = 200_000

/** A file's bytes as text: UTF-8, or GB18030 where it is none, as older Chinese systems write. A byte order mark is dropped. */
export function decodeFile(bytes: Uint8Array): { text: string; encoding: 'UTF-8' | 'GB18030' } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('gb18030').decode(bytes), encoding: 'GB18030' }
  }
}

/** Is the file a zip archive, as XLSX files are? No text begins so. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 0x03, 0x04].every((octet, index) => bytes[index] === octet)
}

export async function base64Of(file: Blob): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : ''))
    reader.addEventListener('error', () => reject(new Error('the file cannot be read', { cause: reader.error })))
    reader.readAsDataURL(file)
  })
}

/** What the server accepts is counted in bytes, a text in UTF-16 units; a unit is at most three bytes of UTF-8. */
export function utf8Bytes(text: string): number {
  return new Blob([text]).size
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
