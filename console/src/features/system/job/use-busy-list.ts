import { useEffect } from 'react'

const everyMs = 2000

/** Asks for a list again while something in it changes by itself. */
export function useBusyList({ rows, refresh }: { rows: readonly unknown[]; refresh: () => void }, isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setTimeout(refresh, everyMs)
    return () => clearTimeout(timer)
  }, [isBusy, refresh, rows])
}
