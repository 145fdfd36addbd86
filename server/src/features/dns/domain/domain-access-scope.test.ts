import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { explain } from '@nameplane/contract/dns/explain'
import { line } from '@nameplane/contract/dns/line'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { rights } from '@nameplane/contract/rights'
import { answered } from '../../../../../tests/support/answered.ts'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { rawCall } from '../../../../../tests/support/raw-call.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import type { AccessScope } from '../../../access/access-scope.ts'
import { explainAnswer, type Explaining } from '../../../serving/answer/explain.ts'
import { LinkLost } from '../../../serving/link/peer.ts'
import { noRedirectAddresses } from '../../../serving/redirect/redirect-addresses.ts'
import { onlyDefaultLine } from '../../../serving/lines/line-table.ts'
import { readWantedZones } from '../../../serving/publication/zone-source.ts'
import { compileZone } from '../../../serving/zone/zone.ts'
import { ZoneTable } from '../../../serving/zone/zone-table.ts'
import { explainRecord } from '../explain/explain.service.ts'

/** Two owners, two groups; each domain has one record. */
type Place = { id: number; name: string; recordId: number }
let test: TestApp
let groupId: number
let alice: { id: number; token: string }
let bob: { id: number; token: string }
let ofAlice: Place
let ofBob: Place
let ofGroup: Place
let everything: Awaited<ReturnType<typeof administratorWith>>
let keeper: Awaited<ReturnType<typeof administratorWith>>

async function place(name: string, userId: number, serviceGroupId?: number): Promise<Place> {
  const { id } = (await test.call(domain.save, { domain: name, userId, serviceGroupId })).data
  const applied = await test.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'www', type: 'A', value: '192.0.2.1', ttl: 600 } }] })
  return { id, name, recordId: applied.data.records[0]!.id }
}

beforeAll(async () => {
  test = await createTestApp()
  const servers = { mname: 'ns1.example.net', rname: 'hostmaster.example.net', ns1: 'ns1.example.net', ns2: 'ns2.example.net' }
  groupId = (await test.call(serviceGroup.save, { name: 'kept', ...servers })).data.id
  ;[alice, bob] = [await newUser(test), await newUser(test)]
  ofAlice = await place('alice.example', alice.id)
  ofBob = await place('bob.example', bob.id)
  ofGroup = await place('kept.example', bob.id, groupId)
  everything = await administratorWith(test, rights)
  keeper = await administratorWith(test, rights, { dataScope: 'groups', serviceGroupIds: [groupId] })
})
afterAll(() => test.close())
// What a test adds, no other finds.
afterEach(async () => {
  await test.db.deleteFrom('domain').where('id', 'not in', [ofAlice.id, ofBob.id, ofGroup.id]).execute()
})

const namesOf = async (token: string, more: { userId?: number; recycled?: boolean } = {}) =>
  (await test.call(domain.list, { limit: 200, sidx: 'domain', order: 'asc', ...more }, token)).data.list.map((row) => row.domain)

describe('the list of domains', () => {
  it('holds what each caller reaches, and counts it so', async () => {
    expect(await namesOf(everything.token)).toEqual(['alice.example', 'bob.example', 'kept.example'])
    expect(await namesOf(keeper.token)).toEqual(['kept.example'])
    expect(await namesOf(alice.token)).toEqual(['alice.example'])
    expect(await namesOf(bob.token)).toEqual(['bob.example', 'kept.example'])
    expect((await test.call(domain.list, { limit: 10 }, alice.token)).data.totalCount).toBe(1)
  })

  it('shows nothing of others, whatever the filters ask for', async () => {
    expect(await namesOf(alice.token, { userId: bob.id })).toEqual([])
    const found = await test.call(domain.list, { search: 'bob', value: '192.0.2' }, alice.token)
    expect(found.data).toEqual({ list: [], totalCount: 0 })
  })

  it('is empty for a role that reaches its own and owns nothing', async () => {
    const { token } = await administratorWith(test, rights, { dataScope: 'own' })
    expect(await namesOf(token)).toEqual([])
  })

  it('holds what several roles reach together', async () => {
    const { token, accountId } = await administratorWith(test, ['domain.read'], { dataScope: 'own' })
    const own = await place('mine.example', accountId)
    const { accountId: other } = await administratorWith(test, ['domain.read'], { dataScope: 'groups', serviceGroupIds: [groupId] })
    const role = await test.db.selectFrom('account_role').select('role_id').where('account_id', '=', other).executeTakeFirstOrThrow()
    await test.db.insertInto('account_role').values({ account_id: accountId, role_id: role.role_id }).execute()
    expect(await namesOf(token)).toEqual(['kept.example', own.name])
  })
})

/** Calls that name a domain; each is made with a domain beyond reach and with one that is nowhere. */
const calls: [string, Endpoint, (id: number, recordId: number) => Record<string, unknown>][] = [
  ['detail', domain.detail, (id) => ({ id })],
  ['update', domain.update, (id) => ({ id, remark: 'taken' })],
  ['status', domain.status, (id) => ({ ids: [id], status: 0 })],
  ['delete', domain.delete, (id) => ({ ids: [id] })],
  ['restore', domain.restore, (id) => ({ ids: [id] })],
  ['purge', domain.purge, (id) => ({ ids: [id] })],
  ['removal', domain.removal, (id) => ({ ids: [id] })],
  ['record list', record.list, (id) => ({ domainId: id })],
  ['record apply', record.apply, (id, recordId) => ({ domainId: id, changes: [{ op: 'delete', id: recordId }] })],
  ['record apply, dry', record.apply, (id, recordId) => ({ domainId: id, changes: [{ op: 'delete', id: recordId }], dryRun: true })],
  ['record bulk', record.bulk, (id) => ({ domainId: id, filter: {}, action: 'delete' })],
  ['record bulk, dry', record.bulk, (id) => ({ domainId: id, filter: {}, action: 'delete', dryRun: true })],
  ['record import', record.import, (id) => ({ domainId: id, text: 'x 60 IN A 192.0.2.2\n', mode: 'replace' })],
  ['record import, dry', record.import, (id) => ({ domainId: id, text: 'x 60 IN A 192.0.2.2\n', mode: 'replace', dryRun: true })],
  ['record export', record.export, (id) => ({ domainId: id })],
  ['record history', record.history, (id) => ({ domainId: id })],
  ['record revision', record.revision, (id) => ({ domainId: id, version: 2 })],
  ['record restore', record.restore, (id) => ({ domainId: id, version: 1 })],
  ['record restore, dry', record.restore, (id) => ({ domainId: id, version: 1, dryRun: true })],
  ['record publication', record.publication, (id) => ({ domainId: id })],
  ['explain', explain.record, (id) => ({ domainId: id, host: 'www', client: '192.0.2.1' })],
]

describe("somebody else's domain", () => {
  it.each(calls)('is for %s the same as one that is not there', async (_, endpoint, inputOf) => {
    for (const token of [alice.token, keeper.token]) {
      const answers = [ofBob.id, 999_999_999].map(async (id) => {
        const answer = await rawCall(test.app, endpoint, inputOf(id, ofBob.recordId), { token })
        const { requestId: _request, ...said } = answer.json<Record<string, unknown>>()
        return said
      })
      const [others, missing] = await Promise.all(answers)
      expect(others).toEqual(missing)
      if (endpoint !== domain.removal) expect(others).toMatchObject({ problem: 'domain_missing' })
    }
    expect((await test.call(domain.detail, { id: ofBob.id })).data).toMatchObject({ status: 1, deleteTime: null, recordCount: 1, remark: '' })
  })

  it('among others of a bulk call keeps all of them as they are', async () => {
    for (const [token, own] of [
      [alice.token, ofAlice],
      [keeper.token, ofGroup],
    ] as const) {
      expect(await refusalOf(test.call(domain.status, { ids: [own.id, ofBob.id === own.id ? ofAlice.id : ofBob.id], status: 0 }, token))).toMatchObject({
        problem: 'domain_missing',
      })
      expect((await test.call(domain.detail, { id: own.id })).data.status).toBe(1)
    }
  })

  it('gives none of its records away by their ids', async () => {
    const changes = [{ op: 'delete' as const, id: ofBob.recordId }]
    expect(await refusalOf(test.call(record.apply, { domainId: ofAlice.id, changes }, alice.token))).toMatchObject({ problem: 'record_missing' })
  })

  it('is taken, without saying by whom, where or whether it lies in the recycle bin', async () => {
    const gone = await place('gone.example', bob.id)
    await test.call(domain.delete, { ids: [gone.id] })
    for (const name of ['bob.example', 'gone.example']) {
      const refusal = await refusalOf(test.call(domain.save, { domain: name }, alice.token))
      expect(refusal).toMatchObject({ problem: 'domain_exists', params: { name } })
      expect(refusal.params).not.toHaveProperty('id')
    }
    expect(await refusalOf(test.call(domain.save, { domain: 'gone.example' }))).toMatchObject({ problem: 'domain_in_recycle_bin', params: { id: gone.id } })
  })

  it('cannot be cut into by a name within it', async () => {
    expect(await refusalOf(test.call(domain.save, { domain: 'www.bob.example' }, alice.token))).toMatchObject({ problem: 'domain_of_other' })
    expect(await refusalOf(test.call(domain.save, { domain: 'a.b.bob.example' }, keeper.token))).toMatchObject({ problem: 'domain_of_other' })
    await test.call(domain.save, { domain: 'sub.alice.example' }, alice.token)
  })
})

describe('an ordinary user', () => {
  it('works on the own domains and records', async () => {
    const { id } = (await test.call(domain.save, { domain: 'new.example', remark: 'mine' }, alice.token)).data
    await test.call(domain.update, { id, remark: 'still mine', defaultTtlSeconds: 300 }, alice.token)
    await test.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: '@', type: 'TXT', value: '"x"', ttl: 60 } }] }, alice.token)
    await test.call(domain.status, { ids: [id], status: 0 }, alice.token)
    await test.call(domain.delete, { ids: [id] }, alice.token)
    await test.call(domain.restore, { ids: [id] }, alice.token)
    expect((await test.call(domain.detail, { id }, alice.token)).data).toMatchObject({ userId: alice.id, remark: 'still mine', status: 0, recordCount: 1 })
    await test.call(line.tree, {}, alice.token)
  })

  it('changes neither owner nor service group nor lock', async () => {
    const before = (await test.call(domain.detail, { id: ofAlice.id })).data
    for (const fields of [{ userId: bob.id }, { serviceGroupId: groupId }])
      expect(await refusalOf(test.call(domain.update, { id: ofAlice.id, ...fields }, alice.token))).toMatchObject({ problem: 'right_missing' })
    for (const fields of [{ userId: bob.id }, { serviceGroupId: groupId }])
      expect(await refusalOf(test.call(domain.save, { domain: 'x.example', ...fields }, alice.token))).toMatchObject({ problem: 'right_missing' })
    expect(await refusalOf(test.call(domain.lock, { ids: [ofAlice.id], locked: true }, alice.token))).toMatchObject({ problem: 'right_missing' })
    // A form that sends back what is there changes nothing.
    await test.call(domain.update, { id: ofAlice.id, userId: before.userId, serviceGroupId: before.serviceGroupId, remark: 'same' }, alice.token)
  })

  it('sees no service groups and no figures of the platform', async () => {
    for (const call of [() => test.call(serviceGroup.list, {}, alice.token), () => test.call(dashboard.chart, {}, alice.token)])
      expect(await refusalOf(call())).toMatchObject({ problem: 'right_missing' })
  })
})

describe('a role of some service groups', () => {
  it('lists and changes its groups only, and counts in them what it reaches', async () => {
    expect((await test.call(serviceGroup.list, {}, keeper.token)).data.list.map((row) => [row.name, row.domainCount])).toEqual([['kept', 1]])
    const servers = { mname: 'ns1.example.net', rname: 'hostmaster.example.net', ns1: 'ns1.example.net', ns2: 'ns2.example.net' }
    expect(await refusalOf(test.call(serviceGroup.update, { id: 1, name: 'mine now', ...servers }, keeper.token))).toMatchObject({
      problem: 'service_group_missing',
    })
    expect(await refusalOf(test.call(serviceGroup.save, { name: 'one more', ...servers }, keeper.token))).toMatchObject({ problem: 'beyond_reach' })
    await test.call(serviceGroup.update, { id: groupId, name: 'kept', remark: 'well', ...servers }, keeper.token)
  })

  it('adds domains to its groups, and moves none out of them', async () => {
    const { id } = (await test.call(domain.save, { domain: 'added.example' }, keeper.token)).data
    expect((await test.call(domain.detail, { id }, keeper.token)).data.serviceGroupId).toBe(groupId)
    for (const call of [
      () => test.call(domain.save, { domain: 'elsewhere.example', serviceGroupId: 1 }, keeper.token),
      () => test.call(domain.update, { id, serviceGroupId: 1 }, keeper.token),
    ])
      expect(await refusalOf(call())).toMatchObject({ problem: 'service_group_missing' })
    await test.call(domain.purge, { ids: [await recycled(id)] }, keeper.token)
  })

  it('counts on the dashboard what it reaches', async () => {
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000)
    await answered(test.db, { minute, domainId: ofGroup.id, answers: 7 }, { minute, domainId: ofBob.id, answers: 100 }, { minute, answers: 1000 })
    const { data: all } = await test.call(dashboard.chart, {}, everything.token)
    const { data } = await test.call(dashboard.chart, {}, keeper.token)
    expect(all.queries?.total).toBe(1107)
    expect(data).toMatchObject({
      domains: { total: 1, recycled: 0 },
      records: { total: 1 },
      queries: { total: 7, domains: [{ domain: 'kept.example', answers: 7 }] },
    })
    expect(data.changes.every((change) => change.targetType === 'domain' && change.targetName !== 'bob.example')).toBe(true)
    expect(data.changes.some((change) => change.targetName === 'kept.example')).toBe(true)
  })

  it('that loses its group reaches nothing', async () => {
    const servers = { mname: 'ns1.example.net', rname: 'hostmaster.example.net', ns1: 'ns1.example.net', ns2: 'ns2.example.net' }
    const { id } = (await test.call(serviceGroup.save, { name: 'going', ...servers })).data
    const { token } = await administratorWith(test, rights, { dataScope: 'groups', serviceGroupIds: [id] })
    await test.call(serviceGroup.delete, { ids: [id] })
    expect(await namesOf(token)).toEqual([])
    expect(await refusalOf(test.call(domain.save, { domain: 'nowhere.example' }, token))).toMatchObject({ problem: 'service_group_missing' })
  })
})

it('a role of its own cannot give a domain away, not even to a user of its own', async () => {
  const { token, accountId } = await administratorWith(test, rights, { dataScope: 'own' })
  const { id } = await place('held.example', accountId)
  const added = (await test.call(user.save, { username: 'of-the-holder', password: 'pass1' }, token)).data
  for (const [userId, problem] of [
    [bob.id, 'owner_missing'],
    [added.id, 'beyond_reach'],
  ] as const) {
    expect(await refusalOf(test.call(domain.update, { id, userId }, token))).toMatchObject({ problem })
    expect(await refusalOf(test.call(domain.save, { domain: 'given.example', userId }, token))).toMatchObject({ problem })
  }
})

it('nobody brings a user within reach by giving them a domain', async () => {
  const servers = { mname: 'ns1.example.net', rname: 'hostmaster.example.net', ns1: 'ns1.example.net', ns2: 'ns2.example.net' }
  const { id: group } = (await test.call(serviceGroup.save, { name: 'giving', ...servers })).data
  const giver = await administratorWith(test, rights, { dataScope: 'groups', serviceGroupIds: [group] })
  const { id } = (await test.call(domain.save, { domain: 'giver.example' }, giver.token)).data
  for (const call of [
    () => test.call(domain.update, { id, userId: bob.id }, giver.token),
    () => test.call(domain.save, { domain: 'bait.example', userId: bob.id }, giver.token),
  ])
    expect(await refusalOf(call())).toMatchObject({ problem: 'owner_missing', fields: { userId: 'owner_missing' } })
  expect(await refusalOf(test.call(user.impersonate, { id: bob.id }, giver.token))).toMatchObject({ problem: 'impersonation_beyond_reach' })
  // To a user of one's own it is given, and the form may send back the owner that is there.
  const added = (await test.call(user.save, { username: 'of-the-giver', password: 'pass1' }, giver.token)).data
  await test.call(domain.update, { id, userId: added.id }, giver.token)
  await test.call(domain.update, { id, userId: added.id, remark: 'sent back' }, giver.token)
  expect((await test.call(domain.detail, { id }, giver.token)).data).toMatchObject({ userId: added.id, remark: 'sent back' })
})

it('the explainer looks into no zone beyond reach, though the node holds it and the name lies in the own domain', async () => {
  const cut = await place('cut.alice.example', bob.id)
  const zones = new ZoneTable()
  for (const { source } of await readWantedZones(test.db, [ofAlice.id, cut.id])) zones.put(compileZone(source!))
  const explain = async (question: Omit<Explaining, 'zones' | 'lines' | 'redirects'>) =>
    explainAnswer({ ...question, zones, lines: onlyDefaultLine, redirects: noRedirectAddresses })
  const serving = { lines: onlyDefaultLine, node: () => ({ name: 'a node', host: '127.0.0.1', port: 1, explain }) }
  const asked = { domainId: ofAlice.id, host: 'www.cut', type: 'A', client: '192.0.2.1' }
  const recordsSeenBy = async (accessScope: AccessScope) =>
    (await explainRecord(test.db, accessScope, serving, asked)).explanation.steps.flatMap((step) => step.candidates.map((one) => one.recordId))
  expect(await recordsSeenBy('all')).toContain(cut.recordId)
  expect(await recordsSeenBy({ accountId: alice.id, groupIds: [], holderId: null })).not.toContain(cut.recordId)
})

it('the explainer tells the saved state when the node goes while it is asked, and refuses a type that is none before it asks', async () => {
  const gone = async (): Promise<never> => {
    throw new LinkLost('the link was closed')
  }
  const serving = { lines: onlyDefaultLine, node: () => ({ name: 'a node', host: '127.0.0.1', port: 1, explain: gone }) }
  const asked = { domainId: ofAlice.id, host: '@', type: 'NS', client: '192.0.2.1' }
  const { explanation, wireProblem } = await explainRecord(test.db, 'all', serving, asked)
  expect([explanation.zone?.domainId, explanation.answer.length > 0, wireProblem]).toEqual([ofAlice.id, true, 'no_answer'])
  await expect(explainRecord(test.db, 'all', serving, { ...asked, type: 'NOTYPE' })).rejects.toMatchObject({ code: 'invalid_value' })
})

async function recycled(id: number): Promise<number> {
  await test.call(domain.delete, { ids: [id] })
  return id
}
