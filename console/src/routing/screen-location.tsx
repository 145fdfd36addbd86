import { createContext, useCallback, useContext, type ReactNode } from 'react'
import { currentAddress, goTo } from './address.ts'
import { parseSearch, searchText } from './search-text.ts'

/*
 * Where a page is. Pages read this and never the router's own hooks: a page kept in the view cache reads the place it
 * was left at, not the place the browser is at.
 */
export type ScreenLocation = {
  /** The path in the address bar, such as `/dns/domain/list`. */
  readonly pathname: string
  /** Values of the `{…}` parameters. */
  readonly params: Readonly<Record<string, string>>
  /** Search parameters, always texts. */
  readonly search: Readonly<Record<string, string>>
}

const ScreenLocationContext = createContext<ScreenLocation>({ pathname: '/', params: {}, search: {} })

export function ScreenLocationProvider({ location, children }: { location: ScreenLocation; children: ReactNode }) {
  return <ScreenLocationContext value={location}>{children}</ScreenLocationContext>
}

export function useScreenLocation(): ScreenLocation {
  return useContext(ScreenLocationContext)
}

export type SearchChange = Readonly<Record<string, string | number | boolean | undefined | null>>

/** Goes to an own path, which may carry a search: `go('/dns/domain/list?page=2')`; `replace` leaves no step to go back to. */
export function useGo(): (target: string, options?: { replace?: boolean }) => void {
  return goTo
}

/**
 * Changes some search parameters of this screen and keeps the others; an empty or absent value takes one out. Once the reader is on the
 * way to another screen, nothing is changed: what this one still had to say would call them back.
 */
export function useSetSearch(): (change: SearchChange, options?: { replace?: boolean }) => void {
  const { pathname } = useScreenLocation()
  return useCallback(
    (change, options) => {
      const current = currentAddress()
      if (current.pathname !== pathname) return
      const search: Record<string, string> = { ...parseSearch(current.search) }
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined || value === null || value === '') delete search[name]
        else search[name] = String(value)
      }
      goTo(`${pathname}${searchText(search)}`, { replace: options?.replace ?? true })
    },
    [pathname],
  )
}

/** Reads the address bar's own path with its search, at the moment of the call. */
export function useScreenAddress(): () => string {
  return readAddress
}

function readAddress(): string {
  const { pathname, search } = currentAddress()
  return `${pathname}${search}`
}
