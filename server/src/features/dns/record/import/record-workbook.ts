import { limits } from '@nameplane/contract/limits'
import { textOfCells } from '@nameplane/dns-text/record-text/cells'
import { Problem } from '../../../../problem.ts'
import type { ReadWorkbook } from '../../../../spreadsheet/workbook.ts'
import { UnreadableWorkbook, maximumWorkbookRows, readWorkbookAside } from '../../../../spreadsheet/workbook-aside.ts'

/** As many as an export has, and the names of its columns. */
const mostRows = maximumWorkbookRows + 1

/**
 * A sheet of an XLSX file as a table that the reader of records takes: the one of that name, else the first that is shown.
 * @throws Problem `workbook_unreadable`, `workbook_sheet_missing`, `workbook_too_long`
 */
export async function textOfWorkbook(content: string, name?: string): Promise<{ text: string } & Omit<ReadWorkbook, 'rows'>> {
  const read = await readSheet(Buffer.from(content, 'base64'), name)
  if (!read) throw new Problem('workbook_sheet_missing')
  const { rows, sheet, sheets } = read
  const text = textOfCells(rows.slice(0, mostRows))
  if (rows.length > mostRows || Buffer.byteLength(text) > limits.zoneFileBytes) throw new Problem('workbook_too_long', { params: { max: maximumWorkbookRows } })
  return { text, sheet, sheets }
}

async function readSheet(bytes: Buffer, name: string | undefined): Promise<ReadWorkbook | null> {
  try {
    return await readWorkbookAside(bytes, mostRows + 1, name)
  } catch (cause) {
    if (cause instanceof UnreadableWorkbook) throw new Problem('workbook_unreadable')
    throw cause
  }
}
