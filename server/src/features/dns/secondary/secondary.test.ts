import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { secondary, type Secondary } from '@nameplane/contract/dns/secondary'
import type { Sent } from '@nameplane/contract/endpoint'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'
import { openPool } from '../../../db/connection.ts'
import { BuiltInNode } from '../../../serving/node/built-in-node.ts'
import { startReconciler } from '../../../serving/publication/reconciler.ts'
import { testKey, TransferClient, transferQuery } from '../../../serving/transfer/transfer-client.testing.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const key = testKey('first.key')
const secret = Buffer.from(key.secret).toString('base64')
const networks = ['127.0.0.1']
const save = async (name: string, more: Partial<Sent<typeof secondary.save>> = {}): Promise<number> =>
  (await test.call(secondary.save, { name, networks, scope: 'all', ...more })).data.id
async function find(id: number): Promise<Secondary | undefined> {
  return (await test.call(secondary.list, { limit: 200 })).data.list.find((row) => row.id === id)
}

describe('a secondary server', () => {
  it('is found by a domain that it may have, while it is in use', async () => {
    const [held, other] = [await newTestDomain(test), await newTestDomain(test)]
    const chosen = await save('has one', { scope: 'chosen', domains: [held.name] })
    const all = await save('has all')
    const paused = await save('has none now', { status: 0 })
    const idsFor = async ({ id }: TestDomain) => (await test.call(secondary.list, { domainId: id, limit: 200 })).data.list.map((row) => row.id)
    expect(await idsFor(held)).toEqual(expect.arrayContaining([chosen, all]))
    expect(await idsFor(held)).not.toContain(paused)
    expect(await idsFor(other)).not.toContain(chosen)
    // Whoever does not reach all domains is told so, instead of that there are none.
    const { token } = await administratorWith(test, ['secondary.read'], { dataScope: 'own' })
    expect(await refusalOf(test.call(secondary.list, { domainId: held.id }, token))).toMatchObject({ problem: 'right_missing' })
    await test.call(secondary.delete, { ids: [chosen, all, paused] })
  })

  it('is kept as it was sent, its secret sealed and never shown', async () => {
    const held = await newTestDomain(test)
    const id = await save('kept', { keyName: 'Kept.Key.', secret, scope: 'chosen', domains: [held.name.toUpperCase()] })
    expect(await find(id)).toMatchObject({ name: 'kept', networks, keyName: 'kept.key', algorithm: 'hmac-sha256', scope: 'chosen', domains: [held.name] })
    const entries = await test.db.selectFrom('audit_entry').selectAll().where('target_type', '=', 'secondary').execute()
    const rows = await test.db.selectFrom('secondary').selectAll().execute()
    expect(JSON.stringify([entries, rows])).not.toContain(secret)
    // A domain in the recycle bin is not listed, and served to nobody.
    await test.call(domain.delete, { ids: [held.id] })
    expect(await find(id)).toMatchObject({ domains: [] })
  })

  it('keeps its secret when it is changed without one, also under another key name', async () => {
    const id = await save('renamed', { keyName: 'one.key', secret })
    const before = await test.db.selectFrom('secondary').select('secret').where('id', '=', id).executeTakeFirstOrThrow()
    await test.call(secondary.update, { id, name: 'renamed', networks, scope: 'all', keyName: 'two.key' })
    const after = await test.db.selectFrom('secondary').select('secret').where('id', '=', id).executeTakeFirstOrThrow()
    expect(after.secret).not.toBe(before.secret)
    await test.call(secondary.update, { id, name: 'renamed', networks, scope: 'all', keyName: '' })
    expect(await refusalOf(test.call(secondary.update, { id, name: 'renamed', networks, scope: 'all', keyName: 'two.key' }))).toMatchObject({
      problem: 'secondary_secret_missing',
      fields: { secret: 'secondary_secret_missing' },
    })
  })

  it.each<[string, Partial<Sent<typeof secondary.save>>, Record<string, string>]>([
    ['without a network', { networks: [] }, { networks: 'required' }],
    ['with a network that is none', { networks: ['192.0.2.0/33'] }, { 'networks.0': 'invalid_client_network' }],
    ['with all addresses and no key', { networks: ['0.0.0.0/0'] }, { networks: 'secondary_open' }],
    ['with a key without a secret', { keyName: 'x.key' }, { secret: 'secondary_secret_missing' }],
    ['with a short secret', { keyName: 'x.key', secret: 'c2hvcnQ=' }, { secret: 'secondary_secret_invalid' }],
    ['with a secret that is no base64', { keyName: 'x.key', secret: 'not base64 at all, but long' }, { secret: 'secondary_secret_invalid' }],
    ['with a domain that there is not', { scope: 'chosen', domains: ['unknown.example'] }, { domains: 'secondary_domain_missing' }],
    ['with no domain', { scope: 'chosen' }, { domains: 'secondary_domains_none' }],
    ['with a network to notify', { notifyAddresses: ['192.0.2.0/24'] }, { 'notifyAddresses.0': 'invalid_ip' }],
    ['with a port that is none', { notifyPort: 65_536 }, { notifyPort: 'number_too_big' }],
  ])('is refused %s', async (_, more, refused) => {
    expect(await refusalOf(save('refused', more))).toMatchObject({ fields: refused })
  })

  it('has a catalog zone of its own, which is no domain', async () => {
    const held = await newTestDomain(test)
    expect(await refusalOf(save('catalog of a domain', { catalogZone: held.name.toUpperCase() }))).toMatchObject({
      fields: { catalogZone: 'secondary_catalog_domain' },
    })
    await save('catalog', { catalogZone: 'Members.Example.' })
    expect(await refusalOf(save('same catalog', { catalogZone: 'members.example' }))).toMatchObject({ problem: 'secondary_catalog_exists' })
  })

  it('is told at each address once', async () => {
    const id = await save('told', { notifyAddresses: ['2001:DB8:0::1', '192.0.2.1', '2001:db8::1'], notifyPort: 5300 })
    expect(await find(id)).toMatchObject({ notifyAddresses: ['2001:db8::1', '192.0.2.1'], notifyPort: 5300, catalogZone: '' })
  })

  it('is shown without its zones while there is no node, and not at all to who reaches some domains only', async () => {
    const id = await save('shown')
    expect((await test.call(secondary.zones, { id })).data).toEqual({ isNodeConnected: false, list: [], totalCount: 0 })
    expect(await refusalOf(test.call(secondary.zones, { id: 987_654 }))).toMatchObject({ problem: 'secondary_missing' })
  })

  it('has a name and a key of its own', async () => {
    await save('taken', { keyName: 'taken.key', secret })
    expect(await refusalOf(save('taken'))).toMatchObject({ problem: 'secondary_exists' })
    expect(await refusalOf(save('other', { keyName: 'TAKEN.key', secret }))).toMatchObject({ problem: 'secondary_key_exists' })
  })

  it('is changed only as it was seen, and deleted once', async () => {
    const id = await save('seen')
    await test.call(secondary.update, { id, name: 'seen', networks, scope: 'all', rowVersion: 1 })
    expect(await refusalOf(test.call(secondary.update, { id, name: 'seen', networks, rowVersion: 1 }))).toMatchObject({ problem: 'changed_meanwhile' })
    await test.call(secondary.delete, { ids: [id] })
    expect(await refusalOf(test.call(secondary.delete, { ids: [id] }))).toMatchObject({ problem: 'secondary_missing' })
  })
})

describe('the nodes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-secondary-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function transferred(node: BuiltInNode, held: TestDomain): Promise<number> {
    const asking = new TransferClient(node.port)
    const { rcode } = await asking.zone(transferQuery(held.name, { key }))
    asking.socket.destroy()
    return rcode
  }

  it('give zones as soon as it is saved and until it is deleted, also when the platform is gone', async () => {
    const held = await newTestDomain(test)
    const row = { name: 'transferring', driver: 'builtin', address: '127.0.0.1', port: 1, service_group_id: null }
    const { id: nodeId } = await test.db.insertInto('node').values(row).returning('id').executeTakeFirstOrThrow()
    const pool = openPool({ connectionString: test.connectionString })
    const node = new BuiltInNode({ host: '127.0.0.1', port: 0, zonesFolder: folder })
    const reconciler = startReconciler({ db: test.db, pool, nodeId, driver: node, log: () => {} })
    await reconciler.load()
    const until = async (rcode: number): Promise<void> => {
      while ((await transferred(node, held)) !== rcode) await new Promise((settle) => setTimeout(settle, 10))
    }
    // Its key is unknown.
    await until(9)
    const id = await save('first', { keyName: 'first.key', secret })
    await until(0)
    await reconciler.stop()
    await node.end()
    const again = new BuiltInNode({ host: '127.0.0.1', port: 0, zonesFolder: folder })
    await again.load()
    await again.start()
    expect(await transferred(again, held)).toBe(0)
    expect(statSync(join(folder, 'answering')).mode & 0o777).toBe(0o600)
    const followed = startReconciler({ db: test.db, pool, nodeId, driver: again, log: () => {} })
    await followed.load()
    await test.call(secondary.delete, { ids: [id] })
    while ((await transferred(again, held)) !== 9) await new Promise((settle) => setTimeout(settle, 10))
    await followed.stop()
    await again.end()
    await pool.end()
  })
})
