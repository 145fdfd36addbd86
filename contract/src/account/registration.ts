import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { rules } from '../rules.ts'
import { NewPassword, newAccountFields, typedTwice } from './account-fields.ts'
import { CaptchaUuid } from './session.ts'
import { registerProblems } from '../problem-text.ts'

/** What the link in the email carries. */
const Link = z.string().check(z.minLength(1, 'registration_link_invalid'), z.maxLength(1000, 'registration_link_invalid'))

/** How users open accounts of their own, where the sign-in rules let them: first the address, then, by the link that was sent there, the account. */
export const registration = {
  form: endpoint('GET app/account/register/form', {
    summary: 'Check whether registration is open and its emails can be sent, and get the contact when they cannot',
    access: 'public',
    reply: z.object({ data: z.object({ isOpen: z.boolean(), isMailed: z.boolean(), contact: z.nullable(z.string()) }) }),
  }),
  save: endpoint('POST app/account/register', {
    summary: 'Send a registration link to an email address. The response does not reveal whether an account uses it.',
    access: 'public',
    input: z.object({ email: rules.email, captcha: z.string().check(z.minLength(1, 'captcha_required'), z.maxLength(16)), uuid: CaptchaUuid }),
    reply: z.object({ data: z.object({ expireSeconds: z.number() }) }),
    problems: ['registration_closed', 'registration_unavailable', 'registration_too_often', 'captcha_required', 'captcha_wrong'],
  }),
  look: endpoint('POST app/account/register/link', {
    summary: 'Check a registration link and get its email address',
    access: 'public',
    effect: 'read',
    input: z.object({ link: Link }),
    reply: z.object({ data: z.object({ email: z.string() }) }),
    problems: ['registration_link_invalid', 'registration_link_expired', 'registration_link_used'],
  }),
  confirm: endpoint('POST app/account/register/confirm', {
    summary: 'Create the user account by a registration link',
    access: 'public',
    input: typedTwice(z.object({ link: Link, username: newAccountFields.username, password: NewPassword, passwordAgain: z.optional(z.string()) }), 'password'),
    problems: [
      'registration_closed',
      'registration_too_often',
      'registration_link_invalid',
      'registration_link_expired',
      'registration_link_used',
      'username_taken',
      'passwords_differ',
    ],
  }),
}

export const problems = {
  registration_closed: { zh: '暂未开放注册', en: 'Registration is closed' },
  registration_too_often: { zh: '注册过于频繁，请稍后重试', en: 'Too many registrations. Try again later.' },
  registration_unavailable: {
    zh: '平台还没有配置邮件服务器或公网地址，无法发送注册邮件',
    en: 'The mail server or the public address is not configured, so registration emails cannot be sent',
  },
  registration_link_invalid: {
    zh: '注册链接不完整或有误，请从邮件中重新打开，或重新注册',
    en: 'Registration link incomplete or incorrect. Open it from the email again, or register again.',
  },
  registration_link_expired: { zh: '注册链接已过期，请重新注册', en: 'Registration link expired. Register again.' },
  registration_link_used: { zh: '该邮箱已有账号，注册链接不能再次使用', en: 'An account already uses this email address. The link cannot be used again.' },
} as const
registerProblems(problems)

export const auditWords = {
  'registration.ask': { zh: '申请注册', en: 'Registration requested' },
  'user.register': { zh: '注册账号', en: 'Account registered' },
} as const

export const logWords = { registration: { zh: '注册', en: 'Registration' } } as const

export const terms = [
  {
    zh: '注册',
    en: 'registration',
    word: 'registration',
    meaning: 'Creating a user account for oneself by a link sent to the email address, valid for 60 minutes, if the sign-in rules allow it',
  },
] as const
