import { useId, useRef, useState, type ComponentProps, type ReactNode, type ToggleEvent } from 'react'
import { flushSync } from 'react-dom'

type PopoverProps = {
  /** Says what the button opens; also its tooltip. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  triggerClassName: string
  /** What ties the button to a form's label and help; with `data-first-focus` a dialog gives it the focus. */
  control?: Pick<ComponentProps<'button'>, 'id' | 'aria-describedby'> & { 'data-first-focus'?: '' }
  /** `below` lines up with the button's right edge, `start` with its left one, `beside` stands to its right. */
  place?: 'below' | 'start' | 'beside'
  className?: string
  /** Drawn only while it is open: a table has one of these in every row. Something in it with `data-first-focus` gets the focus. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

const gapPx = 7
const edgePx = 8

/** A panel that opens at its button, above it where there is more room: the platform's own popover. Esc and a click elsewhere close it, focus comes back. */
export function Popover({ label, trigger, triggerClassName, control, place = 'below', className = '', children }: PopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => panel.current?.hidePopover()

  function settle(event: ToggleEvent<HTMLDivElement>) {
    if (event.newState !== 'open' || !button.current || !panel.current) return
    // An empty panel must not show, not even for a frame.
    flushSync(() => setOpen(true))
    const at = button.current.getBoundingClientRect()
    const { style } = panel.current
    const { clientWidth: width, clientHeight: height } = document.documentElement
    // Towards the side with more room; before it is open, the panel cannot be measured.
    const isLow = at.top + at.bottom > height
    const isBeside = place === 'beside'
    const [fromTop, fromBottom] = isBeside ? [at.top, height - at.bottom] : [at.bottom + gapPx, height - at.top + gapPx]
    style.top = isLow ? 'auto' : `${fromTop}px`
    style.bottom = isLow ? `${fromBottom}px` : 'auto'
    style.maxHeight = `${height - (isLow ? fromBottom : fromTop) - edgePx}px`
    // A panel under a field is as wide as the field.
    style.minWidth = isBeside ? '' : `${at.width}px`
    style.right = place === 'below' ? `${Math.max(edgePx, width - at.right)}px` : 'auto'
    style.left = place === 'below' ? 'auto' : `${isBeside ? at.right + gapPx : at.left}px`
  }

  function follow(event: ToggleEvent<HTMLDivElement>) {
    if (event.newState !== 'open' || !panel.current) return setOpen(false)
    // Only now its width is known: a panel wider than what is left of its button moves to the edge.
    const at = panel.current.getBoundingClientRect()
    if (at.left < edgePx) Object.assign(panel.current.style, { left: `${edgePx}px`, right: 'auto' })
    else if (place === 'start' && at.right > document.documentElement.clientWidth - edgePx)
      Object.assign(panel.current.style, { left: 'auto', right: `${edgePx}px` })
    panel.current.querySelector<HTMLElement>('[data-first-focus]')?.focus()
  }

  return (
    <>
      <button {...control} type="button" ref={button} popoverTarget={id} aria-label={label} title={label} className={triggerClassName}>
        {trigger}
      </button>
      <div
        id={id}
        ref={panel}
        popover="auto"
        onBeforeToggle={settle}
        onToggle={follow}
        className={`fixed inset-auto m-0 max-w-[calc(100vw-16px)] overflow-y-auto rounded-lg border border-kumo-line bg-kumo-base p-1 text-base text-kumo-default shadow-lg ${className}`}
      >
        {isOpen && (typeof children === 'function' ? children(close) : children)}
      </div>
    </>
  )
}
