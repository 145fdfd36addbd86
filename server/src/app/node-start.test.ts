import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { furtherTypes } from '@nameplane/dns-text/further-types'
import { canonicalRdata } from '@nameplane/dns-text/rdata'
import { countedOf } from '../../../tests/support/answered.ts'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { dig, isDigThere } from '../../../tests/support/dig.ts'
import { changeSetActs } from '../features/dns/change-set/change-sets.testing.ts'
import { startNode, type RunningNode } from './node-start.ts'
import { openPool } from '../db/connection.ts'
import { BuiltInNode } from '../serving/node/built-in-node.ts'
import { askNode } from '../serving/node/node-question.ts'

let app: TestApp
let node: RunningNode
let driver: BuiltInNode
const pools: ReturnType<typeof openPool>[] = []

async function start(): Promise<void> {
  const pool = openPool({ connectionString: app.connectionString })
  pools.push(pool)
  driver = new BuiltInNode({ host: '127.0.0.1', port: 0 })
  node = await startNode({
    db: app.db,
    pool,
    driver,
    address: '127.0.0.1',
    port: 0,
    version: 'test',
    idFile: null,
    isDatabaseShared: false,
    isAddressOwn: true,
    log: () => {},
  })
}

beforeAll(async () => {
  app = await createTestApp()
  await start()
  await node.loaded
})

afterAll(async () => {
  await node.stop()
  await driver.stop()
  for (const pool of pools) await pool.end()
  await app.close()
})

/** Waits for the node's publication of a domain to be as wanted; the loop writes the row only after a query has shown it. */
async function published(domainId: number): Promise<void> {
  for (;;) {
    const row = await app.db.selectFrom('publication').selectAll().where('domain_id', '=', domainId).where('node_id', '=', node.nodeId).executeTakeFirst()
    if (row && row.live_serial === row.wanted_serial) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function ask(name: string, type: string) {
  return (await askNode('127.0.0.1', driver.port, { name, type, subnet: '192.0.2.1/32' })).message
}

test('a new domain is answered with the SOA and NS of its service group', async () => {
  const { id } = (await app.call(domain.save, { domain: 'served.example' })).data
  await published(id)
  const soa = await ask('served.example.', 'SOA')
  const { serial } = await app.db.selectFrom('domain').select('serial').where('id', '=', id).executeTakeFirstOrThrow()
  expect(soa.isAuthoritative).toBe(true)
  expect(soa.answers[0]?.value).toBe(`ns1.nameplane.example. hostmaster.nameplane.example. ${serial} 3600 600 1209600 60`)
  expect((await ask('served.example.', 'NS')).answers.map((answer) => answer.value).sort()).toEqual(['ns1.nameplane.example.', 'ns2.nameplane.example.'])
})

test('SOA values that are saved are answered, with a higher serial, and those of a clone too', async () => {
  const { id } = (await app.call(domain.save, { domain: 'timed.example' })).data
  await app.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'www', type: 'CNAME', value: 'timed.example.', ttl: 600 } }] })
  await published(id)
  const soaOf = async (name: string) => (await ask(name, 'SOA')).answers[0]!.value.split(' ').slice(2).map(Number)
  const [before] = await soaOf('timed.example.')
  await app.call(domain.update, { id, soaRetrySeconds: 900, soaMinimumSeconds: 300 })
  await published(id)
  const [serial, ...times] = await soaOf('timed.example.')
  expect(serial).toBeGreaterThan(before!)
  expect(times).toEqual([3600, 900, 1_209_600, 300])
  await published((await app.call(domain.clone, { id, domain: 'clone.example', renames: true })).data.id)
  expect((await ask('www.clone.example.', 'CNAME')).answers.map(({ value }) => value)).toEqual(['clone.example.'])
  expect((await soaOf('clone.example.')).slice(1)).toEqual(times)
})

test.skipIf(!isDigThere)('records of rarely used types are answered as they were saved (needs dig)', async () => {
  const { id } = (await app.call(domain.save, { domain: 'further.example' })).data
  const records = furtherTypes.map(({ mnemonic, example }) => ({ host: mnemonic, type: mnemonic, value: example, ttl: 600 }))
  await app.call(record.apply, { domainId: id, changes: records.map((added) => ({ op: 'add', record: added })) })
  await published(id)
  for (const { type, value } of records) {
    const answer = await dig(driver.port, `${type}.further.example`, type)
    // dig has names for some numbers, and groups digits.
    expect(answer?.values.map((shown) => canonicalRdata(type, shown))).toEqual([value])
  }
})

test('domains that a bulk operation adds are answered, and what another one adds to them', async () => {
  const acts = changeSetActs(app)
  const domains = 'first-added.example\nsecond-added.example'
  const create = (value: string, host: string, type: string) => ({ domains, acknowledged: [], records: [{ host, type, value, ttl: 600 }] })
  await app.call(changeSet.domainCreate, create('198.51.100.42', 'www', 'A'))
  await acts.run()
  const { id } = (await app.call(domain.list, { search: 'second-added.example' })).data.list[0]!
  await published(id)
  expect((await ask('www.second-added.example.', 'A')).answers.map(({ value }) => value)).toEqual(['198.51.100.42'])
  await app.call(changeSet.recordCreate, create('www.{domain}.', 'node{n}', 'CNAME'))
  await acts.run()
  await published(id)
  expect((await ask('node2.second-added.example.', 'CNAME')).answers.map(({ value }) => value)).toEqual(['www.second-added.example.'])
})

test('a paused domain is refused and a served one answered again, with a higher serial', async () => {
  const { id } = (await app.call(domain.save, { domain: 'paused.example' })).data
  await published(id)
  const before = await ask('paused.example.', 'SOA')
  await app.call(domain.status, { ids: [id], status: 0 })
  await published(id)
  expect((await ask('paused.example.', 'SOA')).rcode).toBe(5)
  await app.call(domain.status, { ids: [id], status: 1 })
  await published(id)
  const after = await ask('paused.example.', 'SOA')
  expect(Number(after.answers[0]?.value.split(' ')[2])).toBeGreaterThan(Number(before.answers[0]?.value.split(' ')[2]))
})

test('a recycled domain is refused, a restored one answered', async () => {
  const { id } = (await app.call(domain.save, { domain: 'recycled.example' })).data
  await published(id)
  await app.call(domain.delete, { ids: String(id) })
  await published(id)
  expect((await ask('recycled.example.', 'SOA')).rcode).toBe(5)
  await app.call(domain.restore, { ids: String(id) })
  await published(id)
  expect((await ask('recycled.example.', 'SOA')).rcode).toBe(0)
})

test('changed names of a service group reach the domains of the group', async () => {
  const group = { name: 'second', mname: 'a.second.example', rname: 'hostmaster.second.example', ns1: 'a.second.example', ns2: 'b.second.example' }
  const serviceGroupId = (await app.call(serviceGroup.save, group)).data.id
  const { id } = (await app.call(domain.save, { domain: 'grouped.example', serviceGroupId })).data
  await published(id)
  await app.call(serviceGroup.update, { id: serviceGroupId, ...group, ns3: 'c.second.example' })
  await published(id)
  expect((await ask('grouped.example.', 'NS')).answers.map((answer) => answer.value).sort()).toEqual([
    'a.second.example.',
    'b.second.example.',
    'c.second.example.',
  ])
})

test('a node that was down serves what was saved meanwhile once it is back', async () => {
  await node.stop()
  await driver.stop()
  const { id } = (await app.call(domain.save, { domain: 'meanwhile.example' })).data
  await start()
  await published(id)
  expect((await ask('meanwhile.example.', 'SOA')).rcode).toBe(0)
})

test('answers are counted by domain, line, type and code; the verifying queries of our own are not', async () => {
  const { id } = (await app.call(domain.save, { domain: 'counted.example' })).data
  await published(id)
  for (let query = 0; query < 3; query++) await ask('counted.example.', 'NS')
  await ask('missing.counted.example.', 'TXT')
  await node.stop()
  await driver.stop()
  // Two types and two codes (RFC 1035 §3.2.2, §4.1.1).
  expect(await countedOf(app.db, id)).toEqual({ answers: 4, line: { default: 4 }, type: { 2: 3, 16: 1 }, rcode: { 0: 3, 3: 1 } })
  await start()
})
