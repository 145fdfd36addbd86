import { nameOfField, type FieldNames } from '@nameplane/contract/field-names'
import type { Language } from '../../i18n/language.ts'
import { textsIn, type Messages } from '../../i18n/messages.ts'

/** What a screen's messages say of fields: a line of help, and what the values of a choice are called. */
export type FieldTexts = {
  /** Names of fields that only this screen has, by dotted path. */
  readonly fields?: Readonly<Record<string, unknown>>
  readonly helps?: Readonly<Record<string, unknown>>
  readonly choices?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The words of a noun's fields. Forms, columns, filters and differences all read them here. */
export type FieldWords = {
  /** The name of a field; its own path where nobody has named it. */
  readonly label: (field: string, language: Language) => string
  /** A line of help; undefined for fields without, and for those whose help a form works out. */
  readonly help: (field: string, language: Language) => string | undefined
  /** What the values of a choice are called, by value; undefined for fields that are none. */
  readonly choices: (field: string, language: Language) => Readonly<Record<string, string>> | undefined
}

/** Brings together what fields are called (the contract's names) and what is said of them (messages, the nearest first). */
export function fieldWords(names: FieldNames, ...messages: readonly Messages<FieldTexts>[]): FieldWords {
  const textsOf = (language: Language): readonly FieldTexts[] => messages.map((one) => textsIn(one, language))
  return {
    label(field, language) {
      const own = textsOf(language)
        .map(({ fields }) => fields?.[field])
        .find((one) => one !== undefined)
      return typeof own === 'string' ? own : (nameOfField(field, names)?.[language] ?? field)
    },
    help(field, language) {
      const help = textsOf(language)
        .map(({ helps }) => helps?.[field])
        .find((one) => one !== undefined)
      return typeof help === 'string' ? help : undefined
    },
    choices: (field, language) =>
      textsOf(language)
        .map(({ choices }) => choices?.[field])
        .find((one) => one !== undefined),
  }
}
