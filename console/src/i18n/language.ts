import type { Language } from '@nameplane/contract/problem-text'
import { createStore, useStore } from '../browser/store.ts'
import { keepText, keptText } from '../browser/local-storage.ts'

export type { Language }

const storageKey = 'language'
/** Local storage and the spec say `cn` where language tags say `zh`. */
const stored = { zh: 'cn', en: 'en' } as const
const tags = { zh: 'zh-CN', en: 'en' } as const

const store = createStore<Language>(keptText(storageKey) === stored.en ? 'en' : 'zh')

export function currentLanguage(): Language {
  return store.get()
}

export function useLanguage(): Language {
  return useStore(store)
}

/** BCP 47 tag for `lang` attributes, Intl and Accept-Language. */
export function languageTag(language: Language): string {
  return tags[language]
}

export function setLanguage(language: Language): void {
  keepText(storageKey, stored[language])
  document.documentElement.lang = tags[language]
  store.set(language)
}

/** The site's own language, for whoever has chosen none in this browser. */
export function proposeLanguage(language: Language): void {
  if (keptText(storageKey) !== null || language === store.get()) return
  document.documentElement.lang = tags[language]
  store.set(language)
}

/** Tells the document which language it is in, before anything is drawn. */
export function applyLanguage(): void {
  document.documentElement.lang = tags[store.get()]
}
