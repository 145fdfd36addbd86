import type { RecordDraft, RecordRow, Tray } from '../tray/tray.ts'

/** What decides how often a record is answered. */
type Weighted = Pick<RecordDraft, 'weight' | 'status'>
/** The record being edited, which is no sibling of itself. */
export type Edited = { readonly id: number | null; readonly key: string | null }

const hostOf = (host: string): string => host.trim().toLowerCase() || '@'

/** The other records of the same host, type and line: those saved, as the tray leaves them, and those the tray adds. */
export function siblingsOf(draft: RecordDraft, saved: readonly RecordRow[], tray: Tray, edited: Edited): Weighted[] {
  const isSame = (other: RecordDraft): boolean => hostOf(other.host) === hostOf(draft.host) && other.type === draft.type && other.line === draft.line
  const inTray = new Set(tray.edits.flatMap((edit) => (edit.op === 'add' ? [] : [edit.id])))
  const untouched = saved.filter((row) => row.id !== edited.id && !inTray.has(row.id))
  const typed = tray.edits.flatMap((edit) =>
    edit.op === 'delete' || edit.key === edited.key || (edit.op === 'update' && edit.id === edited.id) ? [] : [edit.draft],
  )
  return [...untouched, ...typed].filter(isSame)
}

/**
 * The share of answers that hold the record, 0 to 1; null where the whole set is answered, or nothing of it. A set with any
 * weight is answered one record at a time: no weight counts as 1 there, 0 is never chosen unless all are 0.
 */
export function shareOf(own: Weighted, siblings: readonly Weighted[]): number | null {
  if (own.status === 0) return null
  const set = [own, ...siblings.filter(({ status }) => status === 1)]
  if (set.every(({ weight }) => weight === null)) return null
  const sum = set.reduce((total, { weight }) => total + (weight ?? 1), 0)
  return sum === 0 ? 1 / set.length : (own.weight ?? 1) / sum
}
