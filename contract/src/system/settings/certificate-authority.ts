import * as z from 'zod/mini'
import { asNeeded } from '../../fields.ts'
import { isEmail } from '../../rules.ts'
import { secretMask } from '../../secret-mask.ts'
import { declareSetting } from '../setting-declaration.ts'
import '../acme-account-problems.ts'

/** Authorities that are known by name, where their directories are (RFC 8555 §7.1.1), and what CAA records call them (RFC 8659 §4.2). */
export const knownAuthorities = {
  letsencrypt: { name: 'Let’s Encrypt', directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory', caaIdentity: 'letsencrypt.org' },
  zerossl: { name: 'ZeroSSL', directoryUrl: 'https://acme.zerossl.com/v2/DV90', caaIdentity: 'sectigo.com' },
} as const

const isDirectory = (text: string): boolean => /^https:\/\/[^/?#\s@\\]+(\/[^?#\s@\\]*)?$/i.test(text) && URL.canParse(text)

/** At least 16 bytes in base64, which authorities give in either alphabet. */
const isMacKey = (text: string): boolean => /^([\w-]{22,700}|[A-Za-z0-9+/]{22,700})={0,2}$/.test(text)

type Binding = { authority: 'letsencrypt' | 'zerossl' | 'other'; eabKeyId: string; eabHmacKey: string }

/** ZeroSSL knows no account without a binding; elsewhere both halves of it are there, or none. */
const isBindingDue = ({ authority, eabKeyId, eabHmacKey }: Binding): boolean =>
  authority === 'zerossl' || (authority === 'other' && (eabKeyId !== '' || eabHmacKey !== ''))

const needs = (member: 'eabKeyId' | 'eabHmacKey') =>
  z.refine((value: unknown) => !isBindingDue(value as Binding) || (value as Binding)[member] !== '', { path: [member], error: 'required' })

/** The certificate authority that the platform asks by ACME, and how it is reached there itself. */
export const CertificateAuthority = z
  .object({
    authority: z._default(z.enum(['letsencrypt', 'zerossl', 'other']), 'letsencrypt'),
    /** Only of another authority. */
    directoryUrl: asNeeded(
      z._default(
        z.string().check(
          z.trim(),
          z.maxLength(300),
          z.refine((text: string) => text === '' || isDirectory(text), { error: 'acme_directory_https' }),
        ),
        '',
      ),
    ),
    /** Where the authority writes to. */
    email: z.string('required').check(
      z.trim(),
      z.minLength(1, 'required'),
      z.refine((text: string) => text === '' || isEmail(text), { error: 'invalid_email' }),
    ),
    /** External account binding (RFC 8555 §7.3.4): the number of the key, and the key in base64. */
    eabKeyId: z._default(
      z.string().check(
        z.trim(),
        z.maxLength(200),
        z.refine((text: string) => text === '' || /^[\x21-\x7e]+$/.test(text), { error: 'invalid_value' }),
      ),
      '',
    ),
    eabHmacKey: z._default(
      z.string().check(
        z.trim(),
        z.maxLength(800),
        z.refine((text: string) => text === '' || text === secretMask || isMacKey(text), { error: 'acme_mac_key_invalid' }),
      ),
      '',
    ),
  })
  .check(
    z.refine((value) => value.authority !== 'other' || value.directoryUrl !== '', { path: ['directoryUrl'], error: 'required' }),
    needs('eabKeyId'),
    needs('eabHmacKey'),
  )
export type CertificateAuthority = z.output<typeof CertificateAuthority>

export const certificateAuthority = declareSetting('CERTIFICATE_AUTHORITY', {
  class: 'ssl',
  remark: { zh: '证书机构', en: 'Certificate authority' },
  value: CertificateAuthority,
  names: {
    authority: { zh: '证书机构', en: 'Certificate authority' },
    directoryUrl: { zh: 'ACME 目录地址', en: 'ACME directory' },
    email: { zh: '联系邮箱', en: 'Contact email' },
    eabKeyId: { zh: 'EAB Key ID', en: 'EAB key ID' },
    eabHmacKey: { zh: 'EAB HMAC Key', en: 'EAB HMAC key' },
  },
  secrets: ['eabHmacKey'],
  sentTo: { eabHmacKey: ['authority', 'directoryUrl', 'eabKeyId'] },
  screen: '/system/config/ssl',
  isTestable: true,
  readBy: 'the account with the certificate authority: directory, contact and external account binding, and health checks of CAA records',
})
