import type { Language } from '@nameplane/contract/problems'
import { mailFailures } from '@nameplane/contract/system/mail/mail-failures'
import type { MailProblem } from '../../../outside/mail/mail.ts'

/** What whoever tried a mail server reads when the letter has left. */
export function sentWords(target: string, language: Language): string {
  return language === 'zh' ? `测试邮件已发送到 ${target}，请查收` : `A letter was sent to ${target}; look into the mailbox`
}

/** The same when it has not: the kind of failure in plain words, then what the other side said. */
export function failureWords({ failure, reply }: MailProblem, language: Language): string {
  const words = mailFailures[failure][language]
  if (reply === '') return words
  return language === 'zh' ? `${words}（${reply}）` : `${words} (${reply})`
}
