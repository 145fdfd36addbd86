/** What the browser keeps for this site; a browser that keeps nothing (privacy mode, full disk) answers null. */
export function keptText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keepText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // The choice then lasts as long as the page.
  }
}

export function forgetText(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
