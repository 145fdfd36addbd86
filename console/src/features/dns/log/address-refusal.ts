import { readAddressFilter } from '@nameplane/contract/dns/log-address'
import { textOfProblem } from '../../../api/problem-text.ts'
import type { Language } from '../../../i18n/language.ts'

/** Why what is typed is no address filter, in the words the server would use. */
export function addressRefusal(language: Language): (typed: string) => string | null {
  return (typed) => (readAddressFilter(typed) === null ? textOfProblem('invalid_address_filter', language) : null)
}
