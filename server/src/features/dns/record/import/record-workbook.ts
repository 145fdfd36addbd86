import { limits } from '@nameplane/contract/limits'
import { textOfCells } from '@nameplane/dns-text/record-text/cells'
import { Problem } from '../../../../problem.ts'
import { UnreadableWorkbook, maximumWorkbookRows, readWorkbookAside } from '../../../../spreadsheet/workbook-aside.ts'

/** As many as an export has, and the names of its columns. */
const mostRows = maximumWorkbookRows + 1

/**
 * The first sheet of an XLSX file as a table that the reader of records takes.
 * @throws Problem `workbook_unreadable`, `workbook_too_long`
 */
export async function textOfWorkbook(content: string): Promise<string> {
  const rows = await rowsOf(Buffer.from(content, 'base64'))
  const text = textOfCells(rows.slice(0, mostRows))
  if (rows.length > mostRows || Buffer.byteLength(text) > limits.zoneFileBytes) throw new Problem('workbook_too_long', { params: { max: maximumWorkbookRows } })
  return text
}

async function rowsOf(bytes: Buffer): Promise<string[][]> {
  try {
    return await readWorkbookAside(bytes, mostRows + 1)
  } catch (cause) {
    if (cause instanceof UnreadableWorkbook) throw new Problem('workbook_unreadable')
    throw cause
  }
}
