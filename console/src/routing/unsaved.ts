import { createStore } from '../browser/store.ts'

/*
 * What was typed on a page and is not saved. The way to another page asks before it is lost; so does the browser before the page is
 * closed or loaded anew.
 */
export type Unsaved = {
  /** Pages beside this one, on which it is not left behind: it is still there on the way back. */
  readonly isBeside: (pathname: string) => boolean
  /** Takes it back to what is saved. */
  readonly discard: () => void
}

const held = new Set<Unsaved>()

/** The question before unsaved input is left; null while none is asked. */
export const leaving = createStore<{ readonly answer: (isSure: boolean) => void } | null>(null)

/** Keeps the way out; returns what opens it again. */
export function holdUnsaved(unsaved: Unsaved): () => void {
  held.add(unsaved)
  addEventListener('beforeunload', askBeforeUnload)
  return () => {
    held.delete(unsaved)
    if (held.size === 0) removeEventListener('beforeunload', askBeforeUnload)
  }
}

function askBeforeUnload(event: Event): void {
  event.preventDefault()
}

/** Whether the way to a page is free: nothing unsaved would be left behind, or the reader wants it so. */
export async function mayLeaveFor(pathname: string): Promise<boolean> {
  leaving.get()?.answer(false)
  const left = [...held].filter(({ isBeside }) => !isBeside(pathname))
  if (left.length === 0) return true
  const isSure = await new Promise<boolean>((resolve) => {
    const answer = (isSure: boolean) => {
      leaving.set(null)
      resolve(isSure)
    }
    leaving.set({ answer })
  })
  if (isSure) for (const { discard } of left) discard()
  return isSure
}
