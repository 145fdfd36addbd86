import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, Ids, jsonOr, listQuery, pageOf } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'

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
  /** The language this account begins with; empty for the console's default. */
  language: z.enum(['', 'cn', 'en']),
  /** Has to set a new password before anything else. */
  resetDue: z.boolean(),
  /** The administrator who acts as this user; null when nobody does. */
  impersonator: z.nullable(z.string()),
})
export type Caller = z.infer<typeof Caller>

/** A row of the permission-based route list (spec point 6). */
export const MenuRow = z.object({
  id: z.number(),
  parentId: z.nullable(z.number()),
  kind: z.enum(['directory', 'page']),
  /** Null: the screen's own title. */
  nameZh: z.nullable(z.string()),
  nameEn: z.nullable(z.string()),
  path: z.string(),
  icon: z.nullable(z.string()),
  right: z.nullable(z.string()),
  /** Not shown in the menu, though it may be opened. */
  hidden: z.boolean(),
  externalUrl: z.nullable(z.string()),
  /** The view is kept while others are open. */
  cached: z.boolean(),
})
export type MenuRow = z.infer<typeof MenuRow>

/** Ways to complete a sign-in after the password. */
export const SecondMethod = z.enum(['totp', 'passkey', 'recovery'])
export type SecondMethod = z.infer<typeof SecondMethod>

/** An object of the Web Authentication API in its JSON form (WebAuthn §5.1.8–5.1.10); its insides are the library's to check. */
export const WebAuthnJson = jsonOr(z.record(z.string(), z.unknown()))

/** What the second step of a sign-in needs; `ticket` stands for the right password and lasts five minutes. */
export const SecondStep = z.object({
  ticket: z.string(),
  methods: z.array(SecondMethod),
  /** Options for `navigator.credentials.get`, where the account has a passkey for this host. */
  passkeyOptions: z.nullable(z.record(z.string(), z.unknown())),
})
export type SecondStep = z.infer<typeof SecondStep>

/** What completes a sign-in or a confirmation after the password. */
const SecondAnswer = z.object({
  ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'sign_in_expired')),
  method: SecondMethod,
  /** Six digits of the app, or a recovery code; spaces and hyphens do not count. */
  code: z.optional(z.string().check(z.maxLength(32))),
  /** What the browser answered to `passkeyOptions`. */
  response: z.optional(WebAuthnJson),
})

/** The caller's password, asked for again before something that a stolen session must not do. */
export const CurrentPassword = z.string().check(z.minLength(1, 'required'), z.maxLength(256))

/** One signed-in browser. */
export const SessionRow = z.object({
  id: z.number(),
  /** The session that asks. */
  isCurrent: z.boolean(),
  address: z.string(),
  /** Where the address is registered; null when unknown. */
  countryZh: z.nullable(z.string()),
  countryEn: z.nullable(z.string()),
  /** The browser's own words about itself. */
  agent: z.string(),
  isLocked: z.boolean(),
  createTime: z.string(),
  lastUseTime: z.string(),
  expireTime: z.string(),
})
export type SessionRow = z.infer<typeof SessionRow>

export const session = {
  login: endpoint('POST sys/login', {
    summary: 'Sign in with username, password and, when required, captcha. Sets the session cookie and returns its token.',
    access: 'public',
    input: z.object({
      username: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(64)),
      password: z.string().check(z.minLength(1, 'required'), z.maxLength(256)),
      captcha: z.optional(z.string().check(z.maxLength(16))),
      uuid: z.optional(CaptchaUuid),
    }),
    /** Either the session's token with its life in seconds, or what the second step needs. */
    reply: z.object({ token: z.optional(z.string()), expire: z.optional(z.number()), second: z.optional(SecondStep) }),
    problems: ['captcha_required', 'captcha_wrong', 'login_refused', 'login_locked'],
  }),
  second: endpoint('POST sys/login/second', {
    summary: 'Complete a sign-in with two-factor authentication: authenticator app, passkey or recovery code',
    access: 'public',
    input: SecondAnswer,
    /** `expire` in seconds. */
    reply: z.object({ token: z.string(), expire: z.number() }),
    problems: ['sign_in_expired', 'second_factor_wrong', 'second_factor_used', 'passkey_refused', 'login_locked'],
  }),
  /** Whether the sign-in form shows a captcha for this name just now. */
  form: endpoint('GET sys/login/form', {
    summary: 'Check whether sign-in requires a captcha, and which sign-in page the deployment mode uses',
    access: 'public',
    input: z.object({ username: z.optional(z.string().check(z.maxLength(64))) }),
    reply: z.object({
      data: z.object({
        captcha: z.boolean(),
        mode: z.string(),
        /** How WeChat signs in; absent while it does not. */
        wechat: z.optional(z.enum(['website', 'account'])),
        /** Users may open accounts of their own; absent while they may not. */
        registration: z.optional(z.literal(true)),
      }),
    }),
  }),
  logout: endpoint('POST sys/logout', {
    summary: 'Sign out and end the session',
    access: 'session',
    users: 'own',
    whileRestricted: ['locked', 'password', 'enrolment'],
  }),
  lock: endpoint('POST sys/session/lock', {
    summary: 'Lock the session. Only unlocking and signing out are then available.',
    access: 'session',
    users: 'own',
    whileRestricted: ['locked'],
    problems: ['session_needed'],
  }),
  unlock: endpoint('POST sys/session/unlock', {
    summary: 'Unlock the session with the password. Incorrect passwords count as failed sign-ins.',
    access: 'session',
    users: 'own',
    whileRestricted: ['locked'],
    input: z.object({ password: CurrentPassword }),
    problems: ['session_needed', 'password_wrong', 'login_locked'],
  }),
  confirm: endpoint('POST sys/session/confirm', {
    summary: 'Confirm the session with the password. Permissions that lead to all others can be used for 10 minutes afterwards.',
    access: 'session',
    whileImpersonating: 'refused',
    input: z.object({ password: CurrentPassword }),
    /** What the second step needs, where the account has a second factor; the session is confirmed after it. */
    reply: z.object({ second: z.optional(SecondStep) }),
    problems: ['session_needed', 'password_wrong', 'login_locked'],
  }),
  confirmSecond: endpoint('POST sys/session/confirm/second', {
    summary: 'Complete a confirmation with two-factor authentication: authenticator app, passkey or recovery code',
    access: 'session',
    whileImpersonating: 'refused',
    input: SecondAnswer,
    problems: ['session_needed', 'sign_in_expired', 'second_factor_wrong', 'second_factor_used', 'passkey_refused', 'login_locked'],
  }),
  list: endpoint('GET sys/session/list', {
    summary: 'List the sessions of the caller, last used first',
    access: 'session',
    users: 'own',
    input: listQuery(['lastUseTime', 'createTime'], {}),
    reply: z.object({ data: pageOf(SessionRow) }),
  }),
  end: endpoint('POST sys/session/end', {
    summary: 'End sessions of the caller',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    input: z.object({ ids: Ids }),
    problems: ['session_missing'],
  }),
  endOthers: endpoint('POST sys/session/end/others', {
    summary: 'End all sessions of the caller except the current one',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    reply: z.object({ data: z.object({ ended: z.number() }) }),
  }),
  listOf: endpoint('GET sys/user/session/list', {
    summary: 'List the sessions of an account',
    access: 'session.read',
    input: listQuery(['lastUseTime', 'createTime'], { userId: Id }),
    reply: z.object({ data: z.object({ ...pageOf(SessionRow).shape, username: z.string() }) }),
    problems: ['account_missing'],
  }),
  endOf: endpoint('POST sys/user/session/end', {
    summary: 'End some or all sessions of an account',
    access: 'session.write',
    input: z.object({ userId: Id, ids: z.optional(Ids) }),
    reply: z.object({ data: z.object({ ended: z.number() }) }),
    problems: ['account_missing', 'session_missing', 'beyond_own_rights'],
  }),
  navigation: endpoint('GET sys/menu/nav', {
    summary: 'Get the routes and permissions of the caller',
    access: 'session',
    users: 'own',
    whileRestricted: ['password'],
    reply: z.object({
      menuList: z.array(MenuRow),
      permissions: z.array(z.string()),
      user: Caller,
      /** Fewest characters of an administrator's new password, as the sign-in rules say. */
      passwordMinimum: z.number(),
      /** The role that the console is seen as; null in earnest. */
      seenAs: z.nullable(z.object({ id: z.number(), name: z.string() })),
    }),
  }),
}

export const rights = {
  'session.read': { zh: '查看他人的会话', en: 'View sessions of other accounts' },
  'session.write': { zh: '结束他人的会话', en: 'End sessions of other accounts' },
} as const

export const problems = {
  captcha_required: { zh: '请输入图形验证码', en: 'Enter the captcha' },
  captcha_wrong: { zh: '图形验证码错误或已过期', en: 'Captcha incorrect or expired' },
  login_refused: { zh: '账号或密码错误', en: 'Incorrect username or password' },
  login_locked: { zh: '登录失败次数过多，请稍后重试', en: 'Too many failed sign-ins. Try again later.' },
  sign_in_expired: { zh: '登录已超时，请重新输入密码', en: 'Sign-in expired. Enter your password again.' },
  session_locked: { zh: '会话已锁定，请先输入密码解锁', en: 'Session locked. Enter your password to unlock it.' },
  session_needed: { zh: '只有在浏览器中登录后才能执行此操作', en: 'Sign in with a browser to do this' },
  session_confirmation_due: { zh: '请先确认身份，再执行此操作', en: 'Confirm your identity to do this' },
  session_missing: { zh: '会话不存在或已结束', en: 'Session not found or ended' },
  password_wrong: { zh: '密码错误', en: 'Incorrect password' },
  password_change_due: { zh: '请先修改密码', en: 'Set a new password first' },
} as const
registerProblems(problems)

export const auditWords = {
  'login_rules.update': { zh: '修改登录规则', en: 'Sign-in rules changed' },
  'login_rules.reset': { zh: '重置登录规则', en: 'Sign-in rules reset' },
  'session.create': { zh: '登录', en: 'Signed in' },
  'session.delete': { zh: '退出登录', en: 'Signed out' },
  'session.lock': { zh: '锁定会话', en: 'Session locked' },
  'session.unlock': { zh: '解锁会话', en: 'Session unlocked' },
  'session.confirm': { zh: '确认身份', en: 'Identity confirmed' },
  'session.end': { zh: '结束会话', en: 'Session ended' },
  'session.ask_second': { zh: '密码正确，等待二次验证', en: 'Password accepted, two-factor authentication pending' },
  'session.refuse': { zh: '登录失败', en: 'Sign-in failed' },
} as const

export const logWords = { login_rules: { zh: '登录规则', en: 'Sign-in rules' }, session: { zh: '会话', en: 'Session' } } as const

export const fieldNames = { captcha: { zh: '图形验证码', en: 'Captcha' }, locksLifted: { zh: '解除锁定', en: 'Locks removed' } } as const

export const menu = [{ path: '/account/users/reset-password', right: null, place: 40 }] as const

export const terms = [
  { zh: '会话', en: 'session', word: 'session', meaning: 'A signed-in browser, identified by cookie and token header together' },
  {
    zh: '确认身份',
    en: 'confirmation',
    word: 'confirmed_at',
    meaning:
      'Password and two-factor authentication entered again in a session. Required every 10 minutes for changes with permissions that lead to all others.',
  },
] as const
