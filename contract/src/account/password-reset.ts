import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { rules } from '../rules.ts'
import { CaptchaUuid } from './session.ts'
import { registerProblems } from '../problem-text.ts'

/** How a code to reset a password comes. */
export const resetWays = ['mail', 'sms'] as const
export type ResetWay = (typeof resetWays)[number]

/** How a forgotten password is replaced: a code by mail or text message, then the new password. */
export const passwordReset = {
  form: endpoint('GET sys/login/reset/form', {
    summary: 'Get the available ways to receive a code, and the contact when there are none',
    access: 'public',
    reply: z.object({ data: z.object({ isMailed: z.boolean(), isTexted: z.boolean(), contact: z.nullable(z.string()) }) }),
  }),
  ask: endpoint('POST sys/login/reset/ask', {
    summary: 'Send a code by email or SMS. The response does not reveal whether the account exists.',
    access: 'public',
    input: z.object({
      username: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(64)),
      captcha: z.string().check(z.minLength(1, 'captcha_required'), z.maxLength(16)),
      uuid: CaptchaUuid,
      way: z._default(z.enum(resetWays), 'mail'),
    }),
    reply: z.object({ data: z.object({ expireSeconds: z.number() }) }),
    problems: ['captcha_required', 'captcha_wrong', 'reset_unavailable', 'reset_too_often'],
  }),
  save: endpoint('POST sys/login/reset/save', {
    summary: 'Set a new password with the code and end all sessions of the account',
    access: 'public',
    input: z.object({
      username: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(64)),
      code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'reset_code_wrong')),
      password: rules.password,
    }),
    problems: ['reset_code_wrong', 'reset_too_often', 'password_too_short', 'password_common', 'password_guessable', 'invalid_password'],
  }),
}

export const problems = {
  reset_unavailable: { zh: '该方式尚未配置，请联系管理员重置密码', en: 'This method is not available. Ask an administrator to reset your password.' },
  reset_too_often: { zh: '找回密码过于频繁，请稍后重试', en: 'Too many attempts. Try again later.' },
  reset_code_wrong: { zh: '验证码错误或已过期，请重新获取', en: 'Code incorrect or expired. Request a new one.' },
} as const
registerProblems(problems)

export const auditWords = {
  'password.ask_reset': { zh: '申请找回密码', en: 'Password reset requested' },
  'password.refuse_reset': { zh: '找回密码失败', en: 'Password reset failed' },
  'password.reset': { zh: '通过验证码重置密码', en: 'Password reset by code' },
} as const

export const logWords = { password: { zh: '密码', en: 'Password' }, password_reset: { zh: '找回密码', en: 'Password reset' } } as const

export const terms = [
  {
    zh: '找回密码',
    en: 'password reset',
    word: 'password_reset',
    meaning: 'Setting a new password by code: by email, valid for 10 minutes and 5 attempts, or by text message, valid for 5 minutes and 3 attempts',
  },
] as const
