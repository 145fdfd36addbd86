import { afterAll, describe, expect, it } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { log } from '@nameplane/contract/dns/log'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'
import { settleSet } from './change-set.store.ts'
import { changeSetActs, namesOf, waitingForLocks } from './change-sets.testing.ts'

const test = await createTestApp()
afterAll(() => test.close())
const acts = changeSetActs(test)

describe('the author of a set', () => {
  it('who loses the right in mid-run changes nothing more', async () => {
    const [one, two] = [await newTestDomain(test), await newTestDomain(test)]
    for (const zone of [one, two]) await zone.add('www A 203.0.113.20')
    const { token, roleId } = await acts.administrator(['record.read', 'record.write', 'domain.read'])
    const { id } = await acts.update({ domains: namesOf(one, two), find: '203.0.113.20', to: '203.0.113.21' }, token)
    const second = await test.db
      .selectFrom('change_set_domain')
      .select('id')
      .where('change_set_id', '=', id!)
      .orderBy('position', 'desc')
      .executeTakeFirstOrThrow()
    // Between the first domain and the second.
    await test.db.updateTable('change_set_domain').set({ state: 'cancelled' }).where('id', '=', second.id).execute()
    await acts.run()
    await test.db.updateTable('change_set_domain').set({ state: 'waiting' }).where('id', '=', second.id).execute()
    await test.db.updateTable('change_set').set({ state: 'running' }).where('id', '=', id!).execute()
    await test.db
      .updateTable('role')
      .set({ rights: ['record.read'] })
      .where('id', '=', roleId)
      .execute()
    await acts.run()
    expect(await acts.rows(id!)).toEqual([`${one.name} done 1`, `${two.name} failed right_missing`])
    expect(await two.records()).toEqual(['www 600 A 203.0.113.20'])
  })

  it('who loses a domain from their scope, or is disabled, or whose token is deleted, does not change it', async () => {
    const author = await acts.administrator(['record.read', 'record.write', 'domain.read'])
    await test.db.updateTable('role').set({ data_scope: 'own' }).where('id', '=', author.roleId).execute()
    const zones = [await newTestDomain(test), await newTestDomain(test), await newTestDomain(test)]
    const give = (zone: TestDomain, accountId: number) => test.db.updateTable('domain').set({ account_id: accountId }).where('id', '=', zone.id).execute()
    const submit = async (zone: TestDomain, token = author.token) => {
      await zone.add('www A 203.0.113.30')
      await give(zone, author.accountId)
      return (await acts.update({ domains: zone.name, find: '203.0.113.30', to: '203.0.113.31' }, token)).id!
    }
    const lost = await submit(zones[0]!)
    await give(zones[0]!, 1)
    await acts.run()
    expect(await acts.rows(lost)).toEqual([`${zones[0]!.name} failed domain_missing`])
    // Nobody is told of a domain that they do not reach.
    expect((await refusalOf(acts.rows(lost, author.token))).problem).toBe('change_set_missing')

    const disabled = await submit(zones[1]!)
    await test.db.updateTable('account').set({ status: 0 }).where('id', '=', author.accountId).execute()
    await acts.run()
    expect(await acts.rows(disabled)).toEqual([`${zones[1]!.name} failed change_set_author_gone`])
    await test.db.updateTable('account').set({ status: 1 }).where('id', '=', author.accountId).execute()

    const gone = await submit(zones[2]!)
    await test.db.deleteFrom('api_token').where('account_id', '=', author.accountId).execute()
    await acts.run()
    expect(await acts.rows(gone)).toEqual([`${zones[2]!.name} failed change_set_author_gone`])
  })

  it('alone tries again what failed, with the rights that they have', async () => {
    const zone = await newTestDomain(test)
    await zone.add('www A 203.0.113.40')
    const { id } = await acts.update({ domains: zone.name, find: '203.0.113.40', to: '203.0.113.41' })
    await test.call(domain.lock, { ids: [zone.id], locked: true })
    await acts.run()
    expect(await acts.rows(id!)).toEqual([`${zone.name} failed domain_locked`])
    const { token } = await acts.administrator(['record.read', 'record.write'])
    expect((await refusalOf(test.call(changeSet.retry, { id: id! }, token))).problem).toBe('change_set_of_other')
    await test.call(domain.lock, { ids: [zone.id], locked: false })
    expect((await test.call(changeSet.retry, { id: id! })).data).toEqual({ domains: 1 })
    await acts.run()
    expect(await acts.detail(id!)).toMatchObject({ state: 'done', done: 1, failed: 0 })
    expect((await refusalOf(test.call(changeSet.retry, { id: id! }))).problem).toBe('change_set_nothing_failed')
  })

  it('sees and undoes within the own data scope only', async () => {
    const [mine, other] = [await newTestDomain(test), await newTestDomain(test)]
    for (const zone of [mine, other]) await zone.add('www A 203.0.113.50')
    const { id } = await acts.update({ domains: namesOf(mine, other), find: '203.0.113.50', to: '203.0.113.51' })
    await acts.run()
    const viewer = await acts.administrator(['record.read', 'record.write'])
    await test.db.updateTable('role').set({ data_scope: 'own' }).where('id', '=', viewer.roleId).execute()
    await test.db.updateTable('domain').set({ account_id: viewer.accountId }).where('id', '=', mine.id).execute()
    expect(await acts.rows(id!, viewer.token)).toEqual([`${mine.name} done 1`])
    expect((await test.call(changeSet.list, {}, viewer.token)).data.list).toMatchObject([{ id, domains: 1, updated: 1, isOwn: false }])
    await test.call(changeSet.undo, { id: id! }, viewer.token)
    await acts.run()
    expect(await acts.rows(id!)).toEqual([`${mine.name} undone 1`, `${other.name} done 1`])
    expect(await mine.records()).toEqual(['www 600 A 203.0.113.50'])
  })
})

it('the log tells of sets with a domain within reach only', async () => {
  const [inside, outside] = [await newTestDomain(test), await newTestDomain(test)]
  const groupId = (
    await test.call(serviceGroup.save, { name: 'kept', mname: 'ns1.kept.example', rname: 'h.kept.example', ns1: 'ns1.kept.example', ns2: 'ns2.kept.example' })
  ).data.id
  await test.db.updateTable('domain').set({ service_group_id: groupId }).where('id', '=', inside.id).execute()
  for (const zone of [inside, outside]) await zone.add('www A 203.0.113.55')
  const [seen, hidden] = [
    (await acts.update({ domains: inside.name, find: '203.0.113.55', to: '203.0.113.56' })).id!,
    (await acts.update({ domains: outside.name, find: '203.0.113.55', to: '203.0.113.56' })).id!,
  ]
  const reader = await administratorWith(test, ['log.read'], { dataScope: 'groups', serviceGroupIds: [groupId] })
  const told = (await test.call(log.operations, { audience: 'admin', limit: 200 }, reader.token)).data.list.map(({ targetName }) => targetName)
  expect(told).toContain(`#${seen}`)
  expect(told).not.toContain(`#${hidden}`)
})

it('a token that is limited to some domains changes no others', async () => {
  const [inside, outside] = [await newTestDomain(test), await newTestDomain(test)]
  for (const zone of [inside, outside]) await zone.add('www A 203.0.113.120')
  const token = await test.tokenWith(['record.read', 'record.write'])
  const newest = await test.db.selectFrom('api_token').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  await test.db.updateTable('api_token').set({ data_scope: 'domains' }).where('id', '=', newest.id).execute()
  await test.db.insertInto('api_token_domain').values({ api_token_id: newest.id, domain_id: inside.id }).execute()
  const { id, domains } = await acts.update({ find: '203.0.113.120', to: '203.0.113.121' }, token)
  expect(domains.map(({ domain: name }) => name)).toEqual([inside.name])
  await test.db.deleteFrom('api_token_domain').where('api_token_id', '=', newest.id).execute()
  await acts.run()
  expect(await acts.rows(id!)).toEqual([`${inside.name} failed domain_missing`])
})

describe('sets at the same time', () => {
  it('change one domain one after the other, whoever works at them', async () => {
    const zone = await newTestDomain(test)
    await zone.add('a A 203.0.113.90', 'b A 203.0.113.91')
    const first = await acts.update({ domains: zone.name, find: '203.0.113.90', to: '203.0.113.92' })
    const second = await acts.update({ domains: zone.name, find: '203.0.113.91', to: '203.0.113.93' })
    await Promise.all([acts.run(), acts.run(), acts.run(), acts.run()])
    expect([(await acts.detail(first.id!)).state, (await acts.detail(second.id!)).state]).toEqual(['done', 'done'])
    expect(await zone.records()).toEqual(['a 600 A 203.0.113.92', 'b 600 A 203.0.113.93'])
    expect((await test.call(record.history, { domainId: zone.id })).data.totalCount).toBe(3)
  })

  it('go on with other domains while one of them waits for somebody else', async () => {
    const zones = await Promise.all(Array.from({ length: 12 }, () => newTestDomain(test)))
    for (const zone of zones) await zone.add('n TXT "before"')
    const { id } = await acts.update({ domains: namesOf(...zones), action: 'replace', find: 'before"', to: 'after"', isPart: true })
    let running = Promise.resolve()
    await test.db.transaction().execute(async (tx) => {
      await tx.selectFrom('domain').select('id').where('id', '=', zones[0]!.id).forUpdate().execute()
      running = acts.run()
      await expect.poll(async () => (await acts.detail(id!)).done, { timeout: 10_000 }).toBe(11)
    })
    await running
    expect(await acts.detail(id!)).toMatchObject({ state: 'done', done: 12 })
  })

  it('are each done once, however many processes work at the same rows', async () => {
    const zones = await Promise.all(Array.from({ length: 25 }, () => newTestDomain(test)))
    for (const zone of zones) await zone.add('n TXT "1x"')
    const { id } = await acts.update({ domains: namesOf(...zones), action: 'replace', find: '1x"', to: '1xx"', isPart: true })
    await Promise.all(Array.from({ length: 6 }, acts.run))
    expect(await acts.detail(id!)).toMatchObject({ state: 'done', done: 25, updated: 25 })
    for (const zone of zones) expect(await zone.version()).toBe(3)
  })

  it('are worked on where somebody tries again at the moment in which they end', async () => {
    const zone = await newTestDomain(test)
    await zone.add('a A 203.0.113.95')
    const { id } = await acts.update({ domains: zone.name, find: '203.0.113.95', to: '203.0.113.96' })
    await test.call(domain.lock, { ids: [zone.id], locked: true })
    await acts.run()
    await test.call(domain.lock, { ids: [zone.id], locked: false })
    // As it is between its last domain and the note that it has ended.
    await test.db.updateTable('change_set').set({ state: 'running' }).where('id', '=', id!).execute()
    const begun: Promise<unknown>[] = []
    await test.db.transaction().execute(async (tx) => {
      await tx.selectFrom('change_set_domain').select('id').where('change_set_id', '=', id!).forUpdate().execute()
      begun.push(test.call(changeSet.retry, { id: id! }))
      await expect.poll(() => waitingForLocks(test.db)).toBe(1)
      begun.push(settleSet(test.db, id!))
      await expect.poll(() => waitingForLocks(test.db)).toBe(2)
    })
    await Promise.all(begun)
    await acts.run()
    expect(await acts.detail(id!)).toMatchObject({ state: 'done', done: 1, waiting: 0 })
  })
})
