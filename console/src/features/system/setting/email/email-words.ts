import { emailScenarioOf } from '@nameplane/contract/system/email/email-scenarios'
import type { Language } from '../../../../i18n/language.ts'

/** What a scenario is called; its key where this version does not know it. */
export function scenarioName(key: string, language: Language): string {
  return emailScenarioOf(key)?.name[language] ?? key
}
