/*
 * A new page begins at its top, and going back returns to where it was left: the height that each step of the history was
 * scrolled to, for as long as the tab lives. The browser's own memory acts before the page is drawn.
 */
const storageKey = 'scroll'
const heights = new Map<string, number>()
let step = ''

const stepNow = (): string | undefined => (history.state as { step?: string } | null)?.step

/** Called once, before anything is drawn. */
export function rememberScroll(): void {
  history.scrollRestoration = 'manual'
  try {
    for (const [key, height] of JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]) heights.set(key, height)
  } catch {
    // Without its storage, or with something else in it, the tab begins with an empty memory.
  }
  addEventListener('scroll', () => heights.set(stepNow() ?? '', scrollY), { passive: true })
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...heights]))
    } catch {
      // A full storage costs only the memory over a reload.
    }
  })
}

/** Called when the page of the address has just been drawn; `stays` when it is the same page with another dialog over it. */
export function settleScroll(stays: boolean): void {
  let next = stepNow()
  if (next === undefined) {
    next = Math.random().toString(36).slice(2)
    history.replaceState({ step: next }, '')
  }
  if (next === step) return
  step = next
  const height = heights.get(next)
  if (height !== undefined) scrollTo(0, height)
  else if (stays) heights.set(next, scrollY)
  else scrollTo(0, 0)
}
