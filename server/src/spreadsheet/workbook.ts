import * as xlsx from '@e965/xlsx'
import { guardedText, unguardedText } from '@nameplane/dns-text/guarded-text'
import type { Cell } from './cell.ts'

/** Excel refuses a longer text in one cell. */
const cellCharacters = 32_767

/** A table to be written as a workbook of one sheet. */
export type Table = { sheet: string; header: readonly string[]; rows: readonly (readonly Cell[])[] }

/** Bytes of a workbook (OOXML, ECMA-376): texts are texts, never formulas, and guarded besides, since people copy cells on. */
export function printWorkbook(table: Table): Uint8Array {
  const rows = [table.header, ...table.rows].map((row) => row.map((cell) => (typeof cell === 'string' ? written(cell) : cell)))
  const sheet = xlsx.utils.aoa_to_sheet(rows, { dense: true })
  sheet['!cols'] = table.header.map((_, column) => ({ wch: Math.min(60, Math.max(10, ...rows.slice(0, 100).map((row) => String(row[column] ?? '').length))) }))
  const book = xlsx.utils.book_new()
  // ECMA-376: at most 31 characters, none of : \ / ? * [ ]
  xlsx.utils.book_append_sheet(book, sheet, table.sheet.replace(/[:\\/?*[\]]/g, ' ').slice(0, 31))
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true }) as Uint8Array
}

/** Rows of the first sheet as texts, guards taken off; empty cells are empty texts, rows are as long as their last cell. */
export function readWorkbook(bytes: Uint8Array, maximumRows: number): string[][] {
  const book = xlsx.read(bytes, { type: 'buffer', dense: true, raw: true, cellFormula: false, cellHTML: false, cellText: false, sheetRows: maximumRows })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) return []
  const rows = xlsx.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '', blankrows: true })
  return rows.map((row) => row.map((cell) => unguardedText(String(cell))))
}

function written(text: string): string {
  // A cell knows one line end; a return before it would be shown as a character.
  const guarded = guardedText(text.toWellFormed().replace(/\r\n/g, '\n'))
  const cut = guarded.length > cellCharacters ? `${guarded.slice(0, cellCharacters - 1).toWellFormed()}…` : guarded
  // `_x0041_` is how OOXML writes a character by its number (ECMA-376 part 1, 22.9.2.19, ST_Xstring).
  return cut.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
}
