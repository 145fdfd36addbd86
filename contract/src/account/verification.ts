import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
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
    summary: 'Whether the caller is verified, the caller’s last verification, and the ways there are with what the next one costs in cents',
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
    summary: 'Begins a verification of the caller; `url` is the provider’s page, for a QR code or the browser',
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
    summary: 'Asks the provider now how the caller’s verification stands; what a browser brings back proves nothing',
    access: 'session',
    users: 'own',
    reply: z.object({ data: z.object(state) }),
    problems: ['verification_missing', 'verification_too_young'],
  }),
  list: endpoint('GET sys/verification/list', {
    summary: 'Verifications of all users, one page; names and numbers in part',
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
    summary: 'Name and identity card number of a verification in full; who asked is logged',
    access: 'verification.write',
    whileImpersonating: 'refused',
    input: z.object({ id: Id }),
    reply: z.object({ data: z.object({ name: z.string(), idNumber: z.string() }) }),
    problems: ['verification_missing', 'verification_sealed'],
  }),
  decide: endpoint('POST sys/verification/decide', {
    summary: 'Decides a verification by hand, with a reason; the user is verified, or no longer',
    access: 'verification.write',
    input: z.object({ id: Id, state: z.enum(['passed', 'failed']), reason: plainText(200).check(z.minLength(1, 'required')) }),
    problems: ['verification_missing', 'verification_identity_taken'],
  }),
}
