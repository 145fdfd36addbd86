import { afterAll, beforeAll, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { browserSession, withoutCaptcha } from '../../../../../../tests/support/app-accounts.ts'
import { newUser } from '../../../../../../tests/support/app-users.ts'
import { createTestApp, type TestApp } from '../../../../../../tests/support/app.ts'
import { actAs } from '../../../../../../tests/support/impersonation.ts'
import { rawCall } from '../../../../../../tests/support/raw-call.ts'
import { adding, findingsOf, newTestDomain, recordOf, refusalOf, type TestDomain } from '../../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await withoutCaptcha(test)
})
afterAll(() => test.close())

/** A domain with four saved states: a and b added, a changed, b deleted and c added, c paused. */
async function domainWithPast(): Promise<{ target: TestDomain; ids: Record<'a' | 'b' | 'c', number>; states: string[][] }> {
  const target = await newTestDomain(test)
  const states: string[][] = [[], []]
  const note = async (): Promise<void> => void states.push(await target.records())
  const [a, b] = await target.add('a A 192.0.2.1', 'b A 192.0.2.1')
  await note()
  await target.apply([{ op: 'update', id: a!, record: recordOf('a A 192.0.2.2', { ttl: 60, remark: 'x' }) }])
  await note()
  const { records } = await target.apply([{ op: 'delete', id: b! }, adding('c CNAME a.example.net.')])
  await note()
  await target.apply([{ op: 'update', id: records[0]!.id, record: recordOf('c CNAME a.example.net.', { status: 0 }) }])
  await note()
  return { target, ids: { a: a!, b: b!, c: records[0]!.id }, states }
}

it('the history says who did what, newest first', async () => {
  const { target, ids } = await domainWithPast()
  const { data } = await test.call(record.history, { domainId: target.id })
  expect(data.list.map(({ version, actor, action, added, updated, deleted }) => [version, actor, action, added, updated, deleted])).toEqual([
    [5, 'admin', 'record.apply', 0, 1, 0],
    [4, 'admin', 'record.apply', 1, 0, 1],
    [3, 'admin', 'record.apply', 0, 1, 0],
    [2, 'admin', 'record.apply', 2, 0, 0],
  ])
  expect((await test.call(record.history, { domainId: target.id, recordId: ids.b })).data.list.map((row) => row.version)).toEqual([4, 2])
  expect((await test.call(record.history, { domainId: target.id, limit: 10, page: 2 })).data).toMatchObject({ list: [], totalCount: 4 })
})

it('a saved state shows what it changed, before and after', async () => {
  const { target, ids } = await domainWithPast()
  const { data } = await test.call(record.revision, { domainId: target.id, version: 4, order: 'asc' })
  expect(data).toEqual({
    list: [
      { recordId: ids.b, before: { host: 'b', type: 'A', line: 'default', value: '192.0.2.1', ttl: 600, weight: null, remark: '', status: 1 }, after: null },
      {
        recordId: ids.c,
        before: null,
        after: { host: 'c', type: 'CNAME', line: 'default', value: 'a.example.net.', ttl: 600, weight: null, remark: '', status: 1 },
      },
    ],
    totalCount: 2,
  })
})

it.each([0, 1, 2, 3, 4, 5])('the whole domain goes back to how it was after version %i, as a new saved state', async (version) => {
  const { target, states } = await domainWithPast()
  const { data } = await test.call(record.restore, { domainId: target.id, version })
  expect(await target.records()).toEqual(states[version])
  expect(data.version).toBe(version === 5 ? 5 : 6)
  expect((await test.call(domain.detail, { id: target.id })).data.recordCount).toBe(states[version]!.length)
  // And the way back is open as well.
  await test.call(record.restore, { domainId: target.id, version: 5 })
  expect(await target.records()).toEqual(states[5])
})

it('one record goes back alone, a deleted one as itself', async () => {
  const { target, ids } = await domainWithPast()
  expect((await test.call(record.restore, { domainId: target.id, version: 2, recordId: ids.a })).data).toMatchObject({ added: 0, updated: 1, deleted: 0 })
  expect((await test.call(record.restore, { domainId: target.id, version: 3, recordId: ids.b })).data).toMatchObject({ added: 1, updated: 0, deleted: 0 })
  expect(await target.records()).toEqual(['a 600 A 192.0.2.1', 'b 600 A 192.0.2.1', 'c 600 CNAME a.example.net. paused'])
  expect((await test.call(record.history, { domainId: target.id, recordId: ids.b })).data.list.map((row) => [row.version, row.action])).toEqual([
    [7, 'record.restore'],
    [4, 'record.apply'],
    [2, 'record.apply'],
  ])
})

it('a record that goes back is judged beside what is there now', async () => {
  const { target, ids } = await domainWithPast()
  await target.add('b CNAME x.test.')
  expect(findingsOf(await refusalOf(test.call(record.restore, { domainId: target.id, version: 2, recordId: ids.b })))).toEqual(['0 error cname_conflict'])
})

it('a restore is previewed, ticked and refused like any change', async () => {
  const { target } = await domainWithPast()
  const version = await target.version()
  await target.apply([adding('p A 10.0.0.1')], { acknowledged: ['private_address'] })
  await target.apply([adding('sub NS a.test.')])
  const told = (await test.call(record.restore, { domainId: target.id, version: 2, dryRun: true })).data
  expect(told).toMatchObject({ version: version + 2, added: 1, updated: 1, deleted: 3, unchanged: 0 })
  expect(await target.version()).toBe(version + 2)
  expect(await refusalOf(test.call(record.restore, { domainId: target.id, version: 2, base: version }))).toMatchObject({ problem: 'changed_meanwhile' })
  expect(await refusalOf(test.call(record.restore, { domainId: target.id, version: 99 }))).toMatchObject({ problem: 'revision_missing' })
  expect(await refusalOf(test.call(record.restore, { domainId: target.id, version: 2, recordId: 999_999 }))).toMatchObject({ problem: 'record_missing' })
  await test.call(domain.lock, { ids: [target.id], locked: true })
  expect(await refusalOf(test.call(record.restore, { domainId: target.id, version: 2 }))).toMatchObject({ problem: 'domain_locked' })
})

it('an import is a saved state that can be taken back', async () => {
  const { target, states } = await domainWithPast()
  await test.call(record.import, { domainId: target.id, text: 'only 60 A 192.0.2.1', mode: 'replace' })
  expect(await target.records()).toEqual(['only 60 A 192.0.2.1'])
  await test.call(record.restore, { domainId: target.id, version: 5 })
  expect(await target.records()).toEqual(states[5])
})

it("users are told which changes were an administrator's, and no administrator's name", async () => {
  const { id, token } = await newUser(test)
  const target = (await test.call(domain.save, { domain: 'watched.example', userId: id })).data
  const change = (host: string) => ({ domainId: target.id, changes: [{ op: 'add' as const, record: { host, type: 'A', value: '192.0.2.1', ttl: 600 } }] })
  await test.call(record.apply, change('a'))
  await test.call(record.apply, change('b'), token)
  const acting = await actAs(test, await browserSession(test), id)
  await rawCall(test.app, record.apply, change('c'), { headers: acting })
  const username = (await test.db.selectFrom('account').select('username').where('id', '=', id).executeTakeFirstOrThrow()).username
  const seenBy = async (headers: Record<string, string>) =>
    (await rawCall(test.app, record.history, { domainId: target.id }, { headers }))
      .json<{ data: { list: { actor: string; actorKind: string; actingAs: string | null }[] } }>()
      .data.list.map(({ actor, actorKind, actingAs }) => [actor, actorKind, actingAs])
  expect(await seenBy({ authorization: `Bearer ${test.adminToken}` })).toEqual([
    ['admin', 'administrator', username],
    [username, 'user', null],
    ['admin', 'administrator', null],
  ])
  const asUser = [
    ['', 'administrator', null],
    [username, 'user', null],
    ['', 'administrator', null],
  ]
  expect(await seenBy({ authorization: `Bearer ${token}` })).toEqual(asUser)
  expect(await seenBy(acting)).toEqual(asUser)
  const changedBy = async (of: string) =>
    (await test.call(record.list, { domainId: target.id, sidx: 'host', order: 'asc' }, of)).data.list.map((row) => row.updatedBy)
  expect(await changedBy(test.adminToken)).toEqual(['admin', username, 'admin'])
  expect(await changedBy(token)).toEqual([null, username, null])
})

it('who may not look sees no history', async () => {
  const { target } = await domainWithPast()
  const nobody = await test.tokenWith(['domain.read'])
  expect(await refusalOf(test.call(record.history, { domainId: target.id }, nobody))).toMatchObject({ problem: 'right_missing' })
  expect(await refusalOf(test.call(record.history, { domainId: 999_999 }))).toMatchObject({ problem: 'domain_missing' })
})
