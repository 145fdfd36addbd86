import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'

/* How WeChat signs and encrypts what it pushes: SHA-1 over sorted words, and AES-256-CBC with blocks of 32 bytes around random, length, text and application. */

const blockBytes = 32
const randomBytesLength = 16

/** SHA-1 in hexadecimal over the words in the order of their bytes. */
export function wechatSignature(...words: readonly string[]): string {
  const sorted = words.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  return createHash('sha1').update(sorted.join('')).digest('hex')
}

/** Whether that is the signature; how long it takes says nothing. */
export function isWechatSignature(signature: string, ...words: readonly string[]): boolean {
  return /^[0-9a-f]{40}$/.test(signature) && timingSafeEqual(Buffer.from(signature), Buffer.from(wechatSignature(...words)))
}

function keyOf(encodingAesKey: string): Buffer {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64')
  if (!/^[A-Za-z0-9]{43}$/.test(encodingAesKey) || key.length !== 32) throw new Error('an EncodingAESKey has 43 letters and digits')
  return key
}

/** What was encrypted for this application; null for anything else. The signature has to be checked before. */
export function openWechatText(encrypted: string, encodingAesKey: string, appId: string): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encrypted)) return null
  const bytes = Buffer.from(encrypted, 'base64')
  if (bytes.length === 0 || bytes.length % 16 !== 0 || bytes.toString('base64') !== encrypted) return null
  const key = keyOf(encodingAesKey)
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(bytes), decipher.final()])
  const padding = padded.at(-1)!
  if (padding < 1 || padding > blockBytes || padding > padded.length) return null
  if (!padded.subarray(-padding).every((byte) => byte === padding)) return null
  const whole = padded.subarray(0, -padding)
  if (whole.length < randomBytesLength + 4) return null
  const length = whole.readUInt32BE(randomBytesLength)
  const from = randomBytesLength + 4
  if (length > whole.length - from) return null
  const application = whole.subarray(from + length)
  const expected = Buffer.from(appId)
  if (application.length !== expected.length || !timingSafeEqual(application, expected)) return null
  const text = whole.subarray(from, from + length)
  return text.toString('utf8')
}

/** Encrypts a text for WeChat; `random` are 16 bytes that were never used before. */
export function sealWechatText(text: string, encodingAesKey: string, appId: string, random: Buffer): string {
  const body = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const whole = Buffer.concat([random, length, body, Buffer.from(appId)])
  const padding = blockBytes - (whole.length % blockBytes)
  const key = keyOf(encodingAesKey)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(Buffer.concat([whole, Buffer.alloc(padding, padding)])), cipher.final()]).toString('base64')
}
