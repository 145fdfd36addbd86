import { randomBytes } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { BackupName, backupOrigins } from '@nameplane/contract/system/backup'
import { backupPartNames } from '@nameplane/contract/system/backup-parts'

/*
 * Backups lie in the data folder, each beside a note of what is known of it. The files are what counts: one that was put
 * there by hand is listed too, and a restored database forgets none.
 */

const Note = z.object({
  createdAt: z.string(),
  origin: z.enum(backupOrigins),
  madeBy: z.string(),
  sha256: z.string(),
  parts: z.array(z.enum(backupPartNames)),
  rows: z.number(),
  productVersion: z.string(),
  isConfiguredKey: z.boolean(),
  verifiedAt: z.nullable(z.string()),
  provenAt: z.nullable(z.string()),
})
/** What is noted beside a backup. */
export type BackupNote = z.infer<typeof Note>

export type KeptBackup = { name: string; bytes: number; changedAt: Date; note: BackupNote | null }

const noteName = (name: string): string => `${name}.json`
const draftEnding = '.draft'

/** The name of a backup of this moment. */
export function newBackupName(now: Date): string {
  const moment = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')
  return `nameplane_${moment}_${randomBytes(4).toString('hex')}.npb`
}

const isName = (text: string): boolean => BackupName.safeParse(text).success

/** Every backup in the folder, newest first. */
export async function keptBackups(folder: string): Promise<KeptBackup[]> {
  const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return []
    throw cause
  })
  const kept = await Promise.all(names.filter(isName).map((name) => keptBackup(folder, name)))
  return kept.filter((one) => one !== null).sort((a, b) => (a.name < b.name ? 1 : -1))
}

/** One of them; null when it is not there. */
export async function keptBackup(folder: string, name: string): Promise<KeptBackup | null> {
  if (!isName(name)) return null
  const file = await stat(join(folder, name)).catch(() => null)
  if (!file?.isFile()) return null
  return { name, bytes: file.size, changedAt: file.mtime, note: await readNote(folder, name) }
}

async function readNote(folder: string, name: string): Promise<BackupNote | null> {
  try {
    return Note.parse(JSON.parse(await readFile(join(folder, noteName(name)), 'utf8')))
  } catch {
    return null
  }
}

export async function writeNote(folder: string, name: string, note: BackupNote): Promise<void> {
  await writeSmall(join(folder, noteName(name)), JSON.stringify(note))
}

async function writeSmall(path: string, text: string): Promise<void> {
  const draft = `${path}${draftEnding}`
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  }
}

/** A file that is a backup only once it is whole: written under another name, synced, then renamed. */
export async function writeWhole<Result>(folder: string, name: string, write: (target: WriteStream) => Promise<Result>): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${name}${draftEnding}`)
  try {
    const result = await write(createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(draft, join(folder, name))
    return result
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  }
}

/** Removes a backup and its note; answers whether it was there. */
export async function removeBackup(folder: string, name: string): Promise<boolean> {
  const kept = await keptBackup(folder, name)
  if (!kept) return false
  await rm(join(folder, name), { force: true })
  await rm(join(folder, noteName(name)), { force: true })
  return true
}

/** Removes what a stopped process has left half written. */
export async function removeDrafts(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith(draftEnding) && !name.startsWith('upload_')) continue
    const path = join(folder, name)
    const file = await stat(path).catch(() => null)
    if (file && file.mtime < before) await rm(path, { force: true })
  }
}

const Trial = z.object({ provenAt: z.nullable(z.string()), name: z.nullable(z.string()), problem: z.string() })
/** How the last trial went: what was proven last, and why the newest trial failed, if it did. */
export type LastTrial = z.infer<typeof Trial>
const trialName = 'last-trial.json'

export async function lastTrial(folder: string): Promise<LastTrial> {
  try {
    return Trial.parse(JSON.parse(await readFile(join(folder, trialName), 'utf8')))
  } catch {
    return { provenAt: null, name: null, problem: '' }
  }
}

export async function noteTrial(folder: string, trial: LastTrial): Promise<void> {
  await writeSmall(join(folder, trialName), JSON.stringify(trial))
}
