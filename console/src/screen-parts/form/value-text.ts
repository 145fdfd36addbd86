import type { FieldRule } from '@nameplane/contract/fields'
import { listOf } from '../../i18n/format.ts'
import type { Language } from '../../i18n/language.ts'
import { textsIn } from '../../i18n/messages.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import type { FieldWords } from './field-words.ts'

/** A field's value as a reader sees it: what a choice is called, yes or no, the entries of a list. */
export function valueText(value: unknown, path: string, rule: FieldRule, words: FieldWords, language: Language): string {
  const called = words.choices(path, language)?.[String(value)]
  if (called !== undefined) return called
  if (rule.kind === 'flag') return value === true || value === 1 ? textsIn(partsMessages, language).yes : textsIn(partsMessages, language).no
  if (Array.isArray(value)) return listOf(value.map(String), language)
  if (typeof value === 'string') return value
  // Whatever it is, any difference must be seen.
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
