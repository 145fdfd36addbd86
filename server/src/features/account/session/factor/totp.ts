import { Secret, TOTP } from 'otpauth'

/*
 * Codes of authenticator apps (RFC 6238) as every such app makes them without being told: HMAC-SHA-1, six digits, thirty
 * seconds.
 */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }
const secretBytes = 20
/** Steps before and after the present one whose codes are taken: clocks differ, and typing takes time (RFC 6238 §5.2). */
const window = 1

/** A new secret in Base32, as apps take it when it is typed. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The address that an app reads from the QR code. */
export function totpUri(secret: string, issuer: string, username: string): string {
  return new TOTP({ ...settings, issuer, label: username, secret: Secret.fromBase32(secret) }).toString()
}

/** The step whose code this is, counted from the epoch; null when it is the code of none that is taken at this moment. */
export function stepOfCode(secret: string, code: string, atMs: number): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = TOTP.validate({ ...settings, secret: Secret.fromBase32(secret), token, timestamp: atMs, window })
  return delta === null ? null : Math.floor(atMs / 1000 / settings.period) + delta
}
