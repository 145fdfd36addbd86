import { useId, type ReactNode } from 'react'
import ArrowLeftIcon from 'icon:arrow-left'
import XIcon from 'icon:x'
import { IconButton } from './icon-button.tsx'
import { useOwnDialog } from './own-dialog.ts'

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
  const titleId = useId()
  const dialog = useOwnDialog(onClose, (element) => element.querySelector<HTMLElement>('[data-first-focus]'))
  return (
    <dialog
      {...dialog}
      aria-labelledby={titleId}
      style={{ width: `min(${typeof width === 'number' ? width : widthsPx[width]}px, 100vw)` }}
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none max-w-none flex-col overflow-hidden border-0 border-l border-kumo-line bg-kumo-base p-0 text-base text-kumo-default shadow-xl backdrop:bg-black/40 open:flex max-pad:w-full! max-pad:border-l-0"
    >
      <header className="flex min-h-12 shrink-0 items-center gap-1 border-b border-kumo-line py-2 pr-2 pl-5">
        {back && <IconButton autoFocus className="-ml-2" label={back.text} onClick={back.run} icon={<ArrowLeftIcon size={17} />} />}
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="truncate text-lg font-medium">
            {title}
          </h2>
          {note && <p className="line-clamp-2 text-sm wrap-anywhere text-kumo-subtle">{note}</p>}
        </div>
        <IconButton label={closeText} onClick={onClose} icon={<XIcon size={16} />} />
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
