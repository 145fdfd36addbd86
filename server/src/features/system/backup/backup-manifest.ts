import { createHash, createPublicKey, sign, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { backupPartNames } from '@nameplane/contract/system/backup-parts'
import { signingKeyOf } from '../../../audit/audit.ts'

/*
 * What a backup says of itself. The first line says enough to refuse it at once; the last one, signed, says what must have
 * come between them.
 */

const Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Count = z.number().check(z.int(), z.minimum(0))

export const Opening = z.strictObject({
  format: z.literal(1),
  product: z.literal('nameplane'),
  productVersion: z.string(),
  schema: z.string(),
  createdAt: z.string().check(z.iso.datetime()),
  parts: z.array(z.enum(backupPartNames)),
})
export type Opening = z.infer<typeof Opening>

export const Manifest = z.strictObject({
  ...Opening.shape,
  tables: z.array(z.strictObject({ name: z.string(), rows: Count, sha256: Hex })),
  /** The end of the audit chain in it; null without the logs. */
  chain: z.nullable(z.strictObject({ id: Count, hash: Hex })),
  /** Root keys of its secrets, each encrypted under the key of the backup. */
  keys: z.array(z.strictObject({ id: z.number().check(z.int(), z.minimum(1)), wrapped: z.string() })),
  sealingKeyId: z.number().check(z.int(), z.minimum(1)),
})
export type Manifest = z.infer<typeof Manifest>

const Signed = z.strictObject({ manifest: z.string(), signature: z.string(), publicKey: z.string() })

/** The manifest's text with an Ed25519 signature of its very bytes by the platform's own key. */
export function signManifest(manifest: Manifest, rootKey: Buffer): string {
  const { privateKey, publicKey } = signingKeyOf(rootKey)
  const text = JSON.stringify(manifest)
  return JSON.stringify({
    manifest: text,
    signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
  })
}

/** The manifest of a signed text and the key that signed it; null when it does not fit or is none. */
export function readManifest(text: string): { manifest: Manifest; publicKey: string } | null {
  try {
    const signed = Signed.parse(JSON.parse(text))
    const isSigned = verify(null, Buffer.from(signed.manifest), createPublicKey(signed.publicKey), Buffer.from(signed.signature, 'base64'))
    return isSigned ? { manifest: Manifest.parse(JSON.parse(signed.manifest)), publicKey: signed.publicKey } : null
  } catch {
    return null
  }
}

/** SHA-256 of a public key (SubjectPublicKeyInfo, DER), lower-case hexadecimal: what people compare. */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256')
    .update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

/** Whether this is the public key that belongs to a first root key. */
export function isKeyOf(publicKey: string, rootKey: Buffer): boolean {
  return signingKeyOf(rootKey).publicKey.export({ type: 'spki', format: 'pem' }) === publicKey
}
