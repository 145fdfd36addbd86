import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { record } from '@nameplane/contract/dns/record'
import { largeChanges } from '@nameplane/contract/system/settings/large-changes'
import { browserSession, tokenOfType, withoutCaptcha } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { rawCall } from '../../../../../tests/support/raw-call.ts'
import { newTestDomain, recordOf, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { changeSetActs, type ChangeSetActs } from './change-sets.testing.ts'

let test: TestApp
let acts: ChangeSetActs
let second: string
beforeAll(async () => {
  test = await createTestApp()
  acts = changeSetActs(test)
  await withoutCaptcha(test)
  second = (await acts.administrator(['record.read', 'change_set.approve'])).token
})
beforeEach(() => setSetting(test.db, largeChanges, { confirmation: 'second_administrator' }))
afterAll(() => test.close())

async function largeDomain(): Promise<TestDomain & { ids: number[] }> {
  const zone = await newTestDomain(test)
  const ids = await zone.add(...Array.from({ length: 10 }, (_, index) => `h${index} A 198.51.100.60`))
  return { ...zone, ids }
}

const deleting = (zone: { id: number; ids: number[] }, count: number) => ({
  domainId: zone.id,
  changes: zone.ids.slice(0, count).map((id) => ({ op: 'delete' as const, id })),
})

type Sent = Record<string, unknown>
const submit = async (call: 'apply' | 'bulk' | 'import' | 'restore', sent: Sent): Promise<number> =>
  (await test.call(changeSet.recordSave, { call, sent })).data.id!
const approve = async (id: number): Promise<void> => {
  await test.call(changeSet.approve, { id }, second)
  await acts.run()
}

describe('a save that changes a large part of a domain', () => {
  it.each([
    ['apply', (zone: { id: number; ids: number[] }): Sent => deleting(zone, 4), 6],
    ['bulk', ({ id }: { id: number }): Sent => ({ domainId: id, filter: {}, action: 'delete' }), 0],
    ['import', ({ id }: { id: number }): Sent => ({ domainId: id, text: 'only 300 IN A 192.0.2.1\n', mode: 'replace' }), 1],
    ['restore', ({ id }: { id: number }): Sent => ({ domainId: id, version: 1 }), 0],
  ] as const)('by %s waits for another administrator, and is then done', async (call, sentFor, left) => {
    const zone = await largeDomain()
    const before = await zone.records()
    const sent = sentFor(zone)
    expect((await refusalOf(test.call(record[call], sent as never))).problem).toBe('approval_due')
    const id = await submit(call, sent)
    await acts.run()
    expect(await acts.detail(id)).toMatchObject({ state: 'awaiting', kind: 'record_save', summary: { call } })
    expect(await zone.records()).toEqual(before)
    expect((await test.call(changeSet.difference, { id }, second)).data).toMatchObject({ touchedDomains: 1, needsApproval: true })
    await approve(id)
    expect(await acts.rows(id)).toMatchObject([expect.stringContaining(`${zone.name} done`)])
    expect(await zone.records()).toHaveLength(left)

    await test.call(changeSet.undo, { id })
    await acts.run()
    expect(await zone.records()).toEqual(before)
  })

  it('is one operation, however often it is sent under its key, also when it is done and its records are gone', async () => {
    const zone = await largeDomain()
    const version = await zone.version()
    const sent = { call: 'apply' as const, sent: { ...deleting(zone, 4), version }, key: `saved-once-${zone.id}`, watchMinutes: 5 }
    const ids = (await Promise.all([1, 2, 3].map(() => test.call(changeSet.recordSave, sent)))).map(({ data }) => data.id!)
    expect(new Set(ids).size).toBe(1)
    await approve(ids[0]!)
    expect(await zone.records()).toHaveLength(6)
    expect((await test.call(changeSet.recordSave, sent)).data.id).toBe(ids[0])
    for (const other of [{ watchMinutes: 6 }, { sent: { ...deleting(zone, 5), version } }])
      expect((await refusalOf(test.call(changeSet.recordSave, { ...sent, ...other }))).fields).toEqual({ key: 'change_set_key_used' })
    expect((await refusalOf(test.call(changeSet.recordSave, { ...sent, dryRun: true }))).problem).toBe('records_conflict')
  })

  it('is refused at once with what the save itself is refused with', async () => {
    const zone = await largeDomain()
    const wrong = { domainId: zone.id, changes: [{ op: 'add', record: recordOf('www A nowhere') }] }
    expect((await refusalOf(submit('apply', wrong))).problem).toBe((await refusalOf(test.call(record.apply, wrong as never))).problem)
    expect((await refusalOf(submit('apply', {}))).problem).toBe('invalid_input')
    expect((await refusalOf(submit('restore', { domainId: zone.id, version: 99 }))).problem).toBe('revision_missing')
    const other = await acts.administrator(['record.write', 'record.read'])
    await test.db.updateTable('role').set({ data_scope: 'own' }).where('id', '=', other.roleId).execute()
    const call = test.call(changeSet.recordSave, { call: 'apply', sent: deleting(zone, 4) }, other.token)
    expect((await refusalOf(call)).problem).toBe('domain_missing')
  })

  it('is not done to a domain that was changed after it was submitted', async () => {
    const zone = await largeDomain()
    const id = await submit('apply', deleting(zone, 4))
    await zone.add('late A 192.0.2.1')
    await approve(id)
    expect(await acts.rows(id)).toEqual([`${zone.name} failed changed_since_submitted`])
    expect(await zone.records()).toHaveLength(11)
  })

  it('is confirmed by its number in a session where the setting says so, and a program is not asked', async () => {
    await setSetting(test.db, largeChanges, { confirmation: 'typed' })
    const zone = await largeDomain()
    const headers = await browserSession(test)
    const save = async (more: Sent) => {
      const answer = await rawCall(test.app, record.apply, { ...deleting(zone, 4), ...more }, { headers })
      return answer.json<{ problem?: string; params?: Sent }>()
    }
    expect(await save({})).toMatchObject({ problem: 'change_set_confirm_due' })
    expect(await save({ confirm: 3 })).toMatchObject({ problem: 'change_set_confirm_due' })
    expect((await save({ confirm: 4 })).problem).toBeUndefined()
    expect(await zone.records()).toHaveLength(6)
    const other = await largeDomain()
    await test.call(record.apply, deleting(other, 4))
    expect(await other.records()).toHaveLength(6)
  })

  it('of a user asks nobody, nor does a small one', async () => {
    const zone = await largeDomain()
    const user = await tokenOfType(test, 2)
    const account = await test.db.selectFrom('account').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    await test.db.updateTable('domain').set({ account_id: account.id }).where('id', '=', zone.id).execute()
    await test.call(record.apply, deleting(zone, 4), user)
    expect(await zone.records()).toHaveLength(6)
    const small = await largeDomain()
    await test.call(record.apply, deleting(small, 3))
    expect(await small.records()).toHaveLength(7)
  })
})
