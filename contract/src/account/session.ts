import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { numeric } from '../paging.ts'

/** Names the captcha picture that belongs to one sign-in form. */
export const CaptchaUuid = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'invalid_value'))

/** Who is signed in, as the console's shell needs it. */
export const Caller = z.object({
  userId: z.number(),
  username: z.string(),
  /** `administrator` or `user`. */
  kind: z.enum(['administrator', 'user']),
  isSuper: z.boolean(),
  /** Menu paths hidden from this user. */
  unvalidModel: z.array(z.string()),
})
export type Caller = z.infer<typeof Caller>

/** A row of the permission-based route list (spec point 6). */
export const MenuRow = z.object({ path: z.string(), right: z.nullable(z.string()) })
export type MenuRow = z.infer<typeof MenuRow>

export const session = {
  login: endpoint('POST sys/login', {
    summary: 'Signs in with name, password and, when asked for, the captcha; sets the session cookie and answers the token that goes with it',
    access: 'public',
    input: z.object({
      username: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(64)),
      password: z.string().check(z.minLength(1, 'required'), z.maxLength(256)),
      captcha: z.optional(z.string().check(z.maxLength(16))),
      uuid: z.optional(CaptchaUuid),
    }),
    /** `expire` in seconds. */
    reply: z.object({ token: z.string(), expire: z.number() }),
    problems: ['captcha_required', 'captcha_wrong', 'login_refused', 'login_locked'],
  }),
  /** Whether the sign-in form shows a captcha for this name just now. */
  form: endpoint('GET sys/login/form', {
    summary: 'Tells whether the sign-in form must show a captcha, and which login screen the deployment mode asks for',
    access: 'public',
    input: z.object({ username: z.optional(z.string().check(z.maxLength(64))) }),
    reply: z.object({ data: z.object({ captcha: z.boolean(), mode: z.string() }) }),
  }),
  logout: endpoint('POST sys/logout', { summary: 'Ends the session', access: 'session', users: 'own' }),
  navigation: endpoint('GET sys/menu/nav', {
    summary: 'The route list and the rights of the caller',
    access: 'session',
    users: 'own',
    reply: z.object({ menuList: z.array(MenuRow), permissions: z.array(z.string()), user: Caller }),
  }),
}

/** How often and when the captcha is asked for, and when a name is locked (system config key `LOGIN_CONFIG`). */
export const LoginRules = z.object({
  captcha: z._default(z.enum(['always', 'never', 'after-failures']), 'always'),
  /** Failures of one name after which the captcha is asked for. */
  captchaAfterFailures: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(100)), 3),
  /** Failures of one name within the window that lock it. */
  lockAfterFailures: z._default(numeric().check(z.int(), z.minimum(3), z.maximum(100)), 5),
  /** Failures from one address within the window that lock the address. */
  lockAddressAfterFailures: z._default(numeric().check(z.int(), z.minimum(5), z.maximum(1000)), 20),
  windowSeconds: z._default(numeric().check(z.int(), z.minimum(60), z.maximum(86_400)), 900),
  /** First lock; doubles with each further one up to a day. */
  lockSeconds: z._default(numeric().check(z.int(), z.minimum(60), z.maximum(86_400)), 900),
  /** A session ends this long after its last use. */
  sessionSeconds: z._default(numeric().check(z.int(), z.minimum(300), z.maximum(30 * 86_400)), 12 * 3600),
})
export type LoginRules = z.infer<typeof LoginRules>
