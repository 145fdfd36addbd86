import { setTimeout as pause } from 'node:timers/promises'
import { restartPauses } from '../../restart-pauses.mjs'
import { readPostmaster, isRunning, releaseStaleLock } from './postmaster.ts'
import { startServer, type LockedFolder, type OwnServer, type ServerPlace } from './server.ts'

/** What is said of a server that is kept up. */
export interface KeepingUp {
  /** What is being waited for, one line each. */
  onProgress(line: string): void
  /** The server ended although nobody stopped it, or could not be started again; the reason is one line. It is tried again. */
  onDown(reason: string): void
  /** It takes connections again. */
  onUp(): void
}

/** Not longer: a disk that was full may have room at any moment. */
const longestPauseMs = 5_000

/**
 * Starts a server and starts it again, with growing pauses and without end, whenever it ends by itself: one that can no longer write
 * its journal, because the disk is full, ends at once and cannot start before there is room. Nothing is removed or made anew for that.
 * @throws EmbeddedDatabaseProblem when the first start fails
 */
export async function startAndKeepUp(place: ServerPlace, { onProgress, onDown, onUp }: KeepingUp): Promise<OwnServer | LockedFolder> {
  const stopping = new AbortController()
  const pauseAfter = restartPauses(longestPauseMs)
  let startedAt = performance.now()
  let again = Promise.resolve()
  const fell = (reason: string) => {
    if (stopping.signal.aborted) return
    onDown(reason)
    again = startAgain(performance.now() - startedAt)
  }
  const first = await startServer(place, onProgress, fell)
  if ('isLocked' in first) return first
  let server = first

  async function startAgain(livedMs: number): Promise<void> {
    for (let pauseMs = pauseAfter(livedMs); ; pauseMs = pauseAfter(0)) {
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        const left = readPostmaster(place.clusterFolder)
        if (left !== null && !isRunning(left, place.clusterFolder)) releaseStaleLock(left, place.clusterFolder)
        const outcome = await startServer(place, onProgress, fell)
        if (!('isLocked' in outcome)) {
          server = outcome
          startedAt = performance.now()
          onUp()
          return
        }
        onDown(outcome.complaint)
      } catch (problem) {
        onDown(problem instanceof Error ? problem.message : String(problem))
      }
    }
  }

  return {
    socketFolder: place.socketFolder,
    async stop() {
      stopping.abort()
      await again
      await server.stop()
    },
  }
}
