import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/* Keys that lie encrypted beside what they encrypt: AES-256-GCM, bound to what the key is for. */

const nonceBytes = 12
const tagBytes = 16

function wrappingKey(outer: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', outer, '', 'wrapped keys', 32))
}

/** Encrypts a key under another one; `name` says which it is, such as `root key 1`, and must be the same to open it. */
export function wrapKey(key: Buffer, outer: Buffer, name: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(outer), nonce).setAAD(Buffer.from(name))
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()])
}

/** The key again; null when the outer key or the name is another one, or a byte has changed. */
export function unwrapKey(wrapped: Buffer, outer: Buffer, name: string): Buffer | null {
  if (wrapped.length <= nonceBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey(outer), wrapped.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(name)).setAuthTag(wrapped.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
