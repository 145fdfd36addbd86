const notTyped = ['checkbox', 'radio', 'button', 'submit']

/** Whether a key pressed here is meant for what somebody types or chooses in. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !notTyped.includes(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName))
}

/** What a dialog asks comes first: keys of the page behind it rest. */
export function isBehindDialog(): boolean {
  return document.querySelector('dialog:modal') !== null
}
