import { useLayoutEffect, useRef } from 'react'

/** A dialog that is open from its first moment; Esc and a click beside it ask its owner to close. `focused` may say what takes the focus then. */
export function useOwnDialog(onClose: () => void, focused: (dialog: HTMLDialogElement) => HTMLElement | null = () => null) {
  const dialog = useRef<HTMLDialogElement>(null)
  const begin = useRef(focused)
  // Closed before it leaves the page, the dialog gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    if (element) begin.current(element)?.focus()
    return () => element?.close()
  }, [])
  const isOwn = (event: { target: EventTarget }) => event.target === dialog.current
  return {
    ref: dialog,
    // A second Esc closes a dialog without asking its cancel event: it opens again, and its owner decides.
    onClose(event: { target: EventTarget }) {
      if (!isOwn(event) || dialog.current?.open) return
      dialog.current?.showModal()
      onClose()
    },
    // Leaving a file chooser within is a cancel event too, and it bubbles.
    onCancel(event: { target: EventTarget; cancelable: boolean; preventDefault: () => void }) {
      if (!isOwn(event)) return
      // What cannot be prevented closes it in any case: asked here as well, a question would come to lie below it.
      if (!event.cancelable) return
      event.preventDefault()
      onClose()
    },
    onMouseDown(event: { target: EventTarget }) {
      if (isOwn(event)) onClose()
    },
  }
}
