import { defineMessages, textsIn } from './messages.ts'
import type { Language } from './language.ts'

/** The platform's own hands, as the server names them where it acts without an account. */
const platformHands = defineMessages({
  zh: { 'command line': '命令行', 'first start': '平台' },
  en: { 'command line': 'Command line', 'first start': 'Platform' },
})

const handsWithin = defineMessages({
  zh: { 'command line': '命令行', 'first start': '平台' },
  en: { 'command line': 'the command line', 'first start': 'the platform' },
})

/** The same within a sentence, with the spaces that the language puts around it where the sentence has none: “由 admin 修改”, “由命令行修改”. */
export function actorWithin(name: string, language: Language): string {
  const hand = (textsIn(handsWithin, language) as Readonly<Record<string, string>>)[name]
  return hand ?? (language === 'zh' ? ` ${name} ` : name)
}

/** Who did something: an account's name as it is, the platform's own hands in words. */
export function actorName(name: string, language: Language): string {
  return (textsIn(platformHands, language) as Readonly<Record<string, string>>)[name] ?? name
}
