import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { platformActor, type Actor } from '../../../access/actor.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { backupSettings } from '@nameplane/contract/system/settings/backup'
import { BackupRefusal } from './backup-refusal.ts'
import { readBackup, type VerifiedBackup } from './backup-reader.ts'
import { keptBackups, lastTrial, noteTrial, writeNote } from './backup.store.ts'
import { asProblem, backupFolder, keyOf, pathOf, type BackupPlace } from './backup.service.ts'
import { Restore } from './restore.ts'
import { rowLines, schemaVersion, shapesOf, writeCanonically } from './table-shape.ts'
import { withTrialDatabase } from './trial-database.ts'

/**
 * Restores a kept backup into a database of its own, reads it back and holds every table against the manifest; the
 * outcome is noted. The platform's own tables are not touched.
 * @throws Problem when the file does not hold, or what was restored is not what it says
 */
export async function proveBackup(
  db: Db,
  pool: Pool,
  actor: Actor,
  place: BackupPlace,
  asked: { name: string; passphrase: string; signal?: AbortSignal },
): Promise<{ name: string; rows: number }> {
  const { path, kept } = await pathOf(place, asked.name)
  const { key } = await keyOf(db, asked.passphrase)
  const folder = backupFolder(place)
  const read = { schema: await schemaVersion(db), ...(asked.signal ? { signal: asked.signal } : {}) }
  try {
    const rows = await asProblem(async () => {
      const verified = await readBackup(path, key, read)
      return withTrialDatabase(db, pool, async (trial) => {
        await restoreForTrial(trial, verified, (listener) => readBackup(path, key, { ...read, listener, expectedSha256: verified.sha256 }))
        return compareWithManifest(trial, verified)
      })
    })
    const now = place.now().toISOString()
    if (kept.note) await writeNote(folder, asked.name, { ...kept.note, verifiedAt: now, provenAt: now })
    await noteTrial(folder, { provenAt: now, name: asked.name, problem: '' })
    await change(db, actor, 'backup.prove', async ({ audit }) => audit({ type: 'backup', id: null, name: asked.name, after: { rows } }))
    return { name: asked.name, rows }
  } catch (cause) {
    const last = await lastTrial(folder)
    const code = (cause as { code?: unknown }).code
    await noteTrial(folder, { ...last, problem: typeof code === 'string' ? code : 'server_fault' })
    throw cause
  }
}

async function restoreForTrial(trial: Db, backup: VerifiedBackup, read: (listener: Restore['listener']) => Promise<unknown>): Promise<void> {
  await trial.transaction().execute(async (tx) => {
    const restore = await Restore.begin(tx, { backup, parts: backup.manifest.parts, living: backup.keys, isFresh: true, isTrial: true })
    await read(restore.listener)
    await restore.apply(await restore.compare())
  })
}

/** Reads every table back and answers how many rows there are. @throws BackupRefusal when one is not what the manifest says */
async function compareWithManifest(trial: Db, { manifest }: VerifiedBackup): Promise<number> {
  const shapes = await shapesOf(
    trial,
    manifest.tables.map(({ name }) => name),
  )
  return trial.transaction().execute(async (tx) => {
    await writeCanonically(tx)
    let total = 0
    for (const { name, rows, sha256 } of manifest.tables) {
      const digest = createHash('sha256')
      let count = 0
      for await (const lines of rowLines(tx, name, shapes.get(name)!)) {
        for (const line of lines) digest.update(line).update('\n')
        count += lines.length
      }
      if (count !== rows || digest.digest('hex') !== sha256) throw new BackupRefusal('backup_trial_unequal', { table: name })
      total += count
    }
    return total
  })
}

/** The job's rehearsal: the newest backup that the key of the settings opens. Null when there is none yet. */
export async function rehearse(db: Db, pool: Pool, place: BackupPlace, signal: AbortSignal): Promise<{ name: string; rows: number } | null> {
  const { key } = await readSettingOrDefault(db, backupSettings)
  const newest = (await keptBackups(backupFolder(place))).find((one) => one.note?.isConfiguredKey === true)
  if (key === '' || !newest) return null
  return proveBackup(db, pool, platformActor('schedule'), place, { name: newest.name, passphrase: '', signal })
}
