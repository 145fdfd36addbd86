import { useEffect, useRef } from 'react'
import { useSessionEnd } from '../api/session-store.ts'
import { useText } from '../i18n/messages.ts'
import { PrimaryButton } from '../ui/button.tsx'
import { shellMessages } from './shell.messages.ts'

/** The login expired, or another tab signed in as somebody else: the page starts anew, by one button only. */
export function SessionEndDialog() {
  const text = useText(shellMessages)
  const end = useSessionEnd()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!end) return
    const own = dialog.current
    if (!own?.open) own?.showModal()
    // Another dialog that opens, or opens again, would lie above it.
    function rise(event: ToggleEvent) {
      if (event.newState === 'open' && event.target instanceof HTMLDialogElement && event.target !== own) own?.close()
    }
    document.addEventListener('toggle', rise, true)
    return () => document.removeEventListener('toggle', rise, true)
  }, [end])
  if (!end) return null
  const isExpired = end === 'expired'
  return (
    // A second Esc closes a dialog whatever its cancel event says: closed, it opens again, above all others.
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="session-end-title"
      aria-describedby="session-end-text"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
      className="mx-auto mt-[15vh] w-[min(400px,calc(100vw-32px))] rounded-lg border border-kumo-line bg-kumo-base p-5 text-kumo-default shadow-xl backdrop:bg-black/40"
    >
      <h2 id="session-end-title" className="text-lg font-medium">
        {isExpired ? text.expiredTitle : text.changedTitle}
      </h2>
      <p id="session-end-text" className="mt-1.5 text-base text-kumo-subtle">
        {isExpired ? text.expired : text.changed}
      </p>
      <div className="mt-5 flex justify-end">
        <PrimaryButton onClick={() => location.reload()}>{isExpired ? text.signInAgain : text.reload}</PrimaryButton>
      </div>
    </dialog>
  )
}
