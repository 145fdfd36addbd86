import { createContext, useContext, type ReactNode } from 'react'
import type { Bilingual } from '../i18n/messages.ts'

type OwnTitleOf = (row: { kind: string; path: string }) => Bilingual | null

const OwnTitlesContext = createContext<OwnTitleOf>(() => null)

/** Tells the pages what the console's screens and headings are called, for rows of the menu that say no name. */
export function OwnTitlesProvider({ titleOf, children }: { titleOf: OwnTitleOf; children: ReactNode }) {
  return <OwnTitlesContext value={titleOf}>{children}</OwnTitlesContext>
}

/** The own title of a screen or heading by its path; null where this console has none. */
export function useOwnTitles(): OwnTitleOf {
  return useContext(OwnTitlesContext)
}
