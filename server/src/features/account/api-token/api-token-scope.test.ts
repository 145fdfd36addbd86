import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiToken } from '@nameplane/contract/account/api-token'
import { menuRow } from '@nameplane/contract/account/menu-row'
import { message } from '@nameplane/contract/account/message'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { explain } from '@nameplane/contract/dns/explain'
import { log } from '@nameplane/contract/dns/log'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import type { Endpoint, Sent } from '@nameplane/contract/endpoint'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { search } from '@nameplane/contract/home/search'
import { rights, rightsOfDomains, type Right } from '@nameplane/contract/rights'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { trailOf } from '../../../../../tests/support/audit-trail.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { rawCall } from '../../../../../tests/support/raw-call.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { hashPassword } from '../session/password.ts'

/** Two domains of one owner in two service groups, each with one record. */
type Place = { id: number; name: string; recordId: number }
let test: TestApp
let groupId: number
let ownerId: number
let near: Place
let far: Place
let made = 0

async function place(serviceGroupId?: number): Promise<Place> {
  const name = `scope-${(made += 1)}.example`
  const { id } = (await test.call(domain.save, { domain: name, userId: ownerId, serviceGroupId })).data
  const applied = await test.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'www', type: 'A', value: '192.0.2.1', ttl: 600 } }] })
  return { id, name, recordId: applied.data.records[0]!.id }
}

const servers = { mname: 'ns1.example.net', rname: 'hostmaster.example.net', ns1: 'ns1.example.net', ns2: 'ns2.example.net' }
const newGroup = async () => (await test.call(serviceGroup.save, { name: `group ${(made += 1)}`, ...servers })).data.id

beforeAll(async () => {
  test = await createTestApp()
  groupId = await newGroup()
  ownerId = (await newUser(test)).id
  near = await place(groupId)
  far = await place()
})
afterAll(() => test.close())

const password = 'correct horse 7'
const ofDomains = [...rightsOfDomains]
const save = async (sent: Partial<Sent<typeof apiToken.save>> = {}, as?: string) =>
  (await test.call(apiToken.save, { name: `token ${(made += 1)}`, password, scopes: ofDomains, ...sent }, as)).data
const limitedTo = {
  domains: () => ({ dataScope: 'domains' as const, domainIds: [near.id] }),
  groups: () => ({ dataScope: 'groups' as const, serviceGroupIds: [groupId] }),
}
const kinds = ['domains', 'groups'] as const

const namesOf = async (token: string, recycled = false) => (await test.call(domain.list, { limit: 200, recycled }, token)).data.list.map((row) => row.domain)
const bodyOf = async (endpoint: Endpoint, input: Record<string, unknown>, token: string) => rawCall(test.app, endpoint, input, { token })

/** An administrator who makes tokens: with these rights, as far as the role reaches, and the password that making one asks for. */
async function author(held: readonly Right[], reach: Parameters<typeof administratorWith>[2] = {}) {
  const { token, accountId } = await administratorWith(test, held, reach)
  await test.db
    .updateTable('account')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', accountId)
    .execute()
  return { token, accountId }
}

/** Calls that name a domain. */
const calls: [string, Endpoint, (of: Place) => Record<string, unknown>][] = [
  ['detail', domain.detail, ({ id }) => ({ id })],
  ['statistics', domain.statistics, ({ id }) => ({ id })],
  ['update', domain.update, ({ id }) => ({ id, remark: 'theirs' })],
  ['record list', record.list, ({ id }) => ({ domainId: id })],
  [
    'record save',
    record.apply,
    ({ id }) => ({ domainId: id, changes: [{ op: 'add', record: { host: 'a', type: 'A', value: '192.0.2.3', ttl: 600 } }], dryRun: true }),
  ],
  ['bulk over all matches', record.bulk, ({ id }) => ({ domainId: id, filter: {}, action: 'ttl', ttl: 300, dryRun: true })],
  ['import', record.import, ({ id }) => ({ domainId: id, text: 'x 60 IN A 192.0.2.2\n', mode: 'add', dryRun: true })],
  ['export', record.export, ({ id }) => ({ domainId: id })],
  ['history', record.history, ({ id }) => ({ domainId: id })],
  ['explain', explain.record, ({ id }) => ({ domainId: id, host: 'www', client: '192.0.2.1' })],
]

describe.each(kinds)('a token that is limited to some %s', (kind) => {
  let token: string
  beforeAll(async () => void ({ token } = await save(limitedTo[kind]())))

  it('lists and counts what it reaches, whatever filters ask for', async () => {
    expect((await test.call(domain.list, {}, token)).data).toMatchObject({ totalCount: 1, list: [{ domain: near.name }] })
    expect((await test.call(domain.list, { userId: ownerId, search: 'scope' }, token)).data.totalCount).toBe(1)
  })

  it.each(calls)('answers %s for a domain in its scope, and for others as if they were not there', async (_, endpoint, inputOf) => {
    expect((await bodyOf(endpoint, inputOf(near), token)).body).not.toContain('"problem"')
    expect((await bodyOf(endpoint, inputOf(far), token)).json()).toMatchObject({ problem: 'domain_missing' })
  })

  it('changes no domain with others beyond its scope in one call', async () => {
    expect(await refusalOf(test.call(domain.status, { ids: [near.id, far.id], status: 0 }, token))).toMatchObject({ problem: 'domain_missing' })
    expect((await test.call(domain.detail, { id: near.id })).data.status).toBe(1)
  })

  it('has the log of its domains: in lists, their count and files', async () => {
    const { list, totalCount } = (await test.call(log.operations, { audience: 'admin', limit: 200 }, token)).data
    expect(new Set(list.map(({ targetName }) => targetName))).toEqual(new Set([near.name, ...(kind === 'groups' ? [groupName] : [])]))
    expect(totalCount).toBe(list.length)
    const file = (await bodyOf(log.operationExport, { audience: 'admin', format: 'csv' }, token)).body
    expect([file.includes(near.name), file.includes(far.name)]).toEqual([true, false])
    expect((await test.call(log.signIns, { audience: 'admin' }, token)).data.totalCount).toBe(0)
  })

  it('counts what it reaches on the dashboard', async () => {
    const { domains, records } = (await test.call(dashboard.chart, {}, token)).data
    expect([domains?.total, records?.total]).toEqual([1, (await test.call(record.list, { domainId: near.id })).data.totalCount])
  })

  it('makes no calls about accounts, service groups or the whole of the platform, and none about its own account', async () => {
    for (const [endpoint, input] of [
      [user.list, {}],
      [serviceGroup.list, {}],
      [apiToken.list, {}],
      [search.find, { text: 'scope' }],
      [message.unread, {}],
    ] as const)
      expect((await bodyOf(endpoint, input, token)).json()).toMatchObject({ problem: 'right_missing' })
  })

  it('moves a domain into no other group', async () => {
    const { serviceGroupId } = (await test.call(domain.detail, { id: far.id })).data
    expect(await refusalOf(test.call(domain.update, { id: near.id, serviceGroupId }, token))).toMatchObject({
      fields: { serviceGroupId: 'service_group_missing' },
    })
  })

  it('gives a domain to nobody else', async () => {
    const { id } = await newUser(test)
    expect(await refusalOf(test.call(domain.update, { id: near.id, userId: id }, token))).toMatchObject({ fields: { userId: 'owner_missing' } })
  })
})

let groupName: string
beforeAll(async () => {
  groupName = (await test.call(serviceGroup.list, { limit: 200 })).data.list.find(({ id }) => id === groupId)!.name
})

describe('the scope of a token', () => {
  it('is all that its owner reaches where none is chosen, and for tokens of before', async () => {
    const { id, token } = await save()
    expect(await namesOf(token)).toEqual(expect.arrayContaining([near.name, far.name]))
    expect((await test.call(apiToken.list, { limit: 200 })).data.list.find((row) => row.id === id)).toMatchObject({ dataScope: 'all', domainIds: [] })
  })

  it('holds a new domain of a group at once, and adds none outside', async () => {
    const kept = await newGroup()
    const { token } = await save({ dataScope: 'groups', serviceGroupIds: [kept] })
    expect(await namesOf(token)).toEqual([])
    const added = await place(kept)
    expect(await namesOf(token)).toEqual([added.name])
    const own = `scope-${(made += 1)}.example`
    await test.call(domain.save, { domain: own }, token)
    expect((await namesOf(token)).sort()).toEqual([added.name, own].sort())
    expect(await refusalOf(test.call(domain.save, { domain: 'outside.example', serviceGroupId: groupId }, token))).toMatchObject({
      fields: { serviceGroupId: 'service_group_missing' },
    })
  })

  it('of chosen domains takes in no new one', async () => {
    const { token } = await save(limitedTo.domains())
    expect(await refusalOf(test.call(domain.save, { domain: 'outside.example' }, token))).toMatchObject({ problem: 'beyond_reach' })
    expect((await test.call(domain.list, { search: 'outside.example' })).data.totalCount).toBe(0)
  })

  it('loses a domain that is removed for good, and then reaches nothing', async () => {
    const gone = await place()
    const { id, token } = await save({ dataScope: 'domains', domainIds: [gone.id] })
    expect(await namesOf(token)).toEqual([gone.name])
    await test.call(domain.delete, { ids: [gone.id] })
    expect([await namesOf(token), await namesOf(token, true)]).toEqual([[], [gone.name]])
    await test.call(domain.purge, { ids: [gone.id] })
    expect([await namesOf(token), await namesOf(token, true)]).toEqual([[], []])
    expect((await test.call(dashboard.chart, {}, token)).data.domains?.total).toBe(0)
    expect((await test.call(log.operations, { audience: 'admin' }, token)).data.totalCount).toBe(0)
    const shown = async () => (await test.call(apiToken.list, { limit: 200 })).data.list.find((row) => row.id === id)
    expect(await shown()).toMatchObject({ dataScope: 'domains', domainIds: [] })
    // What has become nothing can be saved again, and stays nothing.
    await test.call(apiToken.update, { id, name: 'emptied', dataScope: 'domains', domainIds: [] })
    expect([await namesOf(token), (await shown())?.name]).toEqual([[], 'emptied'])
  })

  it('loses a service group that is deleted, and then reaches nothing', async () => {
    const kept = await newGroup()
    const { token } = await save({ dataScope: 'groups', serviceGroupIds: [kept] })
    await test.call(serviceGroup.delete, { ids: [kept] })
    expect(await namesOf(token)).toEqual([])
  })

  it('only narrows what the owner reaches, now and later', async () => {
    const { token: as } = await author(rights, { dataScope: 'groups', serviceGroupIds: [groupId] })
    const inside = await place(groupId)
    const { token } = await save({ dataScope: 'domains', domainIds: [inside.id] }, as)
    expect(await namesOf(token)).toEqual([inside.name])
    const { serviceGroupId } = (await test.call(domain.detail, { id: far.id })).data
    await test.call(domain.update, { id: inside.id, serviceGroupId })
    expect(await namesOf(token)).toEqual([])
  })

  it('names nothing that its author does not reach', async () => {
    const { token: as } = await author(rights, { dataScope: 'groups', serviceGroupIds: [groupId] })
    const other = await newGroup()
    expect(await refusalOf(save({ dataScope: 'domains', domainIds: [near.id, far.id] }, as))).toMatchObject({ fields: { domainIds: 'domain_missing' } })
    expect(await refusalOf(save({ dataScope: 'groups', serviceGroupIds: [groupId, other] }, as))).toMatchObject({
      fields: { serviceGroupIds: 'service_group_missing' },
    })
    const { id } = await save(limitedTo.groups(), as)
    expect(await refusalOf(test.call(apiToken.update, { id, name: 'wider', dataScope: 'groups', serviceGroupIds: [groupId, other] }, as))).toMatchObject({
      fields: { serviceGroupIds: 'service_group_missing' },
    })
  })

  it('asks for at least one domain or group', async () => {
    expect(await refusalOf(save({ dataScope: 'domains' }))).toMatchObject({ fields: { domainIds: 'required' } })
    expect(await refusalOf(save({ dataScope: 'groups', domainIds: [near.id] }))).toMatchObject({ fields: { serviceGroupIds: 'required' } })
  })
})

describe('the rights of a token', () => {
  it('can be read by whoever makes tokens, in the order of the menu', async () => {
    expect((await test.call(menuRow.tree, {}, await test.tokenWith(['api_token.write']))).data.length).toBeGreaterThan(0)
    expect(await refusalOf(test.call(menuRow.tree, {}, await test.tokenWith(['api_token.read'])))).toMatchObject({ problem: 'right_missing' })
  })

  it('are none that is not named, and none that its author lacks', async () => {
    expect(await refusalOf(test.call(apiToken.save, { name: 'none', password } as Sent<typeof apiToken.save>))).toMatchObject({
      fields: { scopes: 'required' },
    })
    expect(await refusalOf(save({ scopes: [] }))).toMatchObject({ fields: { scopes: 'required' } })
    const { token: as } = await author(['api_token.write', 'domain.read', 'record.read'])
    await save({ scopes: ['domain.read'] }, as)
    expect(await refusalOf(save({ scopes: ['domain.read', 'record.write'] }, as))).toMatchObject({ fields: { scopes: 'api_token_beyond_own' } })
  })

  it.each(kinds)('are about domains only where it is limited to some %s: chosen, or all of its owner', async (kind) => {
    const beyond = { fields: { scopes: 'api_token_beyond_domains' } }
    expect(await refusalOf(save({ ...limitedTo[kind](), scopes: ['domain.read', 'user.read'] }))).toMatchObject(beyond)
    expect(await refusalOf(save({ ...limitedTo[kind](), scopes: null }))).toMatchObject(beyond)
    const { id } = await save({ scopes: ['domain.read', 'user.read'] })
    expect(await refusalOf(test.call(apiToken.update, { id, name: 'limited', ...limitedTo[kind]() }))).toMatchObject(beyond)
  })

  it('are about domains only, whatever is stored', async () => {
    const { id, token } = await save(limitedTo.domains())
    for (const scopes of [null, [...rights]]) {
      await test.db.updateTable('api_token').set({ scopes }).where('id', '=', id).execute()
      for (const endpoint of [user.list, apiToken.list, serviceGroup.list])
        await expect.poll(async () => (await bodyOf(endpoint, {}, token)).json<{ problem: string }>().problem).toBe('right_missing')
      expect(await namesOf(token)).toEqual([near.name])
    }
  })
})

describe('a token that is edited', () => {
  const row = async (id: number) => (await test.call(apiToken.list, { limit: 200 })).data.list.find((one) => one.id === id)!

  it('keeps its secret, and what was not sent of its rights and scope', async () => {
    const { id, token } = await save(limitedTo.domains())
    await test.call(apiToken.update, { id, name: 'renamed' })
    expect(await row(id)).toMatchObject({ name: 'renamed', scopes: ofDomains, dataScope: 'domains', domainIds: [near.id], domains: [{ domain: near.name }] })
    expect(await namesOf(token)).toEqual([near.name])
  })

  it('reaches at once what it reaches from then on', async () => {
    const { id, token } = await save(limitedTo.domains())
    await test.call(apiToken.update, { id, name: 'moved', dataScope: 'domains', domainIds: [far.id] })
    expect(await namesOf(token)).toEqual([far.name])
    await test.call(apiToken.update, { id, name: 'moved', ...limitedTo.groups() })
    expect(await row(id)).toMatchObject({ dataScope: 'groups', domainIds: [], serviceGroupIds: [groupId] })
    expect(await namesOf(token)).not.toContain(far.name)
  })

  it('is refused as somebody saw it before another change', async () => {
    const { id } = await save(limitedTo.domains())
    const { rowVersion } = await row(id)
    await test.call(apiToken.update, { id, rowVersion, name: 'first' })
    expect(await refusalOf(test.call(apiToken.update, { id, rowVersion, name: 'second' }))).toMatchObject({ problem: 'changed_meanwhile' })
    expect((await row(id)).name).toBe('first')
  })

  it('is not changed by its use', async () => {
    const { id, token } = await save()
    await namesOf(token)
    expect((await row(id)).rowVersion).toBe(1)
  })

  it('says in the log what its scope was and became, by names', async () => {
    const { id } = await save(limitedTo.domains())
    await test.call(apiToken.update, { id, name: 'logged', ...limitedTo.groups() })
    const entries = await trailOf(test, 'api_key', id)
    expect(entries).toMatchObject([
      { action: 'api_key.create', after: { dataScope: 'domains', domains: [near.name] } },
      { action: 'api_key.update', before: { dataScope: 'domains', domains: [near.name] }, after: { dataScope: 'groups', serviceGroups: [groupName] } },
    ])
  })

  it('shows names of domains to those who reach them only', async () => {
    const { id } = await save(limitedTo.domains())
    const shownTo = async (held: Right[]) => (await test.call(apiToken.list, { limit: 200 }, await test.tokenWith(held))).data.list.find((one) => one.id === id)
    expect(await shownTo(['api_token.read', 'domain.read'])).toMatchObject({ domainIds: [near.id], domains: [{ domain: near.name }] })
    expect(await shownTo(['api_token.read'])).toMatchObject({ domainIds: [near.id], domains: [] })
  })
})

it('a token limited in the database by somebody else is limited within a second', async () => {
  const { id, token } = await save()
  expect(await namesOf(token)).toContain(far.name)
  await test.db.updateTable('api_token').set({ data_scope: 'domains' }).where('id', '=', id).execute()
  await expect.poll(() => namesOf(token)).toEqual([])
  await test.db.insertInto('api_token_domain').values({ api_token_id: id, domain_id: near.id }).execute()
  await expect.poll(() => namesOf(token)).toEqual([near.name])
})
