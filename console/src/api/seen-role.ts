/*
 * The role through which this tab looks at the console, if any: every call then says so, and the server cuts what it answers
 * down to what that role may, and refuses every change.
 */
const storageKey = 'seen-role'

/** Number of the role, or null; a tab that may keep nothing forgets it at a reload. */
let seen: number | null = kept()

function kept(): number | null {
  try {
    return Number(sessionStorage.getItem(storageKey)) || null
  } catch {
    return null
  }
}

export function seenRole(): number | null {
  return seen
}

export function seeAsRole(id: number | null): void {
  seen = id
  try {
    if (id === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, String(id))
  } catch {
    // Without storage it holds until the page is loaded anew.
  }
}
