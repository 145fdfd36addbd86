import { parseZoneFile } from '../zone-file.ts'
import type { ParsedZoneFile } from '../zone-file.ts'
import { CellRows } from './cells.ts'
import { columnOf, headerOf } from './column-names.ts'
import type { Column, Header } from './column-names.ts'
import type { TextRows } from './found.ts'
import { lineFinder } from './line-names.ts'
import type { LineName } from './line-names.ts'
import { looseRowOf } from './loose-row.ts'
import { hostWithin, recordsOfRow } from './row-record.ts'
import type { RowContext } from './row-record.ts'

export interface TableOptions {
  /** Lower case, without the final dot. */
  zone: string
  defaultTtlSeconds: number
  /** Those of the platform; records name theirs by code or by any name. */
  lines: readonly LineName[]
  /** Reading stops with too_many_records after as many. */
  maxRecords: number
}

/** The rows of a table, and what was read as lines of a zone file between them. */
export interface TableText extends TextRows {
  zoneLines: ParsedZoneFile | null
}

/** Reads a table with a header, or lines that are rows of cells or of a zone file. Never throws for what stands in it. */
export function readTable(text: string, options: TableOptions): TableText {
  const header = headerOf(text)
  const { zone, defaultTtlSeconds, lines } = options
  const context = { zone, defaultTtlSeconds, findLine: lineFinder(lines) }
  return header === undefined ? readLooseLines(text, options, context) : { ...readBelow(text, header, options, context), zoneLines: null }
}

function readBelow(text: string, header: Header, { maxRecords }: TableOptions, context: RowContext): TextRows {
  const rows: TextRows = { records: [], found: [] }
  const { lineNumber, columns, ignored, missing, separator, ttlUnit } = header
  noteLinesAbove(text, header, rows)
  if (ignored.length > 0) rows.found.push({ lineNumber, severity: 'note', code: 'columns_ignored', field: null, params: { columns: ignored.join(', ') } })
  const at = { position: header.end + 1, lineNumber: lineNumber + 1 }
  const hostAt = columns.indexOf('host')
  const whole = { ...context, hasWholeNames: hasWholeNames(new CellRows(text, separator, at), hostAt, context.zone) }
  const cut = new CellRows(text, separator, at)
  for (let row = cut.next(); row !== undefined; row = cut.next()) {
    const place = { lineNumber: row.lineNumber, field: null }
    const cells = cellsByColumn(row.cells, columns)
    if (ttlUnit !== 's' && /^\d+$/.test(cells.ttl ?? '')) cells.ttl += ttlUnit
    if (isHeaderAgain(row.cells, columns) || isRemark(row.cells)) rows.found.push({ ...place, severity: 'note', code: 'line_not_record', params: {} })
    else if (row.isOpen) rows.found.push({ ...place, severity: 'error', code: 'unbalanced_quotes', params: {} })
    else if (missing.length > 0) rows.found.push({ ...place, severity: 'error', code: `${missing[0] as 'host' | 'type' | 'value'}_column_missing`, params: {} })
    else if (row.cells.slice(columns.length).some((cell) => cell !== '')) {
      const params = { cells: row.cells.length, columns: columns.length }
      rows.found.push({ ...place, severity: 'error', code: 'too_many_cells', params })
    } else if (rows.records.length >= maxRecords) {
      rows.found.push({ ...place, severity: 'error', code: 'too_many_records', params: { max: maxRecords } })
      break
    } else {
      const read = recordsOfRow(cells, row.lineNumber, whole)
      for (const record of read.records) rows.records.push({ lineNumber: row.lineNumber, record })
      rows.found.push(...read.found)
    }
  }
  return rows
}

function noteLinesAbove(text: string, header: Header, { found }: TextRows): void {
  text
    .slice(0, header.start)
    .split('\n')
    .forEach((line, index) => {
      if (line.trim() !== '') found.push({ lineNumber: index + 1, severity: 'note', code: 'line_not_record', field: null, params: {} })
    })
}

function cellsByColumn(cells: readonly string[], columns: Header['columns']): Partial<Record<Column, string>> {
  const byColumn: Partial<Record<Column, string>> = {}
  columns.forEach((column, index) => {
    if (column !== null) byColumn[column] = cells[index] ?? ''
  })
  return byColumn
}

/** Copied page by page, a table has its header several times; one drawn with bars has a rule beneath it. */
function isHeaderAgain(cells: readonly string[], columns: Header['columns']): boolean {
  if (cells.every((cell) => cell === '' || /^:?-{2,}:?$/.test(cell))) return true
  const isNamed = (column: Column): boolean => {
    const named = columnOf(cells[columns.indexOf(column)] ?? '')
    return named === column || (column === 'host' && named === 'domain')
  }
  return columns.includes('type') ? isNamed('type') && (isNamed('value') || isNamed('host')) : false
}

const isRemark = (cells: readonly string[]): boolean => /^(?:;|#|\/\/)/.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '')

function hasWholeNames(rows: CellRows, hostAt: number, zone: string): boolean {
  let seen = 0
  for (let row = rows.next(); row !== undefined; row = rows.next()) {
    if (hostWithin((row.cells[hostAt] ?? '').replace(/\.$/, ''), zone) === null) return false
    seen += 1
  }
  return seen > 1
}

/** Each line is a row of cells, or belongs to a zone file, whose owner goes on over such rows. */
function readLooseLines(text: string, { maxRecords }: TableOptions, context: RowContext): TableText {
  const rows: TextRows = { records: [], found: [] }
  const zoneLines = parseZoneFile(text, {
    origin: `${context.zone}.`,
    defaultTtlSeconds: context.defaultTtlSeconds,
    maxRecords,
    takeLine: (line, lineNumber) => {
      const loose = looseRowOf(line, context.findLine)
      if (loose === null) return null
      if ('cells' in loose) {
        const read = recordsOfRow(loose.cells, lineNumber, context)
        for (const record of read.records) rows.records.push({ lineNumber, record })
        rows.found.push(...read.found)
        const { host = '', type = '' } = loose.cells
        if (loose.isTypeFirst)
          rows.found.push({ lineNumber, severity: 'note', code: 'host_or_type', field: 'host', params: { host, type: type.toUpperCase() } })
        return { owner: read.records[0]?.host }
      }
      rows.found.push({ lineNumber, severity: 'error', code: 'open' in loose ? 'unbalanced_quotes' : 'columns_unclear', field: null, params: {} })
      return { owner: undefined }
    },
  })
  return { ...rows, zoneLines }
}
