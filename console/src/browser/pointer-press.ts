let isPressed = false

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => (isPressed = false), true)
}

/**
 * Does something once the press that is under way is over, its click included: what moves the page before would take the button away
 * from under the pointer.
 */
export async function afterPress<Result>(work: () => Promise<Result>): Promise<Result> {
  if (isPressed) await new Promise((resolve) => document.addEventListener('pointerup', () => setTimeout(resolve), { once: true }))
  return work()
}
