import { createReadStream } from 'node:fs'
import type { Pool } from 'pg'
import { backup } from '@nameplane/contract/system/backup'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { fileRoute, route, type FileAnswer, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { backupFolder, deleteBackups, exportBackup, factsOf, keyOf, listBackups, makeBackup, pathOf, verifyBackup, type BackupPlace } from './backup.service.ts'
import { forgetMakers, listMakers } from './backup-makers.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { restoreBackup } from './restore.service.ts'
import { withRestoreUpload } from './restore-upload.ts'
import { proveBackup } from './trial.ts'

/** Asks for the caller's password again. @throws Problem */
export type ConfirmPassword = (db: Db, actor: Actor, password: string) => Promise<void>

const contentType = 'application/octet-stream'

export function backupRoutes(place: BackupPlace, pool: Pool, confirmPassword: ConfirmPassword, log: (line: Record<string, unknown>) => void): Route[] {
  const failed = (error: unknown): void => log({ level: 'error', event: 'backup export failed', error: String(error) })
  const exported = async (db: Db, actor: Actor, asked: Parameters<typeof exportBackup>[3]): Promise<FileAnswer> => {
    const { name, body } = await exportBackup(db, actor, place, asked)
    return { fileName: name, contentType, body }
  }
  return [
    fileRoute(backup.export, ({ db, actor, input }) => exported(db, actor, { parts: input.parts, passphrase: '', failed })),
    fileRoute(backup.exportWithKey, ({ db, actor, input }) => exported(db, actor, { parts: input.parts, passphrase: input.passphrase, failed })),
    route(backup.import, async ({ db, actor, input, request }) => ({
      data: await withRestoreUpload(request, backupFolder(place), input, async ({ fields, path }) => {
        if (path === null && fields.name === undefined) throw new Problem('backup_file_missing', { fields: { file: 'backup_file_missing' } })
        // Before anything is opened: whoever has a stolen session learns nothing of the file's key.
        if (!fields.dryRun) await confirmPassword(db, actor, fields.password)
        const file = path ?? (await pathOf(place, fields.name!)).path
        const { key } = await keyOf(db, fields.passphrase)
        const accepts = fields.makerName === '' ? null : { name: fields.makerName, fingerprint: fields.makerFingerprint }
        return oneAtATime(db, () =>
          restoreBackup(db, actor, place, { path: file, name: fields.name ?? 'file', key, parts: fields.parts ?? null, isDryRun: fields.dryRun, accepts }),
        )
      }),
    })),
    route(backup.list, async ({ db, input }) => ({ data: await listBackups(db, place, input) })),
    route(backup.save, async ({ db, actor, input }) => {
      const { name } = await oneAtATime(db, () => makeBackup(db, actor, place, { parts: input.parts, passphrase: input.passphrase, origin: 'manual' }))
      return { data: { name } }
    }),
    route(backup.verify, async ({ db, actor, input }) => ({ data: await factsOf(db, await verifyBackup(db, actor, place, input)) })),
    route(backup.makers, async ({ db, input }) => ({ data: await listMakers(db, input) })),
    route(backup.forgetMakers, async ({ db, actor, input }) => (await forgetMakers(db, actor, input.ids), {})),
    route(backup.prove, async ({ db, actor, input }) => ({ data: await oneAtATime(db, () => proveBackup(db, pool, actor, place, input)) })),
    fileRoute(backup.download, async ({ db, actor, input }) => {
      const { path, kept } = await pathOf(place, input.name)
      await change(db, actor, 'backup.download', async ({ audit }) => audit({ type: 'backup', id: null, name: input.name, after: { bytes: kept.bytes } }))
      return { fileName: input.name, contentType, body: createReadStream(path) }
    }),
    route(backup.delete, async ({ db, actor, input }) => {
      await deleteBackups(db, actor, place, input.names)
      return {}
    }),
  ]
}
