import { useDeferredValue } from 'react'

/** More than a tall window shows. */
const atOnceRows = 60

/**
 * How many rows are drawn as soon as they arrive: what a window shows, and whatever of them was drawn before, since one of those may hold
 * the focus.
 */
export function rowsAtOnce<Row>(rows: readonly Row[], before: readonly Row[], rowId: (row: Row) => number): number {
  const last = before.at(-1)
  const lastId = last === undefined ? null : rowId(last)
  const kept = rows.findLastIndex((row) => rowId(row) === lastId) + 1
  return Math.min(rows.length, Math.max(atOnceRows, kept))
}

/** How many of the rows to draw now. The others follow at once, in pieces between which the page answers to keys and clicks. */
export function useDrawnRows<Row>(rows: readonly Row[], rowId: (row: Row) => number): number {
  const drawn = useDeferredValue(rows)
  return drawn === rows ? rows.length : rowsAtOnce(rows, drawn, rowId)
}
