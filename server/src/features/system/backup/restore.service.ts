import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answered } from '@nameplane/contract/endpoint'
import type { backup as calls } from '@nameplane/contract/system/backup'
import { backupParts, backupPartNames, withNeededParts, type BackupPart } from '@nameplane/contract/system/backup-parts'
import { change } from '../../../changes/change.ts'
import { knownRootKeys, replaceRootKeys, useRootKeys } from '../../../keys/data-keys.ts'
import { dataFolderNames } from '../../../data-folder.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { refuseUnknownMaker, type Acceptance } from './backup-makers.ts'
import { BackupRefusal } from './backup-refusal.ts'
import { readBackup, type VerifiedBackup } from './backup-reader.ts'
import { asProblem, factsOf, makeBackup, pruneBackups, type BackupPlace } from './backup.service.ts'
import { Restore, type RestoreReport } from './restore.ts'
import { schemaVersion } from './table-shape.ts'

type Report = Answered<typeof calls.import>['data']

/** What a first start leaves, and what somebody does who signs in to restore. */
const actionsOfFreshSystem = [
  'platform.first_start',
  'session.create',
  'session.refuse',
  'session.delete',
  'account.change_password',
  'account.reset_password',
  'login_rules.update',
] as const

/** Whether nothing but a first start has happened here, so that a backup's audit trail can be taken up. */
async function isFreshSystem(db: Db): Promise<boolean> {
  if (await db.selectFrom('domain').select('id').limit(1).executeTakeFirst()) return false
  const other = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('action', 'not in', [...actionsOfFreshSystem])
    .where('action', 'not like', 'backup.%')
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

class DryRun extends Error {
  readonly report: RestoreReport

  constructor(report: RestoreReport) {
    super('a dry run')
    this.report = report
  }
}

/**
 * Restores a file in one transaction, after it has been read to its end once, if this platform made it or its maker is accepted. A living system is backed up first, under
 * the same key. A dry run compares and changes nothing.
 * @throws Problem of the file, or of what stands against it; then nothing has changed
 */
export async function restoreBackup(
  db: Db,
  actor: Actor,
  place: BackupPlace,
  asked: {
    path: string
    name: string
    key: string
    parts: readonly BackupPart[] | null
    isDryRun: boolean
    accepts?: Acceptance | null
    progress?: (line: string) => void
  },
): Promise<Report> {
  return asProblem(async () => {
    const schema = await schemaVersion(db)
    const progress = asked.progress ?? (() => {})
    const verified = await readBackup(asked.path, asked.key, { schema })
    progress('backup intact')
    if (!asked.isDryRun) await refuseUnknownMaker(db, actor, verified, asked.accepts ?? null)
    const parts = chosenParts(verified, asked.parts)
    const isFresh = await isFreshSystem(db)
    let before: string | null = null
    if (!asked.isDryRun && !isFresh) {
      const all = backupPartNames.filter((part) => part !== 'statistics' || parts.includes('statistics'))
      before = (await makeBackup(db, actor, place, { parts: all, passphrase: asked.key, origin: 'before_restore' })).name
      await pruneBackups(place, Number.MAX_SAFE_INTEGER)
      progress(`current data backed up to ${before}`)
    }
    const living = knownRootKeys()
    let takesTrail = false
    const report = await change(db, actor, 'backup.restore', async ({ tx, audit }) => {
      const restore = await Restore.begin(tx, { backup: verified, parts, living, isFresh })
      await readBackup(asked.path, asked.key, { schema, listener: restore.listener, expectedSha256: verified.sha256 })
      const found = await restore.compare()
      if (asked.isDryRun) throw new DryRun(found)
      await restore.apply(found)
      audit({
        type: 'backup',
        id: null,
        name: asked.name,
        after: {
          sha256: verified.sha256,
          createdAt: verified.manifest.createdAt,
          fingerprint: verified.fingerprint,
          parts,
          trail: found.trail,
          before,
          tables: found.differences.filter(({ added, changed, removed }) => added + changed + removed > 0),
        },
      })
      takesTrail = restore.takesTrail
      if (takesTrail) {
        await replaceRootKeys(tx, verified.keys)
        // The entry about this goes on where the backup's trail ends, under its key.
        useRootKeys(verified.keys)
      }
      return found
    }).catch((cause: unknown) => {
      useRootKeys(living)
      if (cause instanceof DryRun) return cause.report
      throw cause
    })
    if (takesTrail) await setAnchorsAside(place)
    return { isDone: !asked.isDryRun, facts: await factsOf(db, verified), ...report, before, endsSessions: parts.includes('accounts') }
  })
}

function chosenParts(verified: VerifiedBackup, asked: readonly BackupPart[] | null): BackupPart[] {
  const held = verified.manifest.parts
  if (asked === null || asked.length === 0) return held
  const parts = withNeededParts(asked)
  const missing = parts.find((part) => !held.includes(part))
  if (missing) throw new BackupRefusal('backup_part_missing', { part: backupParts[missing].zh })
  return parts
}

/** Anchors of the trail that was there until now speak of another chain. */
async function setAnchorsAside(place: BackupPlace): Promise<void> {
  const folder = join(place.dataFolder, dataFolderNames.auditAnchors)
  const moment = place.now().toISOString().replaceAll(/[-:]/g, '')
  await rename(join(folder, 'anchors.jsonl'), join(folder, `anchors.before-${moment}.jsonl`)).catch(() => {})
}
