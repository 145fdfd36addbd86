import { constants, createHash, createPrivateKey, createPublicKey, sign, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import { signedText, type SignedFields } from '../signed-fields.ts'

/*
 * Rainbow EPay signs every field with a text but sign and sign_type, in the order of the names' bytes, `name=value` joined
 * by `&`. Version 2: SHA256withRSA, ours with the merchant's key, the platform's with its own. Version 1: the MD5 of that
 * text with the merchant's key directly behind it, in small hexadecimal letters.
 */

/** PHP's trim takes these for blank, and the gateway leaves what is blank out of what it signs. */
const isBlank = (text: string): boolean => /^[ \t\n\r\0\v]*$/.test(text)

/** What is signed of these fields. */
export function epayText(fields: SignedFields): string {
  return signedText(fields, ['sign', 'sign_type'], isBlank)
}

/** The version 1 signature of these fields. */
export function epayMd5(fields: SignedFields, key: string): string {
  return createHash('md5')
    .update(epayText(fields) + key)
    .digest('hex')
}

export function isEpayMd5Signed(fields: SignedFields, key: string): boolean {
  const given = Buffer.from(fields.get('sign') ?? '')
  const wanted = Buffer.from(epayMd5(fields, key))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Shorter keys are refused, as SHA256withRSA of 1024 bits can be forged by those who pay for it. */
const shortestKeyBits = 2048

function rsaKey(read: () => KeyObject): KeyObject | null {
  try {
    const key = read()
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= shortestKeyBits ? key : null
  } catch {
    return null
  }
}

/** The gateway shows keys as base64 without the lines of PEM; both forms are read. */
function derOf(text: string): Buffer {
  return Buffer.from(text.replace(/-----(?:BEGIN|END)[A-Z ]*-----/g, '').replace(/\s/g, ''), 'base64')
}

/** The merchant's private key, PEM or its base64 alone (PKCS #8 or PKCS #1); null for anything but RSA of 2048 bits or more. */
export function epayPrivateKey(text: string): KeyObject | null {
  const key = derOf(text)
  return rsaKey(() => createPrivateKey({ key, format: 'der', type: 'pkcs8' })) ?? rsaKey(() => createPrivateKey({ key, format: 'der', type: 'pkcs1' }))
}

/** The platform's public key, PEM or its base64 alone (SubjectPublicKeyInfo); null for anything but RSA of 2048 bits or more. */
export function epayPublicKey(text: string): KeyObject | null {
  return /PRIVATE KEY/.test(text) ? null : rsaKey(() => createPublicKey({ key: derOf(text), format: 'der', type: 'spki' }))
}

/** The version 2 signature of these fields, in base64. */
export function epayRsa(fields: SignedFields, key: KeyObject): string {
  return sign('sha256', Buffer.from(epayText(fields)), { key, padding: constants.RSA_PKCS1_PADDING }).toString('base64')
}

export function isEpayRsaSigned(fields: SignedFields, key: KeyObject): boolean {
  const text = fields.get('sign') ?? ''
  const given = Buffer.from(text, 'base64')
  // Only the one right way to write these bytes: base64 with other signs or other last bits is refused.
  if (given.toString('base64') !== text) return false
  return verify('sha256', Buffer.from(epayText(fields)), { key, padding: constants.RSA_PKCS1_PADDING }, given)
}
