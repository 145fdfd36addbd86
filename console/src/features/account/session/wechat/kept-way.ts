/* Whoever goes to WeChat's page comes back to the sign-in page without the way that it remembered. */
const key = 'wechat-sign-in-path'

export function keepSignInPath(path: string): void {
  try {
    sessionStorage.setItem(key, path)
  } catch {
    // Without storage the sign-in leads to the console.
  }
}

/** The path of the sign-in page before WeChat's, once. */
export function takeSignInPath(otherwise: string): string {
  try {
    const path = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return path?.startsWith(otherwise) ? path : otherwise
  } catch {
    return otherwise
  }
}
