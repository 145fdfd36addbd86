import { fieldNames } from '@nameplane/contract/system/email'
import { emailScenarioKeys } from '@nameplane/contract/system/email/email-scenarios'
import type { Language } from '../../../../i18n/language.ts'
import { defineMessages } from '../../../../i18n/messages.ts'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { scenarioName } from './email-words.ts'

export const emailsMessages = defineMessages({
  zh: {
    title: '邮件发送记录',
    help: '平台发出的邮件及其结果，不含邮件内容',
    search: '搜索收件邮箱或事由',
    choices: { state: { queued: '等待发送', sending: '发送中', sent: '已发送', failed: '发送失败' } },
    waiting: (when: string) => `${when}重试`,
    retry: '重新发送',
    cannotRetry: '只有发送失败且内容仍保留的邮件才能重发',
    none: '还没有发送过邮件',
    noneHelp: '找回密码、通知和测试邮件发出后会记录在这里',
  },
  en: {
    title: 'Email delivery log',
    help: 'Emails that the platform sent and their results, without content',
    search: 'Recipient or subject',
    choices: { state: { queued: 'Waiting', sending: 'Sending', sent: 'Sent', failed: 'Failed' } },
    waiting: (when) => `Retry ${when}`,
    retry: 'Resend',
    cannotRetry: 'Only failed emails whose content is still kept can be resent',
    none: 'No emails yet',
    noneHelp: 'Sent emails appear here',
  },
})

const scenarioNames = (language: Language) => ({
  choices: { scenario: Object.fromEntries(emailScenarioKeys.map((key) => [key, scenarioName(key, language)])) },
})

export const emailWords = fieldWords(fieldNames, emailsMessages, { zh: scenarioNames('zh'), en: scenarioNames('en') })
