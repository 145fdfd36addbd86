import type { record as calls } from '@nameplane/contract/dns/record'
import type { Received } from '@nameplane/contract/endpoint'
import type { Language } from '@nameplane/contract/problems'
import { textOfCells } from '@nameplane/dns-text/record-text/cells'
import { atOneMoment, type Db } from '../../../../db/connection.ts'
import type { AccessScope } from '../../../../access/access-scope.ts'
import type { FileAnswer } from '../../../../http/call.ts'
import type { Cell } from '../../../../spreadsheet/cell.ts'
import { tableFile } from '../../../../spreadsheet/table-file.ts'
import { requireDomain } from '../record-save.ts'
import { printJsonText, printZoneText } from './record-text.ts'
import { cutNotes, recordRows, tableHeaders } from './record-table.ts'
import { readLineNames } from '../record-lines.store.ts'
import { lockedRecordsOf, readAllRecords } from '../record.store.ts'

/** The formats of a domain; `txt` is the table as it is pasted, cells set apart by tabs. */
export type ExportFormat = Received<typeof calls.export>['format'] | 'txt'

/** The domain as a file, of one moment: its serial goes with its records. */
export async function exportRecords(
  db: Db,
  accessScope: AccessScope,
  sent: { domainId: number; format: ExportFormat },
  language: Language,
): Promise<FileAnswer> {
  const { domain, records, lines } = await atOneMoment(db, async (tx) => {
    const domain = await requireDomain(tx, accessScope, sent.domainId)
    return { domain, records: await readAllRecords(tx, domain.id), lines: await readLineNames(tx, domain.id) }
  })
  const { name } = domain
  if (sent.format === 'json') return { fileName: `${name}.json`, contentType: 'application/json; charset=utf-8', body: printJsonText(name, records) }
  if (sent.format === 'bind')
    return { fileName: `${name}.zone`, contentType: 'text/plain; charset=utf-8', body: printZoneText(name, records, lockedRecordsOf(domain)) }
  const batches = recordRows(name, records, lines, language)
  if (sent.format === 'txt') {
    const rows: (readonly Cell[])[] = [tableHeaders[language]]
    for await (const batch of batches) rows.push(...batch)
    return { fileName: `${name}.txt`, contentType: 'text/plain; charset=utf-8', body: tableText(rows) }
  }
  return tableFile({ name, format: sent.format, header: tableHeaders[language], batches, cutNote: cutNotes[language] })
}

/** A table as it is pasted: its cells set apart by tabs. */
export function tableText(rows: readonly (readonly Cell[])[]): string {
  return `${textOfCells(rows.map((row) => row.map((cell) => String(cell ?? ''))))}\n`
}
