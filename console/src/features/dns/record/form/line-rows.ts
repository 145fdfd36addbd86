import type { Line } from '@nameplane/contract/dns/line'
import { linesBelow, usualLines } from './line-search.ts'

/** `first` and `own` are there in a domain with lines of its own: the default line, and these. */
export type LineGroup = 'first' | 'own' | 'usual' | 'recent' | 'all' | 'found'

/** A line as the picker draws it; the same line may stand in several groups. */
export type LineRow = {
  readonly key: string
  readonly group: LineGroup
  readonly line: Line
  /** From 1. */
  readonly level: number
  readonly position: number
  readonly siblings: number
  /** The row that it stands below. */
  readonly parentKey: string | null
  /** Null: nothing stands below it. */
  readonly isOpen: boolean | null
}

const keyOf = (group: LineGroup, code: string): string => `${group}-${code}`

/** Lines without an order above or below one another. */
export function flatRows(group: LineGroup, lines: readonly Line[]): LineRow[] {
  return lines.map((line, index) => ({
    key: keyOf(group, line.code),
    group,
    line,
    level: 1,
    position: index + 1,
    siblings: lines.length,
    parentKey: null,
    isOpen: null,
  }))
}

/** What shows before anything is typed: the domain's own lines behind the default one, the usual lines, the recent ones that are not among them, and all as a tree that is open at these codes. */
export function browsedRows(list: readonly Line[], recent: readonly string[], open: ReadonlySet<string>): LineRow[] {
  const byCode = new Map(list.map((line) => [line.code, line]))
  const known = (codes: readonly string[]): Line[] => codes.flatMap((code) => byCode.get(code) ?? [])
  const below = linesBelow(list)
  const treeFrom = (parent: string | null, level: number): LineRow[] =>
    (below.get(parent) ?? []).flatMap((line, index, siblings) => {
      const isOpen = below.has(line.code) ? open.has(line.code) : null
      const row = { key: keyOf('all', line.code), group: 'all' as const, line, level, position: index + 1, siblings: siblings.length, isOpen }
      return [{ ...row, parentKey: parent === null ? null : keyOf('all', parent) }, ...(isOpen ? treeFrom(line.code, level + 1) : [])]
    })
  const own = list.filter(({ kind }) => kind === 'custom')
  const [first, ...others] = usualLines
  const leading =
    own.length === 0
      ? flatRows('usual', known(usualLines))
      : [...flatRows('first', known([first!])), ...flatRows('own', own), ...flatRows('usual', known(others))]
  const atHand = new Set([...usualLines, ...own.map(({ code }) => code)])
  return [...leading, ...flatRows('recent', known(recent.filter((code) => !atHand.has(code)))), ...treeFrom(null, 1)]
}

/** The codes above a line, nearest first. */
export function codesAbove(list: readonly Line[], code: string): string[] {
  const parents = new Map(list.map((line) => [line.code, line.parent]))
  const above: string[] = []
  for (let parent = parents.get(code); parent && !above.includes(parent); parent = parents.get(parent)) above.push(parent)
  return above
}

/** Where the tree is open at first: down to the chosen line, to the operators and to the continents. */
export function openAtFirst(list: readonly Line[], chosen: string): ReadonlySet<string> {
  const leading = ['telecom', ...list.filter((line) => line.kind === 'continent').map((line) => line.code)]
  return new Set([chosen, ...leading].flatMap((code) => codesAbove(list, code)))
}

/** What a key does to the row that is marked; null for a key that belongs to the text. */
export type LineMove = { readonly mark: string } | { readonly fold: string } | null

/** Arrow keys, Home and End among the rows; Left and Right fold only while nothing is typed, else they move in the text. */
export function lineMove(key: string, rows: readonly LineRow[], at: number, isTyped: boolean): LineMove {
  const marking = (index: number): LineMove => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    return row ? { mark: row.key } : null
  }
  const row = rows[at]
  switch (key) {
    case 'ArrowDown':
      return marking(at + 1)
    case 'ArrowUp':
      return marking(at - 1)
    case 'Home':
      return marking(0)
    case 'End':
      return marking(rows.length - 1)
    case 'ArrowRight':
      if (isTyped || !row || row.isOpen === null) return null
      return row.isOpen ? marking(at + 1) : { fold: row.line.code }
    case 'ArrowLeft':
      if (isTyped || !row) return null
      if (row.isOpen) return { fold: row.line.code }
      return row.parentKey === null ? null : { mark: row.parentKey }
    default:
      return null
  }
}
