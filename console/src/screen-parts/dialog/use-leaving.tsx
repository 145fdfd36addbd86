import { useState, type ReactNode } from 'react'
import { useUnsaved } from '../../routing/use-unsaved.ts'
import { DiscardDialog } from './discard-dialog.tsx'

type Leaving = {
  /** What its buttons, Esc and the cross do. */
  leave: () => void
  question: ReactNode
}

/**
 * The way out of a dialog: free while closing loses nothing, else asked about, also on the way to another page and by the browser before
 * the page is closed. Where a success leads to another page, the dialog is closed before.
 */
export function useLeaving(isDirty: boolean, onClose: () => void): Leaving {
  const [isAsking, setAsking] = useState(false)
  useUnsaved(isDirty, { isBeside: () => false, discard: onClose })
  return { leave: () => (isDirty ? setAsking(true) : onClose()), question: isAsking && <DiscardDialog onDiscard={onClose} onKeep={() => setAsking(false)} /> }
}
