import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/*
 * Secrets at rest: AES-256-GCM under a key derived from the master key. What is sealed names its place, so that a sealed
 * value moved to another column or row opens there no more.
 */

let keys: { sealing: Buffer; digesting: Buffer } | undefined

/** Sets the keys, derived from the master key; without it nothing can be sealed, opened or digested. */
export function setSecretKey(masterKey: Buffer): void {
  const derived = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32))
  keys = { sealing: derived('sealed secrets'), digesting: derived('digests of short secrets') }
}

function currentKeys(): { sealing: Buffer; digesting: Buffer } {
  if (!keys) throw new Error('secrets have no key')
  return keys
}

/** What was sealed cannot be opened: another master key, another place, or a changed byte. */
export class SealProblem extends Error {}

const version = 's1.'
const nonceBytes = 12
const tagBytes = 16

/** Seals a text for one place, such as `totp:17`; the same text sealed twice looks different. */
export function seal(text: string, place: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', currentKeys().sealing, nonce).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return version + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')
}

/** @throws SealProblem when it was not sealed here, for this place. */
export function unseal(sealed: string, place: string): string {
  const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
  if (!sealed.startsWith(version) || bytes.length < nonceBytes + tagBytes) throw new SealProblem('not a sealed secret')
  const decipher = createDecipheriv('aes-256-gcm', currentKeys().sealing, bytes.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    throw new SealProblem('the sealed secret does not open with this key, at this place')
  }
}

/** A digest of a secret too short for a plain hash: without the key its few possibilities cannot be tried. */
export function keyedDigest(text: string, place: string): Buffer {
  return createHmac('sha256', currentKeys().digesting).update(`${place}\n${text}`).digest()
}
