import { useEffect } from 'react'
import { isBehindDialog, isTyping } from '../../../browser/typing.ts'

type EditorKeys = { undo: () => void; onPaste: (text: string) => void }

/**
 * Ctrl/⌘ Z takes the last edit back, rows pasted anywhere but into a field open the paste dialog. Other keys lead to
 * the control of the page that names them as its shortcut.
 */
export function useEditorKeys({ undo, onPaste }: EditorKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.shiftKey || event.altKey || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      if (event.ctrlKey || event.metaKey) {
        if (key !== 'z') return
        undo()
      } else {
        const control = key === 'n' || key === '/' ? shortcutOf(key) : undefined
        if (!control || isBehindDialog() || (event.target instanceof Element && event.target.closest('[popover], [role=menu]'))) return
        // A button does what it is there for; a field waits for what is typed.
        if (control instanceof HTMLButtonElement) control.click()
        else control.focus()
      }
      event.preventDefault()
    }
    const paste = (event: ClipboardEvent): void => {
      const pasted = event.clipboardData?.getData('text/plain') ?? ''
      if (isTyping(event.target) || !/\S[\t ]+\S|[^,;]+[,;][^,;]+[,;]/.test(pasted)) return
      event.preventDefault()
      onPaste(pasted)
    }
    document.addEventListener('keydown', press)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('paste', paste)
    }
  })
}

/** Views that are kept out of sight have the same shortcuts. */
function shortcutOf(key: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`)].find((one) => one.checkVisibility())
}
