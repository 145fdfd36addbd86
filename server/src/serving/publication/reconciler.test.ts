import { setTimeout as pause } from 'node:timers/promises'
import { sql, type KyselyPlugin } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { newNode } from '../../../../tests/support/nodes.ts'
import { valuesOf } from '../../../../tests/support/dns-client.ts'
import { adding, newTestDomain, recordOf, type TestDomain } from '../../../../tests/support/records.ts'
import { publicationChannel, restoredNotice, wantPublished } from '../../changes/publication.ts'
import { openDb, openPool, type Tx } from '../../db/connection.ts'
import { BuiltInNode } from '../node/built-in-node.ts'
import { startReconciler, type Reconciler } from './reconciler.ts'

const fillers = 3_000
/** Rows that a round over one small change may read, lists in a row included: the publication, the domain, its changes, the names. */
const fewRows = 30

let app: TestApp
let pool: Pool
let node: BuiltInNode
let reconciler: Reconciler
let nodeId: number
let big: TestDomain
let rowsRead = 0
let verifyFailures = 0
/** Happens once, when the node was seen to answer and that is not noted yet. */
let onceSeen: (() => Promise<unknown>) | null = null

const counting: KyselyPlugin = {
  transformQuery: ({ node: query }) => query,
  async transformResult({ result }) {
    for (const row of result.rows) {
      const listed = Object.values(row as Record<string, unknown>).flatMap((member) => (Array.isArray(member) ? [member.length] : []))
      rowsRead += 1 + listed.reduce((sum, length) => sum + length, 0)
    }
    return result
  },
}

beforeAll(async () => {
  app = await createTestApp()
  big = await newTestDomain(app)
  await sql`
    insert into record (domain_id, host, type, line, value, ttl_seconds, version)
    select ${big.id}, 'f' || n, 'A', 'default', '10.0.' || n / 256 || '.' || n % 256, 600, 1 from generate_series(1, ${fillers}::integer) as n`.execute(app.db)
  nodeId = await newNode(app, 'counted')
  pool = openPool({ connectionString: app.connectionString })
  node = new BuiltInNode({ host: '127.0.0.1', port: 0 })
  await node.start()
  const asked = node.verify.bind(node)
  node.verify = async (name) => {
    if (verifyFailures > 0) {
      verifyFailures -= 1
      throw new Error('the engine does not answer')
    }
    const seen = await asked(name).then(
      (answer) => () => answer,
      (error: unknown) => () => {
        throw error
      },
    )
    const work = onceSeen
    onceSeen = null
    await work?.()
    return seen()
  }
  reconciler = startReconciler({ db: openDb(pool).withPlugin(counting), pool, nodeId, driver: node, log: () => {} })
  await reconciler.load()
  await live()
})
afterAll(async () => {
  await reconciler?.stop()
  await node?.stop()
  await pool?.end()
  await app.close()
})

/** Waits until the node was seen to answer with what is wanted of it. */
async function live(): Promise<void> {
  for (;;) {
    const row = await app.db
      .selectFrom('publication')
      .select(['live_serial', 'wanted_serial'])
      .where('node_id', '=', nodeId)
      .where('domain_id', '=', big.id)
      .executeTakeFirstOrThrow()
    if (row.live_serial === row.wanted_serial) return
    await pause(10)
  }
}

async function rowsReadFor(work: () => Promise<unknown>): Promise<number> {
  rowsRead = 0
  await work()
  await live()
  return rowsRead
}

const asked = (host: string, type = 'A'): Promise<string[]> => valuesOf(node.port, host === '@' ? big.name : `${host}.${big.name}`, type)
const inOneGo = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> => app.db.transaction().execute((tx) => work(tx))

describe('of a large domain that is served', () => {
  it('a change of one record reads the names it touched, and no others', async () => {
    let id = 0
    expect(await rowsReadFor(async () => void ([id] = (await big.add('new A 192.0.2.1')) as [number]))).toBeLessThan(fewRows)
    expect(await asked('new')).toEqual(['192.0.2.1'])
    expect(await rowsReadFor(() => big.apply([{ op: 'update', id, record: recordOf('moved A 192.0.2.2') }]))).toBeLessThan(fewRows)
    expect([await asked('new'), await asked('moved')]).toEqual([[], ['192.0.2.2']])
    expect(await rowsReadFor(() => big.apply([{ op: 'update', id, record: recordOf('moved A 192.0.2.2', { status: 0 }) }]))).toBeLessThan(fewRows)
    expect(await asked('moved')).toEqual([])
    expect(await rowsReadFor(() => big.apply([{ op: 'delete', id }]))).toBeLessThan(fewRows)
    expect([await asked('f1'), await asked(`f${fillers}`)]).toEqual([['10.0.0.1'], ['10.0.11.184']])
  })

  it('several saves that are published in one go are followed too', async () => {
    const read = await rowsReadFor(() => Promise.all(['one', 'two', 'three'].map((host) => big.add(`${host} A 192.0.2.3`))))
    expect(read).toBeLessThan(3 * fewRows)
    expect([await asked('one'), await asked('two'), await asked('three')]).toEqual([['192.0.2.3'], ['192.0.2.3'], ['192.0.2.3']])
  })

  it('other name servers of its service group are read with the apex alone', async () => {
    const read = await rowsReadFor(() =>
      inOneGo(async (tx) => {
        await tx
          .updateTable('service_group')
          .set({ nameservers: ['ns8.example.', 'ns9.example.'] })
          .execute()
        await wantPublished(tx, [big.id])
      }),
    )
    expect(read).toBeLessThan(fewRows)
    expect(await asked('@', 'NS')).toEqual(['ns8.example.', 'ns9.example.'])
  })
})

/** A record changes over so many versions, and the history names no record; of the last version it may tell how many there were. */
async function changeUnseen(tx: Tx, versions: number, updated: number | null): Promise<void> {
  const { version } = await tx
    .updateTable('domain')
    .set((of) => ({ version: of('version', '+', versions) }))
    .where('id', '=', big.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  if (updated !== null) {
    await tx
      .insertInto('domain_revision')
      .values({ domain_id: big.id, version, actor_name: 'test', action: 'record.apply', added: 0, updated, deleted: 0 })
      .execute()
  }
  await tx
    .updateTable('record')
    .set({ value: `192.0.2.${version % 250}` })
    .where('domain_id', '=', big.id)
    .where('host', '=', 'f7')
    .execute()
  await wantPublished(tx, [big.id])
}

describe('everything is read, and served as it is, when', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['the history tells nothing', () => inOneGo((tx) => changeUnseen(tx, 1, null))],
    ['a saved state is missing in the history', () => inOneGo((tx) => changeUnseen(tx, 2, 0))],
    ['a change is missing in the history', () => inOneGo((tx) => changeUnseen(tx, 1, 1))],
    [
      'a changed name holds what the history does not account for',
      () =>
        inOneGo(async (tx) => {
          await tx.deleteFrom('record').where('domain_id', '=', big.id).where('host', '=', 'f8').execute()
          await tx.updateTable('record').set({ value: '192.0.2.77' }).where('domain_id', '=', big.id).where('host', '=', 'f7').execute()
        }).then(() => big.add('f8 A 192.0.2.8')),
    ],
    ['the node was not seen to answer with it', () => ((verifyFailures = 1), big.add('f7 A 192.0.2.78'))],
    ['a DNAME comes', () => big.apply([adding('moved DNAME example.net.')])],
    ['more names change than are worth following', () => big.apply(Array.from({ length: 1_001 }, (_, i) => adding(`many${i} A 192.0.2.5`)))],
    [
      'the domain was paused',
      async () => {
        await app.call(domain.status, { ids: [big.id], status: 0 })
        await live()
        await app.call(domain.status, { ids: [big.id], status: 1 })
      },
    ],
  ])('%s', async (_case, work) => {
    expect(await rowsReadFor(work)).toBeGreaterThanOrEqual(fillers - 1)
    const saved = await app.db
      .selectFrom('record')
      .select(['host', 'value'])
      .where('domain_id', '=', big.id)
      .where('host', 'in', ['f1', 'f7', 'f8'])
      .orderBy('value')
      .execute()
    for (const host of ['f1', 'f7', 'f8']) expect(await asked(host)).toEqual([...new Set(saved.filter((row) => row.host === host).map((row) => row.value))])
  })
})

describe('of a domain whose serial its primary gives', () => {
  it('what is wanted while something else is seen to be served is served too', async () => {
    const { serial } = await app.db.selectFrom('domain').select('serial').where('id', '=', big.id).executeTakeFirstOrThrow()
    const soa = { mname: 'ns1.primary.example', rname: 'host.primary.example', refresh: 7_200, retry: 900, expire: 1_209_600, minimum: 60, ttlSeconds: 1_800 }
    const apex = JSON.stringify({ soa, nameservers: [{ name: 'ns1.primary.example', ttlSeconds: 7_200 }] })
    await app.db
      .insertInto('domain_primary')
      .values({ domain_id: big.id, addresses: ['192.0.2.1'], serial, apex })
      .execute()
    onceSeen = () => app.call(domain.status, { ids: [big.id], status: 1 })
    await app.call(domain.status, { ids: [big.id], status: 0 })
    await live()
    expect(onceSeen).toBeNull()
    expect(await asked('f1')).toEqual(['10.0.0.1'])
    await app.db.deleteFrom('domain_primary').where('domain_id', '=', big.id).execute()
  })
})

describe('after a backup was restored', () => {
  it('records that differ under the same version are served, and zones of domains that are gone no longer', async () => {
    const passing = await newTestDomain(app)
    const passingAnswers = (): Promise<string[]> => valuesOf(node.port, passing.name, 'NS')
    while ((await passingAnswers()).length === 0) await pause(10)
    await inOneGo(async (tx) => {
      await tx.updateTable('record').set({ value: '192.0.2.99' }).where('domain_id', '=', big.id).where('host', '=', 'f9').execute()
      await tx.deleteFrom('domain').where('id', '=', passing.id).execute()
      await wantPublished(tx, [big.id])
      await sql`select pg_notify(${publicationChannel}, ${restoredNotice})`.execute(tx)
    })
    await live()
    while ((await passingAnswers()).length > 0) await pause(10)
    expect(await asked('f9')).toEqual(['192.0.2.99'])
  })
})
