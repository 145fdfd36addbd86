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
    summary: 'The certificate authority that is set and the account there; nobody outside is asked',
    access: 'config.read',
    reply: standing,
  }),
  terms: endpoint('POST sys/acme/account/terms', {
    summary: 'Asks the authority for its directory: the terms of service, and whether it wants an external account binding; null while none is set',
    access: 'config.write',
    effect: 'read',
    reply: z.object({ data: z.nullable(Terms) }),
    problems: ['acme_unanswered', 'acme_refused'],
  }),
  register: endpoint('POST sys/acme/account/register', {
    summary: 'Registers an account with the authority that is set; agrees to the terms of service that are named',
    access: 'config.write',
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
    summary: 'Asks the authority for the state of the account',
    access: 'config.write',
    reply: standing,
    problems: [...silent, 'acme_account_missing'],
  }),
  contact: endpoint('POST sys/acme/account/contact', {
    summary: 'Tells the authority the mailbox that is set',
    access: 'config.write',
    reply: standing,
    problems: [...silent, 'acme_account_missing'],
  }),
  rollover: endpoint('POST sys/acme/account/rollover', {
    summary: 'Changes the key of the account (RFC 8555 §7.3.5)',
    access: 'config.write',
    whileImpersonating: 'refused',
    reply: standing,
    problems: [...silent, 'acme_account_missing'],
  }),
  deactivate: endpoint('POST sys/acme/account/deactivate', {
    summary: 'Closes the account for good; the authority takes it no more',
    access: 'config.write',
    whileImpersonating: 'refused',
    reply: standing,
    problems: [...silent, 'acme_account_missing'],
  }),
}
