/*
 * Texts in two languages, side by side:
 *
 *   export const domainMessages = defineMessages({
 *     zh: { title: '域名列表', selected: (count: number) => `已选 ${count} 个` },
 *     en: { title: 'Domains', selected: (count) => `${count} selected` },
 *   })
 *   const text = useText(domainMessages)      // text.title, text.selected(3)
 *
 * Chinese is the model; an English text that is missing, or one too many, does not compile.
 */
import { useLanguage, type Language } from './language.ts'

/** A single text in both languages, for rows of lists such as the screens. */
export type Bilingual = { readonly zh: string; readonly en: string }

export type Translated<Model> = {
  readonly [Key in keyof Model]: Model[Key] extends string
    ? string
    : Model[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translated<Model[Key]>
}

export type Messages<Model> = { readonly zh: Model; readonly en: Translated<Model> }

export function defineMessages<Model extends object>(messages: { zh: Model; en: Translated<NoInfer<Model>> }): Messages<Model> {
  return messages
}

/** The texts of one language. */
export function textsIn<Model>(messages: Messages<Model>, language: Language): Translated<Model> {
  // The model is itself a translation: the same members, strings where strings are.
  return language === 'zh' ? (messages.zh as Translated<Model>) : messages.en
}

/** The texts in the language chosen now; the component draws anew when it changes. */
export function useText<Model>(messages: Messages<Model>): Translated<Model> {
  return textsIn(messages, useLanguage())
}
