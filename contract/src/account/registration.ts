import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { rules } from '../rules.ts'
import { NewPassword, newAccountFields, typedTwice } from './account-fields.ts'
import { CaptchaUuid } from './session.ts'
import { registerProblems } from '../problem-text.ts'

/** How users open accounts of their own, where the sign-in rules let them. Their own site has the page; this is its call. */
export const registration = {
  form: endpoint('GET app/account/register/form', {
    summary: 'Check whether registration is open',
    access: 'public',
    reply: z.object({ data: z.object({ isOpen: z.boolean() }) }),
  }),
  save: endpoint('POST app/account/register', {
    summary: 'Register a user account',
    access: 'public',
    input: typedTwice(
      z.object({
        username: newAccountFields.username,
        email: rules.email,
        password: NewPassword,
        passwordAgain: z.optional(z.string()),
        captcha: z.string().check(z.minLength(1, 'captcha_required'), z.maxLength(16)),
        uuid: CaptchaUuid,
      }),
      'password',
    ),
    problems: ['registration_closed', 'registration_too_often', 'captcha_required', 'captcha_wrong', 'username_taken', 'email_taken', 'passwords_differ'],
  }),
}

export const problems = {
  registration_closed: { zh: '暂未开放注册', en: 'Registration is closed' },
  registration_too_often: { zh: '注册过于频繁，请稍后重试', en: 'Too many registrations. Try again later.' },
} as const
registerProblems(problems)

export const auditWords = { 'user.register': { zh: '注册账号', en: 'Account registered' } } as const

export const logWords = { registration: { zh: '注册', en: 'Registration' } } as const

export const terms = [
  { zh: '注册', en: 'registration', word: 'registration', meaning: 'Creating a user account for oneself, if the sign-in rules allow it' },
] as const
