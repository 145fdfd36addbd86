import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { TokenPay } from '@nameplane/contract/system/settings/payment-tokenpay'
import { signedText, type SignedFields } from '../signed-fields.ts'

/*
 * TokenPay signs what calls and notifications hold (its Wiki/docs.md): every field with a text but Signature, in the order
 * of the names' bytes, `name=value` joined by `&`. Then either the MD5 of that with the token behind it, or, since its
 * option Signature:UseHmacSha256, the HMAC-SHA256 of it with the token as key. Both in small hexadecimal letters.
 */

type TokenPayDigest = TokenPay['digest']

/** The signature of these fields. */
export function tokenPaySignature(fields: SignedFields, token: string, digest: TokenPayDigest): string {
  const text = signedText(fields, ['Signature'])
  return digest === 'md5'
    ? createHash('md5')
        .update(text + token)
        .digest('hex')
    : createHmac('sha256', token).update(text).digest('hex')
}

/** Whether the fields carry the signature of the one digest that is set; the other's is not believed, so that nobody can choose the weaker. */
export function isTokenPaySigned(fields: SignedFields, token: string, digest: TokenPayDigest): boolean {
  const given = Buffer.from(fields.get('Signature') ?? '')
  const wanted = Buffer.from(tokenPaySignature(fields, token, digest))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
