import { createHash, timingSafeEqual, type KeyObject } from 'node:crypto'
import { isSignedBy, signed } from '../rsa.ts'
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

/** The version 2 signature of these fields, in base64. */
export function epayRsa(fields: SignedFields, key: KeyObject): string {
  return signed(epayText(fields), key)
}

export function isEpayRsaSigned(fields: SignedFields, key: KeyObject): boolean {
  return isSignedBy(epayText(fields), fields.get('sign') ?? '', key)
}
