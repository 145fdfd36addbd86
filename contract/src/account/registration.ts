import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { rules } from '../rules.ts'
import { NewPassword, newAccountFields, typedTwice } from './account-fields.ts'
import { CaptchaUuid } from './session.ts'

/** How users open accounts of their own, where the sign-in rules let them. Their own site has the page; this is its call. */
export const registration = {
  form: endpoint('GET app/account/register/form', {
    summary: 'Whether users may open accounts of their own',
    access: 'public',
    reply: z.object({ data: z.object({ isOpen: z.boolean() }) }),
  }),
  save: endpoint('POST app/account/register', {
    summary: 'Opens an ordinary user’s account',
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
