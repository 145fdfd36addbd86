import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { Moment } from '../moment.ts'
import { Id, listQuery, pageOf } from '../paging.ts'
import { plainText, rules } from '../rules.ts'
import { Time } from '../time.ts'

/** Providers that look at a person's face; the names are those of their screens. */
export const faceProviders = ['wechat', 'ali'] as const
export type FaceProviderKey = (typeof faceProviders)[number]

/** `pending`: begun, no result yet; `expired`: nobody finished it in time. */
export const verificationStates = ['pending', 'passed', 'failed', 'expired'] as const
export type VerificationState = (typeof verificationStates)[number]

/** Where Alibaba says that a check has ended, on this platform. */
export const verificationCallbackPath = '/api/app/account/verification/callback'

const state = {
  id: z.number(),
  provider: z.enum(faceProviders),
  state: z.enum(verificationStates),
  /** Why it is not passed: the provider's word or an administrator's; empty: nothing to say. */
  reason: z.string(),
  createTime: Time,
  finishTime: z.nullable(Time),
}

/** A verification as the list shows it; name and number only in part. */
export const Verification = z.object({
  ...state,
  userId: z.number(),
  username: z.string(),
  /** As in `张**`; empty where a key that is not known here has sealed it. */
  maskedName: z.string(),
  /** As in `1****************4`. */
  maskedIdNumber: z.string(),
  /** Cents taken from the balance. */
  feeCents: z.number(),
  /** What it was taken in: the currency of the books, ISO 4217. */
  currency: z.string(),
  /** Who decided by hand; empty: the provider. */
  decidedBy: z.string(),
})
export type Verification = z.output<typeof Verification>

/** A name as identity cards have it: Chinese or Latin letters, with the dots within. */
const PersonName = plainText(50).check(z.minLength(2, 'invalid_value'), z.regex(/^[\p{L}\p{M}·•.' -]*$/u, 'invalid_value'))

export const verification = {
  state: endpoint('GET app/account/verification/state', {
    summary: 'Get the verification status of the caller, the last verification, and the available methods with their price in cents',
    access: 'session',
    users: 'own',
    reply: z.object({
      data: z.object({
        isVerified: z.boolean(),
        last: z.nullable(z.object(state)),
        ways: z.array(z.object({ provider: z.enum(faceProviders), feeCents: z.number(), currency: z.string() })),
      }),
    }),
  }),
  begin: endpoint('POST app/account/verification/begin', {
    summary: 'Start a verification of the caller. `url` is the page of the provider, for a QR code or the browser.',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    input: z.object({
      provider: z.enum(faceProviders),
      name: PersonName,
      idNumber: rules.idCard,
      /** What the provider’s script says of the browser; needed by `ali`. */
      metaInfo: z._default(z.string().check(z.maxLength(4096)), ''),
    }),
    reply: z.object({ data: z.object({ id: z.number(), url: z.string(), expireTime: Time }) }),
    problems: [
      'verification_off',
      'verification_done',
      'verification_pending',
      'verification_too_many',
      'verification_unpaid',
      'verification_refused',
      'verification_unanswered',
    ],
  }),
  check: endpoint('POST app/account/verification/check', {
    summary: 'Check the verification status of the caller with the provider. Data returned through the browser is not trusted.',
    access: 'session',
    users: 'own',
    reply: z.object({ data: z.object(state) }),
    problems: ['verification_missing', 'verification_too_young'],
  }),
  list: endpoint('GET sys/verification/list', {
    summary: 'List verifications of all users, with names and ID numbers partly masked',
    access: 'verification.read',
    input: listQuery(['createTime', 'finishTime'], {
      /** Part of the user’s name. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(64))),
      userId: z.optional(Id),
      provider: z.optional(z.enum(faceProviders)),
      state: z.optional(z.enum(verificationStates)),
      /** Begun from the first to the last moment, both included. */
      from: z.optional(Moment),
      to: z.optional(Moment),
    }),
    reply: z.object({ data: pageOf(Verification) }),
  }),
  reveal: endpoint('POST sys/verification/reveal', {
    summary: 'Get the full name and ID number of a verification. Each view is logged.',
    access: 'verification.write',
    whileImpersonating: 'refused',
    input: z.object({ id: Id }),
    reply: z.object({ data: z.object({ name: z.string(), idNumber: z.string() }) }),
    problems: ['verification_missing', 'verification_sealed'],
  }),
  decide: endpoint('POST sys/verification/decide', {
    summary: 'Decide a verification manually, with a reason',
    access: 'verification.write',
    input: z.object({ id: Id, state: z.enum(['passed', 'failed']), reason: plainText(200).check(z.minLength(1, 'required')) }),
    problems: ['verification_missing', 'verification_identity_taken'],
  }),
}

export const rights = {
  'verification.read': { zh: '查看实名认证记录', en: 'View real-name verifications' },
  'verification.write': { zh: '查看证件信息与人工审核实名认证', en: 'View ID details and decide verifications manually' },
} as const

export { verificationProblems as problems } from './verification-problems.ts'

export const auditWords = {
  'verification.begin': { zh: '发起实名认证', en: 'Verification started' },
  'verification.settle': { zh: '完成实名认证', en: 'Verification completed' },
  'verification.reveal': { zh: '查看证件信息', en: 'ID details viewed' },
  'verification.decide': { zh: '人工审核实名认证', en: 'Verification decided manually' },
} as const

export const logWords = { verification: { zh: '实名认证', en: 'Real-name verification' } } as const

/** What the fields of verifications are called. */
export const fieldNames = {
  verificationId: { zh: '实名认证编号', en: 'Verification ID' },
  username: { zh: '用户', en: 'User' },
  userId: { zh: '用户', en: 'User' },
  name: { zh: '姓名', en: 'Name' },
  idNumber: { zh: '身份证号', en: 'ID number' },
  provider: { zh: '服务商', en: 'Provider' },
  state: { zh: '状态', en: 'Status' },
  reason: { zh: '原因', en: 'Reason' },
  feeCents: { zh: '费用', en: 'Fee' },
  decidedBy: { zh: '处理人', en: 'Decided by' },
  createTime: { zh: '发起时间', en: 'Started' },
  finishTime: { zh: '完成时间', en: 'Ended' },
} as const satisfies NamesFor<typeof verification.decide>

export const menu = [{ path: '/account/users/verifications', right: 'verification.read', hidden: true, place: 20 }] as const

export const terms = [
  {
    zh: '实名认证',
    en: 'verification',
    word: 'identity_verification',
    meaning: 'A check of the identity of a user. Name and ID number are encrypted, no image is stored, and the result is fetched from the provider.',
  },
] as const
