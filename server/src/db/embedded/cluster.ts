import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedDatabaseProblem } from './embedded-database-problem.ts'
import type { DatabaseUser, Launcher } from './launcher.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** The release whose files we can open; another one's need a dump and a restore. */
const majorVersion = '18'
/** The database's own super-user; only its socket's folder, closed to others, leads to it. */
export const databaseRole = 'nameplane'

/** Folders of this name are being filled by initdb, or were when it was cut off. */
export const unfinishedPrefix = 'cluster.unfinished-'
const unfinishedAgeMs = 60 * 60 * 1000

/** Makes a folder that only the database's user may enter. */
export function makePrivateFolder(folder: string, user: DatabaseUser | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user !== null) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
}

/**
 * Whether a database of ours lies in the folder.
 * @throws EmbeddedDatabaseProblem when something else does: what we do not know we neither use nor overwrite.
 */
export function clusterExists(clusterFolder: string): boolean {
  const isFolder = statSync(clusterFolder, { throwIfNoEntry: false })?.isDirectory()
  if (isFolder === undefined) return false
  if (!isFolder) throw new EmbeddedDatabaseProblem(`${clusterFolder} is a file, not a folder. Move it away.`)
  let version: string
  try {
    version = readFileSync(join(clusterFolder, 'PG_VERSION'), 'utf8').trim()
  } catch {
    if (readdirSync(clusterFolder).length === 0) return false
    throw new EmbeddedDatabaseProblem(`${clusterFolder} is not empty and not a PostgreSQL database. Restore it or move it away. Nothing was changed.`)
  }
  if (version !== majorVersion) {
    throw new EmbeddedDatabaseProblem(
      `${clusterFolder} was written by PostgreSQL ${version}, but this release includes PostgreSQL ${majorVersion}. Restore a backup into an empty folder.`,
    )
  }
  return true
}

/**
 * Makes a new database under another name and moves it into place whole, so that a crash at any moment leaves either nothing or
 * all of it. When another starter was faster, its database stays and ours goes.
 */
export async function createCluster(clusterFolder: string, binaries: PostgresBinaries, launcher: Launcher): Promise<void> {
  const parent = dirname(clusterFolder)
  removeUnfinished(parent)
  const fresh = join(parent, `${unfinishedPrefix}${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await initialise(fresh, binaries, launcher)
    try {
      renameSync(fresh, clusterFolder)
    } catch (cause) {
      if (!clusterExists(clusterFolder)) throw cause
    }
    const handle = openSync(parent, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** A folder of this name was never started, so it holds nothing; only one that nobody can still be filling is removed. */
function removeUnfinished(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    const path = join(parent, name)
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (changedAt !== undefined && Date.now() - changedAt > unfinishedAgeMs) rmSync(path, { recursive: true, force: true })
  }
}

async function initialise(folder: string, binaries: PostgresBinaries, launcher: Launcher): Promise<void> {
  const { file, parameters, options } = launcher.command(binaries.initdb, [
    `--pgdata=${folder}`,
    `--username=${databaseRole}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--data-checksums',
    // The order of names must not change with the machine's own libraries.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ])
  const initdb = spawn(file, parameters, { ...options, cwd: '/', env: databaseVariables(), stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  initdb.stdout.on('data', (text: Buffer) => {
    output += text.toString()
  })
  initdb.stderr.on('data', (text: Buffer) => {
    output += text.toString()
  })
  const code = await new Promise<number | string | null>((settle) => {
    initdb.once('error', (cause) => settle(cause.message))
    initdb.once('close', (exitCode, signal) => settle(exitCode ?? signal))
  })
  if (code !== 0)
    throw new EmbeddedDatabaseProblem(
      `The database cannot be created in ${folder}: ${complaintIn(output) ?? `initdb exited with ${code}`}${closedFolderHint(output, launcher)}`,
    )
}

/** The environment of the database's programs: nothing of ours, so that no PGDATA or locale of the operator's shell changes them. */
export function databaseVariables(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}

/** The last line in which a PostgreSQL program says why it gave up. */
export function complaintIn(output: string): string | null {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const complaint = lines.findLast((line) => /FATAL|PANIC|error:|error while/.test(line)) ?? lines.at(-1)
  return complaint?.replace(/^.*?(?:FATAL|PANIC|error):\s*/, '') ?? null
}

/** Says what to do where the database's user is stopped by a closed folder above. */
export function closedFolderHint(output: string, launcher: Launcher): string {
  if (launcher.user === null || launcher.passesClosedFolders || !/Permission denied|could not access/.test(output)) return ''
  return `. The user ${launcher.user.name} cannot enter a parent folder. Install setpriv (util-linux) or start as a user other than root.`
}
