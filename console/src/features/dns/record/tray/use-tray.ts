import { useCallback, useEffect, useMemo, useState } from 'react'
import { keepChanges, keptChanges } from '../../../../entities/record/pending-changes.ts'
import { takeHanded } from '../../../../entities/record/handed-changes.ts'
import { newEditKey } from './edit-key.ts'
import { emptyTray, withHanded, withoutSaved, type Edit, type Tray } from './tray.ts'

const undoSteps = 100

/** What is kept has to be what we wrote; anything else is as good as nothing. */
function readTray(accountId: number, domainId: number): Tray {
  const text = keptChanges(accountId, domainId)
  if (text === null) return emptyTray
  try {
    const kept = JSON.parse(text) as { edits?: unknown }
    return Array.isArray(kept.edits) ? { edits: kept.edits as Edit[] } : emptyTray
  } catch {
    return emptyTray
  }
}

export type TrayState = {
  tray: Tray
  /** Changes the tray; the state before can be brought back by `undo`. */
  update: (change: (tray: Tray) => Tray) => void
  undo: () => void
  canUndo: boolean
  /** The tray was saved as it was then; there is no way back before that. */
  settle: (saved: Tray) => void
}

/** What one account has in the tray of one domain; it survives reload and leaving, until it is saved or cleared. */
export function useTray(accountId: number, domainId: number): TrayState {
  const [{ tray, past }, setState] = useState<{ tray: Tray; past: readonly Tray[] }>(() => ({ tray: readTray(accountId, domainId), past: [] }))

  useEffect(() => {
    keepChanges(accountId, domainId, tray.edits.length === 0 ? null : JSON.stringify(tray))
  }, [accountId, domainId, tray])

  // The browser's own question before the window closes; within the console nothing is lost by leaving.
  const hasEdits = tray.edits.length > 0
  useEffect(() => {
    if (!hasEdits) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasEdits])

  const update = useCallback(
    (change: (tray: Tray) => Tray) =>
      setState((state) => {
        const next = change(state.tray)
        return next === state.tray ? state : { tray: next, past: [...state.past, state.tray].slice(-undoSteps) }
      }),
    [],
  )
  // Whenever the editor comes into view: another page may have handed changes over meanwhile.
  useEffect(() => {
    const handed = takeHanded(domainId)
    if (handed.length > 0) update((now) => withHanded(now, handed, newEditKey))
  }, [domainId, update])
  const undo = useCallback(
    () =>
      setState((state) => {
        const before = state.past.at(-1)
        return before ? { tray: before, past: state.past.slice(0, -1) } : state
      }),
    [],
  )
  const settle = useCallback((saved: Tray) => setState((state) => ({ tray: withoutSaved(state.tray, saved), past: [] })), [])
  return useMemo(() => ({ tray, update, undo, canUndo: past.length > 0, settle }), [tray, update, undo, past.length, settle])
}
