import * as z from 'zod/mini'
import { isHigherVersion, UpdateManifest, type UpdateRefusal } from '@nameplane/contract/home/update'
import { jsonOr } from '@nameplane/contract/paging'
import { isTrusted, signerOf, type KeyFile, type TrustedKey } from './trusted-keys.ts'

export type CheckedManifest = { manifest: UpdateManifest; signer: TrustedKey; refused: null } | { refused: UpdateRefusal }

const ed25519SignatureBytes = 64

/**
 * Checks a manifest from the signature inwards: what no trusted key has signed is not even parsed.
 * @param signature the 64 octets, or their Base64 text
 */
export function checkManifest(manifest: Buffer, signature: Buffer, keys: readonly KeyFile[], currentVersion: string): CheckedManifest {
  if (!keys.some(isTrusted)) return { refused: 'update_no_trusted_key' }
  const octets = signatureOctets(signature)
  if (!octets) return { refused: 'update_signature_malformed' }
  const signer = signerOf(keys, manifest, octets)
  if (!signer) return { refused: 'update_signature_wrong' }

  const text = manifest.toString('utf8')
  const named = jsonOr(z.object({ product: z.string() })).safeParse(text)
  if (named.success && named.data.product !== 'nameplane') return { refused: 'update_product_wrong' }
  const parsed = jsonOr(UpdateManifest).safeParse(text)
  if (!parsed.success) return { refused: 'update_manifest_invalid' }
  if (!isHigherVersion(parsed.data.version, currentVersion)) return { refused: 'update_version_not_higher' }
  return { manifest: parsed.data, signer, refused: null }
}

function signatureOctets(signature: Buffer): Buffer | null {
  if (signature.length === ed25519SignatureBytes) return signature
  const text = signature.toString('latin1').trim()
  const octets = Buffer.from(text, 'base64')
  // Written back it must be the same text: Base64 readers skip what they do not know.
  return octets.length === ed25519SignatureBytes && octets.toString('base64') === text ? octets : null
}
