import { useEffect, useState, type ComponentType } from 'react'
import { isConfirmationAsked, settleConfirmation } from '../api/session-confirmation.ts'
import { loadChunk } from '../browser/chunk-loading.ts'
import { useStore } from '../browser/store.ts'

type Dialog = ComponentType<{ username: string; onEnd: (isConfirmed: boolean) => void }>

const loadDialog = (): Promise<Dialog> => import('../features/account/session/confirmation/confirm-session.tsx').then((part) => part.ConfirmSession)

/** The dialog that a refused change waits for. Its code comes when it is due; without it the refusal shows, and the page stays. */
export function SessionConfirmationHost({ username }: { username: string }) {
  const isAsked = useStore(isConfirmationAsked)
  const [dialog, setDialog] = useState<{ Dialog: Dialog } | null>(null)
  const isMissing = isAsked && dialog === null
  useEffect(() => {
    if (!isMissing) return
    loadChunk(loadDialog).then(
      (Dialog) => setDialog({ Dialog }),
      () => settleConfirmation(false),
    )
  }, [isMissing])
  return isAsked && dialog && <dialog.Dialog username={username} onEnd={settleConfirmation} />
}
