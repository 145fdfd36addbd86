import * as z from 'zod/mini'
import { asCode } from '../../fields.ts'
import { isUrl } from '../../rules.ts'
import { secretMask } from '../../secret-mask.ts'
import '../payment-problems.ts'

/* Parts of payment settings. A masked secret always fits: what it stands for is checked where it is stored. */

/** Where a merchant's own gateway answers: without a query or a user name, without a slash at its end. */
export const serviceUrl = asCode(
  z.string().check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(200),
    z.overwrite((text) => text.replace(/\/+$/, '')),
    z.refine((text: string) => text === '' || (isUrl(text) && !/[?#@\\]/.test(text)), { error: 'invalid_url' }),
  ),
)

/** A secret that must be there and fit a rule. */
export function secretText(fits: (text: string) => boolean, code: 'invalid_value' | 'payment_key_invalid' = 'invalid_value') {
  return z.string().check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(8192),
    z.refine((text: string) => text === '' || text === secretMask || fits(text), { error: code }),
  )
}

/** Whether a text looks like a private key: PEM, or the base64 that vendors' tools give out. */
export function looksLikePrivateKey(text: string): boolean {
  return /^-----BEGIN (RSA )?PRIVATE KEY-----[\sA-Za-z0-9+/=]+-----END (RSA )?PRIVATE KEY-----$/.test(text) || isBareKey(text)
}

/** Whether a text looks like a public key. */
export function looksLikePublicKey(text: string): boolean {
  return /^-----BEGIN PUBLIC KEY-----[\sA-Za-z0-9+/=]+-----END PUBLIC KEY-----$/.test(text) || isBareKey(text)
}

/** Whether a text looks like one certificate or several, one after the other. */
export function looksLikeCertificates(text: string): boolean {
  return /^(-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----\s*)+$/.test(text)
}

/** 2048 bits of RSA need more than 300 letters of base64. */
function isBareKey(text: string): boolean {
  const letters = text.replace(/\s+/g, '')
  return letters.length > 300 && /^[A-Za-z0-9+/]+={0,2}$/.test(letters)
}
