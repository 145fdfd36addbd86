import { createContext, useContext, useEffect, type ReactNode } from 'react'
import type { Bilingual } from '../i18n/messages.ts'

type OwnTitleOf = (row: { kind: string; path: string }) => Bilingual | null
type OwnTitles = { readonly titleOf: OwnTitleOf; /** Brings the titles that have not come yet. */ readonly loadAll: () => Promise<void> }

const OwnTitlesContext = createContext<OwnTitles>({ titleOf: () => null, loadAll: async () => undefined })

/** Tells the pages what the console's screens and headings are called, for rows of the menu that say no name. */
export function OwnTitlesProvider({ titles, children }: { titles: OwnTitles; children: ReactNode }) {
  return <OwnTitlesContext value={titles}>{children}</OwnTitlesContext>
}

/** The own title of a screen or heading by its path; null where this console has none, or has not got it yet. */
export function useOwnTitles(): OwnTitleOf {
  const { titleOf, loadAll } = useContext(OwnTitlesContext)
  useEffect(() => {
    void loadAll()
  }, [loadAll])
  return titleOf
}
