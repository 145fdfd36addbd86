import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/*
 * Secrets at rest: AES-256-GCM under a key derived from a root key, of which there may be several: the newest one seals,
 * every one opens what it has sealed, and `s2.` says that it was number 2. What is sealed names its place, so that a
 * sealed value moved to another column or row opens there no more.
 */

/** The key that everything began with: audit chain, anchors and digests stay on it, whatever is sealed with. */
export const firstRootKeyId = 1

/** Root keys by number, and the number of the one that seals. */
export type RootKeys = { readonly byId: ReadonlyMap<number, Buffer>; readonly sealingId: number }

/** What opens and seals: one for the running platform, and one for each backup that is read. */
export type Sealer = { seal(text: string, place: string): string; unseal(sealed: string, place: string): string }

let current: { sealer: Sealer; digesting: Buffer } | undefined

const derived = (rootKey: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', rootKey, '', purpose, 32))

/** Sets the platform's root keys; without them nothing can be sealed, opened or digested. */
export function setSecretKeys(keys: RootKeys): void {
  current = { sealer: sealerOf(keys), digesting: derived(keys.byId.get(firstRootKeyId)!, 'digests of short secrets') }
}

function currentKeys(): { sealer: Sealer; digesting: Buffer } {
  if (!current) throw new Error('secrets have no key')
  return current
}

/** What was sealed cannot be opened: another root key, another place, or a changed byte. */
export class SealProblem extends Error {}

const nonceBytes = 12
const tagBytes = 16

/** The number of the root key that a text was sealed with; null when it is not sealed. */
export function sealedWith(text: string): number | null {
  const number = /^s([1-9]\d{0,8})\.[\w-]{38,}$/.exec(text)?.[1]
  return number === undefined ? null : Number(number)
}

/** Seals and opens with these root keys. */
export function sealerOf({ byId, sealingId }: RootKeys): Sealer {
  const keys = new Map([...byId].map(([id, rootKey]) => [id, derived(rootKey, 'sealed secrets')]))
  return {
    seal(text, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keys.get(sealingId)!, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `s${sealingId}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`
    },
    unseal(sealed, place) {
      const id = sealedWith(sealed)
      if (id === null) throw new SealProblem('not an encrypted value')
      const key = keys.get(id)
      if (!key) throw new SealProblem(`encrypted with the unknown key ${id}`)
      const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8')
      } catch {
        throw new SealProblem('cannot be decrypted with this key, at this place')
      }
    },
  }
}

/** Seals a text for one place, such as `totp:17`; the same text sealed twice looks different. */
export function seal(text: string, place: string): string {
  return currentKeys().sealer.seal(text, place)
}

/** @throws SealProblem when it was not sealed here, for this place. */
export function unseal(sealed: string, place: string): string {
  return currentKeys().sealer.unseal(sealed, place)
}

/** A digest of a secret too short for a plain hash: without the key its few possibilities cannot be tried. */
export function keyedDigest(text: string, place: string): Buffer {
  return createHmac('sha256', currentKeys().digesting).update(`${place}\n${text}`).digest()
}
