import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { ArrowLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { iconButton } from './classes.ts'

type DrawerProps = {
  title: ReactNode
  /** Stands under the title, smaller. */
  note?: ReactNode
  closeText: string
  /** A number is pixels; never wider than the window. */
  width?: 'narrow' | 'wide' | number
  /** Leads from a part of the drawer back to its start. */
  back?: { text: string; run: () => void } | null
  /** Esc, the cross and a click beside it. */
  onClose: () => void
  /** Nothing in it takes the focus: the text does, so that the keyboard scrolls it. */
  isPlainText?: boolean
  footer?: ReactNode
  children: ReactNode
}

const widthsPx = { narrow: 560, wide: 920 }

/** A panel over the right edge of the page; the whole of it up to 768 px. Something in it with `data-first-focus` gets the focus. */
export function Drawer({ title, note, closeText, width = 'narrow', back = null, onClose, isPlainText = false, footer, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed before it leaves the page, the platform gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // A second Esc closes a dialog without asking its cancel event: it opens again, and its owner decides.
      onClose={(event) => {
        if (event.target !== dialog.current || dialog.current.open) return
        dialog.current.showModal()
        onClose()
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
      style={{ width: `min(${typeof width === 'number' ? width : widthsPx[width]}px, 100vw)` }}
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none max-w-none flex-col overflow-hidden border-0 border-l border-kumo-line bg-kumo-base p-0 text-base text-kumo-default shadow-xl backdrop:bg-black/40 open:flex max-pad:w-full! max-pad:border-l-0"
    >
      <header className="flex min-h-12 shrink-0 items-center gap-1 border-b border-kumo-line py-2 pr-2 pl-5">
        {back && (
          <button type="button" autoFocus className={`${iconButton} -ml-2`} aria-label={back.text} title={back.text} onClick={back.run}>
            <ArrowLeftIcon size={17} />
          </button>
        )}
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="truncate text-lg font-medium">
            {title}
          </h2>
          {note && <p className="truncate text-sm text-kumo-subtle">{note}</p>}
        </div>
        <button type="button" className={iconButton} aria-label={closeText} title={closeText} onClick={onClose}>
          <XIcon size={16} />
        </button>
      </header>
      <div
        data-body
        {...(isPlainText && { tabIndex: 0, role: 'region', 'aria-labelledby': titleId })}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
      >
        {children}
      </div>
      {footer && <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-kumo-line px-5 py-3">{footer}</div>}
    </dialog>
  )
}
