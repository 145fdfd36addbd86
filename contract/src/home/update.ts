import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import type { ProblemCode } from '../problem-text.ts'
import { Time } from '../time.ts'
import { registerProblems } from '../problem-text.ts'

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
    summary: 'Get the uploaded update, whether it is ready to install, and the trusted keys',
    access: 'dashboard.read',
    reply: outcome,
  }),
  verify: endpoint('GET sys/dns/version/update', {
    summary: 'Verify the uploaded archive again, from signature to digest, and mark it as ready. Nothing is executed or installed.',
    access: 'platform.update',
    effect: 'write',
    reply: outcome,
    problems: ['update_missing', ...updateRefusals],
  }),
  upload: endpoint('POST sys/dns/version/update', {
    summary: 'Upload a signed update as the parts manifest, signature and archive, in this order. Without parts, same as GET.',
    access: 'platform.update',
    takes: 'parts',
    /** Files; the server reads them as they arrive and never as members of a body. */
    input: z.object({ manifest: z.optional(z.unknown()), signature: z.optional(z.unknown()), archive: z.optional(z.unknown()) }),
    bodyLimitBytes: limits.updateArchiveBytes,
    reply: outcome,
    problems: ['update_missing', ...updateRefusals],
  }),
}

export const rights = { 'platform.update': { zh: '上传与校验更新包', en: 'Upload and verify updates' } } as const

export const problems = {
  update_missing: { zh: '还没有上传更新包', en: 'No update uploaded yet' },
  update_no_trusted_key: {
    zh: '没有受信任的发布者公钥，请将发布者的 Ed25519 公钥（PEM 文件）放入数据目录的 update-keys 文件夹后重试',
    en: 'No trusted publisher. Put the publisher’s Ed25519 public key (a PEM file) into the update-keys folder of the data folder, then try again.',
  },
  update_parts_wrong: {
    zh: '请依次上传清单（manifest）、签名（signature）和更新包（archive）三个文件',
    en: 'Upload three files in this order: manifest, signature, archive',
  },
  update_manifest_too_large: { zh: '清单文件过大', en: 'Manifest too large' },
  update_signature_malformed: {
    zh: '签名文件格式错误，应为 64 字节的 Ed25519 签名或其 Base64 文本',
    en: 'Invalid signature file. It must contain a 64-byte Ed25519 signature or its Base64 text.',
  },
  update_signature_wrong: { zh: '清单不是由受信任的公钥签名的', en: 'Manifest not signed by a trusted key' },
  update_manifest_invalid: { zh: '清单格式错误', en: 'Invalid manifest format' },
  update_product_wrong: { zh: '这不是本产品的更新包', en: 'This update is for another product' },
  update_version_not_higher: { zh: '更新包的版本不高于当前版本', en: 'The update must be newer than the current version' },
  update_archive_size_wrong: { zh: '更新包的大小与清单不符', en: 'The archive size does not match the manifest' },
  update_archive_digest_wrong: { zh: '更新包的 SHA-256 与清单不符', en: 'The SHA-256 of the archive does not match the manifest' },
  update_archive_not_gzip: { zh: '更新包不是 gzip 压缩文件', en: 'The archive is not a gzip file' },
} as const
registerProblems(problems)

export const auditWords = {
  'update.upload': { zh: '上传更新包', en: 'Update uploaded' },
  'update.verify': { zh: '校验更新包', en: 'Update verified' },
  'update.refuse': { zh: '拒绝更新包', en: 'Update refused' },
} as const

export const logWords = { update: { zh: '更新包', en: 'Update' } } as const

export const fieldNames = { signer: { zh: '签名者', en: 'Signer' } } as const

export const terms = [{ zh: '更新包', en: 'update', word: 'update', meaning: 'An archive with a manifest signed by a trusted publisher' }] as const
