import type { Language } from '@nameplane/contract/problems'
import { emailFailures } from '@nameplane/contract/system/email/email-failures'
import type { EmailProblem } from '../../../integrations/email/email.ts'

/** What whoever tried a mail server reads when the letter has left. */
export function sentWords(target: string, language: Language): string {
  return language === 'zh' ? `测试邮件已发送到 ${target}，请查收` : `Test email sent to ${target}. Check your inbox.`
}

/** The same when it has not: the kind of failure in plain words, then what the other side said. */
export function failureWords({ failure, reply }: EmailProblem, language: Language): string {
  const words = emailFailures[failure][language]
  if (reply === '') return words
  return language === 'zh' ? `${words}（${reply}）` : `${words} (${reply})`
}
