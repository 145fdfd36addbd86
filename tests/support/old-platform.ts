import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../server/src/db/embedded/embedded-database.ts'
import { chooseLauncher } from '../../server/src/db/embedded/launcher.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))

/** A backup of the old platform, made by the release of its day. */
export const oldBackup = fixture('backup-of-2026-11-24.npb')

/** Whether no migration has come since the fixtures were made. */
export function isOldSchema(): boolean {
  const migrations = readdirSync(fileURLToPath(new URL('../../server/src/db/migrations', import.meta.url)))
  return migrations.toSorted().at(-1) === '0072-vanity-nameserver.ts'
}

/** What was typed into the old platform: made up, and of no worth anywhere else. */
export const typed = {
  backupPassphrase: 'seven lanterns over the harbour',
  admin: { username: 'admin', password: 'harbour-Lantern-58', earlierPassword: 'first-pass-of-2026' },
  /** Reads domains, and reads and edits records, of one service group. */
  editor: {
    username: 'grace',
    password: 'meadow-Kettle-41',
    totpSecret: 'T34K2IOR64SJ75DNKNCOWJ4N2K5DPNO4',
    recoveryCodes: ['6QMUG-EVJR7', 'ULHKD-TESUB'],
    domains: ['2.0.192.in-addr.arpa', 'fjord-studio.example', 'orchid-parked.example', 'river-stone.example', 'star-raiders.example'],
  },
  /** May read domains and nothing else. */
  apiKey: 'np_aQtlL1f9BYoerZMbDhdffTW4C42nmZc_W9SKk-vTjI8',
  emailServer: { username: 'platform@example.net', password: 'of-the-mail-server-77' },
} as const

/** Unpacks the old data folder as an operator moves one: with its owner, and nothing of it changed. */
export function unpackOldDataFolder(to: string): void {
  const packed = zstdDecompressSync(readFileSync(fixture('data-folder-of-2026-11-21.tar.zst')))
  execFileSync('tar', ['-x', '--no-same-owner', '-f', '-', '-C', to], { input: packed })
  const { user } = chooseLauncher(null)
  if (user !== null) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, join(to, 'database')])
}

/**
 * Lets no time have passed, however old the fixtures become: jobs that remove things for their age are put off, and the letter that
 * waits is one whose days are over, kept for an administrator who sends it again.
 */
export async function holdStill(dataFolder: string): Promise<void> {
  const database = await startEmbeddedDatabase({ dataFolder, isShared: false })
  const client = new pg.Client({ connectionString: database.connectionString })
  try {
    await client.connect()
    await client.query("UPDATE job SET next_run_at = now() + interval '1 day'")
    await client.query("UPDATE letter SET state = 'failed'")
    await client.end()
  } finally {
    await database.stop()
  }
}
