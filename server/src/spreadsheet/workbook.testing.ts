import * as xlsx from '@e965/xlsx'

type Sheet = { readonly name: string; readonly rows: readonly (readonly string[])[]; readonly isHidden?: boolean }

/** A workbook of several sheets, as our own never is. */
export function workbookOf(sheets: readonly Sheet[]): Buffer {
  const book = xlsx.utils.book_new()
  for (const { name, rows } of sheets) xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows.map((row) => [...row])), name)
  book.Workbook = { Sheets: sheets.map(({ isHidden }) => ({ Hidden: isHidden ? 1 : 0 })) }
  return Buffer.from(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
}
