import { useEffect } from 'react'
import { createStore } from '../browser/store.ts'

/** What the page in view can do now, for the command palette; in the language that the page is drawn in. */
export type PageCommand = { readonly key: string; readonly label: string; readonly run: () => void }

const none: readonly PageCommand[] = []
const shown = createStore(none)

/** What can be done on the page in view. */
export const pageCommands = (): readonly PageCommand[] => shown.get()

/** Offers a page's commands while it is in view; the array must stay the same while nothing about them changes. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  useEffect(() => {
    shown.set(commands)
    return () => {
      if (shown.get() === commands) shown.set(none)
    }
  }, [commands])
}
