import { useEffect, useRef, type KeyboardEvent } from 'react'
import { noticeWarning } from '../api/notices.ts'
import { menuPlace } from './menu-place.ts'
import type { RowAction } from './table/column.ts'

/** Where a menu opens: at a button, with these actions. */
export type OpenMenu = { readonly anchor: HTMLElement; readonly actions: readonly RowAction[] }

/** Runs an action, or says why it cannot be done. */
export function runAction(action: RowAction): void {
  if (action.refusal) noticeWarning(action.refusal)
  else action.run()
}

/**
 * A menu of actions at whatever button asked for it: one for a whole table. Arrow keys move, Esc and a click elsewhere
 * close, and the focus goes back to the button.
 */
export function ActionMenu({ open, label, onClose }: { open: OpenMenu | null; label: string; onClose: () => void }) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = menu.current
    if (!open || !element) return
    element.showPopover()
    const { topPx, leftPx } = menuPlace(open.anchor.getBoundingClientRect(), element.getBoundingClientRect(), document.documentElement)
    Object.assign(element.style, { top: `${topPx}px`, left: `${leftPx}px` })
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [open])

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      entries.at(next % entries.length)?.focus()
    } else if (event.key === 'Tab') menu.current?.hidePopover()
  }

  if (!open) return null
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      popover="auto"
      onKeyDown={move}
      onToggle={(event) => {
        if (event.newState !== 'closed') return
        onClose()
        if (document.activeElement === document.body || menu.current?.contains(document.activeElement)) open.anchor.focus()
      }}
      className="fixed inset-auto m-0 max-h-[calc(100dvh-16px)] min-w-40 max-w-72 overflow-y-auto rounded-lg border border-kumo-line bg-kumo-base p-1 text-base text-kumo-default shadow-lg"
    >
      {open.actions.map((action) => (
        <button
          key={action.key}
          type="button"
          role="menuitem"
          data-action={action.key}
          tabIndex={-1}
          aria-disabled={action.refusal ? true : undefined}
          className={`block w-full cursor-pointer rounded-md px-2.5 py-1.5 text-left text-sm hover:bg-kumo-tint focus-visible:bg-kumo-tint focus-visible:outline-none aria-disabled:cursor-not-allowed ${action.isDangerous && !action.refusal ? 'text-kumo-danger' : ''}`}
          onClick={() => {
            open.anchor.focus()
            menu.current?.hidePopover()
            runAction(action)
          }}
        >
          <span className={action.refusal ? 'text-kumo-subtle' : ''}>{action.label}</span>
          {action.refusal && (
            <span data-reason="" className="mt-0.5 block text-xs text-kumo-subtle">
              {action.refusal}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
