import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import type { ProblemCode } from '../problems.ts'
import { Time } from '../time.ts'

const versionPattern = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/

/** Whether version `a` is higher than `b`; both are three plain numbers. False for anything else. */
export function isHigherVersion(a: string, b: string): boolean {
  if (!versionPattern.test(a) || !versionPattern.test(b)) return false
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  const differing = left.findIndex((part, index) => part !== right[index])
  return differing >= 0 && left[differing]! > right[differing]!
}

/**
 * What a publisher signs: the exact bytes of this JSON text. It says what the archive must be, so the archive itself
 * needs no signature. Nothing beyond these members is accepted.
 */
export const UpdateManifest = z.strictObject({
  format: z.literal(1),
  product: z.literal('nameplane'),
  version: z.string().check(z.regex(versionPattern)),
  /** SHA-256 of the archive, lower-case hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Size of the archive. */
  bytes: z.number().check(z.int(), z.minimum(1), z.maximum(limits.updateArchiveBytes)),
})
export type UpdateManifest = z.infer<typeof UpdateManifest>

/** Why an upload or a kept archive was refused. */
export const updateRefusals = [
  'update_no_trusted_key',
  'update_parts_wrong',
  'update_manifest_too_large',
  'update_signature_malformed',
  'update_signature_wrong',
  'update_manifest_invalid',
  'update_product_wrong',
  'update_version_not_higher',
  'update_archive_size_wrong',
  'update_archive_digest_wrong',
  'update_archive_not_gzip',
] as const satisfies readonly ProblemCode[]

export type UpdateRefusal = (typeof updateRefusals)[number]

export const UpdateStatus = z.object({
  /**
   * `none`: nothing is kept. `uploaded`: an archive that fits its signed manifest is kept. `ready`: the kept archive was
   * checked again and may be installed by hand. `refused`: the last upload, or the archive kept until then, was refused.
   */
  state: z.enum(['none', 'uploaded', 'ready', 'refused']),
  currentVersion: z.string(),
  archive: z.nullable(
    z.object({
      version: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      /** File name of the key whose signature fits. */
      key: z.string(),
      uploadTime: Time,
      verifyTime: z.nullable(Time),
      /** Where it lies, for the one who installs it; null for callers who may not. */
      path: z.nullable(z.string()),
    }),
  ),
  /** The last refusal, until an upload succeeds. */
  refusal: z.nullable(z.object({ problem: z.string(), time: Time })),
  /** Publishers' keys in the data folder's `update-keys`; the unusable ones say why. */
  keys: z.array(
    z.object({
      file: z.string(),
      /** SHA-256 of the public key (SubjectPublicKeyInfo), lower-case hexadecimal; null for an unusable file. */
      fingerprint: z.nullable(z.string()),
      unusable: z.nullable(z.enum(['private', 'not_ed25519', 'unreadable'])),
    }),
  ),
  /** Where keys are put and the installation lies; null for callers who may not update. */
  keyFolder: z.nullable(z.string()),
  installFolder: z.nullable(z.string()),
})
export type UpdateStatus = z.infer<typeof UpdateStatus>

const outcome = z.object({ data: UpdateStatus })

export const update = {
  status: endpoint('GET sys/dns/GetUpdateStatus', {
    summary: 'Whether a signed update is kept, whether it is ready to be installed, and whose keys are trusted',
    access: 'dashboard.read',
    reply: outcome,
  }),
  verify: endpoint('GET sys/dns/version/update', {
    summary: 'Checks the kept archive again, from signature to digest, and marks it as ready; nothing is executed or installed',
    access: 'platform.update',
    effect: 'write',
    reply: outcome,
    problems: ['update_missing', ...updateRefusals],
  }),
  upload: endpoint('POST sys/dns/version/update', {
    summary: 'With the parts manifest, signature and archive, in this order: keeps a signed archive. Without parts: the same as the GET',
    access: 'platform.update',
    takes: 'parts',
    /** Files; the server reads them as they arrive and never as members of a body. */
    input: z.object({ manifest: z.optional(z.unknown()), signature: z.optional(z.unknown()), archive: z.optional(z.unknown()) }),
    bodyLimitBytes: limits.updateArchiveBytes,
    reply: outcome,
    problems: ['update_missing', ...updateRefusals],
  }),
}
