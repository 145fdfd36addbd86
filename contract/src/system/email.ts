import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { FieldNames } from '../field-names.ts'
import { Ids, listQuery, pageOf } from '../paging.ts'
import { plainText, rules } from '../rules.ts'
import { Time } from '../time.ts'
import { emailScenarioKeys, type EmailScenarioKey } from './email/email-scenarios.ts'
import { emailLengths } from './email/email-template.ts'
import type { EmailFailure } from './email/email-failures.ts'

/** Queued: waits, for its turn or for another try. Sending: handed over just now. */
export const emailStates = ['queued', 'sending', 'sent', 'failed'] as const
export type EmailState = (typeof emailStates)[number]

/** A letter of the log: whom it went to and what became of it, never what it said. */
export const EmailRow = z.object({
  id: z.number(),
  /** A key of `emailScenarios`, or one of another version. */
  scenario: z.string(),
  recipient: z.string(),
  about: z.string(),
  language: z.enum(['zh', 'en']),
  state: z.enum(emailStates),
  tries: z.number(),
  createtime: Time,
  /** When it was sent or given up; null while it waits. */
  finishTime: z.nullable(Time),
  /** When it is tried again; null unless it waits. */
  nextTime: z.nullable(Time),
  /** A key of `emailFailures`: why the last try did not bring it through. */
  failure: z.nullable(z.string() as unknown as z.ZodMiniType<EmailFailure, EmailFailure>),
  /** What the mail server said last, in its own words. */
  reply: z.string(),
  /** Failed, and its content is still kept. */
  canRetry: z.boolean(),
})
export type EmailRow = z.output<typeof EmailRow>

const Scenario = z.enum(emailScenarioKeys as unknown as [EmailScenarioKey, ...EmailScenarioKey[]])

export const email = {
  list: endpoint('GET sys/mail/letter/list', {
    summary: 'List emails with their delivery status',
    access: 'config_email.read',
    input: listQuery(['id', 'createtime', 'recipient'], {
      /** Part of the recipient or of what it is about. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      state: z.optional(z.enum([...emailStates, ''])),
      scenario: z.optional(z.enum([...emailScenarioKeys, ''] as unknown as [EmailScenarioKey | '', ...(EmailScenarioKey | '')[]])),
    }),
    reply: z.object({ data: pageOf(EmailRow) }),
  }),
  retry: endpoint('POST sys/mail/letter/retry', {
    summary: 'Requeue failed emails',
    access: 'config_email.write',
    input: z.object({ ids: Ids }),
    problems: ['letter_missing', 'letter_not_failed'],
  }),
  test: endpoint('POST sys/mail/letter/test', {
    summary: 'Send a template, saved or not, with example variables through the saved mail server',
    access: 'config_email.write',
    input: z.object({
      scenario: Scenario,
      language: z.enum(['zh', 'en']),
      subject: plainText(emailLengths.subject).check(z.minLength(1, 'required')),
      html: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(emailLengths.html)),
      text: z._default(z.string().check(z.trim(), z.maxLength(emailLengths.text)), ''),
      target: rules.email.check(z.minLength(1, 'required')),
    }),
    reply: z.object({ data: z.object({ isPassed: z.boolean(), message: z.string() }) }),
    problems: ['config_test_too_often', 'letter_variable_unknown', 'letter_variable_missing', 'letter_html_refused', 'letter_html_unclosed'],
  }),
}

export { emailProblems as problems } from './email/email-problems.ts'

export const auditWords = { 'letter.retry': { zh: '重发邮件', en: 'Email requeued' }, 'letter.test': { zh: '发送测试邮件', en: 'Test email sent' } } as const

export const logWords = { letter: { zh: '邮件', en: 'Email' } } as const

export const terms = [
  { zh: '邮件', en: 'email', word: 'email', meaning: 'An email of the platform to one recipient: queued, sent or failed. Stored and on the wire as `letter`.' },
] as const
/** What the fields of emails are called. */
export const fieldNames = {
  recipient: { zh: '收件邮箱', en: 'Recipient' },
  scenario: { zh: '类型', en: 'Type' },
  about: { zh: '事由', en: 'Subject' },
  state: { zh: '状态', en: 'Status' },
  failure: { zh: '原因', en: 'Reason' },
  tries: { zh: '尝试次数', en: 'Attempts' },
  createtime: { zh: '创建时间', en: 'Created' },
  finishTime: { zh: '完成时间', en: 'Finished' },
  reply: { zh: '服务器回复', en: 'Server response' },
  id: { zh: 'ID', en: 'ID' },
} as const satisfies FieldNames
