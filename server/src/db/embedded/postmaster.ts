import { readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What PostgreSQL's lock file says of the server that holds, or held, a folder. */
export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  /** `starting`, `stopping` or `ready`; empty while the file is being written. */
  readonly status: string
}

/** Reads `postmaster.pid` (lines: pid, folder, start time, port, socket folder, address, memory key, status); `null` when there is none. */
export function readPostmaster(clusterFolder: string): Postmaster | null {
  const text = readLock(clusterFolder)
  if (text === null) return null
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return null
  return { pid, socketFolder: lines[4] ?? '', status: (lines[7] ?? '').trim() }
}

/** Whether a server really runs in the folder now: a lock file outlives a power cut, and its number may belong to another program by then. */
export function isRunning(postmaster: Postmaster, clusterFolder: string): boolean {
  if (!isAlive(postmaster.pid)) return false
  if (process.platform !== 'linux') return true
  if (readStat(postmaster.pid)?.state === 'Z') return false
  try {
    return readlinkSync(`/proc/${postmaster.pid}/cwd`) === realpathSync(clusterFolder)
  } catch {
    // The folder of another user's program may be hidden, as from root in a container; its name never is.
    return readStat(postmaster.pid)?.name === 'postgres'
  }
}

/**
 * Marks a lock file whose number was reused by an unrelated program as stale. PostgreSQL takes a lock with the number of its own
 * parent for stale and still checks the old memory block, which catches surviving backends; deleting the file would skip that check.
 */
export function releaseStaleLock(postmaster: Postmaster, clusterFolder: string): void {
  if (!isAlive(postmaster.pid)) return
  const text = readLock(clusterFolder)
  // A server that was still ending a moment ago has taken it away.
  if (text !== null) writeFileSync(lockPath(clusterFolder), text.replace(/^\d+/, String(process.pid)))
}

function readLock(clusterFolder: string): string | null {
  try {
    return readFileSync(lockPath(clusterFolder), 'utf8')
  } catch {
    return null
  }
}

/** Names one run of a program: its number and, where the system tells, its start, since numbers are reused. */
export function identityOf(pid: number): string {
  return `${pid}-${readStat(pid)?.startTicks ?? 0}`
}

/** Whether the program named by `identityOf` still runs. */
export function isIdentityAlive(identity: string): boolean {
  const pid = Number(identity.split('-')[0])
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) && identityOf(pid) === identity && readStat(pid)?.state !== 'Z'
}

/** Whether there is a process of this number, whoever's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}

/** proc(5): the second field is the name in brackets, which may itself hold spaces; state follows it, start time is field 22. */
function readStat(pid: number): { name: string; state: string; startTicks: string } | null {
  if (process.platform !== 'linux') return null
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')), state: fields[0] ?? '', startTicks: fields[19] ?? '' }
  } catch {
    return null
  }
}

/** PostgreSQL's lock file. */
export function lockPath(clusterFolder: string): string {
  return join(clusterFolder, 'postmaster.pid')
}
