import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import type { Language } from '@nameplane/contract/problems'
import { lineFinder, type LineName } from '@nameplane/dns-text/record-text/line-names'
import { remarkCell, saysNothing } from '@nameplane/dns-text/record-text/row-record'
import type { Cell } from '../../../../spreadsheet/cell.ts'

/* A domain's records as a table, which the import reads back whole: by names of columns, lines and states that it knows. */

/** Columns of the table, in the order of `cellsOf`. */
export const tableHeaders: Readonly<Record<Language, readonly string[]>> = {
  zh: ['主机记录', '记录类型', '线路', '记录值', 'TTL', '权重', '状态', '备注'],
  en: ['Host', 'Type', 'Line', 'Value', 'TTL', 'Weight', 'Status', 'Remark'],
}

/** Stands in the last row of a workbook that holds no more; an import refuses the row. */
export const cutNotes: Readonly<Record<Language, string>> = { zh: '还有更多记录，请导出为 CSV', en: 'More records exist. Export as CSV to get all of them.' }

const states = { zh: ['已暂停', '正常'], en: ['Paused', 'Active'] } as const

/** Rows that are made at once. */
const batchRows = 1000

/** The records as rows of cells, a batch at a time. */
export async function* recordRows(
  zone: string,
  records: readonly CanonicalRecord[],
  lines: readonly LineName[],
  language: Language,
): AsyncGenerator<(readonly Cell[])[]> {
  const names = namesThatAreRead(lines, language)
  for (let from = 0; from < records.length; from += batchRows)
    yield records.slice(from, from + batchRows).map((record) => cellsOf(record, zone, language, names.get(record.line) ?? record.line))
}

function cellsOf({ host, type, value, ttl, weight, status, remark }: CanonicalRecord, zone: string, language: Language, line: string): Cell[] {
  return [hostCell(host, zone), type, line, value, ttl, weight, states[language][status === 1 ? 1 : 0], remarkCell(remark)]
}

/** A host that a reader would shorten, or take for an empty cell, is written as a whole name. */
export function hostCell(host: string, zone: string): string {
  return saysNothing(host) || host === zone || host.endsWith(`.${zone}`) ? `${host}.${zone}.` : host
}

/** The name of each line by its code, unless it would be read as another line. */
function namesThatAreRead(lines: readonly LineName[], language: Language): Map<string, string> {
  const find = lineFinder(lines)
  const names = lines.map(({ code, nameZh, nameEn }) => [code, language === 'zh' ? nameZh : nameEn] as const)
  return new Map(names.filter(([code, name]) => !saysNothing(name) && find(name) === code))
}
