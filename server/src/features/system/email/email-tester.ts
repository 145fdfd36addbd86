import { isEmail } from '@nameplane/contract/rules'
import { emailFailures } from '@nameplane/contract/system/email/email-failures'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { sendTestEmail } from '../../../integrations/email/email-delivery.ts'
import { EmailProblem } from '../../../integrations/email/email.ts'
import { settingTester } from '../../../settings/setting-tester.ts'
import { failureWords, sentWords } from './email-words.ts'

/** Sends a test letter through the mail server of the form. */
export const emailTester = settingTester(emailServer, async (server, { db, target, language, signal }) => {
  if (!isEmail(target)) return { isPassed: false, message: emailFailures.recipient_invalid[language] }
  const time = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  try {
    await sendTestEmail(db, server, { to: target, language, scenario: 'test', variables: { server: `${server.host}:${server.port}`, time }, signal })
    return { isPassed: true, message: sentWords(target, language) }
  } catch (cause) {
    if (!(cause instanceof EmailProblem)) throw cause
    return { isPassed: false, message: failureWords(cause, language) }
  }
})
