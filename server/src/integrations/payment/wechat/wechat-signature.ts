import { createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'
import { isSignedBy, signed } from '../rsa.ts'
import { NotificationProblem } from '../payment.ts'

/* How API v3 signs: requests with the merchant's key, answers and notifications with WeChat's. */

/** How far the time of a signature may be from ours. */
export const toleranceSeconds = 300

/** The Authorization header of a request. `target` is the path with its query, as it is sent. */
export function authorizationOf(
  merchant: { mchId: string; serialNo: string; privateKey: KeyObject },
  request: { method: string; target: string; body: string },
  at: Date,
  nonce: string = randomBytes(16).toString('hex').toUpperCase(),
): string {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = signed(lines(request.method, request.target, timestamp, nonce, request.body), merchant.privateKey)
  const parts = { mchid: merchant.mchId, nonce_str: nonce, timestamp, serial_no: merchant.serialNo, signature }
  return `WECHATPAY2-SHA256-RSA2048 ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`
}

/** What is signed: each part on a line of its own, the last one ended too. */
function lines(...parts: (string | Buffer)[]): string {
  return parts.map((part) => `${part.toString()}\n`).join('')
}

type SignedHeaders = Readonly<Record<string, string | undefined>>

/** Which of WeChat's keys is said to have signed; null where nothing is said. */
export function serialOf(headers: SignedHeaders): string | null {
  return headers['wechatpay-serial'] ?? null
}

/**
 * Proves that bytes come from WeChat and are fresh: the scheme, the form of each header, the time, then the signature over
 * time, nonce and the bytes as they came.
 * @throws NotificationProblem
 */
export function proveSigned(headers: SignedHeaders, body: Buffer, key: KeyObject, at: Date): void {
  const { 'wechatpay-timestamp': timestamp, 'wechatpay-nonce': nonce, 'wechatpay-signature': signature, 'wechatpay-signature-type': scheme } = headers
  if (timestamp === undefined || nonce === undefined || signature === undefined)
    throw new NotificationProblem('signature', 'a header of the signature is missing')
  // Other schemes exist for other keys; taking the one that a message names would let it choose the weakest.
  if (scheme !== undefined && scheme !== 'WECHATPAY2-SHA256-RSA2048') throw new NotificationProblem('signature', 'signed by another scheme')
  if (!/^[1-9]\d{9}$/.test(timestamp)) throw new NotificationProblem('signature', 'the time is not a time')
  if (!/^[\x21-\x7e]{1,128}$/.test(nonce)) throw new NotificationProblem('signature', 'the nonce is none')
  if (Math.abs(Math.floor(at.getTime() / 1000) - Number(timestamp)) >= toleranceSeconds)
    throw new NotificationProblem('stale', 'signed at another time than now')
  const signedBytes = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`, 'utf8'), body, Buffer.from('\n')])
  if (!isSignedBy(signedBytes, signature, key)) throw new NotificationProblem('signature', 'not signed by WeChat')
}

/** An encrypted part of an answer or notification (RFC 5116 §5.2: AES-256 in GCM, the tag behind the ciphertext). */
export type Sealed = { algorithm?: unknown; ciphertext?: unknown; nonce?: unknown; associated_data?: unknown }

const tagBytes = 16

/** Opens AEAD_AES_256_GCM; the key's own length chooses the width, which is 32 bytes wherever a setting gives it. @throws NotificationProblem */
export function opened(sealed: Sealed, key: Buffer): Buffer {
  const { algorithm, ciphertext, nonce, associated_data: bound = '' } = sealed
  if (algorithm !== 'AEAD_AES_256_GCM') throw new NotificationProblem('malformed', 'encrypted with another algorithm')
  if (typeof ciphertext !== 'string' || typeof nonce !== 'string' || typeof bound !== 'string')
    throw new NotificationProblem('malformed', 'the encrypted part is incomplete')
  const bytes = Buffer.from(ciphertext, 'base64')
  if (bytes.length <= tagBytes || bytes.toString('base64') !== ciphertext) throw new NotificationProblem('malformed', 'the encrypted part is not Base64')
  if (Buffer.byteLength(nonce) !== 12) throw new NotificationProblem('malformed', 'the nonce of the encrypted part has another length')
  const decipher = createDecipheriv(`aes-${(key.length * 8) as 256}-gcm`, key, Buffer.from(nonce, 'utf8'), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(bound, 'utf8'))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
  } catch (cause) {
    throw new NotificationProblem('signature', 'the encrypted part cannot be decrypted with the API v3 key', { cause })
  }
}
