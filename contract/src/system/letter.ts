import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Ids, listQuery, pageOf } from '../paging.ts'
import { plainText, rules } from '../rules.ts'
import { Time } from '../time.ts'
import { letterScenarioKeys, type LetterScenarioKey } from './mail/letter-scenarios.ts'
import { letterLengths } from './mail/letter-template.ts'
import type { MailFailure } from './mail/mail-failures.ts'

/** Queued: waits, for its turn or for another try. Sending: handed over just now. */
export const letterStates = ['queued', 'sending', 'sent', 'failed'] as const
export type LetterState = (typeof letterStates)[number]

/** A letter of the log: whom it went to and what became of it, never what it said. */
export const LetterRow = z.object({
  id: z.number(),
  /** A key of `letterScenarios`, or one of another version. */
  scenario: z.string(),
  recipient: z.string(),
  about: z.string(),
  language: z.enum(['zh', 'en']),
  state: z.enum(letterStates),
  tries: z.number(),
  createtime: Time,
  /** When it was sent or given up; null while it waits. */
  finishTime: z.nullable(Time),
  /** When it is tried again; null unless it waits. */
  nextTime: z.nullable(Time),
  /** A key of `mailFailures`: why the last try did not bring it through. */
  failure: z.nullable(z.string() as unknown as z.ZodMiniType<MailFailure, MailFailure>),
  /** What the mail server said last, in its own words. */
  reply: z.string(),
  /** Failed, and its content is still kept. */
  canRetry: z.boolean(),
})
export type LetterRow = z.output<typeof LetterRow>

const Scenario = z.enum(letterScenarioKeys as unknown as [LetterScenarioKey, ...LetterScenarioKey[]])

export const letter = {
  list: endpoint('GET sys/mail/letter/list', {
    summary: 'Letters with what became of them, one page',
    access: 'config.read',
    input: listQuery(['id', 'createtime', 'recipient'], {
      /** Part of the recipient or of what it is about. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      state: z.optional(z.enum([...letterStates, ''])),
      scenario: z.optional(z.enum([...letterScenarioKeys, ''] as unknown as [LetterScenarioKey | '', ...(LetterScenarioKey | '')[]])),
    }),
    reply: z.object({ data: pageOf(LetterRow) }),
  }),
  retry: endpoint('POST sys/mail/letter/retry', {
    summary: 'Puts letters that failed back into the queue',
    access: 'config.write',
    input: z.object({ ids: Ids }),
    problems: ['letter_missing', 'letter_not_failed'],
  }),
  test: endpoint('POST sys/mail/letter/test', {
    summary: 'Sends a template as it was sent here, saved or not, with example variables through the saved mail server',
    access: 'config.write',
    input: z.object({
      scenario: Scenario,
      language: z.enum(['zh', 'en']),
      subject: plainText(letterLengths.subject).check(z.minLength(1, 'required')),
      html: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(letterLengths.html)),
      text: z._default(z.string().check(z.trim(), z.maxLength(letterLengths.text)), ''),
      target: rules.email.check(z.minLength(1, 'required')),
    }),
    reply: z.object({ data: z.object({ isPassed: z.boolean(), message: z.string() }) }),
    problems: ['config_test_too_often', 'letter_variable_unknown', 'letter_variable_missing', 'letter_html_refused', 'letter_html_unclosed'],
  }),
}
