import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Time } from '../time.ts'
import { CurrentPassword, SecondStep } from './session.ts'

/** `website`: WeChat's own page shows the code; `account`: ours does, for an official account. */
const wechatWays = ['website', 'account'] as const
export const WechatWay = z.enum(wechatWays)
export type WechatWay = z.output<typeof WechatWay>

/** What a scan is for. */
export const wechatPurposes = ['sign-in', 'bind'] as const
export type WechatPurpose = (typeof wechatPurposes)[number]

/** Where WeChat sends the browser back to after its own page, on this platform. */
export const wechatReturnPath = (purpose: WechatPurpose): string => `/api/sys/wechat/return/${purpose}`

/** Where an official account tells what happens to it, on this platform. */
export const wechatPushPath = '/api/sys/wechat/push'

/** Names one scan to the browser that began it; good for five minutes. 128 bits in hexadecimal. */
const ScanState = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'wechat_scan_expired'))

/** A scan that was begun; null where nothing to scan with is set up. */
const Begun = z.nullable(
  z.object({
    way: WechatWay,
    state: z.string(),
    /** `website`: the page to go to; `account`: what the code says. */
    url: z.string(),
    expireSeconds: z.number(),
  }),
)

/** What came of a scan: WeChat's code of the returning browser, or the six digits that the account has answered. */
const Proof = z.object({
  state: ScanState,
  code: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(128), z.regex(/^[\w-]*$/, 'wechat_code_wrong')),
})

export const wechat = {
  begin: endpoint('POST sys/wechat/login/begin', {
    summary: 'Start a WeChat sign-in in this browser. Its data is deleted after 5 minutes.',
    access: 'public',
    effect: 'read',
    reply: z.object({ data: z.object({ scan: Begun }) }),
    problems: ['wechat_unanswered', 'wechat_failed', 'too_many_requests'],
  }),
  state: endpoint('POST sys/wechat/login/state', {
    summary: 'Get the status of a scan: waiting, scanned (enter its 6 digits), scanned by an unlinked WeChat, or expired',
    access: 'public',
    effect: 'read',
    input: z.object({ state: ScanState }),
    reply: z.object({ data: z.object({ state: z.enum(['waiting', 'scanned', 'unbound', 'expired']) }) }),
  }),
  finish: endpoint('POST sys/wechat/login', {
    summary: 'Sign in to the account linked to the scanning WeChat. Two-factor authentication may follow.',
    access: 'public',
    input: Proof,
    /** As of sys/login. */
    reply: z.object({ token: z.optional(z.string()), expire: z.optional(z.number()), second: z.optional(SecondStep) }),
    problems: [
      'wechat_off',
      'wechat_scan_expired',
      'wechat_code_wrong',
      'wechat_unbound',
      'wechat_refused',
      'wechat_unanswered',
      'wechat_failed',
      'login_locked',
    ],
  }),
  binding: endpoint('GET sys/wechat/binding', {
    summary: 'Check whether the caller has a linked WeChat, and whether linking is available',
    access: 'session',
    reply: z.object({
      data: z.object({
        /** null: signing in by WeChat is off. */
        way: z.nullable(WechatWay),
        binding: z.nullable(z.object({ createTime: Time, lastUseTime: z.nullable(Time) })),
      }),
    }),
  }),
  bindBegin: endpoint('POST sys/wechat/bind/begin', {
    summary: 'Start linking a WeChat to the calling administrator. Nothing is linked yet.',
    access: 'session',
    effect: 'read',
    input: z.object({ password: CurrentPassword }),
    reply: z.object({ data: z.object({ scan: Begun }) }),
    problems: ['password_wrong', 'login_locked', 'wechat_bound', 'wechat_unanswered', 'wechat_failed', 'too_many_requests'],
  }),
  bindState: endpoint('POST sys/wechat/bind/state', {
    summary: 'Get the status of a scan that links a WeChat',
    access: 'session',
    effect: 'read',
    input: z.object({ state: ScanState }),
    reply: z.object({ data: z.object({ state: z.enum(['waiting', 'scanned', 'expired']) }) }),
  }),
  bind: endpoint('POST sys/wechat/bind', {
    summary: 'Link the scanning WeChat to the calling administrator. A WeChat can be linked to one account only.',
    access: 'session',
    input: Proof,
    problems: ['wechat_off', 'wechat_scan_expired', 'wechat_code_wrong', 'wechat_taken', 'wechat_bound', 'wechat_unanswered', 'wechat_failed', 'login_locked'],
  }),
  unbind: endpoint('POST sys/wechat/unbind', {
    summary: 'Unlink the WeChat of the caller',
    access: 'session',
    input: z.object({ password: CurrentPassword }),
    problems: ['password_wrong', 'login_locked', 'wechat_missing'],
  }),
}

export { wechatProblems as problems } from './wechat-problems.ts'

export const auditWords = { 'wechat.bind': { zh: '绑定微信', en: 'WeChat linked' }, 'wechat.unbind': { zh: '解绑微信', en: 'WeChat unlinked' } } as const

export const logWords = { wechat: { zh: '微信', en: 'WeChat' } } as const

export const fieldNames = { wechatUnbound: { zh: '同时解绑微信', en: 'WeChat unlinked' } } as const

export const terms = [
  {
    zh: '微信绑定',
    en: 'WeChat link',
    word: 'wechat_binding',
    meaning: 'Which administrator a WeChat account signs in, stored as a keyed digest and two times',
  },
  {
    zh: '扫码',
    en: 'scan',
    word: 'wechat_scan',
    meaning: 'One attempt to link WeChat or sign in with it, by one browser or account, valid once within 5 minutes',
  },
] as const
