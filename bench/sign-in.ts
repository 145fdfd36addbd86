import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../server/src/app/app.ts'
import { openPlatformDatabase, type PlatformDatabase } from '../server/src/cli/platform-database.ts'
import { readEnvironment } from '../server/src/environment.ts'
import { writeLoginRules } from '../server/src/features/account/session/login-rules.ts'
import { hashPassword } from '../server/src/features/account/session/password.ts'
import { openSegmentTable } from '../server/src/serving/lines/segment-table.ts'
import { elapsedMs, median, type Comparison } from './comparison.ts'

const tries = 500
const warmUp = 20

/** Who is tried with a wrong password; time must not tell one from another. */
const subjects = [
  { username: 'there', said: 'an administrator who is there' },
  { username: 'not-there', said: 'a name that nobody has' },
  { username: 'disabled', said: 'a disabled administrator' },
  { username: 'customer', said: 'an ordinary user' },
] as const

/** Refused sign-ins of names that exist, do not, and are disabled, in turns through the whole API. Takes about two minutes. */
export async function signIn(progress: (line: string) => void): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-sign-in-'))
  try {
    return await openPlatformDatabase(readEnvironment({ NAMEPLANE_DATA: folder }), (platform) => measured(platform, progress))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measured({ db, pool, environment }: PlatformDatabase, progress: (line: string) => void): Promise<Comparison[]> {
  const segments = openSegmentTable(join(environment.dataFolder, 'lines.segments'))
  const home = {
    version: '0',
    startedAt: new Date(),
    databaseKind: 'embedded' as const,
    hasBuiltInNode: false,
    dataFolder: environment.dataFolder,
    installFolder: '',
    changelog: [],
    segments,
    restarts: () => [],
    now: () => new Date(),
  }
  const password_hash = await hashPassword('the right password')
  await db
    .insertInto('account')
    .values([
      { username: 'there', type: 1, password_hash, language: null },
      { username: 'disabled', type: 1, status: 0, password_hash, language: null },
      { username: 'customer', type: 2, password_hash, language: null },
    ])
    .execute()
  await db.transaction().execute((tx) => writeLoginRules(tx, { captcha: 'never' }))
  const app = await createApp({ db, pool, mode: '', serving: { lines: segments, node: () => null }, home })
  const refused = (username: string) => app.inject({ method: 'POST', url: '/api/sys/login', payload: { username, password: 'a wrong password' } })
  try {
    const taken = subjects.map((): number[] => [])
    for (let round = -warmUp; round < tries; round += 1) {
      for (const place of subjects.keys()) {
        // Another one goes first each time.
        const index = (place + Math.max(round, 0)) % subjects.length
        const ms = await elapsedMs(() => refused(subjects[index]!.username))
        if (round >= 0) taken[index]!.push(ms)
      }
      // Nobody is locked out of the measurement.
      await db.deleteFrom('sign_in_failure').execute()
    }
    const [there, ...others] = taken.map(median)
    return others.map((figure, index) => {
      const { said } = subjects[index + 1]!
      progress(
        `${said}: ${(figure - there!).toFixed(2)} ms beside one who is there (${((figure / there! - 1) * 100).toFixed(1)} %); required: below 2 ms and 5 %`,
      )
      return { name: `refused sign-in: ${said}`, ours: figure, peer: there!, ratio: figure / there!, unit: 'ms', peerName: subjects[0].said }
    })
  } finally {
    await app.close()
  }
}
