import { useEffect } from 'react'
import { createStore, useStore } from '../browser/store.ts'
import { useScreenLocation } from './screen-location.tsx'

/** A title that a page says about itself, such as the name of the domain it edits, kept under the page's path. */
const ownTitle = createStore<{ pathname: string; title: string } | null>(null)

/** Puts a page's own title into the breadcrumb and the document's title, in place of the screen's general one. */
export function usePageTitle(title: string | undefined): void {
  const { pathname } = useScreenLocation()
  useEffect(() => {
    if (title === undefined) return
    ownTitle.set({ pathname, title })
    return () => ownTitle.set(null)
  }, [pathname, title])
}

export function useOwnTitle(pathname: string): string | null {
  const own = useStore(ownTitle)
  return own?.pathname === pathname ? own.title : null
}
