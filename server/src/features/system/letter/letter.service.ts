import type { Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { Language, ProblemCode } from '@nameplane/contract/problems'
import type { letter as calls } from '@nameplane/contract/system/letter'
import { exampleVariables, letterScenarios } from '@nameplane/contract/system/mail/letter-scenarios'
import { letterTextProblems } from '@nameplane/contract/system/mail/letter-template'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../http/call.ts'
import { Problem } from '../../../http/problem.ts'
import { askForWork } from '../../../jobs/outbox.ts'
import { sendTestLetter } from '../../../outside/mail/letter-delivery.ts'
import { letterWork } from '../../../outside/mail/letter-queue.ts'
import { readMailServer } from '../../../outside/mail/mail-server.ts'
import { MailProblem } from '../../../outside/mail/mail.ts'
import type { TestResult } from '../../../settings/setting-tester.ts'
import { lockLetters, requeueLetters } from './letter.store.ts'
import { sentWords, failureWords } from './mail-words.ts'

export async function retryLetters(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'letter.retry', async ({ tx, audit }) => {
    const letters = await lockLetters(tx, ids)
    if (letters.length !== new Set(ids).size) throw new Problem('letter_missing')
    if (letters.some((letter) => !letter.canRetry)) throw new Problem('letter_not_failed')
    await requeueLetters(tx, ids)
    await askForWork(tx, letterWork)
    for (const { id, recipient, failure } of letters)
      audit({ type: 'letter', id, name: recipient, before: { state: 'failed', failure }, after: { state: 'queued' } })
  })
}

/** Sends a template that may not be saved yet, with example variables. */
export async function testTemplate(db: Db, actor: Actor, sent: Received<typeof calls.test>, language: Language): Promise<TestResult> {
  const scenario = letterScenarios[sent.scenario]
  const problems = letterTextProblems(scenario, sent)
  const [first] = problems
  if (first) {
    const fields = Object.fromEntries(problems.map(({ field, code }): [string, ProblemCode] => [field, code]))
    throw new Problem(first.code, { fields, params: { ...first.params, ...Object.fromEntries(problems.map(({ field, params }) => [field, params])) } })
  }
  await change(db, actor, 'letter.test', async ({ tx, audit }) => {
    const { count } = await tx
      .selectFrom('audit_entry')
      .where('action', '=', 'letter.test')
      .where('actor_id', 'is not distinct from', actor.accountId)
      .where('at', '>', new Date(Date.now() - 60_000))
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= limits.configTestsPerMinute) throw new Problem('config_test_too_often')
    audit({ type: 'letter', id: null, name: sent.target, after: { scenario: sent.scenario, language: sent.language } })
  })
  try {
    const server = await readMailServer(db)
    if (!server) throw new MailProblem('not_set_up', 'no mail server is set up')
    const { target, subject, html, text } = sent
    const variables = exampleVariables(scenario, sent.language)
    await sendTestLetter(db, server, { to: target, language: sent.language, scenario: sent.scenario, words: { subject, html, text }, variables })
    return { isPassed: true, message: sentWords(target, language) }
  } catch (cause) {
    if (!(cause instanceof MailProblem)) throw cause
    return { isPassed: false, message: failureWords(cause, language) }
  }
}
