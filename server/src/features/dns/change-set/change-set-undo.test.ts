import { afterAll, describe, expect, it } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { adding, newTestDomain, refusalOf } from '../../../../../tests/support/records.ts'
import { changeSetActs, namesOf, waitingForLocks } from './change-sets.testing.ts'

const test = await createTestApp()
afterAll(() => test.close())
const acts = changeSetActs(test)

describe('undoing a set', () => {
  it('restores every zone exactly, also thousands of records', async () => {
    const zones = [await newTestDomain(test), await newTestDomain(test), await newTestDomain(test), await newTestDomain(test)]
    for (const zone of zones) {
      const changes = Array.from({ length: 600 }, (_, index) =>
        adding(`h${index} A 203.0.113.${index % 2 === 0 ? 60 : 61}`, { remark: `r${index}`, weight: null }),
      )
      await zone.apply([...changes, adding('mail MX 10 mx.example.net.'), adding('x A 203.0.113.60', { status: 0 })])
    }
    const before = await Promise.all(zones.map((zone) => zone.records()))
    const serial = async () => (await test.db.selectFrom('domain').select('serial').where('id', '=', zones[0]!.id).executeTakeFirstOrThrow()).serial
    const saved = await serial()
    const sent = { domains: namesOf(...zones), find: '203.0.113.60', to: '203.0.113.200' }
    const { confirm, updated } = await acts.update({ ...sent, dryRun: true })
    expect([confirm, updated]).toEqual([1204, 1204])
    const { id } = await acts.update({ ...sent, confirm: 1204 })
    await acts.run()
    expect(await acts.detail(id!)).toMatchObject({ state: 'done', updated: 1204 })
    const changed = await serial()
    expect(changed).toBeGreaterThan(saved)
    const undo = (await test.call(changeSet.undo, { id: id! })).data.id
    expect((await refusalOf(test.call(changeSet.undo, { id: id! }))).problem).toBe('change_set_being_undone')
    await acts.run()
    expect(await acts.detail(undo)).toMatchObject({ kind: 'undo', state: 'done', undoesId: id, updated: 1204 })
    expect(await acts.detail(id!)).toMatchObject({ state: 'undone', undone: 4 })
    expect(await Promise.all(zones.map((zone) => zone.records()))).toEqual(before)
    expect(await serial()).toBeGreaterThan(changed)
    expect((await refusalOf(test.call(changeSet.undo, { id: id! }))).problem).toBe('change_set_nothing_done')
    expect((await refusalOf(test.call(changeSet.undo, { id: undo }))).problem).toBe('change_set_is_undo')
  })

  it('leaves the domains that still wait as they are, where the set goes on', async () => {
    const [changed, waiting] = [await newTestDomain(test), await newTestDomain(test)]
    for (const zone of [changed, waiting]) await zone.add('www A 203.0.113.85')
    const id = (await acts.update({ domains: namesOf(changed, waiting), find: '203.0.113.85', to: '203.0.113.86' })).id!
    await test.call(domain.lock, { ids: [waiting.id], locked: true })
    await acts.run()
    await test.call(domain.lock, { ids: [waiting.id], locked: false })
    await test.call(changeSet.retry, { id })
    await test.call(changeSet.undo, { id })
    await acts.run()
    expect(await acts.rows(id)).toEqual([`${changed.name} undone 1`, `${waiting.name} cancelled 0`])
    for (const zone of [changed, waiting]) expect(await zone.records()).toEqual(['www 600 A 203.0.113.85'])
    expect(await acts.detail(id)).toMatchObject({ state: 'undone', waiting: 0 })
  })

  it('ends together with the set that it undoes, whatever stops the process in between', async () => {
    const zone = await newTestDomain(test)
    await zone.add('www A 203.0.113.80')
    const id = (await acts.update({ domains: zone.name, find: '203.0.113.80', to: '203.0.113.81' })).id!
    await acts.run()
    const undo = (await test.call(changeSet.undo, { id })).data.id
    let running = Promise.resolve()
    await test.db.transaction().execute(async (tx) => {
      await tx.selectFrom('change_set').select('id').where('id', '=', id).forNoKeyUpdate().execute()
      running = acts.run()
      await expect.poll(() => waitingForLocks(test.db), { timeout: 10_000 }).toBe(1)
      expect([(await acts.detail(undo)).state, (await acts.detail(id)).state]).toEqual(['running', 'done'])
    })
    await running
    expect([(await acts.detail(undo)).state, (await acts.detail(id)).state]).toEqual(['done', 'undone'])
  })

  it('leaves a domain alone whose record was changed since, and undoes the others', async () => {
    const [changed, still] = [await newTestDomain(test), await newTestDomain(test)]
    const [recordId] = await changed.add('www A 203.0.113.70', 'ftp A 203.0.113.70')
    await still.add('www A 203.0.113.70')
    const { id } = await acts.update({ domains: namesOf(changed, still), find: '203.0.113.70', to: '203.0.113.71' })
    await acts.run()
    await changed.apply([{ op: 'update', id: recordId!, record: { host: 'www', type: 'A', value: '203.0.113.72', ttl: 600 } }])
    const undo = (await test.call(changeSet.undo, { id: id! })).data.id
    await acts.run()
    expect(await acts.rows(undo)).toEqual([`${changed.name} failed records_changed_since`, `${still.name} done 1`])
    expect(await changed.records()).toEqual(['ftp 600 A 203.0.113.71', 'www 600 A 203.0.113.72'])
    expect(await still.records()).toEqual(['www 600 A 203.0.113.70'])
  })

  it('takes added records away and added domains to the recycle bin', async () => {
    const zone = await newTestDomain(test)
    const records = [{ host: 'h{n}', type: 'TXT', value: '"{domain} {n}"', ttl: 300 }]
    const { data: added } = await test.call(changeSet.recordCreate, { domains: zone.name, records, startAt: 5 })
    const { data: domains } = await test.call(changeSet.domainCreate, { domains: `one.${zone.name}\ntwo.${zone.name}`, remark: 'bulk', records })
    await acts.run()
    expect(await zone.records()).toEqual([`h5 300 TXT "${zone.name} 5"`])
    const listed = async () => (await test.call(domain.list, { search: `.${zone.name}` })).data.list.map((row) => [row.domain, row.recordCount, row.remark])
    expect(await listed()).toHaveLength(2)
    expect(await listed()).toContainEqual([`two.${zone.name}`, 1, 'bulk'])
    for (const id of [added.id!, domains.id!]) await test.call(changeSet.undo, { id })
    await acts.run()
    expect([await zone.records(), await listed()]).toEqual([[], []])
    expect((await test.call(domain.list, { search: `.${zone.name}`, recycled: true })).data.totalCount).toBe(2)
  })
})

describe('adding domains', () => {
  it('says of each line what stands against it', async () => {
    const zone = await newTestDomain(test)
    const { data } = await test.call(changeSet.domainCreate, { domains: `${zone.name}\nnew.${zone.name}`, dryRun: true })
    expect(data.domains.map(({ problem }) => problem)).toEqual(['domain_exists', null])
    expect((await refusalOf(test.call(changeSet.domainCreate, { domains: 'a.example', userId: 999_999 }))).fields).toEqual({ userId: 'owner_missing' })
    expect(
      (await refusalOf(test.call(changeSet.domainCreate, { domains: 'a.example', records: [{ host: '{ip}', type: 'A', value: '192.0.2.1', ttl: 60 }] })))
        .fields,
    ).toEqual({ records: 'placeholder_unknown' })
  })

  it('judges the records of a new domain by itself', async () => {
    const zone = await newTestDomain(test)
    await zone.add('www A 192.0.2.1')
    const records = ['192.0.2.1', '192.0.2.2'].map((value) => ({ host: 'www', type: 'A', value, ttl: 77 }))
    const plan = async (rows: typeof records) =>
      (await test.call(changeSet.domainCreate, { domains: 'unborn.example', records: rows, dryRun: true })).data.domains
    expect(await plan(records)).toMatchObject([{ added: 2, problem: null }])
    expect(await plan([...records, { ...records[0]!, value: '192.0.2.3', ttl: 78 }])).toMatchObject([{ added: 0, problem: 'ttl_clash' }])
  })

  it('needs the right to change records where it adds some, also when it comes to them', async () => {
    const { token } = await acts.administrator(['domain.read', 'domain.write', 'record.read'])
    const records = [{ host: 'www', type: 'A', value: '192.0.2.1', ttl: 60 }]
    expect((await refusalOf(test.call(changeSet.domainCreate, { domains: 'rights.example', records }, token))).problem).toBe('right_missing')
    const { data } = await test.call(changeSet.domainCreate, { domains: 'rights.example' }, token)
    expect((await refusalOf(test.call(changeSet.undo, { id: data.id! }, token))).problem).toBe('right_missing')
  })
})
