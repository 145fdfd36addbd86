import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { Answered } from '@nameplane/contract/endpoint'
import { isHigherVersion, type update as calls, type UpdateRefusal } from '@nameplane/contract/home/update'
import { limits } from '@nameplane/contract/limits'
import { change } from '../../../changes/change.ts'
import { dataFolderNames } from '../../../data-folder.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { checkManifest, type CheckedManifest } from './signed-manifest.ts'
import { isTrusted, readKeyFiles, type KeyFile } from './trusted-keys.ts'
import { archivePath, dropDraft, keepDraft, newDraft, readSigned, readState, receiveArchive, recheckArchive, writeState } from './update.store.ts'

type Status = Answered<typeof calls.status>['data']
type Part = MultipartFile | MultipartValue

/** Where the platform lies and what it is. */
export type Installation = { version: string; dataFolder: string; installFolder: string }

const partNames = ['manifest', 'signature', 'archive'] as const
const largestSignatureBytes = 256

function foldersOf(installation: Installation): { updates: string; keys: string } {
  return { updates: join(installation.dataFolder, dataFolderNames.updates), keys: join(installation.dataFolder, dataFolderNames.updateKeys) }
}

/** What is kept and who is trusted. Paths of this machine are for those who may update. */
export async function updateStatus(installation: Installation, actor: Actor): Promise<Status> {
  const folders = foldersOf(installation)
  const keys = await readKeyFiles(folders.keys)
  const { kept, refusal } = await readState(folders.updates)
  const mayUpdate = actor.rights.has('platform.update')
  // An archive that has been installed meanwhile is no update any more.
  const archive = kept && isHigherVersion(kept.version, installation.version) ? kept : null
  const verifyTime = archive?.verifiedAt && keys.some((key) => key.fingerprint === archive.fingerprint) ? new Date(archive.verifiedAt) : null
  return {
    state: archive ? (verifyTime ? 'ready' : 'uploaded') : refusal ? 'refused' : 'none',
    currentVersion: installation.version,
    archive: archive && {
      version: archive.version,
      bytes: archive.bytes,
      sha256: archive.sha256,
      key: archive.key,
      uploadTime: new Date(archive.uploadedAt),
      verifyTime,
      path: mayUpdate ? archivePath(folders.updates, archive) : null,
    },
    refusal: refusal && { problem: refusal.problem, time: new Date(refusal.at) },
    keys: keys.map(({ file, fingerprint, unusable }) => ({ file, fingerprint, unusable })),
    keyFolder: mayUpdate ? folders.keys : null,
    installFolder: mayUpdate ? installation.installFolder : null,
  }
}

/** What the parts of an upload turned out to be. */
type Received = { refused: UpdateRefusal } | { refused: null; manifest: Buffer; signature: Buffer; checked: Extract<CheckedManifest, { refused: null }> }

/**
 * Keeps a signed archive. Manifest and signature come first, so no octet of an archive is stored that nobody trusted
 * has signed for; a refused upload leaves an archive kept earlier as it was.
 */
export async function receiveUpdate(db: Db, actor: Actor, installation: Installation, parts: AsyncIterable<Part>, now: Date): Promise<void> {
  const folders = foldersOf(installation)
  const draft = await newDraft(folders.updates)
  try {
    const received = await receiveParts(parts, draft, await readKeyFiles(folders.keys), installation.version)
    if (received.refused) return await refuse(db, actor, installation, received.refused, { keep: true, now })
    const {
      manifest: { version, bytes, sha256 },
      signer,
    } = received.checked
    await change(db, actor, 'update.upload', async ({ audit }) =>
      audit({ type: 'update', id: null, name: version, after: { version, bytes, sha256, signer: signer.file, fingerprint: signer.fingerprint } }),
    )
    const folder = await keepDraft(folders.updates, draft, version, received)
    await writeState(folders.updates, {
      kept: { folder, version, bytes, sha256, fingerprint: signer.fingerprint, key: signer.file, uploadedAt: now.toISOString(), verifiedAt: null },
      refusal: null,
    })
  } finally {
    await dropDraft(draft)
  }
}

/** Reads every part to its end, also once it is clear that they are refused: a sender who is cut off hears no reason. */
async function receiveParts(parts: AsyncIterable<Part>, draft: string, keys: readonly KeyFile[], currentVersion: string): Promise<Received> {
  let refused: UpdateRefusal | null = keys.some(isTrusted) ? null : 'update_no_trusted_key'
  let manifest: Buffer | null = null
  let signature: Buffer | null = null
  let checked: Extract<CheckedManifest, { refused: null }> | null = null
  let position = 0
  for await (const part of parts) {
    if (part.type !== 'file') {
      refused ??= 'update_parts_wrong'
      continue
    }
    const isExpected = part.fieldname === partNames[position]
    position += 1
    if (refused || !isExpected) {
      refused ??= 'update_parts_wrong'
      await readAtMost(part.file, 0)
    } else if (part.fieldname === 'manifest') {
      manifest = await readAtMost(part.file, limits.updateManifestBytes)
      if (!manifest) refused = 'update_manifest_too_large'
    } else if (part.fieldname === 'signature') {
      signature = await readAtMost(part.file, largestSignatureBytes)
      const outcome: CheckedManifest =
        manifest && signature ? checkManifest(manifest, signature, keys, currentVersion) : { refused: 'update_signature_malformed' }
      if (outcome.refused) refused = outcome.refused
      else checked = outcome
    } else if (checked) refused = await receiveArchive(draft, part.file, checked.manifest)
  }
  if (refused) return { refused }
  return manifest && signature && checked && position === partNames.length ? { refused: null, manifest, signature, checked } : { refused: 'update_parts_wrong' }
}

/** The whole stream when it has no more than so many bytes, else null; read to its end either way. */
async function readAtMost(stream: Readable, maximumBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= maximumBytes) chunks.push(chunk)
  }
  return bytes <= maximumBytes ? Buffer.concat(chunks) : null
}

/** Checks what is kept once more, against the keys trusted now, and marks it as ready. What fails is removed. */
export async function verifyUpdate(db: Db, actor: Actor, installation: Installation, now: Date): Promise<void> {
  const folders = foldersOf(installation)
  const { kept } = await readState(folders.updates)
  if (!kept) throw new Problem('update_missing')
  const { manifest, signature } = await readSigned(folders.updates, kept)
  const checked = checkManifest(manifest, signature, await readKeyFiles(folders.keys), installation.version)
  const refused = checked.refused ?? (await recheckArchive(folders.updates, kept, checked.manifest))
  if (refused || checked.refused !== null) return refuse(db, actor, installation, refused ?? 'update_manifest_invalid', { keep: false, now })
  const { file, fingerprint } = checked.signer
  await change(db, actor, 'update.verify', async ({ audit }) =>
    audit({ type: 'update', id: null, name: kept.version, after: { version: kept.version, sha256: kept.sha256, signer: file, fingerprint } }),
  )
  await writeState(folders.updates, { kept: { ...kept, fingerprint, key: file, verifiedAt: now.toISOString() }, refusal: null })
}

async function refuse(db: Db, actor: Actor, installation: Installation, problem: UpdateRefusal, { keep, now }: { keep: boolean; now: Date }): Promise<never> {
  const { updates } = foldersOf(installation)
  const { kept } = await readState(updates)
  await change(db, actor, 'update.refuse', async ({ audit }) =>
    audit({ type: 'update', id: null, name: keep ? '' : (kept?.version ?? ''), after: { problem } }),
  )
  await writeState(updates, { kept: keep ? kept : null, refusal: { problem, at: now.toISOString() } })
  throw new Problem(problem)
}
