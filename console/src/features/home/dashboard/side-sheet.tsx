import { useEffect, useRef, type ReactNode } from 'react'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { iconButton } from '../../../ui/classes.ts'

/** A panel over the right edge of the page; the whole width on a phone. Esc and a click beside it close it. */
export function SideSheet({ title, closeText, onClose, children }: { title: string; closeText: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(480px,100vw)] max-w-none overflow-hidden border-l border-kumo-line bg-kumo-base text-base text-kumo-default shadow-xl backdrop:bg-black/40"
    >
      <div className="flex h-full flex-col">
        <div className="flex h-12 shrink-0 items-center justify-between border-b border-kumo-line pr-2 pl-4">
          <h2 className="font-medium">{title}</h2>
          <button type="button" className={iconButton} aria-label={closeText} title={closeText} onClick={() => dialog.current?.close()}>
            <XIcon size={17} />
          </button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      </div>
    </dialog>
  )
}
