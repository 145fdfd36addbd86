import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { largeChanges } from '@nameplane/contract/system/settings/large-changes'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { expireSets } from './approval.ts'
import { changeSetActs, type ChangeSetActs } from './change-sets.testing.ts'

let test: TestApp
let acts: ChangeSetActs
let second: Awaited<ReturnType<ChangeSetActs['administrator']>>
beforeAll(async () => {
  test = await createTestApp()
  acts = changeSetActs(test)
  second = await acts.administrator(['record.read', 'change_set.approve'])
})
beforeEach(() => setSetting(test.db, largeChanges, { confirmation: 'second_administrator' }))
afterAll(() => test.close())

async function largeDomain(): Promise<TestDomain> {
  const zone = await newTestDomain(test)
  await zone.add(...Array.from({ length: 10 }, (_, index) => `h${index} A 198.51.100.60`))
  return zone
}

const submit = async (zone: TestDomain): Promise<number> => (await acts.update({ domains: zone.name, find: '198.51.100.60', to: '192.0.2.60' })).id!
const stateOf = async (id: number) => (await acts.detail(id)).state
const decided = (id: number, token = second.token, remark = '') => test.call(changeSet.approve, { id, remark }, token)
const titles = async (token?: string) => (await test.call(message.list, { box: 'received' }, token)).data.list.map(({ title }) => title)

describe('a large change', () => {
  it('is confirmed by its author where the setting says so', async () => {
    await setSetting(test.db, largeChanges, { confirmation: 'typed' })
    const zone = await largeDomain()
    expect((await refusalOf(submit(zone))).problem).toBe('change_set_confirm_due')
    const { id } = await acts.update({ domains: zone.name, find: '198.51.100.60', to: '192.0.2.60', confirm: 10 })
    expect(await acts.detail(id!)).toMatchObject({ state: 'planned', approvalUntil: null })
  })

  it('waits for another administrator, who sees what it changes, and is then done', async () => {
    const zone = await largeDomain()
    const plan = await acts.update({ domains: zone.name, find: '198.51.100.60', to: '192.0.2.60', dryRun: true })
    expect(plan).toMatchObject({ confirm: null, needsApproval: true })
    const id = await submit(zone)
    const submitted = await test.db
      .selectFrom('audit_entry')
      .select(['action', 'after'])
      .where('target_type', '=', 'change_set')
      .where('target_id', '=', id)
      .execute()
    expect(submitted).toMatchObject([{ after: { kind: 'record_update', domains: 1, needsApproval: true } }])
    await acts.run()
    expect(await acts.detail(id)).toMatchObject({ state: 'awaiting', waiting: 1, approver: null })
    expect((await zone.records())[0]).toBe('h0 600 A 198.51.100.60')
    expect(await titles(second.token)).toContain(`批量操作 #${id} 等待审批`)
    expect((await test.call(changeSet.list, { state: 'awaiting' }, second.token)).data.list.map((row) => row.id)).toContain(id)
    const seen = (await test.call(changeSet.difference, { id }, second.token)).data
    expect(seen).toMatchObject({ id, updated: 10, touchedDomains: 1 })
    expect(seen.sample[0]).toEqual({ domain: zone.name, op: 'update', before: 'h0 600 IN A 198.51.100.60', after: 'h0 600 IN A 192.0.2.60' })

    await decided(id, second.token, 'agreed')
    await acts.run()
    expect(await acts.detail(id)).toMatchObject({ state: 'done', updated: 10, approvalRemark: 'agreed', approver: expect.stringContaining('limited-') })
    expect((await zone.records())[0]).toBe('h0 600 A 192.0.2.60')
    expect(await titles()).toContain(`批量操作 #${id} 已批准`)
  })

  it('that is small waits for nobody', async () => {
    const zone = await newTestDomain(test)
    await zone.add('www A 198.51.100.60')
    expect(await stateOf(await submit(zone))).toBe('planned')
  })

  it('is approved neither by its author, nor without the right, nor by whoever does not reach all of its domains', async () => {
    const [one, two] = [await largeDomain(), await largeDomain()]
    const id = (await acts.update({ domains: `${one.name}\n${two.name}`, find: '198.51.100.60', to: '192.0.2.60' })).id!
    expect((await refusalOf(test.call(changeSet.approve, { id }))).problem).toBe('change_set_own')
    expect((await refusalOf(test.call(changeSet.decline, { id, remark: 'no' }))).problem).toBe('change_set_own')
    const { token } = await acts.administrator(['record.read', 'record.write'])
    expect((await refusalOf(decided(id, token))).problem).toBe('right_missing')
    const partly = await acts.administrator(['record.read', 'change_set.approve'])
    await test.db.updateTable('role').set({ data_scope: 'own' }).where('id', '=', partly.roleId).execute()
    expect((await refusalOf(decided(id, partly.token))).problem).toBe('change_set_missing')
    await test.db.updateTable('domain').set({ account_id: partly.accountId }).where('id', '=', one.id).execute()
    expect((await refusalOf(decided(id, partly.token))).problem).toBe('change_set_beyond_reach')
    expect(await stateOf(id)).toBe('awaiting')
  })

  it('that is declined does nothing, also not by trying again', async () => {
    const zone = await largeDomain()
    const id = (await acts.update({ domains: `${zone.name}\nnowhere.example`, find: '198.51.100.60', to: '192.0.2.60' })).id!
    expect((await refusalOf(test.call(changeSet.retry, { id }))).problem).toBe('change_set_nothing_failed')
    await test.call(changeSet.decline, { id, remark: 'not <today>' }, second.token)
    expect((await refusalOf(test.call(changeSet.retry, { id }))).problem).toBe('change_set_nothing_failed')
    await acts.run()
    expect(await acts.detail(id)).toMatchObject({ state: 'declined', cancelled: 1, done: 0, approvalRemark: 'not <today>' })
    expect((await zone.records())[0]).toBe('h0 600 A 198.51.100.60')
    expect((await refusalOf(decided(id))).problem).toBe('change_set_not_awaiting')
    expect(await titles()).toContain(`批量操作 #${id} 已拒绝`)
  })

  it('does not touch a domain that somebody changed after it was submitted', async () => {
    const zone = await largeDomain()
    const id = await submit(zone)
    await zone.add('late A 198.51.100.60')
    expect((await test.call(changeSet.difference, { id }, second.token)).data.domains).toMatchObject([{ problem: 'changed_since_submitted' }])
    await decided(id)
    await acts.run()
    expect(await acts.rows(id)).toEqual([`${zone.name} failed changed_since_submitted`])
    expect((await zone.records()).filter((text) => text.includes('192.0.2.60'))).toEqual([])
    await test.call(changeSet.retry, { id })
    await acts.run()
    expect(await acts.rows(id)).toEqual([`${zone.name} failed changed_since_submitted`])
  })

  it('is done with the rights that its author has then', async () => {
    const author = await acts.administrator(['record.read', 'record.write', 'domain.read'])
    const zone = await largeDomain()
    const { id } = await acts.update({ domains: zone.name, find: '198.51.100.60', to: '192.0.2.60' }, author.token)
    await decided(id!)
    await test.db
      .updateTable('role')
      .set({ rights: ['record.read'] })
      .where('id', '=', author.roleId)
      .execute()
    await acts.run()
    expect(await acts.rows(id!)).toEqual([`${zone.name} failed right_missing`])
  })

  it('is decided once, whoever decides at the same time', async () => {
    const third = await acts.administrator(['record.read', 'change_set.approve'])
    for (let round = 0; round < 5; round += 1) {
      const id = await submit(await largeDomain())
      const ends = await Promise.allSettled([decided(id), decided(id, third.token), test.call(changeSet.decline, { id, remark: 'no' }, second.token)])
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const entries = await test.db
        .selectFrom('audit_entry')
        .select('action')
        .where('action', 'in', ['change_set.approve', 'change_set.decline'])
        .where('target_id', '=', id)
        .execute()
      expect(entries).toHaveLength(1)
    }
  })

  it('ends after its time, and is not approved then', async () => {
    const id = await submit(await largeDomain())
    expect(await expireSets(test.db)).toBe(0)
    await test.db
      .updateTable('change_set')
      .set({ approval_until: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', id)
      .execute()
    expect((await refusalOf(decided(id))).problem).toBe('change_set_not_awaiting')
    expect((await Promise.all([expireSets(test.db), expireSets(test.db)])).reduce((one, other) => one + other)).toBe(1)
    expect(await acts.detail(id)).toMatchObject({ state: 'expired', cancelled: 1, waiting: 0 })
    expect(await titles()).toContain(`批量操作 #${id} 已过期`)
  })

  it('is called back by its author', async () => {
    const zone = await largeDomain()
    const id = (await acts.update({ domains: `${zone.name}\nnowhere.example`, find: '198.51.100.60', to: '192.0.2.60' })).id!
    await test.call(changeSet.cancel, { id })
    expect(await stateOf(id)).toBe('cancelled')
    expect((await refusalOf(decided(id))).problem).toBe('change_set_not_awaiting')
    // What nobody approved is not done by trying again.
    expect((await refusalOf(test.call(changeSet.retry, { id }))).problem).toBe('change_set_nothing_failed')
  })
})
