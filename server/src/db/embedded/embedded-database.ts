import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { clusterExists, createCluster, databaseRole, makePrivateFolder, unfinishedPrefix } from './cluster.ts'
import { EmbeddedDatabaseProblem } from './embedded-database-problem.ts'
import { startAndKeepUp, type KeepingUp } from './keeping-up.ts'
import { makeJournalRoom } from './journal-room.ts'
import { chooseLauncher } from './launcher.ts'
import { openLogFile } from './log-file.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { isIdentityAlive, isRunning, readPostmaster, releaseStaleLock, type Postmaster } from './postmaster.ts'
import type { OwnServer, ServerPlace } from './server.ts'
import { serverPort } from './settings.ts'
import { makeSocketFolder } from './socket-folder.ts'

/** A PostgreSQL server in the data folder, ready for connections over its unix socket. */
export interface EmbeddedDatabase {
  /** For `pg` and everything built on it: `postgres://nameplane@/nameplane?host=…`. */
  readonly connectionString: string
  /** The socket's folder: what `pg` calls the host. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  /** Another of our programs started the server and will stop it; `stop` then leaves it alone. */
  readonly isAdopted: boolean
  /** Ends all connections and stops the server cleanly; every call waits for the same stop. */
  stop(): Promise<void>
}

export interface EmbeddedDatabaseOptions {
  /** The folder of NAMEPLANE_DATA; the database takes `database/` in it. */
  readonly dataFolder: string
  /**
   * Whether others may share a server that is started here; by default they may. A command that ends in a moment says no: whoever
   * came meanwhile waits for that and starts the server anew, rather than lose it.
   */
  readonly isShared?: boolean
  /** Told what is being waited for, one line each, on the slow steps only. */
  readonly onProgress?: (line: string) => void
  /**
   * The server that was started here ended although nobody stopped it, or could not be started again; the reason is one line. It is
   * tried again until it is stopped.
   */
  readonly onDown?: (reason: string) => void
  /** It takes connections again. */
  readonly onUp?: () => void
  /** A shared server is gone for good with the program that had started it; the reason is one line. */
  readonly onLost?: (reason: string) => void
}

const databaseName = 'nameplane'
// A server that was just killed can hold the lock a moment longer: its parent has not taken note of its end yet.
const lockPatienceMs = 10_000
const busyPatienceMs = 10 * 60_000

/**
 * Opens the database in the data folder, making it at the first start. A server that still runs there under a living program is
 * shared; one whose program died is stopped and started anew.
 * @throws EmbeddedDatabaseProblem with one line for the operator; the folder is then as it was.
 */
export async function startEmbeddedDatabase({
  dataFolder,
  isShared = true,
  onProgress = () => {},
  onDown = () => {},
  onUp = () => {},
  onLost = () => {},
}: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const binaries = findPostgresBinaries()
  const databaseFolder = join(dataFolder, 'database')
  const clusterFolder = join(databaseFolder, 'cluster')
  const isNew = !clusterExists(clusterFolder)
  const launcher = chooseLauncher(isNew ? null : clusterFolder)
  // Without the right to pass closed folders, the database's user must own the one that closes it off.
  if (launcher.user !== null && !launcher.passesClosedFolders) makePrivateFolder(dataFolder, launcher.user)
  makePrivateFolder(databaseFolder, launcher.user)
  if (isNew) {
    refuseLostCluster(databaseFolder, clusterFolder)
    onProgress('creating the database')
    await createCluster(clusterFolder, binaries, launcher)
  }
  const log = openLogFile(join(databaseFolder, 'postgres.log'))
  try {
    const socketFolder = makeSocketFolder(databaseFolder, launcher.user)
    const server = await joinOrStart({ binaries, launcher, clusterFolder, socketFolder, log, isShared }, { onProgress, onDown, onUp, onLost })
    await createDatabase(server.socketFolder)
    if (isShared && !server.isAdopted) await query(server.socketFolder, async (client) => makeJournalRoom(client, clusterFolder))
    const connectionString = `postgres://${databaseRole}@/${databaseName}?host=${encodeURIComponent(server.socketFolder)}&port=${serverPort}`
    let stopped: Promise<void> | null = null
    const stop = () => (stopped ??= server.stop().finally(() => log.close()))
    return { connectionString, host: server.socketFolder, port: serverPort, user: databaseRole, database: databaseName, isAdopted: server.isAdopted, stop }
  } catch (problem) {
    log.close()
    throw problem
  }
}

/** A log without a database means that the database was taken away: an empty one in its place would look like lost customers. */
function refuseLostCluster(databaseFolder: string, clusterFolder: string): void {
  const remains = readdirSync(databaseFolder).filter((name) => !name.startsWith(unfinishedPrefix) && name !== 'socket' && name !== 'cluster')
  // Looked at last: another starter may have made it since, and then what remains is its.
  if (remains.length === 0 || clusterExists(clusterFolder)) return
  throw new EmbeddedDatabaseProblem(
    `${clusterFolder} is missing or empty, but ${databaseFolder} contains ${remains.slice(0, 3).join(', ')}. Restore the database, or move ${databaseFolder} away to start with a new one.`,
  )
}

interface JoinedServer {
  readonly socketFolder: string
  readonly isAdopted: boolean
  stop(): Promise<void>
}

async function joinOrStart(place: ServerPlace, on: KeepingUp & { onLost(reason: string): void }): Promise<JoinedServer> {
  const startedAt = Date.now()
  let hasAskedToStop = 0
  let hasSaidWaiting = false
  for (;;) {
    const running = readPostmaster(place.clusterFolder)
    if (running !== null && isRunning(running, place.clusterFolder)) {
      const supervisor = running.status === 'ready' ? await askSupervisor(running) : null
      const isSupervised = supervisor !== null && (supervisor.identity === '' || isIdentityAlive(supervisor.identity))
      if (isSupervised && supervisor.isShared) return adopt(running, supervisor.identity, place.clusterFolder, on.onLost)
      if (supervisor !== null && !isSupervised && hasAskedToStop !== running.pid) {
        interrupt(running, place.clusterFolder)
        hasAskedToStop = running.pid
      }
      if (!hasSaidWaiting && Date.now() - startedAt > 2000) {
        on.onProgress(
          isSupervised
            ? `waiting for another command to release the database server ${running.pid}`
            : `waiting for the database server ${running.pid} (${running.status || 'starting'})`,
        )
        hasSaidWaiting = true
      }
      if (!isSupervised && Date.now() - startedAt > busyPatienceMs)
        throw new EmbeddedDatabaseProblem(
          `The database server ${running.pid} in ${place.clusterFolder} does not respond and does not stop. End this process and start again.`,
        )
      await pause(50)
      continue
    }
    if (running !== null) releaseStaleLock(running, place.clusterFolder)
    const outcome = await startAndKeepUp(place, on)
    if (!('isLocked' in outcome)) return own(outcome)
    if (Date.now() - startedAt > lockPatienceMs) throw new EmbeddedDatabaseProblem(outcome.complaint)
    await pause(250)
  }
}

const adoptedCheckMs = 1_000

/** Another program's server: it ends with that program, which nothing but its going tells, and is started again by it until then. */
function adopt(first: Postmaster, supervisor: string, clusterFolder: string, onLost: (reason: string) => void): JoinedServer {
  let running = first
  const watch = setInterval(() => {
    if (isRunning(running, clusterFolder)) return
    if (isIdentityAlive(supervisor)) {
      running = readPostmaster(clusterFolder) ?? running
      return
    }
    clearInterval(watch)
    onLost(`the database server ${running.pid} stopped with the program that started it`)
  }, adoptedCheckMs)
  watch.unref()
  return { socketFolder: running.socketFolder, isAdopted: true, stop: async () => clearInterval(watch) }
}

function own(server: OwnServer): JoinedServer {
  return { ...server, isAdopted: false }
}

/** Who started the server, with an empty identity when it was none of us; `null` when it does not answer. */
async function askSupervisor({ socketFolder }: Postmaster): Promise<{ identity: string; isShared: boolean } | null> {
  try {
    return await query(socketFolder, async (client) => {
      const { rows } = await client.query<{ identity: string | null; shared: string | null }>(
        `SELECT current_setting('nameplane.supervisor', true) AS identity, current_setting('nameplane.shared', true) AS shared`,
      )
      return { identity: rows[0]?.identity ?? '', isShared: rows[0]?.shared !== 'off' }
    })
  } catch {
    return null
  }
}

/** SIGINT is PostgreSQL's fast and clean stop: sessions end, everything is written out. */
function interrupt({ pid }: Postmaster, clusterFolder: string): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ESRCH') return
    throw new EmbeddedDatabaseProblem(`The database server ${pid} of another user is running in ${clusterFolder}. Stop it first.`)
  }
}

async function createDatabase(socketFolder: string): Promise<void> {
  await query(socketFolder, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
    if (rowCount !== 0) return
    try {
      await client.query(`CREATE DATABASE ${databaseName}`)
    } catch (cause) {
      // Another starter made it between the two queries (42P04, or 23505 when at the very same moment).
      const code = cause instanceof pg.DatabaseError ? cause.code : undefined
      if (code !== '42P04' && code !== '23505') throw cause
    }
  })
}

async function query<Result>(socketFolder: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ host: socketFolder, port: serverPort, user: databaseRole, database: 'postgres', connectionTimeoutMillis: 5000 })
  // A connection that breaks while idle reports itself here; the query's own rejection is what counts.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
