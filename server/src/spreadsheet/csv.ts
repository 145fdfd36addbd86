import { stringify } from 'csv-stringify/sync'
import { guardedText, unguardedText } from '@nameplane/dns-text/guarded-text'
import type { Cell } from './cell.ts'

// Without it spreadsheets take UTF-8 for the local code page.
const byteOrderMark = '\ufeff'

/**
 * CSV as it is produced: UTF-8 with byte order mark, lines end with CR LF (RFC 4180), formulas guarded. Rows come in
 * batches, so that a million of them are never in memory at once.
 */
export async function* csvText(header: readonly string[], batches: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
  const print = (rows: readonly (readonly Cell[])[]): string =>
    stringify(
      rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guardedText(cell) : cell))),
      // A lone line feed is within the letter of the library's rule and outside that of many readers.
      { record_delimiter: 'windows', quoted_match: /[\r\n]/, quoted_empty: header.length === 1 },
    )
  yield byteOrderMark + print([header])
  for await (const rows of batches) if (rows.length > 0) yield print(rows)
}

/** A CSV file as rows of texts: UTF-8, else GB 18030 as Chinese spreadsheets save it; any line end, guards taken off. An open quotation ends with the file; after `mostRows` that are not empty nothing more is read. */
export function readCsv(bytes: Uint8Array, mostRows = Infinity): string[][] {
  const text = decoded(bytes)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  let filledRows = 0
  const endCell = (): void => {
    row.push(unguardedText(cell))
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === ',') endCell()
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at++
      endCell()
      rows.push(row)
      if (row.some((text) => text !== '')) filledRows += 1
      if (filledRows >= mostRows) return rows
      row = []
    } else cell += character
  }
  if (cell !== '' || row.length > 0) {
    endCell()
    rows.push(row)
  }
  return rows
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
