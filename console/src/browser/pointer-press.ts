let isPressed = false
const waiting: (() => void)[] = []

function release(): void {
  isPressed = false
  // The click comes right after.
  for (const go of waiting.splice(0)) setTimeout(go)
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, true)
}

/**
 * Does something once the press that is under way is over, its click included: what moves the page before would take the button away
 * from under the pointer.
 */
export async function afterPress<Result>(work: () => Promise<Result>): Promise<Result> {
  if (isPressed) await new Promise<void>((resolve) => waiting.push(resolve))
  return work()
}
