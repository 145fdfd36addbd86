import { useEffect, useState, type RefObject } from 'react'

/** Up to this many rows all are drawn. */
const allUpTo = 200
const overscanRows = 20

export type RowWindow = { readonly from: number; readonly to: number }

/** The rows in view, with some on either side; rows have one height, so this is plain arithmetic. */
export function rowWindow(scrollTopPx: number, viewPx: number, count: number, rowPx: number): RowWindow {
  if (count <= allUpTo) return { from: 0, to: count }
  const first = Math.floor(scrollTopPx / rowPx)
  // In steps, so that most scroll events draw nothing anew.
  const from = Math.max(0, Math.floor((first - overscanRows) / overscanRows) * overscanRows)
  const to = Math.min(count, Math.ceil((first + viewPx / rowPx + overscanRows) / overscanRows) * overscanRows)
  return { from: Math.min(from, Math.max(0, count - 1)), to: Math.max(to, 0) }
}

/** Which rows to draw of a list that scrolls inside `scroller`. */
export function useWindowedRows(scroller: RefObject<HTMLElement | null>, count: number, rowPx: number): RowWindow {
  const [shown, setShown] = useState<RowWindow>(() => rowWindow(0, 0, count, rowPx))
  const isWindowed = count > allUpTo
  useEffect(() => {
    const element = scroller.current
    if (!isWindowed || !element) return
    const settle = () =>
      setShown((before) => {
        const next = rowWindow(element.scrollTop, element.clientHeight, count, rowPx)
        return before.from === next.from && before.to === next.to ? before : next
      })
    settle()
    element.addEventListener('scroll', settle, { passive: true })
    return () => element.removeEventListener('scroll', settle)
  }, [scroller, isWindowed, count, rowPx])
  return isWindowed ? shown : { from: 0, to: count }
}
