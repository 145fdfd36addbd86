import { ZoneLines } from '../zone-lines.ts'
import { CellRows } from './cells.ts'
import { headerOf } from './column-names.ts'
import { lineFinder } from './line-names.ts'
import type { LineName } from './line-names.ts'
import { looseRowOf } from './loose-row.ts'
import type { TextFormat } from './text-format.ts'

/** Where an entry is written: one line, or several within quotes or parentheses. */
export interface EntryPlace {
  start: number
  /** Without its last line break. */
  end: number
}

/** The places of a text's entries by the numbers of their first lines, as its readers count them. */
export function entryPlaces(text: string, format: TextFormat, lines: readonly LineName[]): Map<number, EntryPlace> {
  const places = new Map<number, EntryPlace>()
  const header = format === 'table' ? headerOf(text) : undefined
  const findLine = lineFinder(lines)
  const isRow = (line: string) => (looseRowOf(line, findLine) === null ? null : { owner: undefined })
  const cut =
    header === undefined
      ? new ZoneLines(text, format === 'table' ? isRow : undefined)
      : new CellRows(text, header.separator, { position: header.end + 1, lineNumber: header.lineNumber + 1 })
  for (let entry = cut.next(); entry !== undefined; entry = cut.next()) places.set(entry.lineNumber, { start: entry.start, end: entry.end })
  return places
}
