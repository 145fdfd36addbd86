import { afterEach, beforeEach, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'

/* Which nodes serve a domain: every place that asks gives the same answer. */

let test: TestApp
let blue: number
let green: number
let domainId: number
beforeEach(async () => {
  test = await createTestApp()
  ;[blue, green] = [await addGroup('blue'), await addGroup('green')]
  for (const [name, service_group_id] of [
    ['everywhere', null],
    ['of blue', blue],
    ['of green', green],
  ] as const) {
    await addNode(name, service_group_id, {})
    await addNode(`${name}, out of use`, service_group_id, { status: 0 })
    await addNode(`${name}, of the CDN`, service_group_id, { driver: 'cdn' })
  }
  domainId = (await test.call(domain.save, { domain: 'served.example', serviceGroupId: blue })).data.id
})
afterEach(() => test.close())

async function addGroup(name: string): Promise<number> {
  const fields = { mname: 'ns1.example.net', rname: 'hostmaster.example.net', ns1: 'ns1.example.net', ns2: 'ns2.example.net' }
  return (await test.call(serviceGroup.save, { name, ...fields })).data.id
}

async function addNode(name: string, service_group_id: number | null, more: { status?: number; driver?: string }): Promise<void> {
  await test.db
    .insertInto('node')
    .values({ name, driver: 'builtin', address: '192.0.2.1', port: 53, service_group_id, ...more })
    .execute()
}

const publishedTo = async (): Promise<string[]> => (await test.call(record.publication, { domainId })).data.nodes.map(({ name }) => name)

it('are the nodes in use of its group and those without a group, and none of the CDN', async () => {
  expect(await publishedTo()).toEqual(['everywhere', 'of blue'])
  const wanted = await test.db.selectFrom('publication').innerJoin('node', 'node.id', 'publication.node_id').select('node.name').orderBy('node.name').execute()
  expect(wanted.map(({ name }) => name)).toEqual(['everywhere', 'of blue'])
})

it('are as many as its group says', async () => {
  const groups = (await test.call(serviceGroup.list, { sidx: 'name', order: 'asc' })).data.list
  expect(groups.filter(({ id }) => id === blue || id === green).map(({ name, nodeCount }) => [name, nodeCount])).toEqual([
    ['blue', 2],
    ['green', 2],
  ])
})

it('are no longer those of the group that it was in', async () => {
  await test.call(domain.update, { id: domainId, serviceGroupId: green })
  expect(await publishedTo()).toEqual(['everywhere', 'of green'])
})

it('have nothing to wait for once they are out of use', async () => {
  const waiting = async () => (await test.call(dashboard.chart, {})).data.nodes.filter(({ pending }) => pending > 0).map(({ name }) => name)
  expect(await waiting()).toEqual(['everywhere', 'of blue'])
  await test.db.updateTable('node').set({ status: 0 }).where('name', '=', 'of blue').execute()
  expect(await waiting()).toEqual(['everywhere'])
})
