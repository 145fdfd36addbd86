import { useId, useState, type ReactNode } from 'react'
import ArrowsInSimpleIcon from 'icon:arrows-in-simple'
import ArrowsOutSimpleIcon from 'icon:arrows-out-simple'
import XIcon from 'icon:x'
import { IconButton } from './icon-button.tsx'
import { useOwnDialog } from './own-dialog.ts'

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
const firstField =
  '[data-first-focus], [data-body] :is(input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea, select, button[popovertarget][id]):enabled'

/** A modal dialog on the platform's own: 15vh from the top, full screen on demand above 768 px, a sheet below. */
export function Modal({ title, labels, width = 'narrow', onClose, footer, children }: ModalProps) {
  const titleId = useId()
  const [isFull, setFull] = useState(false)
  // Without a field the dialog itself has the focus, not whichever button stands first.
  const dialog = useOwnDialog(onClose, (element) => element.querySelector<HTMLElement>(firstField) ?? element)
  return (
    <dialog
      {...dialog}
      aria-labelledby={titleId}
      tabIndex={-1}
      style={isFull ? { width: '100vw', maxWidth: '100vw', height: '100dvh', maxHeight: '100dvh', marginTop: 0 } : { width: widths[width] }}
      className="m-0 mx-auto mt-[15vh] max-h-[80vh] flex-col overflow-hidden rounded-lg border border-kumo-line bg-kumo-base p-0 text-kumo-default shadow-xl outline-none backdrop:bg-black/40 open:flex max-pad:mt-auto! max-pad:mb-0! max-pad:max-h-[92dvh] max-pad:w-full! max-pad:max-w-full! max-pad:rounded-b-none"
    >
      <div className="flex items-center gap-1 border-b border-kumo-line py-2 pr-2 pl-5">
        <h2 id={titleId} className="line-clamp-2 min-w-0 flex-1 text-lg leading-snug font-medium pad:line-clamp-1">
          {title}
        </h2>
        <IconButton
          className="max-pad:hidden"
          label={labels.fullScreen}
          aria-pressed={isFull}
          onClick={() => setFull(!isFull)}
          icon={isFull ? <ArrowsInSimpleIcon size={16} /> : <ArrowsOutSimpleIcon size={16} />}
        />
        <IconButton label={labels.close} onClick={onClose} icon={<XIcon size={16} />} />
      </div>
      <div data-body className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {children}
      </div>
      {footer && <div className="flex flex-wrap items-center justify-end gap-2 border-t border-kumo-line px-5 py-3">{footer}</div>}
    </dialog>
  )
}
