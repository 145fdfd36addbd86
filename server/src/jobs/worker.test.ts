import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { startQueue } from './worker.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.drop())

const away: readonly (readonly [string, Error])[] = [
  ['that cannot be connected to', Object.assign(new Error('connect ECONNREFUSED /database/socket'), { code: 'ECONNREFUSED' })],
  ['that is starting', Object.assign(new Error('the database system is starting up'), { code: '57P03' })],
  ['whose connection ends', new Error('Connection terminated unexpectedly')],
]

// The queue itself waits three seconds before it tries again.
it.each(away)('what became of a run is noted later in a database %s meanwhile, and nothing else fails', { timeout: 60_000 }, async (_, fault) => {
  const pool = new pg.Pool({ connectionString: database.connectionString, max: 4 })
    .on('error', () => {})
    .on('connect', (client) => void client.on('error', () => {}))
  const connect = pool.connect.bind(pool) as (told?: unknown) => Promise<pg.PoolClient>
  let failures = 0
  let left = 0
  pool.connect = ((told?: unknown) => {
    if (told !== undefined || left === 0) return connect(told)
    left -= 1
    failures += 1
    return Promise.reject(fault)
  }) as typeof pool.connect
  const unheard: unknown[] = []
  const hear = (error: unknown): void => void unheard.push(error)
  process.on('unhandledRejection', hear)
  const runs: string[] = []
  const queue = await startQueue(
    pool,
    {
      patience: async (payload) => {
        runs.push(String(payload))
        left = 2
        if (payload === 'fails') throw new Error('as it is meant to')
      },
    },
    () => {},
  )
  try {
    for (const [count, payload] of [
      [1, 'fails'],
      [2, 'works'],
    ] as const) {
      await pool.query(`select graphile_worker.add_job('patience', to_json($1::text), max_attempts := 1)`, [payload])
      await expect.poll(() => runs.length, { timeout: 20_000 }).toBe(count)
      const open = async () => (await pool.query(`select 1 from graphile_worker.jobs where locked_at is not null`)).rowCount
      await expect.poll(() => left, { timeout: 30_000 }).toBe(0)
      await expect.poll(open, { timeout: 30_000 }).toBe(0)
    }
    const { rows } = await pool.query(`select last_error from graphile_worker.jobs where task_identifier = 'patience'`)
    expect([rows, failures, unheard]).toEqual([[{ last_error: 'as it is meant to' }], 4, []])
  } finally {
    process.off('unhandledRejection', hear)
    await queue.stop()
    await pool.query(`delete from graphile_worker._private_jobs`)
    await pool.end()
  }
})
