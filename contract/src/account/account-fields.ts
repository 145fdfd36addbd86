import * as z from 'zod/mini'
import type { FieldNames } from '../field-names.ts'
import { asNeeded, asSecret } from '../fields.ts'
import { limits } from '../limits.ts'
import { Flag, Id, numeric, Version } from '../paging.ts'
import { isCommonPassword } from './password-rules.ts'
import { guessableBelowBits, passwordBits } from './password-strength.ts'
import { isEmail, isPassword, isPhone, plainText } from '../rules.ts'
import './account-problems.ts'

/*
 * What administrators and users have in common. Each account field stands here once; the two nouns pick what they take.
 */

/** Usernames: 3–30 letters, digits and `@ . _ -`; case is kept and does not distinguish. */
const Username = z.string().check(z.trim(), z.minLength(1, 'required'), z.regex(/^[A-Za-z0-9@._-]{3,30}$/, 'invalid_username'))

/** A mailbox, or empty for none. */
const Email = z.string().check(
  z.trim(),
  z.refine((text: string) => text === '' || isEmail(text), { error: 'invalid_email' }),
)

/** A mobile number, or empty for none. */
const Mobile = z.string().check(
  z.trim(),
  z.refine((text: string) => text === '' || isPhone(text), { error: 'invalid_phone' }),
)

/** A new password in the form that every one has; policies come on top. */
export const NewPassword = asSecret(
  z.string().check(
    z.minLength(1, 'required'),
    z.refine((text: string) => text === '' || isPassword(text), { error: 'invalid_password' }),
  ),
)

/** An administrator's new password must not be common either; the sign-in rules say how many characters it needs. */
export const AdministratorPassword = asSecret(
  NewPassword.check(
    z.refine((text: string) => text === '' || !isCommonPassword(text), { error: 'password_common' }),
    z.refine((text: string) => text === '' || isCommonPassword(text) || passwordBits(text) >= guessableBelowBits, { error: 'password_guessable' }),
  ),
)

/** Texts as an array, or as one text with a comma or a line end between them; empty ones and repetitions do not count. */
function texts<One extends z.core.$ZodType<string, string>>(one: One, maximum: number) {
  return z.pipe(
    z.union([
      z.array(z.string()),
      z.pipe(
        z.string(),
        z.transform((joined: string) => joined.split(/[,，;；\n]/)),
      ),
    ]),
    z.pipe(
      z.transform((all: string[]) => [...new Set(all.map((text) => text.trim()).filter((text) => text !== ''))]),
      z.array(one).check(z.maxLength(maximum)),
    ),
  )
}

/** Free words by which accounts are found again. */
export const Tags = texts(plainText(limits.accountTagLength), limits.accountTags)

/** Paths of the menu that this account does not see (spec point 3). */
const HiddenPaths = texts(z.string().check(z.regex(/^\/[A-Za-z0-9/_-]{1,120}$/, 'invalid_value')), 200)

/** 1 usable, 0 disabled. */
export const Status = numeric().check(z.int(), z.minimum(0), z.maximum(1))

/** The language an account begins with; empty for the console's default. */
const Language = z.enum(['', 'cn', 'en'])

const Remark = plainText(limits.accountRemarkLength)

/** Fields of a new account, but for its password. */
export const newAccountFields = {
  username: Username,
  email: z._default(Email, ''),
  mobile: z._default(Mobile, ''),
  status: z._default(Status, 1),
  remark: z._default(Remark, ''),
  language: z._default(Language, ''),
  unvalidModel: z._default(HiddenPaths, []),
}

/** The same for a change: what is absent stays as it is. */
export const changedAccountFields = {
  id: Id,
  rowVersion: z.optional(Version),
  username: z.optional(Username),
  email: z.optional(Email),
  mobile: z.optional(Mobile),
  status: z.optional(Status),
  remark: z.optional(Remark),
  language: z.optional(Language),
  unvalidModel: z.optional(HiddenPaths),
  resetDue: z.optional(Flag),
}

/** What stands beside a new password, which a person types twice. */
export const besidePassword = { passwordAgain: asNeeded(z.optional(asSecret(z.string()))), resetDue: z._default(Flag, false) }

/** Both typings are the same; a caller that types nothing sends one. */
export function typedTwice<Shape extends z.core.$ZodLooseShape & { passwordAgain: z.core.$ZodType }>(
  fields: z.ZodMiniObject<Shape>,
  first: keyof Shape & string,
) {
  return fields.check(
    z.refine((sent: Record<string, unknown>) => sent['passwordAgain'] === undefined || sent['passwordAgain'] === sent[first], {
      error: 'passwords_differ',
      path: ['passwordAgain'],
    }),
  )
}

/** What the lists show of any account. */
export const shownAccountFields = {
  id: z.number(),
  username: z.string(),
  email: z.string(),
  mobile: z.string(),
  /** 1 usable, 0 disabled. */
  status: z.number(),
  remark: z.string(),
  /** Empty: the console's default. */
  language: z.string(),
  /** Menu paths hidden from this account. */
  unvalidModel: z.array(z.string()),
  /** Has to set a new password before anything else. */
  resetDue: z.boolean(),
  rowVersion: z.number(),
}

/** What fields of accounts are called, beside those that are called so everywhere. */
export const accountFieldNames = {
  mobile: { zh: '手机号', en: 'Mobile' },
  language: { zh: '默认语言', en: 'Default language' },
  passwordAgain: { zh: '确认密码', en: 'Confirm password' },
  newPassword: { zh: '新密码', en: 'New password' },
  resetDue: { zh: '待改密码', en: 'New password required' },
  unvalidModel: { zh: '隐藏的菜单', en: 'Hidden menus' },
  lastSignInTime: { zh: '最近登录', en: 'Last sign-in' },
} as const satisfies FieldNames
