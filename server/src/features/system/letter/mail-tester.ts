import { isEmail } from '@nameplane/contract/rules'
import { mailFailures } from '@nameplane/contract/system/mail/mail-failures'
import { mailServer } from '@nameplane/contract/system/settings/mail-server'
import { sendTestLetter } from '../../../outside/mail/letter-delivery.ts'
import { MailProblem } from '../../../outside/mail/mail.ts'
import { settingTester } from '../../../settings/setting-tester.ts'
import { failureWords, sentWords } from './mail-words.ts'

/** Sends a test letter through the mail server of the form. */
export const mailTester = settingTester(mailServer, async (server, { db, target, language, signal }) => {
  if (!isEmail(target)) return { isPassed: false, message: mailFailures.recipient_invalid[language] }
  const time = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  try {
    await sendTestLetter(db, server, { to: target, language, scenario: 'test', variables: { server: `${server.host}:${server.port}`, time }, signal })
    return { isPassed: true, message: sentWords(target, language) }
  } catch (cause) {
    if (!(cause instanceof MailProblem)) throw cause
    return { isPassed: false, message: failureWords(cause, language) }
  }
})
