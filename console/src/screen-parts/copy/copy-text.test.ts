import { afterEach, expect, it } from 'vitest'
import { notices } from '../../api/notices.ts'
import { setLanguage, type Language } from '../../i18n/language.ts'
import { copyText } from './copy-text.ts'

// Other tests share the loaded modules, and begin in Chinese without a page.
afterEach(() => {
  setLanguage('zh')
  Reflect.deleteProperty(globalThis, 'document')
})

it.each<[Language, string]>([
  ['zh', '复制失败，内容为空'],
  ['en', 'Copy failed: the content is empty'],
])('copying nothing fails and says so, in %s', async (language, message) => {
  globalThis.document = { documentElement: { lang: '' } } as unknown as Document
  setLanguage(language)
  expect(await copyText('')).toBe(false)
  expect(notices.get().at(-1)).toMatchObject({ tone: 'warning', text: message })
})
