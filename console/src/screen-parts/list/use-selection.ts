import { useCallback, useMemo, useState } from 'react'

export type Selection<Row> = {
  /** Selected rows by id, also those of pages left behind. */
  readonly rows: ReadonlyMap<number, Row>
  readonly toggle: (id: number, row: Row) => void
  readonly setAll: (rows: readonly (readonly [id: number, row: Row])[], isSelected: boolean) => void
  readonly clear: () => void
}

/** The ticked rows of a list; they stay ticked while the reader goes through the pages. */
export function useSelection<Row>(): Selection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<number, Row>>(new Map())
  const toggle = useCallback(
    (id: number, row: Row) =>
      setRows((before) => {
        const next = new Map(before)
        if (!next.delete(id)) next.set(id, row)
        return next
      }),
    [],
  )
  const setAll = useCallback(
    (all: readonly (readonly [number, Row])[], isSelected: boolean) =>
      setRows((before) => {
        const next = new Map(before)
        for (const [id, row] of all) {
          if (isSelected) next.set(id, row)
          else next.delete(id)
        }
        return next
      }),
    [],
  )
  const clear = useCallback(() => setRows(new Map()), [])
  return useMemo(() => ({ rows, toggle, setAll, clear }), [rows, toggle, setAll, clear])
}
