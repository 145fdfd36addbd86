import { createHash, createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/* The parts of JSON Web Signatures that ACME takes: ES256 for accounts (RFC 7518 §3.4), HS256 for the external binding (§3.2). */

/** A public key of P-256; the members that it has to have and no others, so that its thumbprint is that of RFC 7638. */
export type Jwk = { readonly crv: 'P-256'; readonly kty: 'EC'; readonly x: string; readonly y: string }

/** RFC 7515 §7.2.2. */
export type FlattenedJws = { readonly protected: string; readonly payload: string; readonly signature: string }

type Sent = Readonly<Record<string, unknown>>

const encoded = (value: Sent): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export function newAccountKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}

/** The key as it is sealed: PKCS #8 in base64. */
export function keyText(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'der' }).toString('base64')
}

export function keyOfText(text: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(text, 'base64'), type: 'pkcs8', format: 'der' })
}

export function publicJwk(key: KeyObject): Jwk {
  const { x, y } = createPublicKey(key).export({ format: 'jwk' })
  return { crv: 'P-256', kty: 'EC', x: x!, y: y! }
}

/** RFC 7638 §3, for a JWK that holds its required members only. */
export function jwkThumbprint(jwk: Readonly<Record<string, string>>): string {
  const ordered = Object.fromEntries(Object.entries(jwk).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return createHash('sha256').update(JSON.stringify(ordered)).digest('base64url')
}

/** ES256: both numbers of the signature, 32 bytes each. */
export function signatureOf(text: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
}

/** HS256. */
export function macOf(text: string, key: Buffer): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** A signed request; without a payload it is POST-as-GET (RFC 8555 §6.3). */
export function signedJws(header: Sent, payload: Sent | null, key: KeyObject): FlattenedJws {
  return jws({ alg: 'ES256', ...header }, payload, (text) => signatureOf(text, key))
}

/** The account's public key under the key that the authority gave out beforehand (RFC 8555 §7.3.4). */
export function bindingJws(binding: { keyId: string; macKey: Buffer }, url: string, jwk: Jwk): FlattenedJws {
  return jws({ alg: 'HS256', kid: binding.keyId, url }, jwk, (text) => macOf(text, binding.macKey))
}

function jws(header: Sent, payload: Sent | null, signed: (text: string) => string): FlattenedJws {
  const [first, second] = [encoded(header), payload === null ? '' : encoded(payload)]
  return { protected: first, payload: second, signature: signed(`${first}.${second}`) }
}
