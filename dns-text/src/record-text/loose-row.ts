import { typeByMnemonic } from '../record-types.ts'
import { isTtl } from '../ttl.ts'
import { cellsOf } from './cells.ts'
import type { CellRow, Separator } from './cells.ts'
import { isTtlCell, isValueOf, typeOfCell } from './row-record.ts'
import type { Cells } from './row-record.ts'
import type { FindLine } from './line-names.ts'

/**
 * A line that is a row of a table without a header: what its cells are, or that this cannot be told. `isTypeFirst`: it would read as
 * well with its type in front of its host.
 */
export type LooseRow = { cells: Cells; isTypeFirst: boolean } | { unclear: true } | { open: true }

// Longer than any record; to cut a file of one line into cells would take all memory.
const longestRow = 200_000

/**
 * What a line is where no header names the columns: null for a line of a zone file. Only these orders are understood, each told by what
 * its cells contain, and nothing else is guessed:
 *
 * - host, type, value, then TTL, line, weight and remark, as far as they are there;
 * - host, type, line, value, then TTL, or for MX priority and TTL;
 * - type, host, value, then TTL.
 *
 * Host, TTL, class, type and value in cells are a line of a zone file with tabs.
 */
export function looseRowOf(line: string, findLine: FindLine): LooseRow | null {
  // What begins blank repeats the owner of a zone file.
  if (/^[\s;$#]/.test(line) || line.length > longestRow) return null
  const separator = separatorOf(line)
  if (separator === null) return null
  const row = cellsOf(line, separator)
  if (row === undefined) return null
  const cells = withoutEmptyEnd(row)
  if (cells.length < 3) return null
  // Words and tabs mixed are a line of a zone file, as dig prints some.
  if (separator === '\t' && /\s/.test(cells[0] ?? '')) return null
  // A comment behind a record of a zone file.
  if (separator === '\t' && cells.some((cell) => cell.startsWith(';'))) return null
  const known = knownOrder(cells, findLine)
  if (known !== null) return row.isOpen ? { open: true } : { cells: known, isTypeFirst: mayBeTypeFirst(cells) }
  const typeAt = cells.findIndex((cell, index) => index > 0 && typeOfCell(cell) !== undefined)
  if (separator === '\t' && (typeAt < 0 || cells.slice(1, typeAt).every((cell) => cell === '' || isTtl(cell) || /^in$/i.test(cell)))) return null
  return { unclear: true }
}

/** Would the first cell be as good a type as the second one is? */
function mayBeTypeFirst([first = '', second = '', third = '']: readonly string[]): boolean {
  const [one, other] = [typeOfCell(first), typeOfCell(second)]
  // `alias CNAME target` is a host, whatever else it may be.
  return one !== undefined && other !== undefined && one !== other && typeByMnemonic(one)?.isPlatformType !== true && isValueOf(one, third)
}

/** Tabs separate cells before anything else; commas and semicolons where the line has no word before the first one. */
function separatorOf(line: string): Separator | null {
  if (line.includes('\t')) return '\t'
  const sign = /^(?:"[^"]*"|[^\s,;"]*)\s*([,;])/.exec(line)?.[1]
  return sign === ',' || sign === ';' ? sign : null
}

function withoutEmptyEnd({ cells }: CellRow): string[] {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1)
}

function knownOrder(cells: readonly string[], findLine: FindLine): Cells | null {
  const [first = '', second = '', third = '', fourth = '', ...rest] = cells
  // `默认` is a line here, though in a column of TTLs it is one that the provider chooses.
  const isLine = (cell: string): boolean => cell !== '' && !isTtl(cell) && findLine(cell) !== undefined
  const type = typeOfCell(second)
  if (type !== undefined) {
    if (isLine(third) && isValueOf(type, fourth) && !isTtlCell(fourth)) return withLineBefore(cells, type)
    if (isLine(third) && type === 'MX' && !isTtlCell(fourth) && rest.length === 2) return withLineBefore(cells, type)
    // `mail MX 10 mx` is written as in a zone file, if in cells.
    const asWords = cells.slice(2).join(' ')
    if (!isValueOf(type, third) && !asWords.includes('"') && isValueOf(type, asWords)) return null
    if (cells.length > 7) return null
    const [line = '', weight = '', remark = ''] = rest
    return { host: first, type: second, value: third, ttl: fourth, line, weight, remark }
  }
  const firstType = typeOfCell(first)
  if (firstType === undefined || !isValueOf(firstType, third) || cells.length > 4 || !(fourth === '' || isTtlCell(fourth))) return null
  return { type: first, host: second, value: third, ttl: fourth }
}

function withLineBefore(cells: readonly string[], type: string): Cells | null {
  const [host = '', typeCell = '', line = '', value = '', ...numbers] = cells
  const row = { host, type: typeCell, line, value }
  if (numbers.length === 0) return row
  const [only = '', last = ''] = numbers
  if (numbers.length === 1 && isTtlCell(only) && (type !== 'MX' || isValueOf(type, value))) return { ...row, ttl: only }
  return numbers.length === 2 && type === 'MX' && isTtlCell(last) ? { ...row, priority: only, ttl: last } : null
}
