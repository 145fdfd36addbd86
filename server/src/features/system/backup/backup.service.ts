import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { sql } from 'kysely'
import { limits } from '@nameplane/contract/limits'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { backup as calls, backupOrigins } from '@nameplane/contract/system/backup'
import type { BackupPart } from '@nameplane/contract/system/backup-parts'
import { backupSettings } from '@nameplane/contract/system/settings/backup'
import { change } from '../../../changes/change.ts'
import { dataFolderNames } from '../../../data-folder.ts'
import type { Db } from '../../../db/connection.ts'
import { platformActor, type Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { acceptedNameOf, isOwn } from './backup-makers.ts'
import { BackupRefusal } from './backup-refusal.ts'
import { readBackup, type VerifiedBackup } from './backup-reader.ts'
import { keptBackup, keptBackups, lastTrial, newBackupName, removeBackup, removeDrafts, writeNote, writeWhole, type KeptBackup } from './backup.store.ts'
import { writeBackup } from './backup-writer.ts'
import { schemaVersion } from './table-shape.ts'

/** Where backups lie, and what this platform is. */
export type BackupPlace = { dataFolder: string; version: string; now: () => Date }

export type BackupOrigin = (typeof backupOrigins)[number]

export const backupFolder = (place: { dataFolder: string }): string => join(place.dataFolder, dataFolderNames.backups)

/** Backups made before a restore that stay. */
const keptBeforeRestore = 3

/** The key that was given, or that of the settings. @throws Problem backup_key_missing */
export async function keyOf(db: Db, passphrase: string): Promise<{ key: string; isConfigured: boolean }> {
  const { key } = await readSettingOrDefault(db, backupSettings)
  if (passphrase !== '') return { key: passphrase, isConfigured: passphrase === key }
  if (key === '') throw new Problem('backup_key_missing')
  return { key, isConfigured: true }
}

/** A refusal of a file as the caller reads it. */
export async function asProblem<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof BackupRefusal) throw new Problem(cause.code, { params: cause.params })
    const code = (cause as { code?: unknown }).code
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') throw new Problem('backup_disk_full')
    throw cause
  }
}

/** Makes a backup and keeps it; answers its name. A disk that fills up leaves nothing behind. */
export async function makeBackup(
  db: Db,
  actor: Actor,
  place: BackupPlace,
  made: { parts: readonly BackupPart[]; passphrase: string; origin: BackupOrigin; signal?: AbortSignal },
): Promise<{ name: string; bytes: number; rows: number }> {
  const { key, isConfigured } = await keyOf(db, made.passphrase)
  const folder = backupFolder(place)
  const now = place.now()
  const name = newBackupName(now)
  return asProblem(async () => {
    await removeDrafts(folder, new Date(now.getTime() - 86_400_000))
    const { manifest, bytes, sha256 } = await writeWhole(folder, name, (target) =>
      writeBackup(db, { parts: made.parts, productVersion: place.version, now }, key, target, made.signal),
    )
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    await writeNote(folder, name, {
      createdAt: manifest.createdAt,
      origin: made.origin,
      madeBy: actor.name,
      sha256,
      parts: manifest.parts,
      rows,
      productVersion: manifest.productVersion,
      isConfiguredKey: isConfigured,
      verifiedAt: null,
      provenAt: null,
    })
    await change(db, actor, 'backup.create', async ({ audit }) =>
      audit({ type: 'backup', id: null, name, after: { origin: made.origin, parts: manifest.parts, bytes, sha256, rows } }),
    )
    return { name, bytes, rows }
  }).catch(async (cause: unknown) => {
    await removeBackup(folder, name)
    throw cause
  })
}

/** Streams a backup without keeping it. @throws Problem backup_key_missing, backup_export_limit */
export async function exportBackup(
  db: Db,
  actor: Actor,
  place: BackupPlace,
  { parts, passphrase, failed }: { parts: readonly BackupPart[]; passphrase: string; failed: (error: unknown) => void },
): Promise<{ name: string; body: Readable }> {
  const { key } = await keyOf(db, passphrase)
  const name = newBackupName(place.now())
  // Counted under the audit chain's own lock: two at once are two.
  await change(db, actor, 'backup.export', async ({ tx, audit }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('backup export', 0))`.execute(tx)
    const { count } = await tx
      .selectFrom('audit_entry')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('action', '=', 'backup.export')
      .where('at', '>', new Date(place.now().getTime() - 3_600_000))
      .executeTakeFirstOrThrow()
    if (count >= limits.backupExportsPerHour) throw new Problem('backup_export_limit', { params: { maximum: limits.backupExportsPerHour } })
    audit({ type: 'backup', id: null, name, after: { parts, hasOwnKey: passphrase !== '' } })
  })
  const body = new PassThrough({ highWaterMark: 256 * 1024 })
  // A failure destroys the body: the download breaks off, and its missing end is noticed by whoever opens it.
  writeBackup(db, { parts, productVersion: place.version, now: place.now() }, key, body).catch(failed)
  return { name, body }
}

type Listed = Answered<typeof calls.list>['data']

const shown = ({ name, bytes, changedAt, note }: KeptBackup): Listed['list'][number] => ({
  name,
  createTime: note ? new Date(note.createdAt) : changedAt,
  origin: note?.origin ?? 'unknown',
  madeBy: note?.madeBy ?? '',
  bytes,
  sha256: note?.sha256 ?? null,
  parts: note?.parts ?? [],
  rows: note?.rows ?? null,
  productVersion: note?.productVersion ?? '',
  isConfiguredKey: note?.isConfiguredKey ?? false,
  verifyTime: note?.verifiedAt ? new Date(note.verifiedAt) : null,
  provenTime: note?.provenAt ? new Date(note.provenAt) : null,
})

export async function listBackups(db: Db, place: BackupPlace, { page, limit, sidx, order }: Received<typeof calls.list>): Promise<Listed> {
  const folder = backupFolder(place)
  const kept = await keptBackups(folder)
  const trial = await lastTrial(folder)
  const { key } = await readSettingOrDefault(db, backupSettings)
  return {
    list: (sidx && order === 'asc' ? kept.toReversed() : kept).slice((page - 1) * limit, page * limit).map(shown),
    totalCount: kept.length,
    provenTime: trial.provenAt === null ? null : new Date(trial.provenAt),
    provenName: trial.name,
    trialProblem: trial.problem,
    hasKey: key !== '',
  }
}

/** A kept backup's path. @throws Problem backup_gone */
export async function pathOf(place: BackupPlace, name: string): Promise<{ path: string; kept: KeptBackup }> {
  const kept = await keptBackup(backupFolder(place), name)
  if (!kept) throw new Problem('backup_gone')
  return { path: join(backupFolder(place), name), kept }
}

export async function factsOf(db: Db, verified: VerifiedBackup): Promise<Answered<typeof calls.verify>['data']> {
  const { manifest, bytes, sha256, fingerprint } = verified
  return {
    createTime: manifest.createdAt,
    productVersion: manifest.productVersion,
    parts: manifest.parts,
    tables: manifest.tables,
    bytes,
    sha256,
    isOwn: isOwn(verified),
    maker: { fingerprint, name: await acceptedNameOf(db, fingerprint) },
  }
}

/** Reads a kept backup to its end. @throws Problem when it does not hold */
export async function verifyBackup(db: Db, actor: Actor, place: BackupPlace, asked: { name: string; passphrase: string }): Promise<VerifiedBackup> {
  const { path, kept } = await pathOf(place, asked.name)
  const { key } = await keyOf(db, asked.passphrase)
  const verified = await asProblem(async () => readBackup(path, key, { schema: await schemaVersion(db) }))
  await change(db, actor, 'backup.verify', async ({ audit }) => audit({ type: 'backup', id: null, name: asked.name, after: { sha256: verified.sha256 } }))
  if (kept.note) await writeNote(backupFolder(place), asked.name, { ...kept.note, verifiedAt: place.now().toISOString() })
  return verified
}

export async function deleteBackups(db: Db, actor: Actor, place: BackupPlace, names: readonly string[]): Promise<void> {
  const kept: KeptBackup[] = []
  for (const name of names) kept.push((await pathOf(place, name)).kept)
  await change(db, actor, 'backup.delete', async ({ audit }) => kept.forEach(({ name, bytes }) => audit({ type: 'backup', id: null, name, before: { bytes } })))
  for (const name of names) await removeBackup(backupFolder(place), name)
}

/** Removes the oldest of those that nobody asked for by hand, beyond the number that stays. */
export async function pruneBackups(place: BackupPlace, keep: number): Promise<string[]> {
  const folder = backupFolder(place)
  const kept = await keptBackups(folder)
  const beyond = (origin: BackupOrigin, count: number) => kept.filter((one) => one.note?.origin === origin).slice(count)
  const old = [...beyond('schedule', keep), ...beyond('before_restore', keptBeforeRestore)]
  for (const { name } of old) await removeBackup(folder, name)
  return old.map(({ name }) => name)
}

/** The scheduled backup: made when a key is set and it is switched on, then the old ones go. */
export async function runScheduledBackup(db: Db, place: BackupPlace, signal: AbortSignal): Promise<{ name: string; bytes: number; removed: number } | null> {
  const { isScheduled, parts, keep, key } = await readSettingOrDefault(db, backupSettings)
  if (!isScheduled || key === '') return null
  const { name, bytes } = await makeBackup(db, platformActor('schedule'), place, { parts, passphrase: '', origin: 'schedule', signal })
  return { name, bytes, removed: (await pruneBackups(place, keep)).length }
}
