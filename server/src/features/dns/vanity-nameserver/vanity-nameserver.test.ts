import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { domainComparison } from '@nameplane/contract/dns/domain-comparison'
import { nameserverCheck } from '@nameplane/contract/dns/nameserver-check'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { vanityNameserver } from '@nameplane/contract/dns/vanity-nameserver'
import type { Sent } from '@nameplane/contract/endpoint'
import { rights } from '@nameplane/contract/rights'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { trailOf } from '../../../../../tests/support/audit-trail.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { startLoopbackResolver, startResolver } from '../../../../../tests/support/loopback-resolver.ts'
import { rawCall } from '../../../../../tests/support/raw-call.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { readWantedZones } from '../../../serving/publication/zone-source.ts'
import { readZoneChanges } from '../../../serving/publication/zone-change-source.ts'
import { publishRollouts } from './nameserver-rollout.ts'

let test: TestApp
let platform: string[]
let clock = new Date('2026-03-02T10:00:00Z')
let made = 0

beforeAll(async () => {
  test = await createTestApp({ now: () => clock })
  platform = (await test.db.selectFrom('service_group').select('nameservers').where('is_default', '=', true).executeTakeFirstOrThrow()).nameservers
})
afterAll(() => test.close())
beforeEach(() => void (clock = new Date(clock.getTime() + 60_000)))
afterEach(async () => {
  await test.db.deleteFrom('node').execute()
})

const mine = ['ns1.customer.example', 'ns2.customer.example']
const own = ['dns1.own.example', 'dns2.own.example']

/** A user with one domain. */
async function customer(): Promise<{ userId: number; token: string; id: number; name: string }> {
  const { id: userId, token } = await newUser(test)
  const name = `shown${(made += 1)}.example`
  return { userId, token, name, id: (await test.call(domain.save, { domain: name, userId })).data.id }
}
const give = async (userId: number, names: readonly string[] = mine): Promise<number> => {
  const { id } = (await test.call(vanityNameserver.save, { userId, names: [...names] })).data
  await publishRollouts(test.db)
  return id
}
const choose = (id: number, choice: Sent<typeof vanityNameserver.choose>['choice'], names: string[] = [], token?: string) =>
  test.call(vanityNameserver.choose, { id, choice, names }, token)
/** What nodes are given of a domain. */
async function served(id: number): Promise<{ serial: number; names: string[]; mname: string }> {
  const [zone] = await readWantedZones(test.db, [id])
  const { nameservers, soa } = zone!.source!
  return { serial: zone!.serial, names: nameservers.map(({ name }) => name), mname: soa.mname }
}
const addresses = async (of: 'user' | 'domain', id: number, asks = false, token?: string) =>
  (await test.call(vanityNameserver.addresses, { of, id, asks }, token)).data.list
const addNodes = async (...nodes: string[]): Promise<void> => {
  const of = { driver: 'knot', port: 53, service_group_id: null }
  await test.db
    .insertInto('node')
    .values(nodes.map((address) => ({ ...of, name: `node ${address}`, address })))
    .execute()
}

describe('names of a user', () => {
  it('are those of its domains: NS, primary server, list, and every place that expects them', async () => {
    const { userId, id, name } = await customer()
    expect(await served(id)).toMatchObject({ names: platform, mname: platform[0] })
    const before = await served(id)
    await give(userId)
    const after = await served(id)
    expect(after).toMatchObject({ names: mine, mname: mine[0] })
    expect(after.serial).toBeGreaterThan(before.serial)
    const { version } = (await test.call(domain.detail, { id })).data
    const [changed] = await readZoneChanges(test.db, new Map([[id, version]]))
    expect(changed!.change!.nameservers.map((one) => one.name)).toEqual(mine)
    expect((await test.call(domain.detail, { id })).data).toMatchObject({ nsExpected: mine, mname: mine[0] })
    expect((await test.call(domain.list, { search: name })).data.list).toMatchObject([{ nsExpected: mine }])
    expect((await test.call(nameserverCheck.detail, { id })).data.expected).toEqual(mine)
    const { locked } = (await test.call(record.list, { domainId: id })).data
    expect(locked.map(({ type, value }) => `${type} ${value.split(' ')[0]}`)).toEqual([`SOA ${mine[0]}.`, ...mine.map((one) => `NS ${one}.`)])
    const file = await rawCall(test.app, record.export, { domainId: id, format: 'bind' }, { token: test.adminToken })
    expect(file.body).toMatch(new RegExp(`NS\\s+${mine[1]!.replaceAll('.', '\\.')}\\.`))
  })

  it('change and end, and the domains with them', async () => {
    const { userId, id } = await customer()
    const setId = await give(userId)
    const first = await served(id)
    await test.call(vanityNameserver.update, { id: setId, names: own, rowVersion: 1 })
    await publishRollouts(test.db)
    const second = await served(id)
    expect(second).toMatchObject({ names: own, mname: own[0] })
    expect(second.serial).toBeGreaterThan(first.serial)
    await test.call(vanityNameserver.delete, { ids: [setId] })
    await publishRollouts(test.db)
    const third = await served(id)
    expect(third).toMatchObject({ names: platform, mname: platform[0] })
    expect(third.serial).toBeGreaterThan(second.serial)
    const actions = await trailOf(test, 'vanity_nameserver', setId)
    expect(actions.map(({ action }) => action)).toEqual(['vanity_nameserver.create', 'vanity_nameserver.update', 'vanity_nameserver.delete'])
  })

  it('are kept in lower case without the final dot, and in ASCII', async () => {
    const { userId } = await customer()
    const id = await give(userId, [' NS1.Customer.Example. ', 'ns2.例子.example'])
    expect((await test.call(vanityNameserver.list, { search: 'ns1.customer' })).data.list.find((one) => one.id === id)!.names).toEqual([
      'ns1.customer.example',
      'ns2.xn--fsqu00a.example',
    ])
  })

  it.each([
    ['one alone', ['ns1.a.example'], 'vanity_nameserver_count'],
    ['fourteen', Array.from({ length: 14 }, (_, index) => `ns${index}.a.example`), 'vanity_nameserver_count'],
    ['one twice in other case', ['ns1.a.example', 'NS1.A.example.'], 'vanity_nameserver_twice'],
    ['no host name', ['ns1.a.example', '_ns2.a.example'], 'invalid_domain'],
    ['a wildcard', ['ns1.a.example', '*.a.example'], 'invalid_domain'],
    ['an address', ['192.0.2.1', 'ns2.a.example'], 'invalid_domain'],
  ])('are not %s', async (_, names, problem) => {
    const { userId } = await customer()
    const refusal = await refusalOf(test.call(vanityNameserver.save, { userId, names }))
    expect(JSON.stringify(refusal.fields)).toContain(problem)
  })

  it('are no aliases', async () => {
    const { userId, id, name } = await customer()
    await test.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'ns1', type: 'CNAME', value: 'elsewhere.example.', ttl: 600 } }] })
    const names = [`NS1.${name}`, `ns2.${name}`]
    expect(await refusalOf(test.call(vanityNameserver.save, { userId, names }))).toMatchObject({ fields: { names: 'vanity_nameserver_cname' } })
    expect(await refusalOf(choose(id, 'own', names))).toMatchObject({ problem: 'vanity_nameserver_cname', params: { name: `ns1.${name}` } })
  })

  it('are one set of each user, and refuse who has seen an earlier state', async () => {
    const { userId } = await customer()
    const id = await give(userId)
    expect(await refusalOf(test.call(vanityNameserver.save, { userId, names: own }))).toMatchObject({
      problem: 'vanity_nameserver_exists',
      fields: { userId: 'vanity_nameserver_exists' },
    })
    await test.call(vanityNameserver.update, { id, names: own, rowVersion: 1 })
    expect(await refusalOf(test.call(vanityNameserver.update, { id, names: mine, rowVersion: 1 }))).toMatchObject({ problem: 'changed_meanwhile' })
  })

  it('are published some domains at a time, and each domain once', async () => {
    const { userId, id } = await customer()
    const group = await test.db.selectFrom('domain').select('service_group_id').where('id', '=', id).executeTakeFirstOrThrow()
    await sql`insert into domain (name, unicode_name, account_id, service_group_id, serial)
      select 'many' || number || '.example', 'many' || number || '.example', ${userId}, ${group.service_group_id}, 1 from generate_series(1, 1200) as number`.execute(
      test.db,
    )
    const other = await customer()
    const untouched = await served(other.id)
    const { id: setId } = (await test.call(vanityNameserver.save, { userId, names: mine })).data
    expect((await test.call(vanityNameserver.list, { limit: 200 })).data.list.find((one) => one.id === setId)).toMatchObject({ domainCount: 1201 })
    const isPublished = async (of: 'user' | 'domain', which: number) => (await test.call(vanityNameserver.addresses, { of, id: which })).data.isPublished
    expect([await isPublished('user', setId), await isPublished('domain', id), await isPublished('domain', other.id)]).toEqual([false, false, true])
    const written = test.db
      .selectFrom('domain')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('account_id', '=', userId)
      .where('serial', '>', 1_000_000)
    const before = await written.executeTakeFirstOrThrow()
    await publishRollouts(test.db)
    expect(Number((await written.executeTakeFirstOrThrow()).count) - Number(before.count)).toBeGreaterThanOrEqual(1200)
    expect([await isPublished('user', setId), await isPublished('domain', id)]).toEqual([true, true])
    // One transaction for each five hundred, told apart by what the database says of who wrote the row.
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from domain where account_id = ${userId} group by xmin`.execute(test.db)
    expect(rows.map(({ count }) => count).toSorted((one, another) => one - another)).toEqual([201, 500, 500])
    expect(await served(other.id)).toEqual(untouched)
    await test.db.deleteFrom('domain').where('account_id', '=', userId).execute()
  })

  it('come with a domain to its new owner', async () => {
    const [from, to] = [await customer(), await customer()]
    await give(to.userId)
    const before = await served(from.id)
    await test.call(domain.update, { id: from.id, userId: to.userId })
    expect(await served(from.id)).toMatchObject({ names: mine })
    expect((await served(from.id)).serial).toBeGreaterThan(before.serial)
  })

  it('leave a hidden primary server as it is', async () => {
    const group = { mname: 'hidden.group.example', rname: 'hostmaster.group.example', ns1: 'ns1.group.example', ns2: 'ns2.group.example' }
    const { id: serviceGroupId } = (await test.call(serviceGroup.save, { name: 'with a hidden primary', ...group })).data
    const { userId, id } = await customer()
    await test.call(domain.update, { id, serviceGroupId })
    await give(userId)
    expect(await served(id)).toMatchObject({ names: mine, mname: 'hidden.group.example' })
  })
})

describe('the name servers of a domain', () => {
  it('are those of its owner, of the platform or its own, and go back', async () => {
    const { userId, id } = await customer()
    await give(userId)
    const choice = async () => (await test.call(vanityNameserver.choice, { id })).data
    expect(await choice()).toMatchObject({ id, choice: 'user', names: [], userNames: mine, platformNames: platform })
    let { serial } = await served(id)
    for (const [chosen, names, shown] of [
      ['platform', [], platform],
      ['own', own, own],
      ['user', [], mine],
    ] as const) {
      await choose(id, chosen, [...names])
      const after = await served(id)
      expect(after).toMatchObject({ names: shown, mname: shown[0] })
      expect(after.serial).toBeGreaterThan(serial)
      serial = after.serial
      expect(await choice()).toMatchObject({ choice: chosen, names })
    }
    const entries = await test.db
      .selectFrom('audit_entry')
      .select('after')
      .where('action', '=', 'vanity_nameserver.choose')
      .where('target_id', '=', id)
      .orderBy('id')
      .execute()
    expect(entries.map(({ after }) => after)).toEqual([
      { choice: 'platform', names: [] },
      { choice: 'own', names: own },
      { choice: 'user', names: [] },
    ])
  })

  it('that are its own stay when its owner gets names, and are copied with it', async () => {
    const { userId, id } = await customer()
    await choose(id, 'own', own)
    const before = await served(id)
    await give(userId)
    expect(await served(id)).toEqual(before)
    const clone = (await test.call(domain.clone, { id, domain: `clone-of-${id}.example` })).data.id
    expect(await served(clone)).toMatchObject({ names: own })
  })

  it('are refused without names, to who has seen an earlier state, and for a locked domain', async () => {
    const { id } = await customer()
    expect(await refusalOf(choose(id, 'own', ['ns1.a.example']))).toMatchObject({ fields: { names: 'vanity_nameserver_count' } })
    const { rowVersion } = (await test.call(vanityNameserver.choice, { id })).data
    await choose(id, 'platform')
    expect(await refusalOf(test.call(vanityNameserver.choose, { id, choice: 'user', rowVersion }))).toMatchObject({ problem: 'changed_meanwhile' })
    await test.call(domain.lock, { ids: [id], locked: true })
    expect(await refusalOf(choose(id, 'user'))).toMatchObject({ problem: 'domain_locked' })
  })

  it('are what a delegation is compared with; that to the names of the platform is no wrong one', async () => {
    const resolver = await startLoopbackResolver()
    const value = { resolvers: resolver.address, pauseSeconds: 0, isRemovalOn: true, mostRemovalsPerDay: 20 }
    await test.call(setting.save, { paramKey: nsCheck.key, paramValue: value })
    const { id, name } = await customer()
    await choose(id, 'own', own)
    const check = async (names: readonly string[]) => {
      clock = new Date(clock.getTime() + 10_000)
      resolver.say(name, names)
      return (await test.call(nameserverCheck.run, { id })).data.state
    }
    expect(await check(own)).toBe('correct')
    expect(await check(platform)).toBe('partial')
    expect(await check(['ns1.elsewhere.example'])).toBe('wrong')
    expect((await test.call(domainComparison.servers, { domainId: id })).data).toMatchObject({ servers: ['ns1.elsewhere.example'], isOurs: false })
    await resolver.stop()
  })
})

describe('addresses of name servers', () => {
  it('of the platform are not asked after', async () => {
    await addNodes('192.0.2.1')
    const { userId, id } = await customer()
    expect(await addresses('domain', id)).toEqual([])
    await give(userId)
    expect(await addresses('domain', id)).toHaveLength(2)
    await choose(id, 'platform')
    expect(await addresses('domain', id)).toEqual([])
  })

  it('are those of the nodes, are added with one call, and are right then', async () => {
    await addNodes('192.0.2.1', '2001:db8::1', '0.0.0.0')
    const { userId, id, name } = await customer()
    const names = [`ns1.${name}`, `ns2.${name}`]
    const setId = await give(userId, names)
    const zone = { id, domain: name, userId, isEditable: true }
    const wanted = ['192.0.2.1', '2001:db8::1']
    expect(await addresses('user', setId)).toEqual(names.map((one) => ({ name: one, state: 'missing', wanted, found: [], lacking: wanted, zone })))
    expect((await test.call(vanityNameserver.createAddresses, { of: 'user', id: setId })).data).toEqual({ added: 4 })
    expect(await addresses('domain', id)).toEqual(names.map((one) => ({ name: one, state: 'correct', wanted, found: wanted, lacking: [], zone })))
    const { list } = (await test.call(record.list, { domainId: id })).data
    expect(list.map(({ host, type, value }) => `${host} ${type} ${value}`)).toEqual([
      'ns1 A 192.0.2.1',
      'ns1 AAAA 2001:db8::1',
      'ns2 A 192.0.2.1',
      'ns2 AAAA 2001:db8::1',
    ])
    expect(await refusalOf(test.call(vanityNameserver.createAddresses, { of: 'domain', id }))).toMatchObject({ problem: 'vanity_nameserver_complete' })
  })

  it('of no node, or not all of them, are told', async () => {
    await addNodes('192.0.2.1', '192.0.2.2')
    const { id, name } = await customer()
    const add = (host: string, value: string) => ({ op: 'add' as const, record: { host, type: 'A', value, ttl: 600 } })
    await test.call(record.apply, { domainId: id, changes: [add('ns1', '198.51.100.1'), add('ns2', '192.0.2.2')] })
    await choose(id, 'own', [`ns1.${name}`, `ns2.${name}`])
    expect((await addresses('domain', id)).map(({ state, lacking }) => ({ state, lacking }))).toEqual([
      { state: 'foreign', lacking: ['192.0.2.1'] },
      { state: 'correct', lacking: [] },
    ])
    await addNodes('192.0.2.3')
    expect((await addresses('domain', id)).map(({ lacking }) => lacking).flat()).toEqual(['192.0.2.1', '192.0.2.3'])
  })

  it('outside the platform are asked of resolvers, on request and not too often', async () => {
    await addNodes('192.0.2.1')
    const sayings = new Map<string, readonly string[]>([
      ['. NS', ['a.root-servers.example.']],
      ['dns1.own.example A', ['192.0.2.1']],
    ])
    const resolver = await startResolver(({ name, type }) => ({ values: sayings.get(`${name} ${type}`) ?? [], ttlSeconds: 60 }))
    const value = { resolvers: resolver.address, pauseSeconds: 0, isRemovalOn: true, mostRemovalsPerDay: 20 }
    await test.call(setting.save, { paramKey: nsCheck.key, paramValue: value })
    const { id } = await customer()
    await choose(id, 'own', own)
    expect((await addresses('domain', id)).map(({ state, found, zone }) => ({ state, found, zone }))).toEqual(
      own.map(() => ({ state: 'unknown', found: null, zone: null })),
    )
    expect((await addresses('domain', id, true)).map(({ state, found }) => ({ state, found }))).toEqual([
      { state: 'correct', found: ['192.0.2.1'] },
      { state: 'missing', found: [] },
    ])
    expect(await refusalOf(addresses('domain', id, true))).toMatchObject({ problem: 'nameserver_check_too_often' })
    // Nothing can be added where the domain is not here.
    expect(await refusalOf(test.call(vanityNameserver.createAddresses, { of: 'domain', id }))).toMatchObject({ problem: 'vanity_nameserver_complete' })
    await resolver.stop()
  })

  it('in a domain of somebody else are neither shown nor added', async () => {
    await addNodes('192.0.2.1')
    const [one, another] = [await customer(), await customer()]
    await choose(one.id, 'own', [`ns1.${another.name}`, `ns2.${another.name}`])
    const all = await administratorWith(test, rights, { dataScope: 'own' })
    await test.db.updateTable('domain').set({ account_id: all.accountId }).where('id', '=', one.id).execute()
    expect((await addresses('domain', one.id, false, all.token)).map(({ zone, found }) => ({ zone, found }))).toEqual(
      [1, 2].map(() => ({ zone: null, found: null })),
    )
    expect(await refusalOf(test.call(vanityNameserver.createAddresses, { of: 'domain', id: one.id }, all.token))).toMatchObject({
      problem: 'vanity_nameserver_complete',
    })
    expect((await test.call(record.list, { domainId: another.id })).data.list).toEqual([])
  })

  it('that cannot be there are refused by name', async () => {
    await addNodes('192.0.2.1')
    const { id, name } = await customer()
    await choose(id, 'own', [`ns1.${name}`, `ns2.${name}`])
    await test.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'ns2', type: 'CNAME', value: 'elsewhere.example.', ttl: 600 } }] })
    expect(await refusalOf(test.call(vanityNameserver.createAddresses, { of: 'domain', id }))).toMatchObject({
      problem: 'vanity_nameserver_refused',
      params: { name: `ns2.${name}` },
    })
    expect((await test.call(record.list, { domainId: id })).data.list).toHaveLength(1)
  })
})

describe('who may', () => {
  it('not: a user without the permission, and anybody for what lies beyond reach', async () => {
    const { userId, token, id } = await customer()
    const setId = await give(userId)
    expect(await refusalOf(choose(id, 'platform', [], token))).toMatchObject({ problem: 'right_missing' })
    const other = await customer()
    expect(await refusalOf(test.call(vanityNameserver.choice, { id }, other.token))).toMatchObject({ problem: 'domain_missing' })
    const { id: serviceGroupId } = (
      await test.call(serviceGroup.save, { name: `kept ${id}`, mname: 'ns1.k.example', rname: 'h.k.example', ns1: 'ns1.k.example', ns2: 'ns2.k.example' })
    ).data
    const keeper = await administratorWith(test, rights, { dataScope: 'groups', serviceGroupIds: [serviceGroupId] })
    const ids = async () => (await test.call(vanityNameserver.list, { limit: 200 }, keeper.token)).data.list.map((one) => one.id)
    expect(await ids()).not.toContain(setId)
    expect(await refusalOf(test.call(vanityNameserver.delete, { ids: [setId] }, keeper.token))).toMatchObject({ problem: 'vanity_nameserver_missing' })
    expect(await refusalOf(addresses('user', setId, false, keeper.token))).toMatchObject({ problem: 'vanity_nameserver_missing' })
    // With one domain of the user within reach the names are seen, and not changed: others show them too.
    const within = (await test.call(domain.save, { domain: `within-${id}.example`, userId, serviceGroupId })).data.id
    expect(await ids()).toContain(setId)
    expect((await test.call(vanityNameserver.list, { limit: 200 }, keeper.token)).data.list.find((one) => one.id === setId)).toMatchObject({ domainCount: 1 })
    expect(await refusalOf(test.call(vanityNameserver.update, { id: setId, names: own }, keeper.token))).toMatchObject({ problem: 'beyond_reach' })
    expect(await refusalOf(test.call(vanityNameserver.delete, { ids: [setId] }, keeper.token))).toMatchObject({ problem: 'beyond_reach' })
    expect(await refusalOf(choose(id, 'platform', [], keeper.token))).toMatchObject({ problem: 'domain_missing' })
    await choose(within, 'platform', [], keeper.token)
    const reader = await test.tokenWith(['domain.read'])
    expect(await refusalOf(addresses('user', setId, false, reader))).toMatchObject({ problem: 'right_missing' })
  })
})
