import { afterAll, beforeAll, expect, it } from 'vitest'
import { dnssec } from '@nameplane/contract/dns/dnssec'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { adding, refusalOf } from '../../../../../tests/support/records.ts'

let test: TestApp
let id: number
const cds = '12345 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D'
beforeAll(async () => {
  test = await createTestApp()
  id = (await test.call(domain.save, { domain: 'unsigned.example' })).data.id
})
afterAll(() => test.close())
const read = async (token?: string) => (await test.call(dnssec.detail, { id }, token)).data

it('counts the nodes that serve the domain: neither paused ones, nor the CDN’s, nor those of other groups', async () => {
  const own = (await test.db.selectFrom('domain').select('service_group_id').where('id', '=', id).executeTakeFirstOrThrow()).service_group_id
  const before = await read()
  const add = (name: string, more: object) =>
    test.db
      .insertInto('node')
      .values({ ...{ name, driver: 'builtin', address: '192.0.2.53', port: 53, service_group_id: own }, ...more })
      .execute()
  await add('serves', {})
  await add('paused', { status: 0 })
  await add('of the CDN', { driver: 'cdn', service_group_id: null })
  expect(await read()).toEqual({ ...before, nodeCount: before.nodeCount + 1, signingNodeCount: 0 })
})

it('tells the records that ask the parent for DS: of the zone’s own name, while they are in use', async () => {
  expect((await read()).keyRecords).toEqual([])
  await test.call(record.apply, { domainId: id, changes: [adding(`@ CDS ${cds}`), adding(`sub CDS ${cds}`), adding('@ A 192.0.2.1')] })
  expect((await read()).keyRecords).toEqual([{ type: 'CDS', value: cds }])
  await test.db.updateTable('record').set({ status: 0 }).where('domain_id', '=', id).where('type', '=', 'CDS').execute()
  expect((await read()).keyRecords).toEqual([])
})

it('tells twenty of them at most', async () => {
  const changes = Array.from({ length: 21 }, (_, index) => adding(`@ CDS ${20_000 + index}${cds.slice(5)}`))
  await test.call(record.apply, { domainId: id, changes })
  expect((await read()).keyRecords).toHaveLength(20)
})

it('is absent for a domain beyond reach', async () => {
  const { token } = await administratorWith(test, ['domain.read'], { dataScope: 'own' })
  expect(await refusalOf(test.call(dnssec.detail, { id }, token))).toMatchObject({ problem: 'domain_missing' })
})
