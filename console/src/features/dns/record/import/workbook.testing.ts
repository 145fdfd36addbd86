import { utils, write } from '@e965/xlsx'

type Sheet = { readonly name: string; readonly rows: readonly (readonly string[])[]; readonly isHidden?: boolean }

/** A workbook of several sheets, as the platform never exports one. */
export function workbookFile(name: string, sheets: readonly Sheet[]): File {
  const book = utils.book_new()
  for (const sheet of sheets) utils.book_append_sheet(book, utils.aoa_to_sheet(sheet.rows.map((row) => [...row])), sheet.name)
  book.Workbook = { Sheets: sheets.map(({ isHidden }) => ({ Hidden: isHidden ? 1 : 0 })) }
  return new File([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], name)
}
