import { Readable } from 'node:stream'
import type { FileAnswer } from '../http/call.ts'
import type { Cell } from './cell.ts'
import { csvText } from './csv.ts'
import { maximumWorkbookRows, printWorkbookAside } from './workbook-aside.ts'

export type TableFormat = 'csv' | 'xlsx'

/**
 * A table as a download, formulas guarded. `batches` gives its rows in turn: CSV is sent while they are read; a workbook
 * takes the first 50,000 rows and says in a last row, in the words of `cutNote`, that there are more.
 */
export async function tableFile(table: {
  /** File name without its ending, and name of the sheet. */
  name: string
  format: TableFormat
  header: readonly string[]
  batches: AsyncIterable<readonly (readonly Cell[])[]>
  cutNote: string
}): Promise<FileAnswer> {
  if (table.format === 'csv')
    return { fileName: `${table.name}.csv`, contentType: 'text/csv; charset=utf-8', body: Readable.from(csvText(table.header, table.batches)) }
  const rows: (readonly Cell[])[] = []
  for await (const batch of table.batches) {
    rows.push(...batch)
    if (rows.length <= maximumWorkbookRows) continue
    rows.length = maximumWorkbookRows - 1
    rows.push([table.cutNote])
    break
  }
  return {
    fileName: `${table.name}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: await printWorkbookAside({ sheet: table.name, header: table.header, rows }),
  }
}
