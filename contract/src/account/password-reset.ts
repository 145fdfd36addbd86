import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { rules } from '../rules.ts'
import { CaptchaUuid } from './session.ts'

/** How a code to reset a password comes. */
export const resetWays = ['mail', 'sms'] as const
export type ResetWay = (typeof resetWays)[number]

/** How a forgotten password is replaced: a code by mail or text message, then the new password. */
export const passwordReset = {
  form: endpoint('GET sys/login/reset/form', {
    summary: 'Whether codes can be sent by mail and by text message, and whom to ask where they cannot',
    access: 'public',
    reply: z.object({ data: z.object({ isMailed: z.boolean(), isTexted: z.boolean(), contact: z.nullable(z.string()) }) }),
  }),
  ask: endpoint('POST sys/login/reset/ask', {
    summary: 'Sends a code to the mailbox or the phone of the account; the answer is the same whether there is such an account or not',
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
    summary: 'Sets a new password with the code and ends all sessions of the account',
    access: 'public',
    input: z.object({
      username: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(64)),
      code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'reset_code_wrong')),
      password: rules.password,
    }),
    problems: ['reset_code_wrong', 'reset_too_often', 'password_too_short', 'password_common', 'invalid_password'],
  }),
}
