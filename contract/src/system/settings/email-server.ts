import * as z from 'zod/mini'
import { isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import type { ProblemCode } from '../../problem-text.ts'
import { asCode, asNeeded } from '../../fields.ts'
import { isEmail, isUrl, plainText } from '../../rules.ts'
import { EmailTemplates } from '../email/email-template.ts'
import { declareSetting } from '../setting-declaration.ts'
import '../email/email-problems.ts'

const filled = (required: ProblemCode, maximum: number) => z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(maximum))
/** One of the ways to sign in asks for it. */
const oneWayOnly = (maximum: number) => asNeeded(z._default(z.string().check(z.trim(), z.maxLength(maximum)), ''))

const hostName = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*$/

function isHost(text: string): boolean {
  return isIpv4(text) || isIpv6(text) || (hostName.test(text) && !/^[\d.]+$/.test(text))
}

/** What a form sends for a number: text too; an empty one is none. */
const Port = z.pipe(
  z.transform((sent: unknown) => (sent === '' || sent === null ? undefined : typeof sent === 'string' ? Number(sent) : sent)),
  z
    .number({ error: ({ input }) => (input === undefined ? 'smtp_port_required' : 'invalid_port') })
    .check(z.int('invalid_port'), z.minimum(1, 'invalid_port'), z.maximum(65_534, 'invalid_port')),
)

/** One or more certificates, each between its marks (RFC 7468); whether they can be read, the server tells when it uses them. */
const pem = /^(-----BEGIN CERTIFICATE-----\s[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/

/** How Microsoft 365 lets a program send where passwords are switched off: RFC 6749 §6, then XOAUTH2. */
const Oauth = z.object({
  /** Id or domain of the tenant, or `common`, `organizations`, `consumers`. */
  tenant: asNeeded(
    asCode(
      z._default(
        z.string().check(
          z.trim(),
          z.maxLength(253),
          z.refine((text: string) => text === '' || hostName.test(text), { error: 'smtp_tenant_invalid' }),
        ),
        '',
      ),
    ),
  ),
  clientId: asCode(oneWayOnly(200)),
  clientSecret: oneWayOnly(500),
  refreshToken: oneWayOnly(8192),
  /** Where tokens are asked for; national clouds have others. */
  authority: asCode(
    z._default(
      z.string().check(
        z.trim(),
        z.maxLength(300),
        z.refine((text: string) => isUrl(text) && !/[?#]/.test(text), { error: 'smtp_authority_invalid' }),
      ),
      'https://login.microsoftonline.com',
    ),
  ),
})

/** Members that are needed with one way of signing in only, and what is said where they are empty. */
const neededBy = {
  password: [[['password'], 'smtp_password_required']],
  oauth2: [
    [['oauth', 'tenant'], 'smtp_tenant_required'],
    [['oauth', 'clientId'], 'smtp_client_required'],
    [['oauth', 'clientSecret'], 'smtp_client_secret_required'],
    [['oauth', 'refreshToken'], 'smtp_refresh_token_required'],
  ],
} as const satisfies Record<string, readonly (readonly [readonly string[], ProblemCode])[]>

const isFilled = (value: unknown, path: readonly string[]): boolean => {
  const inner = path.reduce<unknown>((of, member) => (of !== null && typeof of === 'object' ? (of as Record<string, unknown>)[member] : undefined), value)
  return typeof inner === 'string' && inner !== ''
}

const needs = (way: keyof typeof neededBy) =>
  neededBy[way].map(([path, error]) =>
    z.refine((value: unknown) => (value as { authentication?: unknown }).authentication !== way || isFilled(value, path), {
      path: [...path],
      error,
      // Told beside whatever else is missing, not after it.
      when: ({ value }) => value !== null && typeof value === 'object',
    }),
  )

/**
 * The sending mail server (spec point 3); `username` is the sender's mailbox, `password` its authorisation password. The port
 * says how the connection is protected: 465 begins with TLS (RFC 8314 §3.3), any other has to offer STARTTLS.
 */
export const EmailServer = z
  .object({
    protocol: z._default(z.literal('smtp'), 'smtp'),
    host: asCode(filled('smtp_host_required', 253).check(z.refine((text: string) => text === '' || isHost(text), { error: 'smtp_host_invalid' }))),
    username: filled('smtp_sender_required', 254).check(z.refine((text: string) => text === '' || isEmail(text), { error: 'invalid_email' })),
    authentication: z._default(z.enum(['password', 'oauth2']), 'password'),
    password: asNeeded(z._default(z.string().check(z.maxLength(1024)), '')),
    oauth: z.prefault(Oauth, {}),
    port: Port,
    /** The name beside the address in From; empty: none. */
    senderName: z._default(plainText(60), ''),
    /** Certificates trusted for this server beside the public ones; empty: none. */
    caCertificate: asCode(
      z._default(
        z.string().check(
          z.trim(),
          z.maxLength(20_000),
          z.refine((text: string) => text === '' || pem.test(text), { error: 'smtp_certificate_invalid' }),
        ),
        '',
      ),
    ),
    templates: z._default(EmailTemplates, []),
  })
  .check(...needs('password'), ...needs('oauth2'))
export type EmailServer = z.infer<typeof EmailServer>

const mailbox = ['protocol', 'host', 'port', 'username'] as const
/** What the tokens of these are for, the mail server gets as well. */
const application = ['oauth.authority', 'oauth.tenant', 'oauth.clientId'] as const

export const emailServer = declareSetting('EMAIL_CONFIG', {
  class: 'email',
  remark: { zh: '邮件发送服务器', en: 'Mail server' },
  value: EmailServer,
  names: {
    protocol: { zh: '协议', en: 'Protocol' },
    host: { zh: 'SMTP 服务器', en: 'SMTP server' },
    username: { zh: '发件邮箱', en: 'Sender address' },
    authentication: { zh: '登录方式', en: 'Sign-in method' },
    password: { zh: '授权密码', en: 'Authorisation password' },
    port: { zh: '端口', en: 'Port' },
    senderName: { zh: '发件人名称', en: 'Sender name' },
    caCertificate: { zh: 'CA 证书', en: 'CA certificate' },
    templates: { zh: '邮件模板', en: 'Templates' },
    'oauth.tenant': { zh: '租户', en: 'Tenant' },
    'oauth.clientId': { zh: '应用程序（客户端）ID', en: 'Application (client) ID' },
    'oauth.clientSecret': { zh: '客户端密码', en: 'Client secret' },
    'oauth.refreshToken': { zh: '刷新令牌', en: 'Refresh token' },
    'oauth.authority': { zh: '授权服务器', en: 'Authorisation server' },
  },
  secrets: ['password', 'oauth.clientSecret', 'oauth.refreshToken'],
  sentTo: { password: mailbox, 'oauth.clientSecret': [...mailbox, ...application], 'oauth.refreshToken': [...mailbox, ...application] },
  screen: '/system/config/email/config',
  isTestable: true,
  readBy: 'every email of the platform, such as password reset codes, notices and test emails, with its templates',
})
