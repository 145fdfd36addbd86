import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { loseSession, sessionToken } from '../api/session-store.ts'
import { ConfirmDialog } from '../screen-parts/dialog/confirm.tsx'
import { Dialog } from '../screen-parts/dialog/dialog.tsx'
import { useLeaving } from '../screen-parts/dialog/use-leaving.tsx'
import { SessionEndDialog } from './session-end-dialog.tsx'

/*
 * A dialog that would lose something by closing, a question whose action is not over, and the end of the session over either, alone in a page:
 * for a test that presses Esc there.
 */

export const endSession = () => loseSession(sessionToken())

function Kept({ onClose }: { onClose: () => void }) {
  const { leave, question } = useLeaving({ isDirty: true, onClose })
  return (
    <Dialog title="Kept" onClose={leave} footer={null}>
      <input aria-label="Typed" />
      {question}
    </Dialog>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'kept' | 'asked' | null>(null)
  const [ended, setEnded] = useState<(() => void) | null>(null)
  return (
    <>
      <button type="button" onClick={() => setOpen('kept')}>
        Type
      </button>
      <button type="button" onClick={() => setOpen('asked')}>
        Ask
      </button>
      {open === 'kept' && <Kept onClose={() => setOpen(null)} />}
      {open === 'asked' && (
        <ConfirmDialog
          title="Asked"
          text="Is it done?"
          confirmLabel="Do"
          onConfirm={() => new Promise<void>((resolve) => setEnded(() => resolve)).then(() => setOpen(null))}
          onCancel={() => setOpen(null)}
        />
      )}
      <SessionEndDialog />
      <output>{ended ? 'running' : ''}</output>
    </>
  )
}

createRoot(document.body.appendChild(document.createElement('main'))).render(<Dialogs />)
