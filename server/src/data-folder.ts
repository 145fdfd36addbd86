import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { EnvironmentProblem } from './environment-problem.ts'
import { parseMasterKey } from './master-key.ts'

/** File names directly below the data folder; each is written by one part of the server. */
export const dataFolderNames = {
  masterKey: 'master.key',
  nextMasterKey: 'master.key.next',
  rootKey: 'root.key',
  database: 'database',
  uploads: 'uploads',
  backups: 'backups',
  updates: 'updates',
  updateKeys: 'update-keys',
  auditAnchors: 'audit-anchors',
  nodeId: 'node.id',
  nodes: 'nodes',
  restarts: 'restarts',
  licence: 'licence',
  licenceKeys: 'licence-keys',
  firstPassword: 'first-password',
} as const

const variable = 'NAMEPLANE_DATA'

/**
 * Makes the folder, proves that files can be written in it, and closes it to other users.
 * A folder of somebody else's files is refused rather than closed: a mistyped `/tmp` must stay as it is.
 * @throws EnvironmentProblem when any of that cannot be had.
 */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch (cause) {
    throw new EnvironmentProblem(variable, `${folder} cannot be created (${reasonOf(cause)})`)
  }
  try {
    const isOpenToOthers = process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0
    if (isOpenToOthers) {
      if (!isEmptyOrOurs(folder)) {
        throw new EnvironmentProblem(
          variable,
          `${folder} contains other files and is open to other users. Choose an empty folder or run chmod 700 on this one.`,
        )
      }
      chmodSync(folder, 0o700)
    }
    const probe = join(folder, `.write-probe-${process.pid}-${randomBytes(4).toString('hex')}`)
    writeAndSync(probe, 'probe')
    unlinkSync(probe)
  } catch (cause) {
    if (cause instanceof EnvironmentProblem) throw cause
    throw new EnvironmentProblem(variable, `${folder} cannot be written (${reasonOf(cause)})`)
  }
}

/**
 * The key in the data folder; made at the first start, readable by its owner only.
 * @throws EnvironmentProblem when the file is damaged, or missing beside a database whose secrets it encrypted.
 */
export function readOrMakeMasterKey(folder: string): Buffer {
  const path = join(folder, dataFolderNames.masterKey)
  // Looked at first: a first start beside this one makes the key before the database.
  const hasDatabase = existsSync(join(folder, dataFolderNames.database))
  if (!existsSync(path)) {
    if (hasDatabase) {
      throw new EnvironmentProblem(
        'NAMEPLANE_MASTER_KEY',
        `${path} is missing, but the database in this folder is encrypted with it. Restore the file or set the variable.`,
      )
    }
    makeMasterKeyFile(path)
  }
  let text: string
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new EnvironmentProblem(variable, `${path} cannot be read (${reasonOf(cause)})`)
  }
  const key = parseMasterKey(text)
  if (key === null) throw new EnvironmentProblem(variable, `${path} is damaged. It must contain 32 bytes as Base64 or hexadecimal digits.`)
  return key
}

/** Written whole and synced under another name, then linked: two first starts at once end with one key, a power cut with one or none. */
function makeMasterKeyFile(path: string): void {
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeAndSync(fresh, `${randomBytes(32).toString('base64')}\n`)
    try {
      linkSync(fresh, path)
      unlinkSync(fresh)
    } catch (cause) {
      // Some mounted folders know no hard links; there the two-at-once case is left to the rename.
      if (codeOf(cause) === 'EEXIST') unlinkSync(fresh)
      else renameSync(fresh, path)
    }
    syncFolder(dirname(path))
  } catch (cause) {
    throw new EnvironmentProblem(variable, `${path} cannot be written (${reasonOf(cause)})`)
  }
}

/** The master keys in a data folder: its own, and one that is about to take its place; null when there is none. */
export function masterKeysOf(folder: string): { own: Buffer | null; next: Buffer | null } {
  const read = (name: string): Buffer | null => (existsSync(join(folder, name)) ? parseMasterKey(readFileSync(join(folder, name), 'utf8')) : null)
  return { own: read(dataFolderNames.masterKey), next: read(dataFolderNames.nextMasterKey) }
}

/** Puts a master key beside the folder's own, to be taken once the database hangs on it. */
export function prepareNextMasterKey(folder: string, key: Buffer): void {
  const path = join(folder, dataFolderNames.nextMasterKey)
  if (existsSync(path)) unlinkSync(path)
  writeAndSync(path, `${key.toString('base64')}\n`)
  syncFolder(folder)
}

/** A copy of the first root key as it lies in the database, encrypted; null when there is none. */
export function wrappedRootKey(folder: string): Buffer | null {
  const path = join(folder, dataFolderNames.rootKey)
  return existsSync(path) ? Buffer.from(readFileSync(path, 'utf8').trim(), 'base64') : null
}

/** Keeps that copy, so that an exported audit trail can be verified without a database. */
export function keepWrappedRootKey(folder: string, wrapped: Buffer): void {
  if (wrappedRootKey(folder)?.equals(wrapped)) return
  const fresh = `${join(folder, dataFolderNames.rootKey)}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeAndSync(fresh, `${wrapped.toString('base64')}\n`)
  renameSync(fresh, join(folder, dataFolderNames.rootKey))
  syncFolder(folder)
}

/** Makes the prepared master key the folder's. */
export function takeNextMasterKey(folder: string): void {
  renameSync(join(folder, dataFolderNames.nextMasterKey), join(folder, dataFolderNames.masterKey))
  syncFolder(folder)
}

/** Step by step: Node's own recursive way never returns where a folder exists but takes no others, as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause
  }
}

function isEmptyOrOurs(folder: string): boolean {
  const present = readdirSync(folder)
  const ours: readonly string[] = Object.values(dataFolderNames)
  return present.every((name) => name === 'lost+found') || present.some((name) => ours.includes(name))
}

function writeAndSync(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'read-only file system',
  ENOSPC: 'disk full',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'a file of this name exists',
  ENOENT: 'parent folder not found',
}

function reasonOf(cause: unknown): string {
  const code = codeOf(cause)
  return (code !== undefined && reasons[code]) || code || String(cause)
}
