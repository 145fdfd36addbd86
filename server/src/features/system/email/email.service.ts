import type { Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { Language, ProblemCode } from '@nameplane/contract/problems'
import type { email as calls } from '@nameplane/contract/system/email'
import { exampleVariables, emailScenarios } from '@nameplane/contract/system/email/email-scenarios'
import { emailTextProblems } from '@nameplane/contract/system/email/email-template'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { triesOfLastMinute } from '../../../audit/recent-tries.ts'
import { Problem } from '../../../problem.ts'
import { askForWork } from '../../../jobs/outbox.ts'
import { sendTestEmail } from '../../../integrations/email/email-delivery.ts'
import { emailWork } from '../../../integrations/email/email-queue.ts'
import { readEmailServer } from '../../../integrations/email/email-server.ts'
import { EmailProblem } from '../../../integrations/email/email.ts'
import type { TestResult } from '../../../settings/setting-tester.ts'
import { lockEmails, requeueEmails } from './email.store.ts'
import { sentWords, failureWords } from './email-words.ts'

export async function retryEmails(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'letter.retry', async ({ tx, audit }) => {
    const emails = await lockEmails(tx, actor.accessScope, ids)
    if (emails.length !== new Set(ids).size) throw new Problem('letter_missing')
    if (emails.some((email) => !email.canRetry)) throw new Problem('letter_not_failed')
    await requeueEmails(tx, ids)
    await askForWork(tx, emailWork)
    for (const { id, recipient, failure } of emails)
      audit({ type: 'letter', id, name: recipient, before: { state: 'failed', failure }, after: { state: 'queued' } })
  })
}

/** Sends a template that may not be saved yet, with example variables. */
export async function testTemplate(db: Db, actor: Actor, sent: Received<typeof calls.test>, language: Language): Promise<TestResult> {
  const scenario = emailScenarios[sent.scenario]
  const problems = emailTextProblems(scenario, sent)
  const [first] = problems
  if (first) {
    const fields = Object.fromEntries(problems.map(({ field, code }): [string, ProblemCode] => [field, code]))
    throw new Problem(first.code, { fields, params: { ...first.params, ...Object.fromEntries(problems.map(({ field, params }) => [field, params])) } })
  }
  await change(db, actor, 'letter.test', async ({ tx, audit }) => {
    if ((await triesOfLastMinute(tx, actor, 'letter.test')) >= limits.settingTestsPerMinute) throw new Problem('config_test_too_often')
    audit({ type: 'letter', id: null, name: sent.target, after: { scenario: sent.scenario, language: sent.language } })
  })
  try {
    const server = await readEmailServer(db)
    if (!server) throw new EmailProblem('not_set_up', 'no mail server configured')
    const { target, subject, html, text } = sent
    const variables = exampleVariables(scenario, sent.language)
    await sendTestEmail(db, server, { to: target, language: sent.language, scenario: sent.scenario, words: { subject, html, text }, variables })
    return { isPassed: true, message: sentWords(target, language) }
  } catch (cause) {
    if (!(cause instanceof EmailProblem)) throw cause
    return { isPassed: false, message: failureWords(cause, language) }
  }
}
