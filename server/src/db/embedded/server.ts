import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { closedFolderHint, complaintIn, databaseVariables } from './cluster.ts'
import { EmbeddedDatabaseProblem } from './embedded-database-problem.ts'
import type { Launcher } from './launcher.ts'
import type { LogFile } from './log-file.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { identityOf, lockPath, readPostmaster } from './postmaster.ts'
import { serverSettings } from './settings.ts'

/** Where a server runs, and with what. */
export interface ServerPlace {
  readonly binaries: PostgresBinaries
  readonly launcher: Launcher
  readonly clusterFolder: string
  readonly socketFolder: string
  readonly log: LogFile
  /** Whether others may use the server that is started here. */
  readonly isShared: boolean
}

/** A server that is our child. */
export interface OwnServer {
  readonly socketFolder: string
  stop(): Promise<void>
}

/** The folder is, or just was, another server's; worth another try. */
export interface LockedFolder {
  readonly isLocked: true
  readonly complaint: string
}

const fastStopMs = 60_000
const immediateStopMs = 10_000

/**
 * Starts a server and waits until it takes connections, however long a recovery after a crash may take.
 * @throws EmbeddedDatabaseProblem with the server's own last complaint when it gives up.
 */
export async function startServer(place: ServerPlace, onProgress: (line: string) => void, onLost: (reason: string) => void): Promise<OwnServer | LockedFolder> {
  const { clusterFolder, socketFolder, launcher, log } = place
  const child = spawnServer(place)
  let hasEnded = false
  let isStopping = false
  const ended = new Promise<void>((settle) => {
    child.once('exit', () => settle())
    child.once('error', () => settle())
  }).then(() => {
    hasEnded = true
  })
  // Where the kernel does not do it for us: at least an orderly end of ours takes the server along.
  const stopWithUs = () => child.kill('SIGINT')
  process.once('exit', stopWithUs)
  void ended.then(() => process.off('exit', stopWithUs))

  const startedAt = Date.now()
  let hasSaidRecovering = false
  while (!hasEnded && !isReady(clusterFolder, child)) {
    if (!hasSaidRecovering && Date.now() - startedAt > 3000) {
      onProgress('recovering the database after an unclean shutdown')
      hasSaidRecovering = true
    }
    await pause(15)
  }
  if (hasEnded) {
    const output = log.sinceMark()
    const complaint = `The database in ${clusterFolder} does not start: ${complaintIn(output) ?? `exited with ${child.exitCode ?? child.signalCode ?? 'unknown reason'}`}${closedFolderHint(output, launcher)}${damagedLockHint(output, clusterFolder)}`
    // Empty: the other server has made the file at this very moment and is about to write its number into it.
    if (/lock file "[^"]*" (already exists|is empty)|pre-existing shared memory block/.test(output)) return { isLocked: true, complaint }
    throw new EmbeddedDatabaseProblem(complaint)
  }
  void ended.then(() => {
    if (!isStopping) onLost(child.signalCode ?? complaintIn(log.sinceMark()) ?? `exit code ${child.exitCode}`)
  })

  const stop = async () => {
    isStopping = true
    // SIGINT: sessions end and everything is written out. SIGQUIT: it stops at once, and the next start recovers from its journal.
    for (const [signal, patienceMs] of [
      ['SIGINT', fastStopMs],
      ['SIGQUIT', immediateStopMs],
    ] as const) {
      if (hasEnded) return
      child.kill(signal)
      const giveUp = new AbortController()
      await Promise.race([ended, pause(patienceMs, undefined, { signal: giveUp.signal }).catch(() => {})])
      giveUp.abort()
    }
    if (!hasEnded) throw new EmbeddedDatabaseProblem(`The database server ${child.pid ?? '?'} does not stop`)
  }
  return { socketFolder, stop }
}

/** PostgreSQL never removes a lock file that it cannot read, as a power cut may leave it. */
function damagedLockHint(output: string, clusterFolder: string): string {
  if (!/bogus data in lock file|lock file "[^"]*" is empty/.test(output)) return ''
  return `. If no database server is running in this folder, delete ${lockPath(clusterFolder)} and start again.`
}

function spawnServer({ binaries, launcher, clusterFolder, socketFolder, log, isShared }: ServerPlace): ChildProcess {
  const settings = Object.entries(serverSettings(socketFolder, identityOf(process.pid), isShared))
  const { file, parameters, options } = launcher.command(binaries.postgres, [
    '-D',
    clusterFolder,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  log.mark()
  // A session of its own: Ctrl-C in a terminal reaches every program in the foreground, and the database must be the last to go.
  return spawn(file, parameters, { ...options, cwd: '/', env: databaseVariables(), stdio: ['ignore', log.fd, log.fd], detached: true })
}

function isReady(clusterFolder: string, child: ChildProcess): boolean {
  const postmaster = readPostmaster(clusterFolder)
  return postmaster !== null && postmaster.pid === child.pid && postmaster.status === 'ready'
}
