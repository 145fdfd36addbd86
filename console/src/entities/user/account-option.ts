import type { AccountName } from '@nameplane/contract/account/user'
import type { Language } from '../../i18n/language.ts'
import { textsIn } from '../../i18n/messages.ts'
import { userMessages } from './user.messages.ts'

/** An account as a picker offers it: what kind it is, and that it is disabled. */
export function accountOption({ id, username, kind, status }: AccountName, language: Language) {
  const { kinds, disabled } = textsIn(userMessages, language)
  return { value: String(id), label: username, note: status === 0 ? disabled(kinds[kind]) : kinds[kind] }
}
