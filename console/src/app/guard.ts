import { currentAddress } from '../routing/address.ts'
import { parseSearch } from '../routing/search-text.ts'

/** What the guard asks about the session; in the app these are the real one's, in tests they are written down. */
export type GuardedSession = {
  /** Whether somebody is signed in. Throws when the server gives no answer. */
  isValid: () => Promise<boolean>
  /** Removes what is left of a stored session. */
  clear: () => void
}

export const loginPath = '/login'
/** Where accounts of one's own are opened; its link in an email works whoever is signed in. */
export const registerPath = '/register'
export const consolePath = '/console'
export const homePath = '/home/dashboard'

/**
 * Where a visitor of `pathname` is sent instead, or null to stay (spec point 2). In this order: whoever is signed in
 * leaves the sign-in page for the console; whoever opens it otherwise loses what is left of a stored session; anybody
 * else who is not signed in goes to the sign-in page, which remembers the way. Registering asks nothing of a session.
 */
export async function guard(pathname: string, fullPath: string, session: GuardedSession): Promise<string | null> {
  if (pathname === '/') return loginPath
  if (pathname === registerPath) return null
  if (pathname === loginPath) {
    if (await isValidAsFarAsKnown(session)) return consolePath
    session.clear()
    return null
  }
  if (!(await session.isValid())) return `${loginPath}?redirect=${encodeURIComponent(fullPath)}`
  return pathname === consolePath ? homePath : null
}

/** A server that gives no answer must not keep the sign-in form away. */
async function isValidAsFarAsKnown(session: GuardedSession): Promise<boolean> {
  try {
    return await session.isValid()
  } catch {
    return false
  }
}

/** Where a sign-in leads: the remembered path if it is one of ours and not the sign-in page itself, else the console. */
export function afterSignIn(redirect: string | undefined): string {
  if (redirect === undefined || !/^\/(?![/\\])/.test(redirect) || /[\\\p{Cc}]/u.test(redirect)) return consolePath
  const path = redirect.split(/[?#]/, 1)[0]!
  return path === '/' || path === loginPath ? consolePath : redirect
}

/** Where a sign-in leads that ends now: by the address bar, which may be ahead of what is drawn when somebody comes back from WeChat. */
export function wayOn(): string {
  const { redirect }: Readonly<Record<string, string | undefined>> = parseSearch(currentAddress().search)
  return afterSignIn(redirect)
}
