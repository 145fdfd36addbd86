import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { newTestDomain, recordOf, type TestDomain } from '../../../tests/support/records.ts'
import { platformActor } from '../access/actor.ts'
import { openDb, openPool, type Db } from '../db/connection.ts'
import { applyChanges } from '../features/dns/record/record.service.ts'
import { BuiltInNode } from '../serving/node/built-in-node.ts'
import { startReconciler, type Reconciler } from '../serving/publication/reconciler.ts'

/** A pool that notes what is asked of the database, `begin` and `commit` too. */
function notingPool(connectionString: string): { pool: Pool; asked: string[] } {
  const pool = openPool({ connectionString })
  const asked: string[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const noted = (...args: unknown[]): unknown => {
      asked.push(String(args[0]).trim())
      return query(...args)
    }
    client.query = noted as typeof client.query
  })
  return { pool, asked }
}

let test: TestApp
let saver: ReturnType<typeof notingPool>
let server: ReturnType<typeof notingPool>
let db: Db
let node: BuiltInNode
let nodeId: number
let reconciler: Reconciler
let domain: TestDomain

beforeAll(async () => {
  test = await createTestApp()
  domain = await newTestDomain(test)
  saver = notingPool(test.connectionString)
  server = notingPool(test.connectionString)
  db = openDb(saver.pool)
  nodeId = (
    await test.db
      .insertInto('node')
      .values({ name: 'noted', driver: 'builtin', address: '127.0.0.1', port: 1, service_group_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  node = new BuiltInNode({ host: '127.0.0.1', port: 0 })
  await node.start()
  reconciler = startReconciler({ db: openDb(server.pool), pool: server.pool, nodeId, driver: node, log: () => {} })
  await reconciler.load()
})
afterAll(async () => {
  await reconciler?.stop()
  await node?.stop()
  await saver.pool.end()
  await server.pool.end()
  await test.close()
})

const sent = (text: string) => ({ line: 'default', remark: '', status: 1, ...recordOf(text) })
const save = (change: Parameters<typeof applyChanges>[2]['changes'][number]) =>
  applyChanges(db, { ...platformActor('test'), kind: 'administrator' }, { domainId: domain.id, changes: [change], acknowledged: [], dryRun: false })

async function live(serial: number): Promise<void> {
  const seen = () =>
    test.db.selectFrom('publication').select('live_serial').where('node_id', '=', nodeId).where('domain_id', '=', domain.id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await seen()).live_serial, { timeout: 10_000 }).toBe(serial)
}

/** The round looks for what is due also when nothing is; how often, the clock says. */
const isLook = (statement: string) => statement.startsWith('select "domain_id" from "publication"')

describe('a saved record', () => {
  it('is eight statements, from the first to the commit', async () => {
    const added = await save({ op: 'add', record: sent('www A 192.0.2.1') })
    const { id } = added.records[0]!
    for (const change of [
      { op: 'add' as const, record: sent('mail MX 10 mail.example.net') },
      { op: 'update' as const, id, record: sent('www A 192.0.2.2') },
    ]) {
      saver.asked.length = 0
      await save(change)
      expect(saver.asked.length, saver.asked.join('\n')).toBeLessThanOrEqual(8)
      expect([saver.asked[0], saver.asked.at(-1)]).toEqual(['begin', 'commit'])
    }
  })

  it('is served and seen to be served after three more', async () => {
    const { serial, records } = await save({ op: 'add', record: sent('served A 192.0.2.1') })
    await live(serial)
    server.asked.length = 0
    const again = await save({ op: 'update', id: records[0]!.id, record: sent('served A 192.0.2.2') })
    await live(again.serial)
    expect(server.asked.filter((statement) => !isLook(statement))).toHaveLength(2)
    expect(server.asked.filter(isLook).length).toBeGreaterThan(0)
  })
})
