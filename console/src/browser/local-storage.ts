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

/** The names of what is kept that begin so. */
export function keptKeys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

export function forgetText(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
