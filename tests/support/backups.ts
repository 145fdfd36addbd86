import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupPartNames, type BackupPart } from '@nameplane/contract/system/backup-parts'
import { createTestDatabase } from './database.ts'
import { seedFirstStart } from '../../server/src/app/first-start.ts'
import { openDataKeys } from '../../server/src/keys/data-keys.ts'
import { openDb, openPool, type Db } from '../../server/src/db/connection.ts'
import { backupTables } from '../../server/src/features/system/backup/backup-tables.ts'
import { writeBackup } from '../../server/src/features/system/backup/backup-writer.ts'
import { rowLines, shapesOf, writeCanonically } from '../../server/src/features/system/backup/table-shape.ts'

/* What the tests of backups share. */

export const passphrase = 'correct horse battery'

/** Every backed-up table as a digest and a count: equal dumps are equal bytes. */
export async function canonicalDump(db: Db, parts: readonly BackupPart[] = backupPartNames): Promise<Record<string, string>> {
  const tables = backupTables.filter(({ part }) => parts.includes(part))
  const shapes = await shapesOf(
    db,
    tables.map(({ name }) => name),
  )
  return db.transaction().execute(async (tx) => {
    await writeCanonically(tx)
    const dump: Record<string, string> = {}
    for (const { name } of tables) {
      const digest = createHash('sha256')
      let rows = 0
      for await (const lines of rowLines(tx, name, shapes.get(name)!)) {
        rows += lines.length
        for (const line of lines) digest.update(`${line}\n`)
      }
      dump[name] = `${rows} ${digest.digest('hex').slice(0, 16)}`
    }
    return dump
  })
}

/** A platform after its first start, with keys of its own, which become this process's. */
export type FreshPlatform = { db: Db; connectionString: string; dataFolder: string; masterKey: Buffer; useKeys(): Promise<void>; close(): Promise<void> }

export async function freshPlatform(): Promise<FreshPlatform> {
  const database = await createTestDatabase()
  const pool = openPool({ connectionString: database.connectionString })
  const db = openDb(pool)
  const dataFolder = mkdtempSync(join(tmpdir(), 'nameplane-fresh-'))
  const masterKey = randomBytes(32)
  const useKeys = (): Promise<void> => openDataKeys(db, { masterKey, dataFolder })
  await useKeys()
  await seedFirstStart(db, { password: 'another horse 8', token: null })
  return {
    db,
    connectionString: database.connectionString,
    dataFolder,
    masterKey,
    useKeys,
    async close() {
      await db.destroy()
      await database.drop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Writes a backup of everything to a file. */
export async function backUpTo(db: Db, path: string, parts: readonly BackupPart[] = backupPartNames): ReturnType<typeof writeBackup> {
  return writeBackup(db, { parts, productVersion: '0.1.0', now: new Date('2026-03-10T12:00:00Z') }, passphrase, createWriteStream(path, { mode: 0o600 }))
}
