import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { newNode } from '../../../tests/support/nodes.ts'
import { newTestDomain, recordOf, type TestDomain } from '../../../tests/support/records.ts'
import { platformActor } from '../access/actor.ts'
import { change } from '../changes/change.ts'
import { openDb, openPool, type Db } from '../db/connection.ts'
import { applyChanges } from '../features/dns/record/record.service.ts'
import { BuiltInNode } from '../serving/node/built-in-node.ts'
import { startReconciler, type Reconciler } from '../serving/publication/reconciler.ts'

/** A pool that notes what is asked of the database, `begin` and `commit` too, and what of it had not been answered when the next was asked. */
function notingPool(connectionString: string): { pool: Pool; asked: string[]; unanswered: string[][] } {
  const pool = openPool({ connectionString })
  const asked: string[] = []
  const unanswered: string[][] = []
  const open = new Set<{ text: string }>()
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const noted = (...args: unknown[]): unknown => {
      const one = { text: String(args[0]).trim() }
      asked.push(one.text)
      unanswered.push([...open].map(({ text }) => text))
      open.add(one)
      const answered = query(...args)
      if (answered instanceof Promise) void answered.finally(() => open.delete(one)).catch(() => {})
      return answered
    }
    client.query = noted as typeof client.query
  })
  return { pool, asked, unanswered }
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
  nodeId = await newNode(test, 'noted')
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
const isLook = (statement: string) => /^select "domain_id",.* from "publication"/.test(statement)

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

  it('waits for the database three times', async () => {
    const { records } = await save({ op: 'add', record: sent('waits A 192.0.2.1') })
    saver.asked.length = 0
    saver.unanswered.length = 0
    await save({ op: 'update', id: records[0]!.id, record: sent('waits A 192.0.2.2') })
    expect(saver.asked.slice(1).map((statement, at) => [statement.split(/[\s(]/, 3).join(' '), saver.unanswered[at + 1]!.length])).toEqual([
      [expect.stringMatching(/^select "domain"/), 0],
      [expect.stringMatching(/^select "id"/), 1],
      [expect.stringMatching(/^select "id"/), 2],
      ['with step_0 as', 0],
      ['with raised as', 1],
      ['insert into "audit_entry"', 0],
      ['commit', 1],
    ])
  })

  it('that has to be judged with more than what stands at its host asks for that too', async () => {
    await save({ op: 'add', record: sent('there A 192.0.2.1') })
    saver.asked.length = 0
    const { records } = await save({ op: 'add', record: sent(`points CNAME there.${domain.name}.`) })
    expect(saver.asked.filter((statement) => statement.startsWith('select "id"'))).toHaveLength(2)
    // Another host than the one sent: what stands where the record was is looked at as well.
    saver.asked.length = 0
    await save({ op: 'update', id: records[0]!.id, record: sent('moved A 192.0.2.1') })
    expect(saver.asked.filter((statement) => statement.startsWith('select "id"'))).toHaveLength(3)
    await expect(save({ op: 'add', record: sent('there CNAME elsewhere.example.') })).rejects.toThrow('cname_conflict')
  })

  it('whose rows are refused leaves nothing, and says why', async () => {
    await sql`create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'no row'; end $$`.execute(test.db)
    await sql`create trigger refuse_row before insert on record for each row execute function refuse_row()`.execute(test.db)
    const before = await domain.version()
    await expect(save({ op: 'add', record: sent('unwritten A 192.0.2.1') })).rejects.toThrow('no row')
    await sql`drop trigger refuse_row on record`.execute(test.db)
    expect(await domain.version()).toBe(before)
    await save({ op: 'add', record: sent('unwritten A 192.0.2.1') })
  })

  it('is committed in one go with its audit entry, which is asked for before', async () => {
    await save({ op: 'add', record: sent('chained A 192.0.2.1') })
    expect(saver.asked.slice(-2)).toEqual([expect.stringMatching(/^insert into "audit_entry"/), 'commit'])
    expect(saver.unanswered.slice(-2)).toEqual([[], [saver.asked.at(-2)]])
  })

  it('of many changes is committed once all its entries but the last are written', async () => {
    saver.asked.length = 0
    await change(db, platformActor('test'), 'domain.update', async ({ audit }) => {
      for (let index = 0; index < 1_201; index += 1) audit({ type: 'domain', id: index, name: `n${index}.example` })
    })
    const [first, second, third, last] = saver.asked.slice(-4)
    expect([first, second, third].every((statement) => statement!.startsWith('insert into "audit_entry"'))).toBe(true)
    expect(last).toBe('commit')
    expect(saver.unanswered.slice(-4).map((open) => open.length)).toEqual([0, 0, 0, 1])
  })

  it('that leaves no entry is written all the same', async () => {
    await change(db, platformActor('test'), 'domain.update', async (open) => {
      open.isTaste()
      open.writeLast(open.tx.updateTable('domain').set({ remark: 'to my taste' }).where('id', '=', domain.id).compile())
    })
    expect(await test.db.selectFrom('domain').select('remark').where('id', '=', domain.id).executeTakeFirst()).toEqual({ remark: 'to my taste' })
  })

  it('whose audit entry is refused leaves nothing, and says why', async () => {
    await sql`create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'no entry'; end $$`.execute(test.db)
    await sql`create trigger refuse_entry before insert on audit_entry for each row execute function refuse_entry()`.execute(test.db)
    await expect(save({ op: 'add', record: sent('unchained A 192.0.2.1') })).rejects.toThrow('no entry')
    await sql`drop trigger refuse_entry on audit_entry`.execute(test.db)
    expect(await test.db.selectFrom('record').select('id').where('host', '=', 'unchained').execute()).toEqual([])
    await save({ op: 'add', record: sent('unchained A 192.0.2.1') })
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
