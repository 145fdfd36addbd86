import type { Pool } from 'pg'
import type { Db } from '../db/connection.ts'
import type { EngineDriver } from '../serving/driver.ts'
import type { LineTable } from '../serving/line-table.ts'
import { startReconciler } from '../serving/publication/reconciler.ts'
import { minuteOf, rollUpAnswers } from '../serving/publication/roll-ups.ts'
import type { Log } from '../jobs/worker.ts'

export type RunningNode = { nodeId: number; driver: EngineDriver; isLoaded: () => boolean; loaded: Promise<void>; stop(): Promise<void> }

/** One row a built-in node, found again by its address and port. */
async function registerNode(db: Db, address: string, port: number, version: string): Promise<number> {
  const name = `built-in ${address}:${port}`
  const row = await db
    .insertInto('node')
    .values({ name, driver: 'builtin', address, port, service_group_id: null, version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version, state: 'starting', state_reason: '' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Registers the node, gives it lines and zones, keeps it true to the database, and rolls its answers up each minute. */
export async function startNode(options: {
  db: Db
  pool: Pool
  driver: EngineDriver
  lines: LineTable
  address: string
  port: number
  version: string
  log: Log
}): Promise<RunningNode> {
  const { db, driver, log } = options
  const nodeId = await registerNode(db, options.address, options.port, options.version)
  await driver.applyLines(options.lines)
  await driver.start()
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
