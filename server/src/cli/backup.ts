import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { counted } from '@nameplane/contract/counted'
import { problemText } from '@nameplane/contract/problems'
import { backupPartNames } from '@nameplane/contract/system/backup-parts'
import { backupKeyMinimum } from '@nameplane/contract/system/settings/backup'
import { version } from '../app/version.ts'
import { change } from '../changes/change.ts'
import { readEnvironment } from '../environment.ts'
import { asProblem } from '../features/system/backup/backup.service.ts'
import { writeBackup } from '../features/system/backup/backup-writer.ts'
import { oneAtATime } from '../features/system/backup/one-at-a-time.ts'
import { restoreBackup } from '../features/system/backup/restore.service.ts'
import { platformActor } from '../access/actor.ts'
import { Problem } from '../problem.ts'
import { OperatorProblem } from './operator-problem.ts'
import { readPassphrase } from './passphrase.ts'
import { openPlatformDatabase, withPlatformDatabase } from './platform-database.ts'
import type { Terminal } from './terminal.ts'

const actor = platformActor('command line')

/** Writes a backup of everything to a file that is not there yet; a failure leaves none. */
export async function backUp(file: string, { variables, print }: Terminal): Promise<void> {
  if (existsSync(file)) throw new OperatorProblem(`${file} already exists`)
  const passphrase = await readPassphrase(variables)
  if (passphrase.length < backupKeyMinimum) throw new OperatorProblem(`Passphrase too short. Enter at least ${counted(backupKeyMinimum, 'character')}.`)
  const draft = `${file}.${process.pid}.draft`
  await withPlatformDatabase(variables, ({ db }) =>
    inOneLine(() =>
      oneAtATime(db, async () => {
        try {
          const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
          const { manifest, bytes, sha256 } = await writeBackup(db, { parts: backupPartNames, productVersion: version, now: new Date() }, passphrase, target)
          await change(db, actor, 'backup.create', async ({ audit }) =>
            audit({ type: 'backup', id: null, name: basename(file), after: { origin: 'command_line', bytes, sha256 } }),
          )
          await rename(draft, file)
          const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
          print(`${file}: ${counted(bytes, 'byte')}, ${counted(rows, 'row')}, SHA-256 ${sha256}`)
        } finally {
          await rm(draft, { force: true })
        }
      }),
    ),
  )
}

/** `makerName`: accepts the platform that made the backup, under this name; null where only known ones are. */
type RestoreChoices = { isDryRun: boolean; makerName: string | null }

/** Restores a file, into an empty data folder or database too; a dry run only says what would change. */
export async function restoreFile(file: string, { isDryRun, makerName }: RestoreChoices, { variables, print }: Terminal): Promise<void> {
  if (!existsSync(file)) throw new OperatorProblem(`File not found: ${file}`)
  const passphrase = await readPassphrase(variables)
  const environment = readEnvironment(variables)
  const accepts = makerName === null ? null : { name: makerName, fingerprint: null }
  const place = { dataFolder: environment.dataFolder, version, now: () => new Date() }
  const report = await openPlatformDatabase(environment, ({ db }) =>
    inOneLine(() =>
      oneAtATime(db, () =>
        restoreBackup(db, actor, place, { path: resolve(file), name: basename(file), key: passphrase, parts: null, isDryRun, accepts, progress: print }),
      ),
    ),
  )
  const { createTime, productVersion, isOwn, maker } = report.facts
  print(`Backup of ${createTime}, version ${productVersion}`)
  const creator = isOwn ? 'this platform' : maker.name === null ? 'another platform, which is not accepted' : `another platform, accepted as ${maker.name}`
  print(`Created by ${creator}: key ${maker.fingerprint}`)
  for (const { table, added, changed, removed } of report.differences)
    if (added + changed + removed > 0) print(`  ${table}: ${added} added, ${changed} changed, ${removed} removed`)
  if (!report.isDone) {
    print('Dry run. Nothing was changed.')
    return
  }
  const trails = {
    taken: 'The audit trail of the backup is continued',
    contained: 'The current audit trail already contains that of the backup and is kept',
    kept: 'The current audit trail is a different one and is kept',
    absent: 'The backup contains no audit trail',
  }
  print(trails[report.trail])
  if (report.lostRecoveryCodes > 0) print(`Recovery codes that cannot be used here: ${report.lostRecoveryCodes}`)
  if (report.unopenedSecrets > 0) print(`Sensitive values that cannot be decrypted: ${report.unopenedSecrets}`)
  print('Restored')
}

async function inOneLine<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await asProblem(work)
  } catch (cause) {
    if (cause instanceof Problem && cause.code === 'backup_maker_unknown')
      throw new OperatorProblem(`Created by another platform: key ${String(cause.params['fingerprint'])}. To accept that platform, add --accept-maker NAME.`)
    if (cause instanceof Problem) throw new OperatorProblem(problemText(cause.code, 'en', cause.params))
    throw cause
  }
}
