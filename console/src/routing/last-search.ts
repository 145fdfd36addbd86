/*
 * The search that each path was left with, for as long as the tab lives: a way back to a list leads to the page, the filters
 * and the order it was left at.
 */
const left = new Map<string, string>()

/** Parameters that open something over a screen; coming back is no reason to open it again. */
const opening = new Set(['open', 'row', 'edit'])

/** What of a search is left without what it opens. */
export function withoutOpening(search: string): string {
  const kept = new URLSearchParams(search)
  for (const name of opening) kept.delete(name)
  return kept.toString()
}

/** Keeps what a path was left with; `search` as the address bar has it. */
export function rememberSearch(pathname: string, search: string): void {
  const text = withoutOpening(search)
  if (text === '') left.delete(pathname)
  else left.set(pathname, text)
}

/** The path with the search it was left with, as links take it. */
export function asLeft(pathname: string): string {
  const search = left.get(pathname)
  return search === undefined ? pathname : `${pathname}?${search}`
}

/** The next one to sign in has been nowhere. */
export function forgetSearches(): void {
  left.clear()
}
