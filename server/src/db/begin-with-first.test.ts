import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { openPool } from './connection.ts'

let database: TestDatabase
let pool: ReturnType<typeof openPool>
let client: PoolClient
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ connectionString: database.connectionString }, 1)
  await pool.query('create table noted (n integer not null)')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  client = await pool.connect()
})
afterEach(async () => {
  client.release()
  await pool.query('delete from noted')
})

const insert = (n: number | null) => client.query('insert into noted (n) values ($1)', [n])
const noted = async () => (await client.query<{ n: number }>('select n from noted order by n')).rows.map(({ n }) => n)
/** Uses after which a statement has a name. */
const often = 120

it('a transaction is begun by the message that carries its first statement', async () => {
  // As the query builder asks: so often that it has a name.
  for (let use = 0; use < often; use += 1) for (const text of ['begin', 'rollback']) await client.query(text, [])
  const { stream } = client.connection
  const sent = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')]
  await client.query('begin', [])
  expect((await client.query<{ n: number }>('select $1::integer + 1 as n', [1])).rows).toEqual([{ n: 2 }])
  await insert(1)
  await client.query('rollback', [])
  expect(sent.reduce((calls, { mock }) => calls + mock.calls.length, 0)).toBe(3)
  expect(await noted()).toEqual([])
})

it('what cannot begin does nothing of its first statement', async () => {
  for (let use = 0; use < often; use += 1) await insert(use)
  await client.query('delete from noted')
  await client.query('begin isolation level nonsense')
  await expect(insert(1)).rejects.toMatchObject({ code: '42601' })
  await client.query('rollback')
  await client.query('begin isolation level nonsense')
  await expect(client.query('insert into noted (n) values (1)')).rejects.toMatchObject({ code: '42601' })
  await client.query('rollback')
  expect(await noted()).toEqual([])
})

it('a first statement that fails says why, and takes the others with it', async () => {
  await client.query('begin')
  const [first, second] = await Promise.allSettled([insert(null), insert(2)])
  expect(first).toMatchObject({ reason: { code: '23502' } })
  expect(second).toMatchObject({ reason: { code: '25P02' } })
  expect(await client.query('commit')).toMatchObject({ command: 'ROLLBACK' })
  expect(await noted()).toEqual([])
})

it('statements are done in the order in which they were asked, whether the first has values, a name, or neither', async () => {
  const named = (n: number) => client.query({ name: `set_${n}`, text: `update noted set n = ${n} + $1`, values: [0] })
  await insert(0)
  for (const first of [() => client.query('update noted set n = 7'), () => named(8), () => named(8), () => client.query('update noted set n = $1', [9])]) {
    await client.query('begin')
    await Promise.all([first(), client.query('update noted set n = n * 10 where n > $1', [0]), client.query('commit')])
    const [n] = await noted()
    expect([70, 80, 90]).toContain(n)
  }
})

it('a transaction without a statement is none', async () => {
  for (const end of ['commit', 'rollback']) {
    await client.query('begin')
    expect(await client.query(end)).toMatchObject({ command: end.toUpperCase(), rows: [] })
    await insert(1)
  }
  expect(await noted()).toEqual([1, 1])
})
