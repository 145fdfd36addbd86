import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { noteNotified } from '../features/dns/primary/primary.store.ts'
import type { EngineDriver } from '../serving/node/driver.ts'
import { LinkLost } from '../serving/link/peer.ts'
import { startReconciler } from '../serving/publication/reconciler.ts'
import { minuteOf, rollUpAnswers } from '../serving/publication/roll-ups.ts'
import type { Log } from '../jobs/worker.ts'
import { registerNode, type OwnNode } from './node-registration.ts'

export type RunningNode = {
  readonly nodeId: number
  readonly driver: EngineDriver
  isLoaded(): boolean
  /** Fails when it was stopped before. */
  readonly loaded: Promise<void>
  /** Works with it no longer: another process takes its place. It goes on answering. */
  quiet(): Promise<void>
  /** Adds what it has answered until now. */
  rollUp(): Promise<void>
  stop(): Promise<void>
}

const loadPauseMs = 1_000

/** Registers a running engine as a node, gives it zones, keeps it true to the database, and rolls its answers up each minute. */
export async function startNode(
  options: OwnNode & { pool: Pool; driver: EngineDriver; log: Log; /** How the process before ended, if it had to be started again. */ restartCause?: string },
): Promise<RunningNode> {
  const { db, driver, log } = options
  const nodeId = await registerNode(options)
  if (options.restartCause) {
    const again = { restarts: sql<number>`restarts + 1`, restarted_at: new Date(), restart_cause: options.restartCause }
    await db.updateTable('node').set(again).where('id', '=', nodeId).execute()
  }
  const reconciler = startReconciler({ db, pool: options.pool, nodeId, driver, log })

  driver.onNotified?.((zones) => {
    noteNotified(db, zones).catch((error: unknown) => log({ level: 'warn', event: 'NOTIFY not noted', error: String(error) }))
  })

  let isLoaded = false
  const note = async (): Promise<void> => {
    const health = await driver.health()
    const state = health.state === 'up' ? (isLoaded ? 'online' : 'starting') : 'offline'
    await db
      .updateTable('node')
      .set({ state, state_reason: health.detail ?? '', last_seen_at: new Date() })
      .where('id', '=', nodeId)
      .execute()
  }
  let isQuiet = false
  const load = async (): Promise<void> => {
    for (;;) {
      try {
        await reconciler.load()
        isLoaded = true
        return await note()
      } catch (error) {
        if (isQuiet || error instanceof LinkLost) throw error
        log({ level: 'error', event: 'loading zones failed, trying again', error: String(error) })
        await pause(loadPauseMs)
      }
    }
  }
  const loaded = load()
  loaded.catch(() => {})

  // Every few seconds into this minute's row: the dashboard moves soon, and a crash loses a few seconds of counts.
  const rollUp = async (): Promise<void> => {
    try {
      await rollUpAnswers(db, nodeId, driver, minuteOf(new Date()))
    } catch (error) {
      // A node that has ended has said so already.
      if (!(error instanceof LinkLost)) log({ level: 'warn', event: 'roll-up failed', error: String(error) })
    }
  }
  let running: Promise<void> = Promise.resolve()
  const rollUpTimer = setInterval(() => void (running = running.then(rollUp)), 5_000)
  const noteTimer = setInterval(() => void note().catch(() => {}), 10_000)
  async function quiet(): Promise<void> {
    isQuiet = true
    clearInterval(rollUpTimer)
    clearInterval(noteTimer)
    await reconciler.stop()
    await running
  }
  return {
    nodeId,
    driver,
    isLoaded: () => isLoaded,
    loaded,
    quiet,
    rollUp,
    async stop() {
      await quiet()
      await rollUp()
      await db
        .updateTable('node')
        .set({ state: 'offline', state_reason: 'stopped' })
        .where('id', '=', nodeId)
        .execute()
        .catch(() => {})
    },
  }
}
