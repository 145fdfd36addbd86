import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { updateRefusals, type UpdateManifest, type UpdateRefusal } from '@nameplane/contract/home/update'

/*
 * What is kept of updates, in files: the archive, the manifest and the signature in a folder of their own, and beside it
 * state.json, which names that folder. It is replaced as a whole, so a power cut leaves the old state or the new one.
 */

const Kept = z.object({
  folder: z.string().check(z.regex(/^[0-9.]+-[0-9a-f]{8}$/)),
  version: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  /** Fingerprint and file name of the key whose signature fits. */
  fingerprint: z.string(),
  key: z.string(),
  uploadedAt: z.string(),
  verifiedAt: z.nullable(z.string()),
})
export type Kept = z.infer<typeof Kept>

const State = z.object({ kept: z.nullable(Kept), refusal: z.nullable(z.object({ problem: z.enum(updateRefusals), at: z.string() })) })
export type State = z.infer<typeof State>

const stateName = 'state.json'
const manifestName = 'manifest.json'
const signatureName = 'manifest.sig'
const draftStart = '.incoming-'

export function archivePath(folder: string, kept: Pick<Kept, 'folder' | 'version'>): string {
  return join(folder, kept.folder, archiveName(kept.version))
}

function archiveName(version: string): string {
  return `nameplane-${version}.tar.gz`
}

export async function readState(folder: string): Promise<State> {
  const text = await readFile(join(folder, stateName), 'utf8').then(
    (read) => read,
    (cause: NodeJS.ErrnoException) => (cause.code === 'ENOENT' ? null : Promise.reject(cause)),
  )
  return text === null ? { kept: null, refusal: null } : State.parse(JSON.parse(text))
}

/** Replaces the state, and removes every folder that it does not name. */
export async function writeState(folder: string, state: State): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fresh = join(folder, `.${stateName}.${randomBytes(4).toString('hex')}`)
  await writeWhole(fresh, JSON.stringify(state, null, 2))
  await rename(fresh, join(folder, stateName))
  const unnamed = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && entry.name !== state.kept?.folder && !entry.name.startsWith(draftStart),
  )
  for (const entry of unnamed) await rm(join(folder, entry.name), { recursive: true, force: true })
}

/** A folder for what is being received; `keepDraft` names it, `dropDraft` removes it, as it removes what a crash left. */
export async function newDraft(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const left of (await readdir(folder)).filter((name) => name.startsWith(draftStart))) await dropDraft(join(folder, left))
  const draft = join(folder, draftStart + randomBytes(8).toString('hex'))
  await mkdir(draft, { mode: 0o700 })
  return draft
}

export async function dropDraft(draft: string): Promise<void> {
  await rm(draft, { recursive: true, force: true })
}

/** Puts manifest and signature beside the archive and gives the draft its lasting name, which it answers. */
export async function keepDraft(folder: string, draft: string, version: string, signed: { manifest: Buffer; signature: Buffer }): Promise<string> {
  await writeWhole(join(draft, manifestName), signed.manifest)
  await writeWhole(join(draft, signatureName), signed.signature)
  const name = `${version}-${randomBytes(4).toString('hex')}`
  await rename(draft, join(folder, name))
  return name
}

export async function readSigned(folder: string, kept: Kept): Promise<{ manifest: Buffer; signature: Buffer }> {
  return { manifest: await readFile(join(folder, kept.folder, manifestName)), signature: await readFile(join(folder, kept.folder, signatureName)) }
}

/** Streams an archive into the draft, never past the size its manifest states; answers why it is refused, or null. */
export async function receiveArchive(draft: string, source: Readable, manifest: UpdateManifest): Promise<UpdateRefusal | null> {
  const measure = new ArchiveMeasure(manifest)
  await pipeline(source, measure.passing, createWriteStream(join(draft, archiveName(manifest.version)), { flags: 'wx', mode: 0o600, flush: true }))
  return measure.refusal()
}

/** The same checks on a kept archive. */
export async function recheckArchive(folder: string, kept: Kept, manifest: UpdateManifest): Promise<UpdateRefusal | null> {
  const path = archivePath(folder, { folder: kept.folder, version: manifest.version })
  const size = await stat(path).then(
    (entry) => (entry.isFile() ? entry.size : -1),
    () => -1,
  )
  if (size !== manifest.bytes) return 'update_archive_size_wrong'
  const measure = new ArchiveMeasure(manifest)
  for await (const _ of measure.passing(createReadStream(path))) continue
  return measure.refusal()
}

/** Counts and digests an archive on its way. */
class ArchiveMeasure {
  private readonly manifest: UpdateManifest
  private readonly hash = createHash('sha256')
  private bytes = 0
  private start = Buffer.alloc(0)

  constructor(manifest: UpdateManifest) {
    this.manifest = manifest
  }

  /** Passes on what fits; the rest is read to its end and thrown away, so that the sender hears the refusal. */
  readonly passing = async function* (this: ArchiveMeasure, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.bytes += chunk.length
      if (this.bytes > this.manifest.bytes) continue
      if (this.start.length < 2) this.start = Buffer.concat([this.start, chunk.subarray(0, 2)])
      this.hash.update(chunk)
      yield chunk
    }
  }.bind(this)

  refusal(): UpdateRefusal | null {
    if (this.bytes !== this.manifest.bytes) return 'update_archive_size_wrong'
    if (this.hash.digest('hex') !== this.manifest.sha256) return 'update_archive_digest_wrong'
    // RFC 1952 §2.3.1.
    return this.start[0] === 0x1f && this.start[1] === 0x8b ? null : 'update_archive_not_gzip'
  }
}

async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
