import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedDatabase } from '../../server/src/db/embedded/embedded-database.ts'
import { chooseLauncher } from '../../server/src/db/embedded/launcher.ts'
import { openLogFile } from '../../server/src/db/embedded/log-file.ts'
import { findPostgresBinaries } from '../../server/src/db/embedded/postgres-binaries.ts'
import { startServer } from '../../server/src/db/embedded/server.ts'
import { makeSocketFolder } from '../../server/src/db/embedded/socket-folder.ts'
import type { Variables } from './server-process.ts'

/*
 * A machine whose clock is set: every process that is started with these variables goes by one file, which says how far its clock is
 * from ours. The time that passes, as no clock can be set for it, is the true one.
 */

const library = existsSync('/usr/lib')
  ? ['', ...readdirSync('/usr/lib')].map((folder) => join('/usr/lib', folder, 'faketime', 'libfaketime.so.1')).find((path) => existsSync(path))
  : undefined
export const canSetClocks = library !== undefined || process.env['CI'] !== undefined

/** Between two readings of the file, in whole seconds. */
const readEverySeconds = 1
/** Until every process has read it: it looks whether more than that has passed. */
const seenAfterMs = (readEverySeconds + 1) * 1000 + 200

export type OtherClock = {
  readonly variables: Variables
  /** The time by it. */
  now(): Date
  /** Sets it; answers when every process has seen it. */
  set(to: Date | { offsetMs: number }): Promise<void>
}

export function otherClock(folder: string): OtherClock {
  if (library === undefined) throw new Error('libfaketime is missing (Debian: libfaketime)')
  const file = join(folder, 'clock')
  let offsetMs = 0
  const write = (): void => writeFileSync(file, `${offsetMs < 0 ? '-' : '+'}${(Math.abs(offsetMs) / 1000).toFixed(3)}\n`, { mode: 0o644 })
  write()
  return {
    variables: { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: String(readEverySeconds), FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    now: () => new Date(Date.now() + offsetMs),
    async set(to) {
      offsetMs = to instanceof Date ? to.getTime() - Date.now() : to.offsetMs
      write()
      await pause(seenAfterMs)
    },
  }
}

/** A database server that goes by such a clock; `folder` is open to its user. */
export async function startDatabaseWith(clock: OtherClock, folder: string): Promise<{ connectionString: string; stop(): Promise<void> }> {
  // Made by its own means, then run by a program that has the clock.
  const made = await startEmbeddedDatabase({ dataFolder: folder })
  await made.stop()
  const binaries = findPostgresBinaries()
  const programs = join(folder, 'programs')
  mkdirSync(programs, { recursive: true })
  const postgres = join(programs, 'postgres')
  const set = Object.entries(clock.variables).map(([name, value]) => `export ${name}='${value}'`)
  writeFileSync(postgres, ['#!/bin/sh', ...set, `exec '${binaries.postgres}' "$@"`, ''].join('\n'))
  chmodSync(postgres, 0o755)
  const clusterFolder = join(folder, 'database', 'cluster')
  const launcher = chooseLauncher(clusterFolder)
  const log = openLogFile(join(folder, 'database', 'postgres.log'))
  const socketFolder = makeSocketFolder(join(folder, 'database'), launcher.user)
  const started = await startServer(
    { binaries: { ...binaries, postgres }, launcher, clusterFolder, socketFolder, log, isShared: true },
    () => undefined,
    () => undefined,
  )
  if ('isLocked' in started) throw new Error(started.complaint)
  return {
    connectionString: made.connectionString,
    async stop() {
      await started.stop()
      log.close()
    },
  }
}
