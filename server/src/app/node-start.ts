import type { Pool } from 'pg'
import type { EngineDriver } from '../serving/node/driver.ts'
import type { LineTable } from '../serving/lines/line-table.ts'
import { startReconciler } from '../serving/publication/reconciler.ts'
import { minuteOf, rollUpAnswers } from '../serving/publication/roll-ups.ts'
import type { Log } from '../jobs/worker.ts'
import { registerNode, type OwnNode } from './node-registration.ts'

export type RunningNode = { nodeId: number; driver: EngineDriver; isLoaded: () => boolean; loaded: Promise<void>; stop(): Promise<void> }

/** Starts the node, registers it, gives it zones, keeps it true to the database, and rolls its answers up each minute. */
export async function startNode(options: OwnNode & { pool: Pool; driver: EngineDriver; lines: LineTable; log: Log }): Promise<RunningNode> {
  const { db, driver, log } = options
  await driver.applyLines(options.lines)
  // Before it is registered: an address that cannot be had is not where the node is.
  await driver.start()
  const nodeId = await registerNode(options).catch(async (error: unknown) => {
    await driver.stop()
    throw error
  })
  const reconciler = startReconciler({ db, pool: options.pool, nodeId, driver, log })

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
  const loaded = reconciler.load().then(async () => {
    isLoaded = true
    await note()
  })
  loaded.catch((error: unknown) => log({ level: 'error', event: 'loading zones failed', error: String(error) }))

  // Every few seconds into this minute's row: the dashboard moves soon, and a crash loses a few seconds of counts.
  const rollUp = async (): Promise<void> => {
    try {
      await rollUpAnswers(db, nodeId, driver, minuteOf(new Date()))
    } catch (error) {
      log({ level: 'warn', event: 'roll-up failed', error: String(error) })
    }
  }
  let running: Promise<void> = Promise.resolve()
  const rollUpTimer = setInterval(() => void (running = running.then(rollUp)), 5_000)
  const noteTimer = setInterval(() => void note().catch(() => {}), 10_000)
  return {
    nodeId,
    driver,
    isLoaded: () => isLoaded,
    loaded,
    async stop() {
      clearInterval(rollUpTimer)
      clearInterval(noteTimer)
      await reconciler.stop()
      await running
      await rollUp()
      await driver.stop()
      await db
        .updateTable('node')
        .set({ state: 'offline', state_reason: 'stopped' })
        .where('id', '=', nodeId)
        .execute()
        .catch(() => {})
    },
  }
}
