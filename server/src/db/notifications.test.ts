import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { openPool } from './connection.ts'
import { listenAlone, listenTo, type Listening } from './notifications.ts'

let test: TestDatabase
let pool: Pool
/** Listens to nothing: says and cuts. */
let asking: Pool
let all: Listening[]

beforeEach(async () => {
  test = await createTestDatabase()
  pool = openPool({ connectionString: test.connectionString })
  asking = openPool({ connectionString: test.connectionString }, 1)
  all = []
})
afterEach(async () => {
  await Promise.all(all.map((one) => one.stop()))
  await pool.end()
  await asking.end()
  await test.drop()
})

/** Listens, and notes what it heard. */
async function hear(channels: string | string[], listen = listenTo) {
  const heard: string[] = []
  const state = { gaps: 0 }
  const listening = listen(pool, channels, { notice: (payload, channel) => heard.push(`${channel} ${payload}`), gap: () => (state.gaps += 1) })
  all.push(listening)
  await listening.ready
  return { heard, state, stop: () => listening.stop() }
}

const say = (channel: string, payload: string) => asking.query('select pg_notify($1, $2)', [channel, payload])

/** Ends the connections that listen, and answers how many there were. */
async function cut(): Promise<number> {
  const { rows } = await asking.query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()")
  return rows.length
}

describe('what listens through one pool', () => {
  it('shares a connection and hears its own channels only', async () => {
    const one = await hear('first')
    const other = await hear(['second', 'third'])
    await say('first', 'a')
    await say('second', 'b')
    await say('third', 'c')
    await expect.poll(() => other.heard).toEqual(['second b', 'third c'])
    expect(one.heard).toEqual(['first a'])
    expect(await cut()).toBe(1)
  })

  it('is told of the gap after its connection was cut, and hears again', async () => {
    const one = await hear('first')
    const other = await hear('second')
    await cut()
    await expect.poll(() => [one.state.gaps, other.state.gaps], { timeout: 20_000 }).toEqual([2, 2])
    await say('first', 'a')
    await say('second', 'b')
    await expect.poll(() => [one.heard, other.heard]).toEqual([['first a'], ['second b']])
  })

  it('goes on hearing when another stops, and one that comes back hears again', async () => {
    const one = await hear('first')
    const other = await hear('second')
    await other.stop()
    const back = await hear('second')
    await say('second', 'b')
    await say('first', 'a')
    await expect.poll(() => one.heard).toEqual(['first a'])
    expect([other.heard, back.heard]).toEqual([[], ['second b']])
  })

  it('holds no connection once nothing listens', async () => {
    const one = await hear('first')
    await one.stop()
    expect(pool.totalCount).toBe(0)
    const again = await hear('first')
    await say('first', 'a')
    await expect.poll(() => again.heard).toEqual(['first a'])
  })

  it('has a connection of its own if it wants one', async () => {
    await hear('first')
    await hear('second', listenAlone)
    expect(await cut()).toBe(2)
  })
})
