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

/** One sheet as it was read, and which ones there are; hidden are also those that only a macro would show. */
export type ReadWorkbook = { rows: string[][]; sheet: string; sheets: { name: string; isHidden: boolean }[] }

/**
 * A sheet as texts, guards taken off; empty cells are empty texts, rows are as long as their last cell. Without a name it is the first
 * that is shown. Null where there is none of that name.
 */
export function readWorkbook(bytes: Uint8Array, maximumRows: number, name?: string): ReadWorkbook | null {
  const read = (index: number): xlsx.WorkBook =>
    xlsx.read(bytes, { type: 'buffer', dense: true, raw: true, cellFormula: false, cellHTML: false, cellText: false, sheetRows: maximumRows, sheets: [index] })
  const first = read(0)
  const sheets = first.SheetNames.map((one, index) => ({ name: one, isHidden: (first.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0 }))
  if (name === undefined && sheets.length === 0) return { rows: [], sheet: '', sheets }
  const shown = sheets.findIndex(({ isHidden }) => !isHidden)
  const index = name === undefined ? Math.max(0, shown) : sheets.findIndex((sheet) => sheet.name === name)
  const wanted = sheets[index]
  if (!wanted) return null
  const sheet = (index === 0 ? first : read(index)).Sheets[wanted.name]
  const rows = sheet ? xlsx.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '', blankrows: true }) : []
  return { rows: rows.map((row) => row.map((cell) => unguardedText(String(cell)))), sheet: wanted.name, sheets }
}

function written(text: string): string {
  // A cell knows one line end; a return before it would be shown as a character.
  const guarded = guardedText(text.toWellFormed().replace(/\r\n/g, '\n'))
  const cut = guarded.length > cellCharacters ? `${guarded.slice(0, cellCharacters - 1).toWellFormed()}…` : guarded
  // `_x0041_` is how OOXML writes a character by its number (ECMA-376 part 1, 22.9.2.19, ST_Xstring).
  return cut.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
}
