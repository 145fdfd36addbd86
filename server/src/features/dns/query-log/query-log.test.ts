import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { queryLog } from '@nameplane/contract/dns/query-log'
import { encodeQuery } from '@nameplane/dns-text/message'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { ask } from '../../../../../tests/support/dns-client.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { BuiltInNode } from '../../../serving/node/built-in-node.ts'
import { wholeOf, zoneFromLines } from '../../../serving/zone/zones.testing.ts'
import { valuesOf } from './logged-query.ts'

let test: TestApp
let node: BuiltInNode
let id: number
let nodeId: number
let reached: BuiltInNode | null

beforeAll(async () => {
  test = await createTestApp({}, { queryLogs: () => (reached === null ? [] : [{ nodeId, queryLog: (question) => reached!.queryLog(question) }]) })
  id = (await test.call(domain.save, { domain: 'logged.example' })).data.id
  const address = { driver: 'builtin', address: '192.0.2.53', port: 53, service_group_id: null }
  nodeId = (await test.db.insertInto('node').values({ name: 'ns-read', ...address }).returning('id').executeTakeFirstOrThrow()).id // oxfmt-ignore
  await test.db
    .insertInto('node')
    .values({ name: 'ns-silent', ...address, port: 54 })
    .execute()
  node = new BuiltInNode({ host: '127.0.0.1', port: 0, recentQueries: 20 })
  reached = node
  await node.applyZones([
    wholeOf(zoneFromLines('logged.example', 'www A 192.0.2.1\nalias CNAME gone.logged.example', { domainId: id })),
    wholeOf(zoneFromLines('other.example', 'www A 192.0.2.1', { domainId: id + 1000 })),
  ])
  await node.start()
})
afterAll(async () => {
  await node.stop()
  await test.close()
})

const list = async (filter: Partial<Parameters<typeof test.call<typeof queryLog.list>>[1]> = {}) => (await test.call(queryLog.list, { id, ...filter })).data
const namesOf = (read: { list: readonly { name: string }[] }): string[] => read.list.map(({ name }) => name)

describe('the request log of a domain', () => {
  it('has the queries of this domain alone, with the client that the resolver named and the answer once someone looks', async () => {
    const { after } = await list()
    await ask(node.port, 'WWW.logged.example', 'A', '114.114.114.0/24')
    await ask(node.port, 'www.other.example', 'A')
    await ask(node.port, 'none.logged.example', 'TXT')
    const read = await list({ after })
    expect(read.list).toMatchObject([
      { name: 'none.logged.example', type: 'TXT', rcode: 'NXDOMAIN', subnet: null, answers: 0, answeredLine: null, node: 'ns-read' },
      { name: 'www.logged.example', type: 'A', rcode: 'NOERROR', client: '127.0.0.1', subnet: '114.114.114.0/24', values: ['192.0.2.1'], transport: 'udp' },
    ])
    expect(read.nodes).toMatchObject([
      { name: 'ns-read', state: 'read', missed: 0, isRestarted: false },
      { name: 'ns-silent', state: 'unreachable', since: null },
    ])
    expect((await list({ after: read.after })).list).toEqual([])
  })

  it.each([
    [{ name: 'NONE' }, ['none.logged.example']],
    [{ type: 'a' }, ['www.logged.example']],
    [{ rcode: 'NXDOMAIN' }, ['none.logged.example']],
    [{ client: '114.114.0.0/16' }, ['www.logged.example']],
    [{ client: '127.0.0.1' }, ['none.logged.example', 'www.logged.example']],
    [{ client: '10.0.0.0/8' }, []],
    [{ line: 'telecom' }, []],
  ] as const)('filtered by %j', async (filter, names) => {
    const { after } = await list()
    await ask(node.port, 'www.logged.example', 'A', '114.114.114.0/24')
    await ask(node.port, 'none.logged.example', 'TXT')
    expect(namesOf(await list({ ...filter, after }))).toEqual(names)
  })

  it('says how many were written over before they were read, and which were left out', async () => {
    const { after } = await list()
    for (let each = 0; each < 25; each += 1) await ask(node.port, `n${each}.logged.example`, 'A')
    const read = await list({ after, limit: 3 })
    expect(read.nodes[0]).toMatchObject({ missed: 5 })
    expect(read.isCut).toBe(true)
    expect(namesOf(read)).toEqual(['n24.logged.example', 'n23.logged.example', 'n22.logged.example'])
  })

  it('has what no zone answered if the name would have been one of this domain and of no other', async () => {
    await node.removeZones(['logged.example'])
    await test.call(domain.save, { domain: 'own.logged.example' })
    const { after } = await list()
    for (const name of ['www.logged.example', 'a.own.logged.example', 'notlogged.example']) await ask(node.port, name, 'A')
    expect((await list({ after })).list).toMatchObject([{ name: 'www.logged.example', rcode: 'REFUSED' }])
    await node.applyZones([wholeOf(zoneFromLines('logged.example', 'www A 192.0.2.1\nalias CNAME gone.logged.example', { domainId: id }))])
  })

  it('begins anew when the node was started again, and goes on without one that is not reached', async () => {
    const { after } = await list()
    reached = null
    const without = await list({ after })
    expect(without).toMatchObject({ list: [], after, nodes: [{ state: 'unreachable' }, { state: 'unreachable' }] })
    reached = new BuiltInNode({ host: '127.0.0.1', port: 0 })
    expect((await list({ after })).nodes[0]).toMatchObject({ state: 'read', isRestarted: true })
    reached = node
  })

  it('is exported as it is filtered', async () => {
    await ask(node.port, 'none.logged.example', 'TXT')
    const answer = await test.app.inject({
      url: `/api/sys/dns/domain/log_request/export?id=${id}&type=TXT&timeZone=Asia/Shanghai`,
      headers: { authorization: `Bearer ${test.adminToken}`, 'accept-language': 'en' },
    })
    expect(answer.headers['content-disposition']).toContain('requests-logged.example.csv')
    const [head, ...rows] = answer.body.trim().split('\r\n')
    expect(head).toContain('Time,Node,Client,Client subnet')
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toMatch(/\+08:00,ns-read,127\.0\.0\.1,,UDP,none\.logged\.example,TXT,default,,NXDOMAIN,0,$/)
  })
})

it('errors are grouped by their cause, with the names that were asked for most', async () => {
  const madeUp = Array.from({ length: 12 }, (_, index) => `m${index}.logged.example`)
  for (const name of ['alias.logged.example', 'm7.logged.example', ...madeUp]) await ask(node.port, name, 'A')
  await ask(node.port, 'logged.example', 'AXFR')
  const { groups, nodes } = (await test.call(queryLog.errors, { id })).data
  const missing = groups.find(({ cause }) => cause === 'name_missing')!
  expect(missing).toMatchObject({ rcode: 'NXDOMAIN', sample: { name: 'm11.logged.example', node: 'ns-read' } })
  expect(missing.names.length).toBe(10)
  expect(missing.moreNames).toBeGreaterThan(1)
  expect(missing.names[0]).toEqual({ name: 'm7.logged.example', host: 'm7', type: 'A', count: 2 })
  expect(groups.find(({ cause }) => cause === 'target_missing')).toMatchObject({
    count: 1,
    names: [{ name: 'alias.logged.example', host: 'alias', type: 'A' }],
  })
  expect(groups.find(({ cause }) => cause === 'transfer_refused')).toMatchObject({ count: 1, rcode: 'REFUSED', names: [{ host: '@' }] })
  expect(nodes[1]).toMatchObject({ name: 'ns-silent', state: 'unreachable' })
})

it('a domain beyond reach has no log', async () => {
  const { token } = await administratorWith(test, ['domain.read'], { dataScope: 'own' })
  for (const call of [queryLog.list, queryLog.errors]) {
    expect(await refusalOf(test.call(call, { id }, token))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(test.call(call, { id: 999_999 }))).toMatchObject({ problem: 'domain_missing' })
  }
  const answer = await test.app.inject({ url: `/api/sys/dns/domain/log_request/export?id=${id}`, headers: { authorization: `Bearer ${token}` } })
  expect(answer.json()).toMatchObject({ problem: 'domain_missing' })
  expect(await refusalOf(test.call(queryLog.list, { id, type: 'NOPE' }))).toMatchObject({ fields: { type: 'invalid_value' } })
})

it('the values of a reply are read without what comes behind them, and nothing is read from what is none', () => {
  const query = Buffer.from(encodeQuery({ id: 1, name: 'www.logged.example', type: 'A' }))
  expect(valuesOf(query)).toEqual([])
  expect(valuesOf(query.subarray(0, 5))).toBeNull()
})
