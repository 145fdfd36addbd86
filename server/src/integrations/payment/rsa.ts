import { constants, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { PaymentKeyProblem } from './payment.ts'

/* SHA-256 with RSA and PKCS #1 v1.5 padding (RFC 8017 §8.2), as most payment providers of China sign; keys of 2048 bits and more. */

/** PEM as it should be: in lines of 64, whatever a form or a chat made of them; bare base64, as vendors' tools show keys, gets its frame. */
function armoured(text: string, label: string): string {
  const framed = /^-----BEGIN ([A-Z ]+)-----([\sA-Za-z0-9+/=]+)-----END \1-----$/.exec(text.trim())
  const letters = (framed?.[2] ?? text).replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) throw new Error('neither PEM nor base64')
  const name = framed?.[1] ?? label
  return `-----BEGIN ${name}-----\n${letters.replace(/(.{64})(?=.)/g, '$1\n')}\n-----END ${name}-----\n`
}

function rsaOnly(key: KeyObject, field: string): KeyObject {
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new PaymentKeyProblem(`${field} is not an RSA key of at least 2048 bits`)
  return key
}

/** An RSA private key: PEM, or base64 of PKCS #8 or PKCS #1. @throws PaymentKeyProblem */
export function rsaPrivateKey(text: string, field: string): KeyObject {
  for (const label of ['PRIVATE KEY', 'RSA PRIVATE KEY'])
    try {
      return rsaOnly(createPrivateKey(armoured(text, label)), field)
    } catch (cause) {
      if (cause instanceof PaymentKeyProblem) throw cause
    }
  throw new PaymentKeyProblem(`${field} is not a private key`)
}

/** An RSA public key: PEM, or base64 of its SubjectPublicKeyInfo. A private key in its place is refused. @throws PaymentKeyProblem */
export function rsaPublicKey(text: string, field: string): KeyObject {
  if (text.includes('PRIVATE')) throw new PaymentKeyProblem(`${field} is a private key, not a public key`)
  try {
    return rsaOnly(createPublicKey(armoured(text, 'PUBLIC KEY')), field)
  } catch (cause) {
    if (cause instanceof PaymentKeyProblem) throw cause
    throw new PaymentKeyProblem(`${field} is not a public key`, { cause })
  }
}

/** The signature of a text, in base64. */
export function signed(text: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(text, 'utf8'), { key, padding: constants.RSA_PKCS1_PADDING }).toString('base64')
}

/** Whether a base64 signature is that of the text. Base64 in any but its one canonical form is none: every signature has one spelling. */
export function isSignedBy(text: string | Buffer, signature: string, key: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== signature) return false
  return verify('sha256', typeof text === 'string' ? Buffer.from(text, 'utf8') : text, { key, padding: constants.RSA_PKCS1_PADDING }, bytes)
}
