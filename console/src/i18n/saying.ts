import { useCallback, useState } from 'react'
import { useLanguage, type Language } from './language.ts'

/** Something to be said, in the language that is chosen when it is read. */
export type Saying = (language: Language) => string

/** What is said at a place. A text that was kept would stay in the language of the moment it was made. */
export function useSaying(): readonly [said: string | null, say: (saying: Saying | null) => void] {
  const language = useLanguage()
  const [saying, setSaying] = useState<Saying | null>(null)
  return [saying === null ? null : saying(language), useCallback((next) => setSaying(() => next), [])]
}
