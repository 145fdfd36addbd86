import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { ArrowsInSimpleIcon } from '@phosphor-icons/react/dist/csr/ArrowsInSimple'
import { ArrowsOutSimpleIcon } from '@phosphor-icons/react/dist/csr/ArrowsOutSimple'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { iconButton } from './classes.ts'

type ModalProps = {
  title: string
  /** Texts of the two buttons beside the title. */
  labels: { close: string; fullScreen: string }
  width?: 'narrow' | 'wide'
  /** Esc, the cross and a click beside it; the owner decides whether it may close. */
  onClose: () => void
  footer?: ReactNode
  children: ReactNode
}

const widths = { narrow: 'min(560px, calc(100vw - 32px))', wide: 'min(920px, calc(100vw - 32px))' }

/** What a reader types into first; the buttons beside the title stand before it. */
const firstField = '[data-first-focus], [data-body] :is(input:not([type=checkbox], [type=radio], [type=file]), textarea, select):enabled'

/** A modal dialog on the platform's own: 15vh from the top, full screen on demand above 768 px, a sheet below. */
export function Modal({ title, labels, width = 'narrow', onClose, footer, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [isFull, setFull] = useState(false)
  // Closed before it leaves the page, the platform gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    // Without a field the dialog itself has the focus, not whichever button stands first.
    ;(element?.querySelector<HTMLElement>(firstField) ?? element)?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      tabIndex={-1}
      // A second Esc closes a dialog without asking its cancel event: it opens again, and its owner decides.
      onClose={(event) => {
        if (event.target !== dialog.current || dialog.current.open) return
        dialog.current.showModal()
        onClose()
      }}
      // Leaving a file chooser within is a cancel event too, and it bubbles.
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
      style={isFull ? { width: '100vw', maxWidth: '100vw', height: '100dvh', maxHeight: '100dvh', marginTop: 0 } : { width: widths[width] }}
      className="m-0 mx-auto mt-[15vh] max-h-[80vh] flex-col overflow-hidden rounded-lg border border-kumo-line bg-kumo-base p-0 text-kumo-default shadow-xl outline-none backdrop:bg-black/40 open:flex max-pad:mt-auto! max-pad:mb-0! max-pad:max-h-[92dvh] max-pad:w-full! max-pad:max-w-full! max-pad:rounded-b-none"
    >
      <div className="flex items-center gap-1 border-b border-kumo-line py-2 pr-2 pl-5">
        <h2 id={titleId} className="line-clamp-2 min-w-0 flex-1 text-lg leading-snug font-medium pad:line-clamp-1">
          {title}
        </h2>
        <button
          type="button"
          className={`${iconButton} max-pad:hidden`}
          aria-label={labels.fullScreen}
          title={labels.fullScreen}
          aria-pressed={isFull}
          onClick={() => setFull(!isFull)}
        >
          {isFull ? <ArrowsInSimpleIcon size={16} /> : <ArrowsOutSimpleIcon size={16} />}
        </button>
        <button type="button" className={iconButton} aria-label={labels.close} title={labels.close} onClick={onClose}>
          <XIcon size={16} />
        </button>
      </div>
      <div data-body className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {children}
      </div>
      {footer && <div className="flex flex-wrap items-center justify-end gap-2 border-t border-kumo-line px-5 py-3">{footer}</div>}
    </dialog>
  )
}
