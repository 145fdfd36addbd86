import { unguardedText } from '../guarded-text.ts'

/** One row of a table: its cells without the quotes around them, and where it is written in the text. */
export interface CellRow {
  /** Of its first line, from 1. */
  lineNumber: number
  cells: string[]
  start: number
  /** Without its line break. */
  end: number
  /** A quote opens a cell and none closes it. */
  isOpen: boolean
}

export type Separator = '\t' | ',' | ';' | '|'

// A quote that was meant as itself must not take the rest of the text into its cell.
const maxLinesOfRow = 20

const isGap = (character: string | undefined): boolean => character === ' ' || character === '\r'

/**
 * The rows of a table, cut at a separator (RFC 4180, with spaces around cells allowed): a cell in double quotes may contain the
 * separator, line breaks, and quotes written twice. What only begins like a cell in quotes (`"one" "two"`) is taken as it is. The
 * apostrophe that keeps a spreadsheet from computing a cell is taken off.
 */
export class CellRows {
  #text: string
  #separator: Separator
  #position: number
  #lineNumber: number

  constructor(text: string, separator: Separator, from = { position: 0, lineNumber: 1 }) {
    this.#text = text
    this.#separator = separator
    this.#position = from.position
    this.#lineNumber = from.lineNumber
  }

  /** The next row that says something. */
  next(): CellRow | undefined {
    while (this.#position < this.#text.length) {
      const row = this.#cut()
      this.#position = row.end + 1
      this.#lineNumber += 1
      for (let feed = this.#text.indexOf('\n', row.start); feed >= 0 && feed < row.end; feed = this.#text.indexOf('\n', feed + 1)) this.#lineNumber += 1
      if (row.cells.some((cell) => cell !== '')) return row
    }
    return undefined
  }

  #cut(): CellRow {
    const [text, start] = [this.#text, this.#position]
    const cells: string[] = []
    let isOpen = false
    let index = start
    for (;;) {
      while (isGap(text[index])) index += 1
      const quoted = text[index] === '"' ? this.#quoted(index) : null
      if (quoted === 'open') isOpen = true
      if (quoted !== null && quoted !== 'open') {
        cells.push(unguardedText(quoted.cell))
        index = quoted.end
      } else {
        const end = this.#endOfCell(index)
        cells.push(unguardedText(text.slice(index, end).trim()))
        index = end
      }
      if (text[index] !== this.#separator) break
      index += 1
    }
    if (this.#separator === '|') withoutFrame(cells)
    return { lineNumber: this.#lineNumber, cells, start, end: index, isOpen }
  }

  #endOfCell(from: number): number {
    let index = from
    while (index < this.#text.length && this.#text[index] !== '\n' && this.#text[index] !== this.#separator) index += 1
    return index
  }

  /** A cell in quotes that ends before a separator or the end of the line; null when it is none, `open` when it never closes. */
  #quoted(start: number): { cell: string; end: number } | null | 'open' {
    const text = this.#text
    let feeds = 0
    for (let index = start + 1; index < text.length && feeds < maxLinesOfRow; index += 1) {
      if (text[index] === '\n') feeds += 1
      if (text[index] !== '"') continue
      if (text[index + 1] === '"') {
        index += 1
        continue
      }
      let end = index + 1
      while (isGap(text[end])) end += 1
      const isEnd = end >= text.length || text[end] === '\n' || text[end] === this.#separator
      return isEnd
        ? {
            cell: text
              .slice(start + 1, index)
              .replaceAll('""', '"')
              .trim(),
            end,
          }
        : null
    }
    return 'open'
  }
}

/** A row of a table drawn with bars has one at each end too. */
function withoutFrame(cells: string[]): void {
  if (cells[0] === '') cells.shift()
  if (cells.at(-1) === '') cells.pop()
}

/** Cells of a spreadsheet as a text that is read back as them. */
export function textOfCells(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(written).join(',').replace(/,+$/, '')}\n`).join('')
}

function written(cell: string): string {
  // Only what begins like a guard needs one: the text is read by us alone.
  const kept = (unguardedText(cell) === cell ? cell : `'${cell}`).replace(/\r\n?/g, '\n')
  return /[",;|\t\n]/.test(kept) ? `"${kept.replaceAll('"', '""')}"` : kept
}

/** The cells of one line. */
export function cellsOf(line: string, separator: Separator): CellRow | undefined {
  return new CellRows(line, separator).next()
}
