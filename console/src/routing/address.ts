import { createStore } from '../browser/store.ts'
import { parseSearch, searchText } from './search-text.ts'

/** A place of the console, as the address bar has it behind `#`: the path without a final slash, the search with its `?` or empty. */
export type Address = { readonly pathname: string; readonly search: string }

export function addressOf(text: string): Address {
  const [path = '', search = ''] = text.replace(/^#/, '').split('?', 2)
  const pathname = `/${path.replace(/^\/|\/$/g, '')}`
  return { pathname, search: searchText(parseSearch(search)) }
}

/** Where the address bar is at this moment, which may be ahead of what is shown. */
export function currentAddress(): Address {
  return addressOf(location.hash)
}

/** The address of what is drawn; null before anything is. */
export const shownAddress = createStore<Address | null>(null)

/** True while the address bar is ahead of what is shown. */
export const isUnderway = createStore(false)

/** What a link to an own path, which may carry a search, has as its `href`. */
export function hrefOf(target: string): string {
  const [path = '/', search = ''] = target.split('?', 2)
  return `#${path}${searchText(parseSearch(search))}`
}

/**
 * Goes to an own path, which may carry a search; `replace` leaves no step to go back to. The router's own function would put
 * the search before the `#`, where the server reads it.
 */
export function goTo(target: string, { replace = false }: { replace?: boolean } = {}): void {
  const oldURL = location.href
  history[replace ? 'replaceState' : 'pushState'](null, '', hrefOf(target))
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }))
}

let fetchCode: (pathname: string) => void = () => undefined

/** Tells how the code of a path is fetched before anybody goes there. */
export function fetchCodeBy(fetch: (pathname: string) => void): void {
  fetchCode = fetch
}

/** The pointer or the focus is near a link to the path. */
export function comeNear(target: string): void {
  fetchCode(addressOf(target).pathname)
}
