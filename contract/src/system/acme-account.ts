import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Flag } from '../paging.ts'
import { Time } from '../time.ts'

/** The platform's account with a certificate authority (RFC 8555 §7.1.2). */
const AcmeAccount = z.object({
  /** `pending` while the authority's answer to a registration is not known; `revoked`: it takes the account no more. */
  state: z.enum(['pending', 'valid', 'deactivated', 'revoked']),
  /** Empty before it is registered. The account's name in CAA records too (RFC 8657). */
  accountUrl: z.string(),
  /** The mailbox that the authority was told. */
  email: z.string(),
  /** The terms that were agreed to; empty where the authority has none. */
  termsOfService: z.string(),
  /** Of the public key (RFC 7638). */
  keyThumbprint: z.string(),
  /** A change of the key was begun, and the authority's answer is not known. */
  isRollingOver: z.boolean(),
  registerTime: z.nullable(Time),
  registeredBy: z.string(),
  rolloverTime: z.nullable(Time),
  /** When the authority was asked for the state last. */
  checkTime: z.nullable(Time),
})
export type AcmeAccount = z.output<typeof AcmeAccount>

/** The authority that is set, and the account there; null while there is none. */
const Standing = z.object({
  /** Empty while no authority is set. */
  authority: z.string(),
  directoryUrl: z.string(),
  /** The mailbox that is set now. */
  email: z.string(),
  account: z.nullable(AcmeAccount),
})
export type AcmeStanding = z.output<typeof Standing>

/** What an authority asks of an account; no terms: it has none. */
const Terms = z.object({ termsOfService: z.string(), isBindingNeeded: z.boolean() })

const standing = z.object({ data: Standing })
const silent = ['acme_authority_missing', 'acme_unanswered', 'acme_refused'] as const

export const acmeAccount = {
  info: endpoint('GET sys/acme/account/info', {
    summary: 'Get the configured certificate authority and its account. No external request is made.',
    access: 'config_ssl.read',
    reply: standing,
  }),
  terms: endpoint('POST sys/acme/account/terms', {
    summary: 'Fetch the directory of the authority: terms of service, and whether an external account binding is required. Null if none is configured.',
    access: 'config_ssl.write',
    effect: 'read',
    reply: z.object({ data: z.nullable(Terms) }),
    problems: ['acme_unanswered', 'acme_refused'],
  }),
  register: endpoint('POST sys/acme/account/register', {
    summary: 'Register an account with the configured authority and accept the named terms of service',
    access: 'config_ssl.write',
    whileImpersonating: 'refused',
    input: z.object({
      isAgreed: Flag,
      /** The terms as `terms` has named them: others are not agreed to unread. */
      termsOfService: z._default(z.string().check(z.maxLength(1000)), ''),
    }),
    reply: standing,
    problems: [...silent, 'acme_account_exists', 'acme_terms_unread', 'acme_binding_missing'],
  }),
  check: endpoint('POST sys/acme/account/check', {
    summary: 'Check the account status with the authority',
    access: 'config_ssl.write',
    reply: standing,
    problems: [...silent, 'acme_account_missing'],
  }),
  contact: endpoint('POST sys/acme/account/contact', {
    summary: 'Send the configured email address to the authority',
    access: 'config_ssl.write',
    reply: standing,
    problems: [...silent, 'acme_account_missing'],
  }),
  rollover: endpoint('POST sys/acme/account/rollover', {
    summary: 'Change the account key (RFC 8555 §7.3.5)',
    access: 'config_ssl.write',
    whileImpersonating: 'refused',
    reply: standing,
    problems: [...silent, 'acme_account_missing'],
  }),
  deactivate: endpoint('POST sys/acme/account/deactivate', {
    summary: 'Close the account permanently. The authority no longer accepts it.',
    access: 'config_ssl.write',
    whileImpersonating: 'refused',
    reply: standing,
    problems: [...silent, 'acme_account_missing'],
  }),
}

export { acmeAccountProblems as problems } from './acme-account-problems.ts'

export const auditWords = {
  'acme_account.register': { zh: '注册证书机构账户', en: 'ACME account registered' },
  'acme_account.check': { zh: '查询证书机构账户状态', en: 'ACME account status checked' },
  'acme_account.contact': { zh: '更新证书机构账户邮箱', en: 'ACME account email changed' },
  'acme_account.rollover': { zh: '更换证书机构账户密钥', en: 'ACME account key changed' },
  'acme_account.deactivate': { zh: '注销证书机构账户', en: 'ACME account closed' },
} as const

export const logWords = { acme_account: { zh: '证书机构账户', en: 'ACME account' } } as const

export const fieldNames = { accountUrl: { zh: '账户地址', en: 'Account URL' }, termsOfService: { zh: '服务条款', en: 'Terms of service' } } as const

export const terms = [
  {
    zh: '证书机构账户',
    en: 'ACME account',
    word: 'acme_account',
    meaning: 'The account of the platform with a certificate authority (RFC 8555), one per directory, with an encrypted key',
  },
] as const
