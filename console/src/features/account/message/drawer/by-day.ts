type Dated = { readonly pinned: boolean; readonly publishTime: string | null }

/** Pinned messages, then those of today by the reader's own calendar, then the rest; each as they came. */
export function byDay<Row extends Dated>(rows: readonly Row[], now: Date): { pinned: Row[]; today: Row[]; earlier: Row[] } {
  const isToday = ({ publishTime }: Dated): boolean => publishTime !== null && new Date(publishTime).toDateString() === now.toDateString()
  const others = rows.filter((row) => !row.pinned)
  return { pinned: rows.filter((row) => row.pinned), today: others.filter(isToday), earlier: others.filter((row) => !isToday(row)) }
}
