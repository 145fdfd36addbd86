import { useState, type ReactNode } from 'react'
import { useUnsaved } from '../../routing/use-unsaved.ts'
import { DiscardDialog } from './discard-dialog.tsx'

type LeavingRules = {
  /** Closing would lose something. */
  isDirty: boolean
  /** It is on its way to the server: the dialog stays until that has answered. */
  isRunning?: boolean
  /** Closes for good; called only when nothing is lost, or after the reader agreed. */
  onClose: () => void
}

type Leaving = {
  /** What its buttons, Esc and the cross do. */
  leave: () => void
  question: ReactNode
}

/**
 * The way out of a dialog: free while closing loses nothing, else asked about, also on the way to another page and by the browser before
 * the page is closed. Where a success leads to another page, the dialog is closed before.
 */
export function useLeaving({ isDirty, isRunning = false, onClose }: LeavingRules): Leaving {
  const [isAsking, setAsking] = useState(false)
  // The server completes what has been sent, wherever its sender is.
  useUnsaved(isDirty && !isRunning, { isBeside: () => false, discard: onClose })
  return {
    leave() {
      if (isRunning) return
      if (isDirty) setAsking(true)
      else onClose()
    },
    question: isAsking && <DiscardDialog onDiscard={onClose} onKeep={() => setAsking(false)} />,
  }
}
