import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { registerNode, type OwnNode } from './node-registration.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'nameplane-node-'))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await app.db.deleteFrom('node').execute()
  rmSync(join(folder, 'node.id'), { force: true })
})

function register(port: number, more: Partial<OwnNode> = {}): Promise<number> {
  return registerNode({
    db: app.db,
    address: '127.0.0.1',
    port,
    version: 'test',
    idFile: join(folder, 'node.id'),
    isDatabaseShared: false,
    isAddressOwn: true,
    ...more,
  })
}

async function stopped(id: number): Promise<void> {
  await app.db.updateTable('node').set({ state: 'offline', last_seen_at: new Date() }).where('id', '=', id).execute()
}

async function running(id: number): Promise<void> {
  await app.db
    .updateTable('node')
    .set({ state: 'online', last_seen_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

async function names(): Promise<string[]> {
  return (await app.db.selectFrom('node').select('name').orderBy('id').execute()).map((row) => row.name)
}

describe('a platform that starts again', () => {
  test.each([
    ['on the same port', 5300],
    ['on another port', 5301],
  ])('%s is the same node', async (_, port) => {
    const id = await register(5300)
    await stopped(id)
    expect(await register(port)).toBe(id)
    expect(await app.db.selectFrom('node').select(['name', 'address', 'port', 'state']).execute()).toEqual([
      { name: `built-in 127.0.0.1:${port}`, address: '127.0.0.1', port, state: 'starting' },
    ])
  })

  test('on another port after it was killed is the same node', async () => {
    const id = await register(5300)
    await running(id)
    expect(await register(5301)).toBe(id)
  })

  test('clears away what it left behind before nodes were known again', async () => {
    for (const port of [5300, 5301, 5302]) await stopped(await register(port, { idFile: null, isDatabaseShared: true }))
    expect(await names()).toHaveLength(3)
    const id = await register(5301)
    expect(await names()).toEqual(['built-in 127.0.0.1:5301'])
    await stopped(id)
    expect([await register(5303), await names()]).toEqual([id, ['built-in 127.0.0.1:5303']])
  })

  test.each(['', 'nonsense', '999999999', '-1'])('knows itself by its address where the kept number is %j', async (kept) => {
    const id = await register(5300)
    await running(id)
    writeFileSync(join(folder, 'node.id'), kept)
    expect(await register(5300)).toBe(id)
    expect(readFileSync(join(folder, 'node.id'), 'utf8')).toBe(`${id}\n`)
  })
})

describe('a database that several platforms share', () => {
  const shared = (name: string) => ({ isDatabaseShared: true, isAddressOwn: false, idFile: join(folder, name) })

  test('holds a node for each, though they listen on the same address', async () => {
    const one = await register(53, { ...shared('one'), address: '0.0.0.0' })
    await running(one)
    const other = await register(53, { ...shared('other'), address: '0.0.0.0' })
    expect(await names()).toEqual(['built-in 0.0.0.0:53', 'built-in 0.0.0.0:53 (2)'])
    await stopped(other)
    expect([await register(53, { ...shared('one'), address: '0.0.0.0' }), await register(5353, shared('other'))]).toEqual([one, other])
    expect(await names()).toEqual(['built-in 0.0.0.0:53', 'built-in 127.0.0.1:5353'])
  })

  test('keeps another platform’s node that is down, and nodes of other kinds', async () => {
    const other = await register(5300, shared('away'))
    await stopped(other)
    await app.db.insertInto('node').values({ name: 'edge', driver: 'knot', address: '192.0.2.1', port: 53, service_group_id: null, state: 'offline' }).execute()
    expect(await register(5301, shared('here'))).not.toBe(other)
    expect(await names()).toEqual(['built-in 127.0.0.1:5300', 'edge', 'built-in 127.0.0.1:5301'])
  })
})

test('a second server on the data folder of a running one has a node of its own, and the first keeps its own', async () => {
  const first = await register(5300)
  await running(first)
  const second = await register(5301, { idFile: null, isDatabaseShared: true })
  await running(second)
  expect(await names()).toEqual(['built-in 127.0.0.1:5300', 'built-in 127.0.0.1:5301'])
  expect([await register(5300), await names()]).toEqual([first, ['built-in 127.0.0.1:5300', 'built-in 127.0.0.1:5301']])
})

test('two servers on one data folder keep their own nodes, whichever of them has started the database', async () => {
  const asSecond = { idFile: null, isDatabaseShared: true }
  const first = await register(5300)
  await running(first)
  const second = await register(5301, asSecond)
  await running(second)
  // The database has ended, and both have started again, the second one before the first.
  expect([await register(5301), await register(5300, asSecond)]).toEqual([second, first])
  expect([await register(5300), await register(5301, asSecond)]).toEqual([first, second])
  expect(await names()).toEqual(['built-in 127.0.0.1:5300', 'built-in 127.0.0.1:5301'])
})

test('two starts at once make one node', async () => {
  const ids = await Promise.all([register(5300, { idFile: null }), register(5300, { idFile: null })])
  expect(new Set(ids).size).toBe(1)
  expect(existsSync(join(folder, 'node.id'))).toBe(false)
})
