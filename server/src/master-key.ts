/** Length of the key that encrypts stored secrets. */
export const masterKeyBytes = 32

/** 32 bytes as 64 hexadecimal digits, base64 or base64url, with or without padding; `null` when it is none of them. */
export function parseMasterKey(text: string): Buffer | null {
  const trimmed = text.trim()
  if (/^[0-9a-fA-F]{64}$/.test(trimmed)) return Buffer.from(trimmed, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return Buffer.from(trimmed, 'base64')
  return null
}
